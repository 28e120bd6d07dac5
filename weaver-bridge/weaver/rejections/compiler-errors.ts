/**
 * What compilers say about woven text that was given to them with lines of its own: errors, and the places of the text
 * that led to each.
 */
import { markerAt } from "../../model/index.js";

const FILE = "<woven>";

/** The text under one name and with its own line numbers. Tabs are blanks, since compilers count them as several columns. */
export function withOwnLines(text: string): string {
  let line = 0;
  return text.replace(/^.*$/gm, (content) => {
    line++;
    const marker = markerAt(content);
    if (marker === undefined) return content.replaceAll("\t", " ");
    return `# ${line + 1} "${FILE}"${marker.isSystem ? " 3" : ""}`;
  });
}

/** An error with the places that led to it, innermost first. */
export interface CompilerError {
  readonly message: string;
  /** With the notes on it. */
  words: string;
  readonly places: Place[];
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

export function errorsIn(said: string): CompilerError[] {
  const errors: CompilerError[] = [];
  // GCC says what led to an error before it, Clang after it.
  let pending: Place[] = [];
  const plain = said.replace(/\x1b\[[0-9;]*[mK]/g, "");
  for (const match of plain.matchAll(/^<woven>:(\d+):(?:(\d+):)? *(.*)$/gm)) {
    const place = { line: Number(match[1]), column: Number(match[2] ?? 1) };
    const rest = match[3] ?? "";
    const last = errors.at(-1);
    if (last !== undefined && rest.startsWith("note: ")) last.words += `\n${rest}`;
    const error = /^(?:fatal )?error: (.*)$/.exec(rest);
    if (error !== null) {
      const message = error[1] ?? "";
      // What can't be inlined is the advice, where it can't be is the place.
      const own = message.startsWith("inlining failed in call to") ? [] : [place];
      errors.push({ message, words: rest, places: [...own, ...pending] });
      pending = [];
    } else if (/^note: (?:called from here|.*(?:in instantiation of|requested here))/.test(rest))
      last?.places.push(place);
    else if (/^(?:note|warning): /.test(rest)) pending = [];
    else pending.push(place);
  }
  return errors;
}
