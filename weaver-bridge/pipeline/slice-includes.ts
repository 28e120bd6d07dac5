/**
 * What a slice's file includes belongs before the class that gets the slice. Where the unit, or an aspect, includes such a
 * header only behind the class, its text moves there, with what it includes itself and has not been read by then:
 *
 *     namespace net {                     namespace net {
 *     class Interface { };                }
 *     }                                   # 1 "address.h" 1
 *     # 1 "address.h" 1                   struct Address { };
 *     struct Address { };                 # 4 "interface.h" 2
 *     # 2 "u.cc" 2                        namespace net {
 *                                         class Interface { };
 *
 * Macros are expanded already, so the order of texts is all that changes.
 */
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type CompilerCommand, readRegular, unlessRefused } from "../kernel-build/index.js";
import { type AspectFile, type ClassEntity, includesIn, markerName, type UnitFacts } from "../model/index.js";
import { type ClassMatch, preludeIncludes } from "../pointcut/index.js";
import { type ExpandedTail, placeBeside } from "../weaver/index.js";
import {
  firstInclusions,
  type InclusionNode,
  inclusionTree,
  isNode,
  type TextPart,
} from "./inclusion-tree.js";

export interface OrderedText {
  /** Of the unit. */
  readonly text: string;
  readonly tail: ExpandedTail | undefined;
}

interface ClassPoint {
  readonly at: number;
  readonly namespaces: readonly string[];
  /** Absolute names of headers. */
  readonly needed: readonly string[];
}

/** The same text where nothing has to move. */
export function withIncludesFirst(
  { text, tail }: OrderedText,
  facts: UnitFacts,
  classes: readonly ClassMatch[],
  command: CompilerCommand,
): OrderedText {
  const root = inclusionTree(text, command.directory);
  const sections = (tail?.sections ?? []).map((section) =>
    section === undefined ? undefined : inclusionTree(section, command.directory, Infinity),
  );
  const first = firstInclusions([root, ...sections.flatMap((section) => section ?? [])]);
  const locate = locatorOf(command, [...first.keys()]);
  const points = classes.flatMap((match) => pointsOf(match, text, facts, locate));
  const mover = createMover(points, facts, first, (file) => includesOfHeader(file, locate));
  const ordered = mover.print(root);
  if (tail === undefined) return { text: ordered, tail };
  return { text: ordered, tail: { ...tail, sections: sections.map((one) => one && mover.print(one)) } };
}

function pointsOf(
  { entity, introductions }: ClassMatch,
  text: string,
  facts: UnitFacts,
  locate: Locate,
): ClassPoint[] {
  const { definition } = facts.entities[entity] as ClassEntity;
  if (definition === undefined) return [];
  const files = [...new Set(introductions.map(({ slice }) => slice.file))];
  const needed = files.flatMap((file) => includesOfSlice(file, locate));
  return [{ ...placeBeside(text, definition.topLevel, definition.body.start), needed }];
}

function createMover(
  points: readonly ClassPoint[],
  facts: UnitFacts,
  first: ReadonlyMap<string, InclusionNode>,
  includesOf: (file: string) => readonly string[],
) {
  const begun = new Set<InclusionNode>();
  /** Where it stood, as an inclusion; elsewhere nothing includes it. */
  const print = (node: InclusionNode, isMoved = false): string => {
    if (begun.has(node)) return `${node.enter}${node.leave}`;
    begun.add(node);
    // What it found read already may come later now.
    const others =
      first.get(node.file) === node ? includesOf(node.file).filter((file) => !isWithin(node, file)) : [];
    const missing = moved(others);
    const own = node.parts.map((part) => (isNode(part) ? print(part) : printText(part))).join("");
    if (isMoved) return `${missing}${withoutFlags(node.enter)}${own}`;
    const back = missing === "" ? "" : withoutFlags(node.leave);
    return `${missing}${back}${node.enter}${own}${node.leave}`;
  };
  const isWithin = (node: InclusionNode, file: string): boolean =>
    node.parts.some((part) => isNode(part) && (part === first.get(file) || isWithin(part, file)));
  const moved = (files: readonly string[]): string =>
    files
      .map((file) => {
        const node = first.get(file);
        return node === undefined || begun.has(node) ? "" : print(node, true);
      })
      .join("");
  const printText = ({ start, text }: TextPart): string => {
    let printed = "";
    let from = 0;
    for (const { at, namespaces, needed } of points.filter(
      ({ at }) => at >= start && at < start + text.length,
    )) {
      const before = moved(needed);
      if (before === "") continue;
      const { file, line } = facts.lineMap.positionAt(at);
      const close = namespaces.map(() => "}").join(" ");
      const back = `# ${line} "${markerName(file)}"\n`;
      printed += `${text.slice(from, at - start)}${close}\n${before}${back}${namespaces.join(" ")} `;
      from = at - start;
    }
    return printed + text.slice(from);
  };
  return { print };
}

const withoutFlags = (marker: string) => marker.replace(/^(# \d+ "(?:[^"\\\n]|\\.)*")[ 0-9]*/, "$1");

/** The file that an include means: of a folder, or undefined for none but those of the command. */
type Locate = (name: string, beside: string | undefined) => string[];

function includesOfSlice(file: AspectFile, locate: Locate): string[] {
  return preludeIncludes(file).flatMap(({ isQuoted, path }) =>
    locate(path, isQuoted ? dirname(file.file) : undefined),
  );
}

function includesOfHeader(file: string, locate: Locate): string[] {
  const text = unlessRefused(() => readRegular(file, "latin1")) ?? "";
  return includesIn(text, 0).flatMap(({ isQuoted, path }) =>
    locate(path, isQuoted ? dirname(file) : undefined),
  );
}

/** `read`: all files that were read, among which are those of the compiler's own folders. */
function locatorOf(command: CompilerCommand, read: readonly string[]): Locate {
  const folders = includeFolders(command);
  return (name, beside) => {
    const plain = Buffer.from(name, "latin1").toString();
    const own = [...(beside === undefined ? [] : [beside]), ...folders].map((folder) =>
      resolve(folder, plain),
    );
    const found = own.find((path) => existsSync(path)) ?? read.find((path) => path.endsWith(`/${plain}`));
    return found === undefined ? [] : [found];
  };
}

const FOLDER = /^-(?:I|iquote|isystem|idirafter)(.*)$/s;

function includeFolders({ items, directory }: CompilerCommand): string[] {
  return items.flatMap((item) => {
    if (item.kind !== "option" || !FOLDER.test(item.name)) return [];
    const [, joined = ""] = FOLDER.exec(item.words.join("")) ?? [];
    return joined === "" ? [] : [resolve(directory, joined)];
  });
}
