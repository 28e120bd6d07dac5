/** Edits of source text that leave what they do not mention as it is: whole lines go when nothing else stands in them. */
import { invariant, type TextRange } from "../../model/index.js";
import type { FileChange, TextEdit } from "../refactoring.js";

/** `edits` in any order; equal ones count once. Throws when two overlap, which is a fault of ours. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  let result = "";
  for (const { range, text: inserted } of sortedEdits(edits)) {
    invariant(range.start >= at, `edits overlap at byte ${range.start}`);
    result += text.slice(at, range.start) + inserted;
    at = range.end;
  }
  return result + text.slice(at);
}

export function sortedEdits(edits: readonly TextEdit[]): TextEdit[] {
  const distinct = new Map(edits.map((edit) => [`${edit.range.start}-${edit.range.end}-${edit.text}`, edit]));
  return [...distinct.values()].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
}

/** One change for each file, edits in order. */
export function mergeChanges(changes: readonly FileChange[]): FileChange[] {
  const edits = new Map<string, TextEdit[]>();
  const created: FileChange[] = [];
  for (const change of changes)
    if ("create" in change) created.push(change);
    else edits.set(change.file, [...(edits.get(change.file) ?? []), ...change.edits]);
  const edited = [...edits].map(([file, all]) => ({ file, edits: sortedEdits(all) }));
  return [...edited.filter((change) => change.edits.length > 0), ...created];
}

/** Takes out `range`, with its whole lines when nothing else stands in them; comments beside it stay. */
export function deletion(text: string, range: TextRange): TextEdit {
  const lineStart = text.lastIndexOf("\n", range.start - 1) + 1;
  const newline = text.indexOf("\n", range.end);
  const lineEnd = newline === -1 ? text.length : newline + 1;
  const before = text.slice(lineStart, range.start);
  const after = text.slice(range.end, lineEnd);
  if (before.trim() !== "")
    return { range: { start: range.start - trailing(before), end: range.end }, text: "" };
  if (after.trim() !== "")
    return { range: { start: range.start, end: range.end + leading(after) }, text: "" };
  return { range: { start: lineStart, end: lineEnd + blankAfter(text, lineStart, lineEnd) }, text: "" };
}

const trailing = (text: string) => text.length - text.trimEnd().length;
const leading = (text: string) => text.length - text.trimStart().length;

/** A blank line that would otherwise stand doubled, or after `{`. */
function blankAfter(text: string, start: number, end: number): number {
  const previous = text.slice(text.lastIndexOf("\n", start - 2) + 1, start).trim();
  const next = /^[ \t\r]*\n/.exec(text.slice(end, end + 200));
  return next !== null && (previous === "" || previous.endsWith("{")) ? next[0].length : 0;
}

/** The blanks that the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** Re-indents all lines alike; the least indented one stands at `indent`. No line is added at the ends. */
export function reindentBlock(code: string, indent: string): string {
  return reindent(`\n${code.replace(/^(?:[ \t]*\n)+/, "").trimEnd()}`, indent).slice(1);
}

/** Re-indents `code` so that its least indented line (the first one not counted) stands at `indent`. */
export function reindent(code: string, indent: string): string {
  const lines = code.replace(/\r/g, "").split("\n");
  const depths = lines.slice(1).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const common = depths.reduce<string | undefined>((least, line) => {
    const own = /^[ \t]*/.exec(line)?.[0] ?? "";
    if (least === undefined) return own;
    let same = 0;
    while (same < least.length && least[same] === own[same]) same++;
    return least.slice(0, same);
  }, undefined);
  return lines
    .map((line, index) => {
      if (line.trim() === "") return "";
      if (line.startsWith("#")) return line;
      return indent + (index === 0 ? line.trimStart() : line.slice((common ?? "").length));
    })
    .join("\n");
}
