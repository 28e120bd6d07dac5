/**
 * Members that slices introduce, for clangd: it reads the files of their classes through an overlay that has them, and is
 * told the texts of open files with them (see `clangd-texts.ts`).
 */
import { join } from "node:path";
import { introducedOrigin } from "../analysis/lines/introduced-origin.js";
import { sliceIncludes } from "../analysis/projection/slice-includes.js";
import { writeOnce, writeOverlay } from "../clangd/header-overlay.js";
import {
  createLineIndex,
  type IntroducedText,
  type Place,
  type PlaceRange,
  pathOfUri,
  readLatin1,
  uriOfPath,
  type Workspace,
  withIntroducedText,
} from "../workspace/index.js";
import type { ColumnsByPath } from "./introduced-columns.js";

export interface IntroducedMembers {
  /** Options for clangd's commands; changes with {@link refresh}. */
  arguments(): readonly string[];
  /** True when clangd has to be told other options than the last time. */
  refresh(): boolean;
  /** Where the slice has what stands at an introduced place; the place itself elsewhere. */
  origin(uri: string, range: PlaceRange): { readonly uri: string; readonly range: PlaceRange };
  /** True for an error that clangd meets in introduced text itself, as `FILE:LINE:COLUMN` in its message says. */
  isIn(message: string): boolean;
  /** True when an edit would land in introduced text. */
  isIntroduced(uri: string, place: Place): boolean;
}

export function createIntroducedMembers(
  workspace: Workspace,
  folder: string,
  columns: () => ColumnsByPath,
): IntroducedMembers {
  let texts: ReadonlyMap<string, readonly IntroducedText[]> = new Map();
  let lastKey = JSON.stringify([[], []]);
  let options: readonly string[] = [];
  const introducedAt = (uri: string, { line, character }: Place): string | undefined => {
    const path = pathOfUri(uri);
    const told = path === undefined ? undefined : columns().get(path);
    if (told !== undefined)
      return told.isIntroduced({ line, character }) ? createLineIndex(told.text).lineAt(line) : undefined;
    const all = path === undefined ? undefined : texts.get(path);
    if (path === undefined || !all?.some((item) => item.line === line + 1 && character >= item.column - 1))
      return undefined;
    const text = readLatin1(path);
    return text === undefined ? undefined : createLineIndex(withIntroducedText(text, all)).lineAt(line);
  };
  return {
    arguments: () => options,
    refresh() {
      const now = workspace.snapshot().introducedText();
      const { lines, folders } =
        now.size === 0 ? { lines: [], folders: [] } : sliceIncludes(workspace.snapshot());
      const key = JSON.stringify([lines, folders]);
      if (now === texts && key === lastKey) return false;
      texts = now;
      lastKey = key;
      const before = options;
      const changed = new Map(
        [...texts].flatMap(([path, introduced]) => {
          const text = readLatin1(path);
          return text === undefined ? [] : [[path, withIntroducedText(text, introduced)] as const];
        }),
      );
      const overlay = writeOverlay(join(folder, "overlay"), changed);
      options = overlay === undefined ? [] : ["-ivfsoverlay", overlay];
      if (lines.length > 0)
        options = [
          ...options,
          ...folders.flatMap((path) => ["-iquote", path]),
          "-include",
          writeOnce(join(folder, "overlay"), `${lines.join("\n")}\n`, ".h"),
        ];
      // Each analysis finds the same members anew, and clangd reads all that is open again when it is told its options.
      return options.join("\0") !== before.join("\0");
    },
    origin(uri, range) {
      const line = introducedAt(uri, range.start);
      const name = line?.slice(range.start.character).match(/^~?\w+/)?.[0];
      const found = name === undefined ? undefined : introducedOrigin(workspace.snapshot(), name);
      return found === undefined ? { uri, range } : { uri: uriOfPath(found.path), range: found.range };
    },
    isIn: (message) =>
      [...message.matchAll(/^(.+):(\d+):(\d+):$/gm)].some(([, file = "", line, column]) =>
        [...texts].some(
          ([path, all]) =>
            path.endsWith(`/${file.replace(/^(\.\.?\/)+/, "")}`) &&
            all.some((item) => item.line === Number(line) && Number(column) >= item.column),
        ),
      ),
    isIntroduced: (uri, place) => introducedAt(uri, place) !== undefined,
  };
}
