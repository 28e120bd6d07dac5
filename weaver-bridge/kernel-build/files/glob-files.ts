/** Globs of `weft.json` to files. A pattern without wildcard characters names one file and costs no directory walk. */
import * as disk from "node:fs";
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { globSync } from "tinyglobby";
import { unlessRefused } from "../../model/index.js";
import { askRealFolder } from "./real-folder.js";
import { withinTime } from "./within-time.js";

/**
 * Absolute paths without duplicates: named files in the order given, then what globs find, sorted, each
 * file once whatever links lead to its folder. `.weft`, `.git`
 * and `node_modules` are never searched, nor what a link out of the folder leads to where that holds the folder itself or is no
 * disk. A search that is too long ends ({@link whyCut}).
 */
export function globFiles(root: string, patterns: readonly string[], longest = LONGEST_SEARCH): string[] {
  const plain = patterns.filter((pattern) => !/[*?[\]{}()!]/.test(pattern));
  const globs = patterns.filter((pattern) => !plain.includes(pattern));
  const named = plain.map((pattern) => resolve(root, pattern)).filter(isReadable);
  const found = globs.length === 0 ? [] : search(root, globs, longest);
  return [...new Set([...named, ...onceEach(found.sort())])];
}

/** Folders that one search looks into: Linux has six thousand. */
const MOST_SEARCHED = 100_000;
/** Milliseconds of one search: `*a*a*a*a*` may fit a name in ever more ways. */
const LONGEST_SEARCH = 20_000;
const cut = new Map<string, string>();
/** Searches that took longer. */
const endless = new Set<string>();

/** Why a search below that root ended before all was seen, where one did: what the patterns do. */
export function whyCut(root: string): string | undefined {
  return cut.get(root);
}

function search(root: string, globs: readonly string[], longest: number): string[] {
  const key = [root, ...globs].join("\0");
  const found = endless.has(key)
    ? undefined
    : withinTime(longest, () =>
        globSync(globs, {
          cwd: root,
          absolute: true,
          ignore: ["**/.weft/**", "**/.git/**", "**/node_modules/**"],
          fs: boundedDisk(root),
        }),
      );
  if (found !== undefined) return found;
  endless.add(key);
  cut.set(root, `take more than ${longest / 1000} seconds`);
  return [];
}

/** The disk as a search sees it: a link to `/`, which a folder may bring along, has no end. */
function boundedDisk(root: string): Partial<typeof disk> {
  const own = `${askRealFolder(root)}/`;
  const isEndless = (real: string) =>
    own.startsWith(real === "/" ? real : `${real}/`) || /^\/(proc|sys|dev)(\/|$)/.test(real);
  let left = MOST_SEARCHED;
  const looked = ((folder: string, options: { withFileTypes: true }) => {
    if (left-- > 0) return disk.readdirSync(folder, options);
    cut.set(root, "lead into more than 100,000 folders");
    return [];
  }) as typeof disk.readdirSync;
  // Asked only of what links lead to; whoever searches passes over an error.
  const met = ((path: string) => {
    const status = disk.statSync(path);
    if (status.isDirectory() && isEndless(path)) throw new Error(`${path} is not searched`);
    return status;
  }) as typeof disk.statSync;
  return { ...disk, readdirSync: looked, statSync: met };
}

/** Not a pipe or a device: whoever reads one waits for good, or gets no end of it. */
function isReadable(file: string): boolean {
  // It is not there, or not to be reached.
  return (
    unlessRefused(() => {
      const status = statSync(file);
      return !status.isFIFO() && !status.isCharacterDevice() && !status.isSocket();
    }) ?? false
  );
}

/** Without what a link to a folder shows once more: `src/self/a.c`, where `self` leads to `src`. */
function onceEach(files: readonly string[]): string[] {
  const realFolders = new Map<string, string>();
  const shortest = new Map<string, string>();
  for (const file of files) {
    const folder = dirname(file);
    const real = realFolders.get(folder) ?? askRealFolder(folder);
    realFolders.set(folder, real);
    const key = join(real, basename(file));
    const known = shortest.get(key);
    if (known === undefined || isNearer(file, known)) shortest.set(key, file);
  }
  const kept = new Set(shortest.values());
  return files.filter((file) => kept.has(file));
}

function isNearer(file: string, other: string): boolean {
  return file.split("/").length < other.split("/").length;
}

/** What decides which files {@link globFiles} finds. */
export interface GlobPlaces {
  /** Absolute names of files that are named and not there. */
  readonly missing: readonly string[];
  /** Absolute folders, and the ending of the names in them that count; all names without one. */
  readonly folders: readonly { readonly folder: string; readonly ending?: string }[];
}

const MOST_FOLDERS = 64;

/** Undefined where these are too many, or can't be told. */
export function globPlaces(root: string, patterns: readonly string[]): GlobPlaces | undefined {
  const missing: string[] = [];
  const folders: { readonly folder: string; readonly ending?: string }[] = [];
  for (const pattern of patterns) {
    const parts = pattern.split("/");
    const first = parts.findIndex((part) => /[*?[\]{}()!]/.test(part));
    if (first === -1) {
      const file = resolve(root, pattern);
      if (!isReadable(file)) missing.push(file);
      continue;
    }
    const base = resolve(root, ...parts.slice(0, first));
    const [, ending] = (first === parts.length - 1 && /^\*(\.[\w.]+)$/.exec(parts[first] ?? "")) || [];
    if (pattern.includes("!") || pattern.includes("(")) return undefined;
    if (ending !== undefined) folders.push({ folder: base, ending });
    else for (const folder of foldersBelow(base)) folders.push({ folder });
    if (folders.length > MOST_FOLDERS) return undefined;
  }
  return { missing, folders };
}

/** With itself; one more than is of use at most. */
function foldersBelow(base: string): string[] {
  const found = [base];
  for (const folder of found) {
    for (const name of unlessRefused(() => readdirSync(folder)) ?? []) {
      if ([".weft", ".git", "node_modules"].includes(name)) continue;
      const path = join(folder, name);
      if (unlessRefused(() => statSync(path))?.isDirectory() === true) found.push(path);
      if (found.length > MOST_FOLDERS) return found;
    }
  }
  return found;
}
