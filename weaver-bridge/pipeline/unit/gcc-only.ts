/**
 * C that GCC takes and libclang does not. libclang is shown the unit without it, each place where it was, and so reads the rest:
 *
 *     int *p = &(static int){ 4 };           int *p = &(       int){ 4 };
 *     struct s { int a; };  (again)          struct s           ;
 *     static int f(int [[maybe_unused]]);    static int f(int                 );
 *     __builtin_stdc_bit_width(x)            its type comes from a table
 *
 * What stays unreadable outside of functions is hidden whole: that costs one declaration. Who means it does not parse either,
 * and is told; so is a function that was hidden.
 */
import type { ParseDiagnostic, Problem, UnitFacts } from "../../model/index.js";
import { withoutRanges } from "../../weaver/index.js";
import { type DeclarationText, declarationsAround } from "./file-scope.js";
import { asReadable } from "./gcc-builtins.js";

export interface Readable {
  readonly facts: UnitFacts;
  /** What libclang was shown: as long as the unit's own text. */
  readonly text: string;
  /** To parse it with, beside the compile's own. */
  readonly arguments: readonly string[];
  readonly hidden: readonly (DeclarationText & { readonly message: string; readonly at: number })[];
}

type Parse = (text: string, more: readonly string[]) => Promise<UnitFacts | undefined>;

/** Each round may show what stood behind the last one's errors. */
const MOST_ROUNDS = 8;

/** What is hidden is then missing, and never taken for something else. */
const STRICT = ["-Werror=implicit-function-declaration", "-Werror=implicit-int"];

/**
 * The same facts where libclang reads all of it, or where it can't be helped. `isTyped`: the text is being written, so
 * that what is wrong in it may be half a declaration, which no compiler takes; such a one is not hidden.
 */
export async function readWithoutGccOnly(
  facts: UnitFacts,
  text: string,
  isTyped: boolean,
  parse: Parse,
): Promise<Readable> {
  const untouched: Readable = { facts, text, arguments: [], hidden: [] };
  if (facts.language !== "c") return untouched;
  let state = untouched;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = withoutErrors(state) ?? (isTyped ? undefined : withoutDeclarations(state));
    if (next === undefined) break;
    const strict = next.hidden.length > 0 ? STRICT : [];
    const again = await parse(next.text, [...next.arguments, ...strict]);
    if (again === undefined) break;
    state = { ...next, arguments: [...next.arguments], facts: again };
  }
  if (state.hidden.length > 0) state = { ...state, arguments: [...state.arguments, ...STRICT] };
  // Where the unit stays unreadable, its own errors are the ones to tell.
  return outside(state.facts).length > 0 ? untouched : state;
}

const errorsIn = ({ diagnostics }: UnitFacts) => diagnostics.filter(({ severity }) => severity !== "warning");
const outside = (facts: UnitFacts) => errorsIn(facts).filter(({ body }) => body === undefined);

interface Mended {
  /** Nothing of it is shown. */
  readonly blank?: { readonly start: number; readonly end: number };
  readonly argument?: string;
}

/** Without what is known to be GCC's alone; undefined where nothing of that kind is wrong. */
function withoutErrors(state: Readable): Readable | undefined {
  const mended = errorsIn(state.facts).flatMap((error) => mend(error, state.text) ?? []);
  const blanks = mended.flatMap(({ blank }) => blank ?? []);
  const more = new Set(mended.flatMap(({ argument }) => argument ?? []));
  for (const known of state.arguments) more.delete(known);
  if (blanks.length === 0 && more.size === 0) return undefined;
  return {
    ...state,
    text: withoutRanges(state.text, apart(blanks)),
    arguments: [...state.arguments, ...more],
  };
}

function mend({ message, offset }: ParseDiagnostic, text: string): Mended | undefined {
  const builtin = /'(__builtin_\w+)'/.exec(message)?.[1];
  const argument = builtin === undefined ? undefined : asReadable(builtin);
  if (argument !== undefined) return { argument };
  const blank =
    attributeAround(text, offset) ??
    secondBody(message, text, offset) ??
    redZone(message, text, offset) ??
    storageClass(text, offset);
  return blank === undefined ? undefined : { blank };
}

