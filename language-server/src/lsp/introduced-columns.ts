/**
 * What clangd gets of an open file whose classes have introduced members, and how its places and ours relate:
 *
 *     editor   struct inode { int uid; };
 *     clangd   struct inode { int uid;  int calls; };
 *                                     ^ columns behind this place are further right for clangd
 *
 * Text is only added inside of lines, so lines are the same on both sides.
 */
import {
  characterOfByteColumn,
  type IntroducedText,
  type Place,
  type PlaceRange,
  type SourceText,
  withIntroducedText,
} from "../workspace/index.js";

export interface IntroducedColumns {
  /** The text for clangd. */
  readonly text: string;
  toClangd(place: Place, side: "before" | "behind"): Place;
  fromClangd(place: Place): Place;
  /** True for clangd's places that the editor does not have. */
  isIntroduced(place: Place): boolean;
}

interface Insertion {
  /** In the editor's line, UTF-16. */
  readonly character: number;
  readonly length: number;
}

/** Undefined where nothing is introduced. */
export function introducedColumns(
  source: SourceText,
  introduced: readonly IntroducedText[],
): IntroducedColumns | undefined {
  if (introduced.length === 0) return undefined;
  const bytes = withIntroducedText(source.bytes.bytes, introduced);
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  if (text === source.text) return undefined;
  const byLine = new Map<number, Insertion[]>();
  for (const item of [...introduced].sort((a, b) => a.column - b.column)) {
    const line = source.lines.lineAt(item.line - 1);
    if (item.line > source.lines.lineCount || item.column > Buffer.byteLength(line) + 1) continue;
    const added = Buffer.from(item.text, "latin1").toString("utf8").length + " ".length * 2;
    const insertion = { character: characterOfByteColumn(line, item.column), length: added };
    byLine.set(item.line - 1, [...(byLine.get(item.line - 1) ?? []), insertion]);
  }
  return {
    text,
    toClangd({ line, character }, side) {
      const before = (byLine.get(line) ?? []).filter((one) =>
        side === "before" ? one.character < character : one.character <= character,
      );
      return { line, character: before.reduce((sum, { length }) => sum + length, character) };
    },
    fromClangd({ line, character }) {
      let added = 0;
      for (const { character: at, length } of byLine.get(line) ?? []) {
        if (character <= at + added) break;
        if (character < at + added + length) return { line, character: at };
        added += length;
      }
      return { line, character: character - added };
    },
    isIntroduced({ line, character }) {
      let added = 0;
      for (const { character: at, length } of byLine.get(line) ?? []) {
        if (character > at + added && character < at + added + length) return true;
        added += length;
      }
      return false;
    },
  };
}

/** By absolute path of the open file. */
export type ColumnsByPath = ReadonlyMap<string, IntroducedColumns>;

type Fields = Readonly<Record<string, unknown>>;

/** A question in the editor's places, as clangd needs it. `pathOf` understands uris. */
export function questionToClangd(
  columns: ColumnsByPath,
  pathOf: (uri: string) => string | undefined,
  question: unknown,
): unknown {
  return columns.size === 0
    ? question
    : walk(question, undefined, {
        pathOf,
        place: (path, place, side) => columns.get(path)?.toClangd(place, side) ?? place,
        keeps: () => true,
      });
}

/** clangd's answer in the editor's places, without what is about introduced text. `path`: the file asked about. */
export function answerFromClangd(
  columns: ColumnsByPath,
  pathOf: (uri: string) => string | undefined,
  answer: unknown,
  path: string | undefined,
): unknown {
  return columns.size === 0
    ? answer
    : walk(answer, path, {
        pathOf,
        place: (at, place) => columns.get(at)?.fromClangd(place) ?? place,
        keeps: (at, place) => columns.get(at)?.isIntroduced(place) !== true,
      });
}

interface Walk {
  readonly pathOf: (uri: string) => string | undefined;
  readonly place: (path: string, place: Place, side: "before" | "behind") => Place;
  readonly keeps: (path: string, place: Place) => boolean;
}

