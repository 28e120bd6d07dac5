/**
 * Completion in the aspect language itself: keywords, pointcut functions, named pointcuts, and inside match
 * expressions the names that the project has. C inside advice bodies is clangd's.
 */
import { POINTCUT_FUNCTIONS, slicesIn } from "@weft/weaver-bridge/pointcut";
import type { Position } from "../../protocol/index.js";
import type { AspectDocument, KnownNames, Snapshot } from "../../workspace/index.js";
import { namedPointcuts } from "../pointcuts/pointcut-names.js";
import { DECLARATION_TEMPLATES } from "./declaration-templates.js";

export interface Suggestion {
  readonly label: string;
  readonly kind: "keyword" | "function" | "pointcut" | "variable" | "field" | "record";
  readonly detail?: string;
  /** Text to insert, in the snippet syntax of LSP; `$0` is where the cursor goes last. */
  readonly snippet?: string;
}

/** `position` stands outside of C. Everything that fits there; the editor filters by what was typed. */
export function aspectCompletion(
  snapshot: Snapshot,
  document: AspectDocument,
  position: Position,
): Suggestion[] {
  const context = contextOf(document.source.text, document.source.lines.offsetAt(position));
  if (context.kind === "match") return matchNames(snapshot.names(), context.pointcutFunction);
  if (context.kind === "advice-kind")
    return ["before", "after", "around"].map((word) => ({
      label: word,
      kind: "keyword",
      snippet: `${word}() {\n\t$0\n}`,
    }));
  if (context.kind === "declaration") return templates();
  return [
    ...POINTCUT_FUNCTIONS.map(({ name, takes, summary }) => ({
      label: name,
      kind: "function" as const,
      detail: summary,
      snippet:
        takes === "name" || takes === "file" || takes === "operation" ? `${name}("$0")` : `${name}($0)`,
    })),
    ...snapshot.aspects.flatMap(namedPointcuts).map(({ name }) => ({
      label: name,
      kind: "pointcut" as const,
      detail: "named pointcut",
      snippet: `${name}()`,
    })),
  ];
}

/**
 * Templates where the first word of a declaration is being typed, though the parser takes it, with what follows, for a
 * member in C: `adv` before `advice …`. Empty within code.
 */
export function declarationCompletion(document: AspectDocument, position: Position): Suggestion[] {
  const { text, lines } = document.source;
  const offset = lines.offsetAt(position);
  const { start, openString } = lastDeclaration(text, offset);
  if (openString !== undefined || !/^\s*(?:[A-Za-z]+(?: [A-Za-z]+)* ?)?$/.test(text.slice(start, offset)))
    return [];
  const first = offset - text.slice(start, offset).trimStart().length;
  return codeOf(document).some((code) => code.start < first && offset < code.end) ? [] : templates();
}

/** UTF-16. */
function codeOf(document: AspectDocument): { readonly start: number; readonly end: number }[] {
  const { file, source } = document;
  const code = [
    ...slicesIn(file).flatMap(({ members, definitions }) => [
      ...(members === undefined ? [] : [members]),
      ...definitions.map(({ range }) => range),
    ]),
    ...file.aspects.flatMap(({ advice, members }) => [
      ...advice.map(({ body }) => body),
      ...members.map(({ range }) => range),
    ]),
  ];
  return code.map(({ start, end }) => ({
    start: source.bytes.toUtf16(start),
    end: source.bytes.toUtf16(end),
  }));
}

const templates = (): Suggestion[] =>
  DECLARATION_TEMPLATES.map((template) => ({ ...template, kind: "keyword" }));

type Context =
  | { readonly kind: "match"; readonly pointcutFunction: string | undefined }
  | { readonly kind: "pointcut" | "advice-kind" | "declaration" };

function contextOf(text: string, offset: number): Context {
  const { start, openString, colon } = lastDeclaration(text, offset);
  if (openString !== undefined)
    return {
      kind: "match",
      pointcutFunction: /(?<!\w)(\w+)\s*\(\s*$/.exec(text.slice(start, openString))?.[1],
    };
  const declaration = text.slice(start, offset).trimStart();
  if (/^advice\b/.test(declaration)) return { kind: colon ? "advice-kind" : "pointcut" };
  if (/^(virtual\s+)?pointcut\b[^=]*=/.test(declaration)) return { kind: "pointcut" };
  return { kind: "declaration" };
}

/** Looks back to the last `;`, `{` or `}` outside of strings: that is where the declaration at the cursor begins. */
function lastDeclaration(
  text: string,
  offset: number,
): { readonly start: number; readonly openString: number | undefined; readonly colon: boolean } {
  let start = 0;
  let openString: number | undefined;
  let colon = false;
  for (let at = 0; at < offset; at++) {
    const character = text.charAt(at);
    if (openString !== undefined) {
      if (character === "\\") at++;
      else if (character === '"' || character === "\n") openString = undefined;
    } else if (text.startsWith("//", at) || text.startsWith("/*", at)) {
      const isFirst = text.slice(start, at).trim() === "";
      at = endOf(text, text[at + 1] === "/" ? "\n" : "*/", at, offset);
      if (isFirst) start = at + 1;
    } else if (character === '"') openString = at;
    else if (";{}".includes(character)) [start, colon] = [at + 1, false];
    else if (character === ":" && text[at + 1] !== ":" && text[at - 1] !== ":") colon = true;
  }
  return { start, openString, colon };
}

function endOf(text: string, end: string, from: number, limit: number): number {
  const at = text.indexOf(end, from);
  return at === -1 ? limit : at + end.length - 1;
}

const MAX_NAMES = 2_000;

function matchNames(names: KnownNames, pointcutFunction: string | undefined): Suggestion[] {
  const functions = names.functions.map((name) => ({ label: `% ${name}(...)`, kind: "function" as const }));
  const data = [
    ...names.fields.map((name) => ({ label: `% ${name}`, kind: "field" as const })),
    ...names.variables.map((name) => ({ label: `% ${name}`, kind: "variable" as const })),
    ...names.records.map((name) => ({ label: `% ${name}::%`, kind: "record" as const })),
  ];
  const ordered = /^(get|set|ref|access)$/.test(pointcutFunction ?? "") ? data : functions;
  const rest = pointcutFunction === undefined || pointcutFunction === "within" ? data : [];
  return (ordered === functions ? [...functions, ...rest] : ordered).slice(0, MAX_NAMES);
}
