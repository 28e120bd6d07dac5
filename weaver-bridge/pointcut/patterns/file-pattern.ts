/**
 * Patterns of `file("kernel/sched/%.c")`: `%` is any run of characters inside one path component, `...` any number
 * of components. A pattern also matches the end of a longer path, `/usr/src/linux/kernel/sched/core.c`.
 */
import { matchesName, type NamePattern, namePattern } from "./match-expression.js";

export interface FilePattern {
  readonly text: string;
  /** `undefined` stands for `...`. */
  readonly components: readonly (NamePattern | undefined)[];
  /** Begins with `/`: the whole path must match. */
  readonly absolute: boolean;
}

export function parseFilePattern(text: string): FilePattern {
  const components = normalise(text).map((part) => (part === "..." ? undefined : namePattern(part)));
  if (components.at(-1) === undefined && components.length > 0) components.push(namePattern("%"));
  return { text, components, absolute: text.startsWith("/") };
}

/** `directory` is where a relative `path` starts from, when known. */
export function matchesFile(pattern: FilePattern, path: string, directory?: string): boolean {
  const full = directory === undefined || path.startsWith("/") ? path : `${directory}/${path}`;
  const parts = normalise(full);
  if (pattern.components.length === 0) return false;
  if (pattern.absolute) return full.startsWith("/") && matchesFrom(pattern.components, parts);
  for (let start = 0; start < parts.length; start++)
    if (matchesFrom(pattern.components, parts.slice(start))) return true;
  return false;
}

/** Classic wildcard matching with one point to return to, so that it stays quadratic at worst. */
function matchesFrom(pattern: readonly (NamePattern | undefined)[], parts: readonly string[]): boolean {
  let at = 0;
  let part = 0;
  let retry: { at: number; part: number } | undefined;
  while (part < parts.length) {
    const wanted = pattern[at];
    if (at < pattern.length && wanted === undefined) {
      retry = { at: at + 1, part };
      at++;
    } else if (wanted !== undefined && matchesName(wanted, parts[part] as string)) {
      at++;
      part++;
    } else if (retry !== undefined) {
      retry = { at: retry.at, part: retry.part + 1 };
      at = retry.at;
      part = retry.part;
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === undefined);
}

/** Components without `.`; `a/..` is dropped as far as that is possible by text. */
function normalise(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return parts;
}
