/**
 * Line markers (`# 12 "file" 1 3`) of preprocessed text: which source line stands at a byte offset.
 * Lines between two markers count up; columns are those of the preprocessed text, exact for code outside macros.
 */
import { lineMarkers } from "./line-marker.js";
import { fileOfMarker } from "./marker-name.js";
import type { SourcePosition, SourceRange, TextRange } from "./ranges.js";

export interface LineMap {
  /** Source place of a byte offset of the unit's text. */
  positionAt(offset: number): SourcePosition;
  /** Its file alone, which is found sooner. */
  fileAt(offset: number): string;
  rangeOf(range: TextRange): SourceRange;
  /** True when the offset stands in a system header (marker flag 3). */
  inSystemHeader(offset: number): boolean;
  /** Files that contribute text, in order of first appearance, those that are none (`<built-in>`, and the folder that gcc -g tells as `/folder//`) left out. */
  readonly files: readonly string[];
  /** Byte ranges of the text that come from `file`, in order. */
  segmentsOf(file: string): readonly TextRange[];
}

interface Segment {
  /** Offset of the first byte after the marker line. */
  readonly start: number;
  readonly file: string;
  readonly line: number;
  readonly system: boolean;
}

/**
 * `text` is latin1. Never throws; text without markers maps to file `fallbackFile` from line 1. The text is read when first
 * something is asked.
 */
export function buildLineMap(text: string, fallbackFile = "<unit>"): LineMap {
  let found: readonly Segment[] | undefined;
  const all = () => (found ??= readSegments(text, fallbackFile));
  const segmentIndexAt = (offset: number) => lastAtMost(all(), offset, (s) => s.start);
  const segmentAt = (offset: number) => all()[segmentIndexAt(offset)] as Segment;
  /** Of the segments that were asked about: of a unit of a kernel, few of thousands. */
  const lineStarts: (readonly number[] | undefined)[] = [];
  const positionAt = (offset: number): SourcePosition => {
    const segments = all();
    const index = segmentIndexAt(offset);
    const segment = segments[index] as Segment;
    const starts = (lineStarts[index] ??= readLineStarts(text, segment.start, segments[index + 1]?.start));
    const line = lastAtMost(starts, offset, (start) => start);
    return {
      file: segment.file,
      line: segment.line + line,
      column: offset - (starts[line] as number) + 1,
    };
  };
  return {
    positionAt,
    rangeOf: (range) =>
      rangeBetween(positionAt(range.start), positionAt(Math.max(range.start, range.end - 1))),
    fileAt: (offset) => segmentAt(offset).file,
    inSystemHeader: (offset) => segmentAt(offset).system,
    get files() {
      return [...new Set(all().map((s) => s.file))].filter(
        (file) => !file.startsWith("<") && !file.endsWith("/"),
      );
    },
    segmentsOf: (file) =>
      all().flatMap((segment, index, segments) =>
        segment.file === file
          ? [{ start: segment.start, end: segments[index + 1]?.start ?? text.length }]
          : [],
      ),
  };
}

function rangeBetween(start: SourcePosition, last: SourcePosition): SourceRange {
  const sameFile = start.file === last.file;
  return {
    file: start.file,
    startLine: start.line,
    startColumn: start.column,
    endLine: sameFile ? last.line : start.line,
    endColumn: sameFile ? last.column + 1 : start.column + 1,
  };
}

function readSegments(text: string, fallbackFile: string): Segment[] {
  const segments: Segment[] = [{ start: 0, file: fallbackFile, line: 1, system: false }];
  const files = new Map<string, string>();
  const fileOf = (name: string): string => {
    let file = files.get(name);
    if (file === undefined) files.set(name, (file = ownText(fileOfMarker(name))));
    return file;
  };
  for (const { end, name, line, isSystem } of lineMarkers(text))
    segments.push({ start: Math.min(end + 1, text.length), file: fileOf(name), line, system: isSystem });
  return segments;
}

/** A copy: a part of a text can hold the whole text in memory, and names live longer than the text of a unit. */
function ownText(part: string): string {
  return [...part].join("");
}

function readLineStarts(text: string, from: number, to = text.length): number[] {
  const starts = [from];
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1))
    starts.push(at + 1);
  return starts;
}

/** Index of the last item whose key is at most `value`; items are sorted by key and the first key is 0. */
function lastAtMost<T>(items: readonly T[], value: number, key: (item: T) => number): number {
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (key(items[middle] as T) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
