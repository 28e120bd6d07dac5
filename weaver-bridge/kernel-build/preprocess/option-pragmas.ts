/**
 * GCC compiles C with macros that its own `-E` does not know. Before release 14, `#pragma GCC target("avx2")` defines
 * `__AVX2__` for the code that follows, but not where text is preprocessed alone; and in all releases `pop_options` leaves
 * macros of `optimize` as they are where a function was defined meanwhile, which the preprocessor can't know. What the
 * pragmas of a unit do to macros is asked of the compiler (`pragma-macros.ts`) and written behind them:
 *
 *     #pragma GCC target("avx2")     #pragma GCC target("avx2")
 *     #ifdef __AVX2__                #pragma weft_macros 0     stays in the output, so it is seen that the place was reached
 *                                    #define __AVX2__ 1
 *                                    #line 2
 *                                    #ifdef __AVX2__
 *
 * G++ reads a whole unit before it follows a pragma, so its macros are those of the preprocessor.
 */
import { resolve } from "node:path";
import { fileOfMarker, markerAt } from "../../model/index.js";
import { functionReader } from "./defined-functions.js";

/** Pragmas of options on one line, in preprocessed text. */
export interface OptionPragma {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly words: readonly string[];
  /** Since the pragma before: what a later one undoes depends on it. */
  readonly isBehindFunction: boolean;
  /** The macros that are written behind it, by their number. */
  readonly followedBy: number | undefined;
}

const PRAGMA = /^#pragma GCC\s+((?:target|optimize|push_options|pop_options|reset_options)\b.*)$/;
const ANY = /^#pragma GCC\s+(?:target|optimize)\b/m;
const FOLLOWED = /^#pragma weft_macros (\d+)$/;
const TAIL = '\n# 1 "<weft-tail>"';
const ADDED = "/*<weft-macros>*/";

/** Lines that were added to a text are none of its own. */
export const isAddedLine = (line: string): boolean => line.endsWith(ADDED);

/** In the order in which the compiler meets them. */
export function optionPragmasIn(text: string, directory: string): OptionPragma[] {
  if (!ANY.test(text)) return [];
  const found: (OptionPragma & { words: string[]; followedBy: number | undefined })[] = [];
  const tail = text.indexOf(TAIL);
  const defines = functionReader();
  let [file, line, isBehindFunction] = ["", 0, false];
  for (const row of (tail === -1 ? text : text.slice(0, tail)).split("\n")) {
    const marker = row.startsWith("#") ? markerAt(row) : undefined;
    if (marker !== undefined) {
      [line, file] = [marker.line, resolve(directory, fileOfMarker(marker.name))];
      continue;
    }
    line++;
    if (!row.startsWith("#")) {
      isBehindFunction = defines(row) || isBehindFunction;
      continue;
    }
    const [, words] = PRAGMA.exec(row) ?? [];
    const [, number] = FOLLOWED.exec(row) ?? [];
    const last = found.at(-1);
    if (number !== undefined && last !== undefined) last.followedBy = Number(number);
    if (words === undefined) continue;
    // Out of a macro.
    if (last?.file === file && last.line === line - 1 && !isBehindFunction) last.words.push(words);
    else found.push({ file, line: line - 1, words: [words], isBehindFunction, followedBy: undefined });
    isBehindFunction = false;
  }
  return found;
}

/** `added` by line from 1: the directives behind it, and their number. */
export function withMacros(
  text: string,
  added: ReadonlyMap<number, { readonly directives: string; readonly number: number }>,
): string {
  const rows: string[] = [];
  let number = 0;
  let waiting: { readonly directives: string; readonly number: number } | undefined;
  for (const row of text.split("\n").filter((one) => !isAddedLine(one))) {
    rows.push(row);
    waiting = added.get(++number) ?? waiting;
    // A directive may go on in the next line.
    if (waiting === undefined || row.endsWith("\\")) continue;
    const more = [
      `#pragma weft_macros ${waiting.number}`,
      ...waiting.directives.split("\n"),
      `#line ${number + 1}`,
    ];
    rows.push(...more.map((one) => `${one} ${ADDED}`));
    waiting = undefined;
  }
  return rows.join("\n");
}

/** As if nothing had been written behind the pragmas. */
export const withoutMarks = (text: string): string => text.replaceAll(/^#pragma weft_macros \d+\n/gm, "");
