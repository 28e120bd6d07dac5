/** Names that mean something else at the end of the unit, where residual code stands: a macro is defined or undone behind. */
import { withoutCommentsAndStrings } from "../../c-text/index.js";
import type { Program } from "./program.js";

/** By file and name, where it was last defined or undone. */
const known = new WeakMap<Program, Map<string, ReadonlyMap<string, number>>>();
const bodies = new WeakMap<Program, ReadonlyMap<string, readonly string[]>>();

/** The first name in a text, or in what macros make of it, of which that holds. */
export function laterMacroIn(
  text: string,
  place: { readonly file: string; readonly offset: number },
  program: Program,
): string | undefined {
  const own = macrosOf(place.file, program);
  const main = mainFileOf(program);
  const units = main === undefined || main === place.file ? own : macrosOf(main, program);
  const included = includedBehind(place, program);
  const isLater = (name: string) =>
    (own.get(name) ?? -1) > place.offset || (units !== own && units.has(name)) || included.has(name);
  // Most files define theirs before all functions: then nothing is looked for.
  if (![...own.keys(), ...units.keys(), ...included].some(isLater)) return undefined;
  return namesFrom(text, program).find(isLater);
}

/** Macros that files change which are included behind a place. */
function includedBehind(
  { file, offset }: { readonly file: string; readonly offset: number },
  { macroChanges = [], textOf }: Program,
): ReadonlySet<string> {
  if (macroChanges.length === 0) return new Set();
  const line = (textOf(file) ?? "").slice(0, offset).split("\n").length;
  const from = macroChanges.findLastIndex((one) => one.file === file && one.line <= line);
  const later = from < 0 ? [] : macroChanges.slice(from + 1);
  return new Set(later.flatMap((one) => (one.file === file ? [] : (one.name ?? []))));
}

/** Of a text and of the macros in it, whatever these say. */
export function namesFrom(text: string, program: Program): string[] {
  const found = new Set(namesIn(text));
  const definitions = bodiesOf(program);
  // Grows while it is gone through.
  for (const name of found)
    for (const body of definitions.get(name) ?? []) for (const inner of namesIn(body)) found.add(inner);
  return [...found];
}

/** Of each macro that the unit's files define what stands behind its name. */
export function definitionsOf(program: Program): ReadonlyMap<string, readonly string[]> {
  return bodiesOf(program);
}

const namesIn = (text: string): string[] => withoutCommentsAndStrings(text).match(/\b[A-Za-z_]\w*/g) ?? [];

const DIRECTIVE = /^[ \t]*#[ \t]*(?:(?:define|undef)[ \t]+|pragma[ \t]+pop_macro[ \t]*\([ \t]*")(\w+)/gm;
const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+(\w+)((?:[^\n\\]|\\[^\n]|\\\r?\n)*)/gm;

function macrosOf(file: string, program: Program): ReadonlyMap<string, number> {
  const files = known.get(program) ?? new Map<string, ReadonlyMap<string, number>>();
  known.set(program, files);
  const read = files.get(file);
  if (read !== undefined) return read;
  const last = new Map<string, number>();
  for (const { index, 1: name = "" } of (program.textOf(file) ?? "").matchAll(DIRECTIVE))
    last.set(name, index);
  files.set(file, last);
  return last;
}

function bodiesOf(program: Program): ReadonlyMap<string, readonly string[]> {
  let found = bodies.get(program);
  if (found === undefined) {
    const all = new Map<string, string[]>();
    for (const file of program.files)
      for (const [, name = "", body = ""] of (program.textOf(file) ?? "").matchAll(DEFINITION))
        all.set(name, [...(all.get(name) ?? []), body]);
    bodies.set(program, all);
    found = all;
  }
  return found;
}

/** Where the last declaration stands. */
function mainFileOf({ declared }: Program): string | undefined {
  const place = declared.at(-1)?.range?.begin;
  return place?.file ?? place?.expansionLoc?.file;
}
