import { type ClangNode, type ClangPlace, walk } from "./clang-tree.js";

/** In a source as clang was given it, in bytes. */
export interface NotePlace {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export function extentOf(node: ClangNode): NotePlace | undefined {
  for (const part of walk(node)) {
    const { begin, end } = part.range ?? {};
    const from = writtenPlace(begin);
    const to = writtenPlace(end);
    if (from?.offset === undefined || to?.offset === undefined) continue;
    return { file: from.file ?? "", start: from.offset, end: to.offset + (to.tokLen ?? 0) };
  }
  return undefined;
}

const writtenPlace = (place: ClangPlace | undefined): ClangPlace | undefined => place?.expansionLoc ?? place;