/** Knows of the protocol where its messages have uris and places, and nothing else of them. */
function walk(value: unknown, around: string | undefined, how: Walk): unknown {
  if (Array.isArray(value))
    return value.filter((item) => isKept(item, around, how)).map((item) => walk(item, around, how));
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Fields;
  const path = pathIn(fields, how) ?? around;
  if (path !== undefined && isPlace(fields)) return how.place(path, fields, "before");
  if (path !== undefined && isRange(fields)) {
    const { start, end } = fields;
    const isEmpty = start.line === end.line && start.character === end.character;
    const from = how.place(path, start, isEmpty ? "before" : "behind");
    return { start: from, end: isEmpty ? from : how.place(path, end, "before") };
  }
  if (path !== undefined && isFolded(fields)) return folded(fields, path, how);
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => {
      if (key === "data") return [key, item];
      // Of a link, the place that was asked about; of edits, the file whose they are.
      if (key === "originSelectionRange") return [key, walk(item, around, how)];
      if (key === "fromRanges")
        return [key, walk(item, pathIn((fields.from ?? {}) as Fields, how) ?? around, how)];
      return [key, walk(item, (key.includes("://") ? how.pathOf(key) : undefined) ?? path, how)];
    }),
  );
}

function pathIn(fields: Fields, { pathOf }: Walk): string | undefined {
  const { uri, targetUri, file, textDocument, item } = fields;
  const inside = (textDocument ?? item) as Fields | undefined;
  for (const candidate of [uri, targetUri, file, inside?.uri])
    if (typeof candidate === "string") return pathOf(candidate);
  return undefined;
}

/** An item of a list is about the place that it names first. */
function isKept(item: unknown, around: string | undefined, how: Walk): boolean {
  if (typeof item !== "object" || item === null) return true;
  const fields = item as Fields;
  const path = pathIn(fields, how) ?? around;
  const { selectionRange, range, position, targetSelectionRange, location } = fields;
  if (path === undefined) return true;
  if (isPlace(position)) return how.keeps(path, position);
  for (const candidate of [targetSelectionRange, selectionRange, range, item])
    if (isRange(candidate)) return how.keeps(path, candidate.start) || how.keeps(path, candidate.end);
  return location === undefined || isKept(location, path, how);
}

interface Folded {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter?: number;
}

function folded(range: Folded, path: string, { place }: Walk): Folded {
  const { startLine, startCharacter, endLine, endCharacter } = range;
  const start = place(path, { line: startLine, character: startCharacter }, "behind").character;
  if (endCharacter === undefined) return { ...range, startCharacter: start };
  const end = place(path, { line: endLine, character: endCharacter }, "before").character;
  return { ...range, startCharacter: start, endCharacter: end };
}

function isFolded(value: unknown): value is Folded {
  return typeof (value as Folded | undefined)?.startCharacter === "number";
}

function isPlace(value: unknown): value is Place {
  const { line, character } = (value ?? {}) as Partial<Place>;
  return typeof line === "number" && typeof character === "number";
}

function isRange(value: unknown): value is PlaceRange {
  const { start, end } = (value ?? {}) as Partial<PlaceRange>;
  return Object.keys(value ?? {}).length === 2 && isPlace(start) && isPlace(end);
}

/** Semantic tokens in LSP's relative encoding, as the editor has them. */
export function tokensFromClangd(
  { fromClangd, isIntroduced }: IntroducedColumns,
  data: readonly number[],
): number[] {
  const kept: number[] = [];
  let at: Place = { line: 0, character: 0 };
  let last: Place = at;
  for (let index = 0; index + 4 < data.length; index += 5) {
    const [lines = 0, characters = 0, ...rest] = data.slice(index, index + 5);
    at = { line: at.line + lines, character: lines === 0 ? at.character + characters : characters };
    if (isIntroduced(at)) continue;
    const own = fromClangd(at);
    kept.push(
      own.line - last.line,
      own.line === last.line ? own.character - last.character : own.character,
      ...rest,
    );
    last = own;
  }
  return kept;
}
