/**
 * `@FILE` arguments as GCC and Clang expand them: words separated by white space, `'…'` and `"…"` quote, a backslash
 * takes the next character literally, and a file may name further files. Knows nothing about options.
 */

import { resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { readHanded } from "../files/read-regular.js";

/** Nesting that only a file naming itself reaches; the argument is then left as it stands. */
const DEEPEST = 32;
/** Files that one command's words may come from: two that name each other twice would be four thousand million. */
const MOST_FILES = 1_000;

/** Replaces each `@FILE` by the file's words. An unreadable file stays a literal argument, as in the compilers. */
export function expandResponseFiles(argv: readonly string[], directory: string): string[] {
  let left = MOST_FILES;
  const expanded = (words: readonly string[], depth: number): string[] =>
    words.flatMap((word) => {
      if (!word.startsWith("@") || word.length === 1 || depth >= DEEPEST || left === 0) return [word];
      left--;
      const text = readText(resolve(directory, word.slice(1)));
      return text === undefined ? [word] : expanded(splitWords(text), depth + 1);
    });
  return expanded(argv, 0);
}

/** Splits a command line or response file into words. An unclosed quote ends with the text. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "\\" && quote !== "'" && at + 1 < text.length) word = (word ?? "") + text[++at];
    else if (quote !== "" && character === quote) quote = "";
    else if (quote === "" && (character === '"' || character === "'"))
      [quote, word] = [character, word ?? ""];
    else if (quote === "" && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** A word for the shell. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function readText(file: string): string | undefined {
  return unlessRefused(() => readHanded(file, "utf8"));
}