/** `[[…]]`, which GCC only warns of. */
function attributeAround(text: string, offset: number) {
  const start = text.lastIndexOf("[[", offset);
  const end = start === -1 ? -1 : text.indexOf("]]", start);
  return end >= offset && end - start < 2000 ? { start, end: end + 2 } : undefined;
}

/** `{…}` of a struct, union or enum that is there already; C23 lets it be defined again alike, which the compiler judges. */
function secondBody(message: string, text: string, offset: number) {
  if (!message.startsWith("redefinition of '")) return undefined;
  const head = /^\w+\s*(?:\[\[[^\]]*\]\]\s*|:[\w\s]+)?(?=\{)/.exec(text.slice(offset, offset + 500))?.[0];
  const isTag = /\b(?:struct|union|enum)\b[^;{}]*$/.test(text.slice(Math.max(0, offset - 200), offset));
  if (head === undefined || !isTag) return undefined;
  const start = offset + head.length;
  const end = closing(text, start);
  return end === undefined ? undefined : { start, end };
}

function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** A clobber that only GCC knows. */
function redZone(message: string, text: string, offset: number) {
  if (!message.startsWith("unknown register name 'redzone'")) return undefined;
  const word = '"redzone"';
  const at = text.indexOf(word, offset);
  if (at === -1) return undefined;
  const before = /,\s*$/.exec(text.slice(Math.max(0, at - 100), at))?.[0] ?? "";
  const after = before === "" ? (/^\s*,/.exec(text.slice(at + word.length, at + 100))?.[0] ?? "") : "";
  return { start: at - before.length, end: at + word.length + after.length };
}

/** Of a compound literal: `(static int){ 4 }`. */
function storageClass(text: string, offset: number) {
  const word = /^(?:static|constexpr|register|thread_local|_Thread_local)\b/.exec(
    text.slice(offset, offset + 20),
  )?.[0];
  const isBegun = /[(]\s*$|[(]\s*(?:static|constexpr|register)\s+$/.test(
    text.slice(Math.max(0, offset - 40), offset),
  );
  return word !== undefined && isBegun ? { start: offset, end: offset + word.length } : undefined;
}

/** Whether the text at `offset` stands under a line marker of an aspect's file. */
function isOfAspect(text: string, offset: number): boolean {
  const marker = text.lastIndexOf("\n# ", offset);
  return /^\n# \d+ "[^"]*\.(?:ah|klasy|klay)"/.test(text.slice(marker, text.indexOf("\n", marker + 1)));
}

/** Without the declarations in which errors stand. */
function withoutDeclarations(state: Readable): Readable | undefined {
  const errors = outside(state.facts);
  // What an aspect brought is for the compiler as well: hiding it from libclang alone would mend nothing.
  if (errors.length === 0 || errors.some(({ offset }) => isOfAspect(state.text, offset))) return undefined;
  const found = declarationsAround(
    state.text,
    errors.map(({ offset }) => offset),
  );
  const hidden = found.flatMap((declaration) => {
    const error = errors.find(({ offset }) => offset >= declaration.start && offset < declaration.end);
    return error === undefined ? [] : [{ ...declaration, message: error.message, at: error.offset }];
  });
  if (hidden.length === 0) return undefined;
  return { ...state, text: withoutRanges(state.text, hidden), hidden: [...state.hidden, ...hidden] };
}

function apart<Range extends { readonly start: number; readonly end: number }>(
  ranges: readonly Range[],
): Range[] {
  const kept: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start))
    if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range);
  return kept;
}

/** Warnings where advice may be missing in a function that was hidden. */
export function unreadHidden(
  { facts, hidden }: Readable,
  text: string,
  isSought: (text: string) => boolean,
): Problem[] {
  return hidden
    .filter(({ isFunction, start, end }) => isFunction && isSought(text.slice(start, end)))
    .map(({ at, message }) => ({
      code: "weave/broken-code",
      severity: "warning",
      range: facts.lineMap.rangeOf({ start: at, end: at + 1 }),
      message: `advice may be missing in this function: libclang can't read it (${message})`,
      hint: "The function is left as it is, the rest of the unit is woven. Write it so that Clang accepts it too, or exclude it from the pointcut.",
    }));
}
