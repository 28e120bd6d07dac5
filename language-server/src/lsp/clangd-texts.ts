/** What clangd was told last of the open C and C++ files: their texts, with the members that slices introduce in there. */
import type { SourceText, Workspace } from "../workspace/index.js";
import { type ColumnsByPath, type IntroducedColumns, introducedColumns } from "./introduced-columns.js";

export interface ClangdTexts {
  /** The text for clangd as of now; what it is told from here on refers to it. */
  update(document: SourceText): string;
  /** True when {@link update} returned another text than the editor's the last time. */
  isChanged(path: string): boolean;
  forget(path: string): void;
  /** Of the files that have introduced members. The map stays as it is: answers to older questions need it. */
  columns(): ColumnsByPath;
}

export function createClangdTexts(workspace: Workspace): ClangdTexts {
  let all: ReadonlyMap<string, IntroducedColumns> = new Map();
  const put = (path: string, columns: IntroducedColumns | undefined) => {
    if (columns === undefined && !all.has(path)) return;
    const next = new Map(all);
    next.delete(path);
    all = columns === undefined ? next : next.set(path, columns);
  };
  return {
    update(document) {
      const columns = introducedColumns(document, workspace.snapshot().introducedInto(document));
      put(document.path, columns);
      return columns?.text ?? document.text;
    },
    isChanged: (path) => all.has(path),
    forget: (path) => put(path, undefined),
    columns: () => all,
  };
}
