/** Which libclang this machine has: the newest one that loads, or the one that `WEFT_LIBCLANG` names. */
import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { howToInstall, type Problem, unlessRefused } from "../../model/index.js";
import { loadAddon } from "./addon.js";
import { ClangError } from "./clang-error.js";
import { loadAway } from "./load-away.js";

export const OLDEST_LIBCLANG = 16;

export interface Libclang {
  readonly path: string;
  /** As it names itself: `Debian clang version 19.1.7 (3~deb12u1)`. */
  readonly version: string;
}

let opened: Libclang | undefined;

/** The library that this process parses with, loaded on first use. Throws {@link ClangError}. */
export function openLibclang(): Libclang {
  opened ??= findNewest();
  return opened;
}

/** The same as data, for `weft check` and the like. */
export function findLibclang(): { value: Libclang } | { problem: Problem } {
  try {
    return { value: openLibclang() };
  } catch (error) {
    if (!(error instanceof ClangError)) throw error;
    const { code, message, hint } = error;
    return {
      problem: { code: `clang/${code}`, severity: "error", message, ...(hint === undefined ? {} : { hint }) },
    };
  }
}

const INSTALL = `Install libclang ${OLDEST_LIBCLANG} or newer (${howToInstall("libclang")}), or set WEFT_LIBCLANG to its path.`;

/** Tries the libraries of this machine and binds the first that works. Throws {@link ClangError}. */
export function findNewest(): Libclang {
  const addon = loadAddon();
  const named = process.env.WEFT_LIBCLANG;
  const candidates = named
    ? namedCandidates(named.includes("/") ? path.resolve(named) : named)
    : installedCandidates();
  const failures: string[] = [];
  let tooOld: string | undefined;
  for (const candidate of candidates) {
    const { version, error } = loadAway(() => addon.open(candidate));
    const major = Number(/version (\d+)/.exec(version)?.[1] ?? Number.NaN);
    if (major < OLDEST_LIBCLANG) tooOld ??= `${candidate} is version ${major}`;
    else if (error) failures.push(`${candidate}: ${error}`);
    else return { path: candidate, version };
  }
  const tried = failures.length ? ` (${failures[0]})` : "";
  if (tooOld !== undefined)
    throw new ClangError("libclang-too-old", `libclang is too old: ${tooOld}`, INSTALL);
  const what = named ? `WEFT_LIBCLANG=${named} does not load as libclang` : "no libclang was found";
  throw new ClangError("libclang-missing", `${what}${tried}`, INSTALL);
}

function namedCandidates(named: string): string[] {
  return unlessRefused(() => (statSync(named).isDirectory() ? librariesIn(named) : [named])) ?? [named];
}

/** Newest first; the loader's own search path last. */
function installedCandidates(): string[] {
  const folders = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt"].flatMap((root) => [
    root,
    ...entries(root)
      .filter((name) => /^llvm|-linux-gnu/.test(name))
      .flatMap((name) => [`${root}/${name}`, `${root}/${name}/lib`, `${root}/${name}/lib64`]),
  ]);
  return [...folders.flatMap(librariesIn).sort(byVersion), "libclang.so.1", "libclang.so"];
}

function librariesIn(folder: string): string[] {
  return entries(folder)
    .filter((name) => /^libclang(-\d+)?\.so(\.[\d.]+)?$/.test(name))
    .flatMap((name) => unlessRefused(() => [realpathSync(path.join(folder, name))]) ?? [])
    .filter((file, index, all) => all.indexOf(file) === index)
    .sort(byVersion);
}

function byVersion(a: string, b: string): number {
  return versionOf(b) - versionOf(a);
}

function versionOf(file: string): number {
  const found = /libclang-(\d+)|llvm-?(\d+)|libclang\.so\.(\d+)/.exec(file);
  return Number(found?.slice(1).find((group) => group !== undefined) ?? 0);
}

function entries(folder: string): string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}
