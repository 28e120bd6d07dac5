/**
 * A unit after an edit within the body of one function: only that function has to be read again, all else is as it was, if
 * a little further on. What could reach beyond the body (braces, directives, comments, quotes, new lines) is no such edit.
 */
import { lookUp } from "../../model/index.js";
import { type ClangNode, type ClangPlace, isThere, partsOf, walk } from "./clang-tree.js";
import { eachPlace } from "./places.js";
import type { Program } from "./program.js";

export interface FunctionEdit {
  readonly name: string;
  /** Of what stands behind it, in bytes: from there, and by so much. */
  readonly from: number;
  readonly by: number;
}

const FAR = /[#{}"'\\\r\n]|\/[/*]|\*\/|\?\?/;

/** `file` as clang names it. */
export function functionEdit(
  { functions }: Program,
  file: string,
  before: string,
  after: string,
): FunctionEdit | undefined {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const from = before.length - end;
  const isNear = [before.slice(start - 1, from + 1), after.slice(start - 1, after.length - end + 1)].every(
    (text) => !FAR.test(text),
  );
  if (!isNear || isDirective(before, start)) return undefined;
  for (const [name, node] of functions) {
    const { begin, end: last } = bodyOf(node)?.range ?? {};
    const isHere = isIn(begin, file) && isIn(last, file) && begin.offset < start && from <= last.offset;
    if (isHere) return { name, from, by: after.length - before.length };
  }
  return undefined;
}

const bodyOf = (node: ClangNode) =>
  partsOf(node).find((part) => isThere(part) && part.kind === "CompoundStmt");

const isIn = (
  place: ClangPlace | undefined,
  file: string,
): place is ClangPlace & { readonly offset: number } => place?.offset !== undefined && place.file === file;

/** The line, with those that it continues, tells the preprocessor something. */
function isDirective(text: string, at: number): boolean {
  let start = text.lastIndexOf("\n", at - 1);
  while (start > 0 && /\\\r?$/.test(text.slice(Math.max(0, start - 2), start)))
    start = text.lastIndexOf("\n", start - 1);
  return /^\s*(?:#|%:|\?\?=)|\b_Pragma\b/.test(text.slice(start + 1, at));
}

/**
 * `undefined` where more may have changed than the function. What is left of `before` is not to be used any more: its places
 * become those of the new text.
 */
export function programAfter(
  before: Program,
  { name, from, by }: FunctionEdit,
  file: string,
  read: ClangNode,
  readFile: (file: string) => string | undefined,
): Program | undefined {
  const old = before.functions.get(name);
  if (old === undefined || old.type?.qualType !== read.type?.qualType) return undefined;
  const bitFields = new Set(
    before.declared.flatMap((node) => walk(node).flatMap((one) => (one.isBitfield ? (one.name ?? "") : []))),
  );
  const known = new Set([...before.declared, ...walk(old)].map(nameOfFunction));
  for (const node of walk(read)) {
    // Which of them it is only clang's numbers say.
    if (node.kind === "MemberExpr" && bitFields.has(node.name ?? "")) return undefined;
    if (node.referencedDecl?.kind === "FunctionDecl" && !known.has(nameOfFunction(node))) return undefined;
  }
  renumber(read);
  const swapped = <Node>(node: Node | ClangNode) => (node === old ? read : node);
  const declared = before.declared.map(swapped);
  for (const node of declared)
    if (node !== read)
      eachPlace(node, (place) => {
        if (place.file === file && (place.offset as number) >= from)
          (place as { offset: number }).offset += by;
      });
  const functions = new Map([...before.functions].map(([key, node]) => [key, swapped(node)]));
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string) => {
    if (!texts.has(path)) texts.set(path, readFile(path));
    return texts.get(path);
  };
  return { ...before, functions, declared, textOf };
}

const nameOfFunction = ({ kind, name, referencedDecl }: ClangNode): string | undefined =>
  kind === "FunctionDecl" ? name : referencedDecl?.kind === "FunctionDecl" ? referencedDecl.name : undefined;

let edits = 0;

/** Another run of clang may give the same numbers to other things. */
export function renumber(root: ClangNode): void {
  const tag = `${++edits}:`;
  const visit = (value: Record<string, unknown>): void => {
    for (const key in value) {
      const one = lookUp(value, key);
      if (typeof one === "object" && one !== null) visit(one as Record<string, unknown>);
      else if (/^(id|\w+Id|referencedMemberDecl)$/.test(key) && typeof one === "string")
        value[key] = tag + one;
    }
  };
  visit(root as unknown as Record<string, unknown>);
}
