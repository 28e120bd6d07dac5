import { type ClangNode, type ClangPlace, isThere, partsOf } from "./clang-tree.js";
import { laterMacroIn } from "./later-macros.js";
import type { Program } from "./program.js";

/**
 * The text of one piece of a file. Of what a macro makes only the whole has a text, which is its invocation. None has what
 * means something else behind the unit.
 */
export function spelled(node: ClangNode, program: Program): string | undefined {
  const text = textOfNode(node, program);
  const begin = node.range?.begin;
  const offset = begin?.offset ?? begin?.expansionLoc?.offset;
  if (text === undefined || begin === undefined || offset === undefined) return text;
  const place = { file: fileOf(begin) ?? "", offset };
  return laterMacroIn(text, place, program) === undefined ? text : undefined;
}

function textOfNode(node: ClangNode, { textOf }: Program): string | undefined {
  const { begin, end } = node.range ?? {};
  if (begin === undefined || end === undefined) return undefined;
  const text = textOf(fileOf(begin) ?? "");
  if (text === undefined || fileOf(begin) !== fileOf(end)) return undefined;
  if (begin.offset !== undefined && end.offset !== undefined)
    return text.slice(begin.offset, end.offset + (end.tokLen ?? 0));
  const from = begin.expansionLoc?.offset;
  if (from === undefined || from !== end.expansionLoc?.offset) return undefined;
  return node.isWholeExpansion === true
    ? invocationAt(text, from)
    : expansionAt(text, from, { begin, end, textOf });
}

/** The expression itself, or the whole of the macro that makes it. */
export function invocationOf({ range }: ClangNode, { textOf }: Program): string | undefined {
  const { begin, end } = range ?? {};
  const text = begin && textOf(fileOf(begin) ?? "");
  if (begin === undefined || end === undefined || text === undefined) return undefined;
  if (begin.offset !== undefined && end.offset !== undefined)
    return text.slice(begin.offset, end.offset + (end.tokLen ?? 0));
  const from = begin.expansionLoc?.offset;
  return from === undefined ? undefined : invocationAt(text, from);
}

function expansionAt(
  text: string,
  from: number,
  {
    begin,
    end,
    textOf,
  }: { readonly begin: ClangPlace; readonly end: ClangPlace; readonly textOf: Program["textOf"] },
): string | undefined {
  const macro = definedBy(begin.spellingLoc, end.spellingLoc, textOf);
  if (macro === undefined || macro.name !== nameAt(text, from)) return undefined;
  // What stands in parentheses behind one without parameters is not its own.
  return macro.hasParameters ? invocationAt(text, from) : macro.name;
}

/** Of a block that is written as such: what of assembly in it one macro makes alone. */
export function noteWholeExpansions(block: ClangNode): void {
  if (block.range?.begin.offset === undefined) return;
  const parts = partsOf(block);
  const placeOf = ({ range }: ClangNode) => range?.begin.expansionLoc?.offset;
  for (const part of parts) {
    if (part.kind !== "GCCAsmStmt" || placeOf(part) === undefined) continue;
    if (parts.filter((one) => isThere(one) && placeOf(one) === placeOf(part)).length === 1)
      Object.assign(part, { isWholeExpansion: true });
  }
}

const nameAt = (text: string, at: number): string =>
  /^[A-Za-z_]\w*/.exec(text.slice(at, at + 200))?.[0] ?? "";

/** The macro whose whole definition these two places enclose. */
function definedBy(
  begin: ClangPlace | undefined,
  end: ClangPlace | undefined,
  textOf: Program["textOf"],
): { readonly name: string; readonly hasParameters: boolean } | undefined {
  const text = begin?.offset === undefined || begin.file !== end?.file ? undefined : textOf(begin.file ?? "");
  if (text === undefined || begin?.offset === undefined || end?.offset === undefined) return undefined;
  const before = text.slice(Math.max(0, begin.offset - 400), begin.offset);
  const [, name, parameters] =
    /(?:^|\n)[ \t]*#[ \t]*define[ \t]+(\w+)(\([^()]*\))?(?:[ \t]|\\\r?\n)*$/.exec(before) ?? [];
  const behind = text.slice(end.offset + (end.tokLen ?? 0), end.offset + (end.tokLen ?? 0) + 400);
  const isAll = /^[ \t]*(?:\/\*[^\n]*\*\/[ \t]*|\/\/[^\n]*)?(?:\r?\n|$)/.test(behind);
  return name !== undefined && isAll ? { name, hasParameters: parameters !== undefined } : undefined;
}

const fileOf = (place: ClangPlace): string | undefined => place.file ?? place.expansionLoc?.file;

function invocationAt(text: string, from: number): string | undefined {
  const name = /[A-Za-z_]\w*/y;
  name.lastIndex = from;
  const found = name.exec(text);
  if (found === null) return undefined;
  let at = name.lastIndex;
  const open = /\s*\(/y;
  open.lastIndex = at;
  if (open.exec(text) === null) return found[0];
  let depth = 0;
  for (at = open.lastIndex - 1; at < text.length; at++) {
    const character = text[at];
    if (character === '"' || character === "'") {
      for (at++; at < text.length && text[at] !== character; at++) if (text[at] === "\\") at++;
    } else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return text.slice(from, at + 1);
  }
  return undefined;
}
