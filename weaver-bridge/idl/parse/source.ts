/**
 * One file of IDL text and places in it. Text is a latin1 string, so an index is a byte offset. Lines are counted only
 * when a place is printed; `# 12 "file"` markers shift what is printed and nothing else.
 */
import type { SourceRange } from "../../model/index.js";

/** From `offset` on, text counts as line `line` of `name`. */
export interface LineMarker {
  readonly offset: number;
  readonly name: string;
  readonly line: number;
}

export interface SourceFile {
  readonly name: string;
  readonly text: string;
  /** In rising order of offset; filled while the file is preprocessed. */
  readonly markers: LineMarker[];
  lineStarts: readonly number[] | undefined;
}

/** Half-open range of byte offsets in one file. */
export interface Span {
  readonly file: SourceFile;
  readonly start: number;
  readonly end: number;
}

export function sourceFile(name: string, text: string): SourceFile {
  return { name, text, markers: [], lineStarts: undefined };
}

/** From the first byte of `from` to the last of `to`; just `from` where the two lie in different files. */
export function joinSpans(from: Span, to: Span): Span {
  if (from.file !== to.file || to.end < from.start)
    return { file: from.file, start: from.start, end: from.end };
  return { file: from.file, start: from.start, end: to.end };
}

export function toSourceRange(span: Span): SourceRange {
  const start = placeOf(span.file, span.start);
  const end = placeOf(span.file, Math.max(span.start, span.end));
  return {
    file: start.name,
    startLine: start.line,
    startColumn: start.column,
    endLine: end.name === start.name ? end.line : start.line,
    endColumn: end.name === start.name ? end.column : start.column + 1,
  };
}

function placeOf(file: SourceFile, offset: number): { name: string; line: number; column: number } {
  file.lineStarts ??= lineStartsOf(file.text);
  const index = lastAtOrBefore(file.lineStarts, offset, (start) => start);
  const column = offset - (file.lineStarts[index] ?? 0) + 1;
  const marker = file.markers[lastAtOrBefore(file.markers, offset, (entry) => entry.offset)];
  if (marker === undefined) return { name: file.name, line: index + 1, column };
  const markerLine = lastAtOrBefore(file.lineStarts, marker.offset, (start) => start);
  return { name: marker.name, line: marker.line + index - markerLine, column };
}

/** Index of the last entry whose key is <= `value`; -1 when there is none. */
function lastAtOrBefore<T>(entries: readonly T[], value: number, key: (entry: T) => number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(entries[middle] as T) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
