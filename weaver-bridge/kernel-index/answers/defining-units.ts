/**
 * Which units to look at to know all that slices do: units share headers, and a class that a header defines is in each
 * of them the same. Files are judged by their own text, where more may look like a definition than is one.
 */

import { resolve } from "node:path";
import { withoutCommentsAndStrings } from "../../c-text/index.js";
import { readLatin1 } from "../../kernel-build/index.js";
import type { AspectFile } from "../../model/index.js";
import { filterOf, identifiersIn, type TextFilter } from "../../pointcut/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import { unpackSet } from "../records/packed-numbers.js";
import type { Steps } from "../steps.js";

/** Units which together contain every definition of the classes that slices go into: paths. Reads thousands of files. */
export function* definingUnits(index: MemoryIndex, aspects: readonly AspectFile[]): Steps<string[]> {
  const units = [...index.units.values()];
  const filter = filterOfSlices(aspects);
  if (filter === "all") return units.map(({ path }) => path);
  if (filter.length === 0) return [];
  const known = knownDefinitions(index, JSON.stringify(filter));
  const told = new Set<string>();
  const found: string[] = [];
  for (const { path, status, shared, context, versions } of units) {
    const defining: number[] = [];
    for (const version of unpackSet(versions)) {
      let defines = known.get(version);
      if (defines === undefined) {
        yield;
        const { directory, name } = index.file(index.fileVersion(version).file);
        known.set(version, (defines = mayDefine(textOf(resolve(directory, name)), filter)));
      }
      if (defines) defining.push(version);
    }
    if (defining.length === 0) continue;
    // What its types are only an analysis can say.
    const isAlone = status !== "read" || !shared;
    const definitions = isAlone ? [] : defining.map((version) => `${version} ${context}`);
    if (isAlone || !definitions.every((definition) => told.has(definition))) found.push(path);
    for (const definition of definitions) told.add(definition);
  }
  return found;
}

/** By version of a file, for the slices that were asked about last. */
const lastKnown = new WeakMap<
  MemoryIndex,
  { readonly filter: string; readonly known: Map<number, boolean> }
>();

function knownDefinitions(index: MemoryIndex, filter: string): Map<number, boolean> {
  const last = lastKnown.get(index);
  if (last?.filter === filter) return last.known;
  const known = new Map<number, boolean>();
  lastKnown.set(index, { filter, known });
  return known;
}

function filterOfSlices(aspects: readonly AspectFile[]): TextFilter {
  if (!aspects.some((file) => file.aspects.some(({ introductions = [] }) => introductions.length > 0)))
    return [];
  const filter = filterOf(
    aspects.map((file) => ({ ...file, aspects: file.aspects.map((one) => ({ ...one, advice: [] })) })),
  );
  return filter === "all" ? filter : filter.map(({ name }) => (name === undefined ? {} : { name }));
}

/**
 * True where a name stands as it does in a definition: `struct name {` with or without attributes, `} name;`,
 * `#define tag name`, `DEFINE_IT(name)` outside of functions. Of C that is not preprocessed.
 */
export function mayDefine(text: string, filter: TextFilter): boolean {
  const names = identifiersIn(text, filter);
  if (names === undefined) return true;
  if (names.length === 0) return false;
  const code = withoutCommentsAndStrings(text).replace(/\\\n/g, " ");
  const name = `(?<![\\w$])(?:${names.map(escaped).join("|")})(?![\\w$])`;
  const braced = behind(new RegExp(name, "g"), code).some(({ end }) => code[end] === "{");
  const typedef = behind(/\}/g, code).some(
    ({ said, end }) => /[;,]/.test(code[end] ?? "") && new RegExp(name).test(said),
  );
  const renamed = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+\\w+[ \\t]+${name}[ \\t]*$`, "m");
  const made = new RegExp(`^[A-Za-z_]\\w*\\([\\w\\s,]*${name}\\s*[,)]`, "m");
  return braced || typedef || [renamed, made].some((form) => form.test(code));
}

const ATTRIBUTES = /(?:\s|\b(?!struct\b|union\b)[\w$]+(?![\w$])(?:\s*\((?:[^(){};]|\([^(){};]*\))*\))?)*/y;

/** The words and attributes that follow each of `what`, and where they end; what is said within them is not asked again. */
function behind(what: RegExp, code: string): { readonly said: string; readonly end: number }[] {
  const found: { said: string; end: number }[] = [];
  while (what.exec(code) !== null) {
    ATTRIBUTES.lastIndex = what.lastIndex;
    const said = ATTRIBUTES.exec(code)?.[0] ?? "";
    what.lastIndex += said.length;
    found.push({ said, end: what.lastIndex });
  }
  return found;
}

function escaped(name: string): string {
  return name.replace(/\$/g, "\\$&");
}

/** Latin1; of a file that is gone nothing is known. */
function textOf(path: string): string {
  return readLatin1(path) ?? "";
}
