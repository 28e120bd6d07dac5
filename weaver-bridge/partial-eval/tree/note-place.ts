import { type ClangNode, type ClangPlace, isThere, partsOf } from "./clang-tree.js";

/** In a source as clang was given it, in bytes. */
export interface NotePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** Of what was made of a node, with another part in place of one, from the first to the last of what was left of it. */
export function extentOf(node: ClangNode): NotePlace | undefined {
  const { begin, end } = node.range ?? {};
  const from = writtenPlace(begin);
  const to = writtenPlace(end);
  if (from?.offset !== undefined && to?.offset !== undefined)
    return { file: from.file ?? "", start: from.offset, end: to.offset + (to.tokLen ?? 0) };
  const parts = partsOf(node).flatMap((part) => (isThere(part) ? (extentOf(part) ?? []) : []));
  const [first] = parts;
  if (first === undefined) return undefined;
  const { file } = first;
  const same = parts.filter((part) => part.file === file);
  const start = Math.min(...same.map((part) => part.start));
  return { file, start, end: Math.max(...same.map((part) => part.end)) };
}

/** Of each place of one program its number, and the same number for the same place. */
export function placeNumbers(): (place: NotePlace) => number {
  const files = new Map<string, Map<number, number>>();
  let next = 0;
  return ({ file, start, end }) => {
    const known = files.get(file) ?? new Map<number, number>();
    files.set(file, known);
    // Sources are shorter than 64 MB.
    const key = start * 0x4000000 + end;
    const found = known.get(key) ?? next++;
    known.set(key, found);
    return found;
  };
}

/** For sorting. */
export const byStart = (left: NotePlace, right: NotePlace): number =>
  left.file === right.file ? left.start - right.start : left.file < right.file ? -1 : 1;

const writtenPlace = (place: ClangPlace | undefined): ClangPlace | undefined => place?.expansionLoc ?? place;
