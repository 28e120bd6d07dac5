/** Everything about IDL files. */
import type { Position } from "../../protocol/index.js";
import type { OwnFiles } from "../../workspace/index.js";
import { idlCompletion } from "./idl-completion.js";
import { idlFixes } from "./idl-fixes.js";
import { idlHover } from "./idl-hover.js";
import { idlLenses } from "./idl-lenses.js";
import { idlDefinitions, idlReferences, renamable, renameEdits } from "./idl-navigation.js";
import { idlDocumentAt } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { idlSymbols } from "./idl-symbols.js";
import { operationElements } from "./operation-elements.js";
import { operationEffects } from "./stub-effects.js";

export function idlFiles(snapshot: () => IdlSnapshot): OwnFiles {
  const at = (path: string) => idlDocumentAt(snapshot(), path);
  const list = <T>(path: string, use: (document: IdlDocument) => readonly T[]): readonly T[] => {
    const document = at(path);
    return document === undefined ? [] : use(document);
  };
  const name = <T>(path: string, use: (document: IdlDocument) => T): T | string => {
    const document = at(path);
    return document === undefined ? "The file can't be read. Open it and try again" : use(document);
  };
  return {
    paths: () => snapshot().idl.map(({ source }) => source.path),
    problems: (path) =>
      snapshot().idl.flatMap(({ problems }) => problems.filter(({ range }) => range?.file === path)),
    effects: (path) => list(path, (document) => operationEffects(snapshot(), document)),
    lenses: (path) => list(path, (document) => idlLenses(snapshot(), document)),
    elements: (path) => list(path, (document) => operationElements(snapshot(), document)),
    symbols: (path) => list(path, (document) => idlSymbols(snapshot(), document)),
    hover: (path, position) => idlHover(snapshot(), path, position),
    definitions: (path, position) => idlDefinitions(snapshot(), path, position),
    references: (path, position, withDeclaration) =>
      idlReferences(snapshot(), path, position, withDeclaration),
    completion: (path, position) => list(path, (document) => idlCompletion(document, position)),
    fixes: (path, range) => idlFixes(snapshot(), path, range),
    renamable: (path, position: Position) =>
      name(path, (document) => renamable(snapshot(), document, position)),
    rename: (path, position, newName) =>
      name(path, (document) => renameEdits(snapshot(), document, position, newName)),
  };
}
