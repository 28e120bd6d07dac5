// What the map shows: files become bars, whole, or gathered by folder. Pure; knows neither pixels nor the page.
import { effectFields } from "@weft/language-server/protocol";

export interface MapFile {
  readonly uri: string;
  /** From the workspace folder, with `/`. */
  readonly path: string;
  readonly lines: number;
  /** As in `CrosscuttingFile`; aspects by their place in the page's list. */
  readonly effects: readonly number[];
  readonly problems: readonly number[];
}

export interface MapQuestion {
  /** `""`, a folder that ends in `/`, or the path of a file. */
  readonly root: string;
  /** One bar for each part of the root, or for each file below it. */
  readonly by: "part" | "file";
  readonly onlyAffected: boolean;
  /** Part of a path. */
  readonly text: string;
  readonly sort: "path" | "lines" | "effects";
}

export interface Bar {
  /** Path of the file, or of the folder with its `/`. */
  readonly path: string;
  readonly label: string;
  readonly isFolder: boolean;
  readonly lines: number;
  /** Effects that are shown. */
  readonly count: number;
  /** One below the other. */
  readonly files: readonly PlacedFile[];
}

export interface PlacedFile {
  readonly file: MapFile;
  /** Lines of the bar above it. */
  readonly start: number;
}

/** Whether effects of an aspect are shown, by its place in the list. */
export type IsShown = (aspect: number) => boolean;

export function barsOf(files: readonly MapFile[], question: MapQuestion, isShown: IsShown): Bar[] {
  const { by, onlyAffected, sort } = question;
  const text = question.text.trim().toLowerCase();
  const root = openFolder(files, question.root);
  const groups = new Map<string, MapFile[]>();
  for (const file of files) {
    if (!file.path.startsWith(root) || !file.path.toLowerCase().includes(text)) continue;
    const slash = by === "part" ? file.path.indexOf("/", root.length) : -1;
    const path = slash === -1 ? file.path : file.path.slice(0, slash + 1);
    const group = groups.get(path);
    if (group === undefined) groups.set(path, [file]);
    else group.push(file);
  }
  const bars = [...groups].map(([path, group]) => barOf(path, root, group, isShown));
  const order = {
    path: (a: Bar, b: Bar) => (a.path < b.path ? -1 : 1),
    lines: (a: Bar, b: Bar) => b.lines - a.lines,
    effects: (a: Bar, b: Bar) => b.count - a.count,
  }[sort];
  return bars
    .filter(({ count }) => !onlyAffected || count > 0)
    .sort((a, b) => order(a, b) || (a.path < b.path ? -1 : 1));
}

/** A folder whose only part is a folder shows that one: what it holds is what one wants to see. */
export function openFolder(files: readonly MapFile[], root: string): string {
  let common: string | undefined;
  for (const { path } of files) {
    if (!path.startsWith(root)) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (common === undefined) common = folder;
    while (!folder.startsWith(common))
      common = common.slice(0, common.lastIndexOf("/", common.length - 2) + 1);
    if (common.length <= root.length) return root;
  }
  return common ?? root;
}

function barOf(path: string, root: string, group: MapFile[], isShown: IsShown): Bar {
  const files: PlacedFile[] = [];
  let lines = 0;
  let count = 0;
  for (const file of group.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    files.push({ file, start: lines });
    lines += file.lines;
    count += countShown(file, isShown);
  }
  const isFolder = path.endsWith("/");
  const label = path.slice(isFolder ? root.length : path.lastIndexOf("/") + 1);
  return { path, label, isFolder, lines, count, files };
}

function countShown({ effects }: MapFile, isShown: IsShown): number {
  let count = 0;
  for (let at = 1; at < effects.length; at += effectFields) if (isShown(effects[at] ?? -1)) count++;
  return count;
}

/** `Trace 3, Count 1`: shown effects by aspect, most first. */
export function aspectCounts(bar: Bar, isShown: IsShown): [aspect: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { file } of bar.files)
    for (let at = 1; at < file.effects.length; at += effectFields) {
      const aspect = file.effects[at] ?? -1;
      if (isShown(aspect)) counts.set(aspect, (counts.get(aspect) ?? 0) + 1);
    }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** An affected line with its shown effects. */
export interface AffectedLine {
  readonly file: MapFile;
  /** From 0. */
  readonly line: number;
  /** In the order of the bar. */
  readonly place: number;
  readonly effects: readonly LineEffect[];
}

export interface LineEffect {
  readonly aspect: number;
  /** Place in `effectKindNames`. */
  readonly kind: number;
  readonly joinPointKind: number;
  readonly isConditional: boolean;
}

/** In order of place. */
export function affectedLines(bar: Bar, isShown: IsShown): AffectedLine[] {
  const all: AffectedLine[] = [];
  for (const { file, start } of bar.files) {
    const byLine = new Map<number, LineEffect[]>();
    for (let at = 0; at < file.effects.length; at += effectFields) {
      const [line = 0, aspect = 0, kind = 0, joinPointKind = 0, conditional] = file.effects.slice(
        at,
        at + effectFields,
      );
      if (!isShown(aspect)) continue;
      const effect = { aspect, kind, joinPointKind, isConditional: conditional === 1 };
      const known = byLine.get(line);
      if (known === undefined) byLine.set(line, [effect]);
      else known.push(effect);
    }
    for (const [line, effects] of [...byLine].sort(([a], [b]) => a - b))
      all.push({ file, line, place: start + line, effects });
  }
  return all;
}
