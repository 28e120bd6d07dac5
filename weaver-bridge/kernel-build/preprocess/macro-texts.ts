/** Macros as the sources of a unit define them, whatever conditions say: read when one is asked for. */
import { readLatin1 } from "../files/read-regular.js";
import { spliced, withoutComments } from "./written-directives.js";

/**
 * The replacement lists of a macro in the files, absolute paths, each text once. What can't be read defines nothing. `known`
 * keeps texts for whoever asks of several units.
 */
export function macroTextsIn(
  files: readonly string[],
  known: Map<string, string> = new Map(),
): (name: string) => readonly string[] {
  return (name) => {
    if (!MACRO.test(name)) return [];
    const define = new RegExp(
      `^[ \\t]*(?:#|%:)[ \\t]*define[ \\t]+${name.replace(/\$/g, "\\$")}(?![\\w$])(?:\\([^()\\n]*\\))?([^\\n]*)$`,
      "gm",
    );
    const found = files.flatMap((file) => {
      const text = textOf(file, known);
      return text.includes(name) ? Array.from(text.matchAll(define), ([, body = ""]) => body.trim()) : [];
    });
    return [...new Set(found)];
  };
}

/** What a macro may be called; `operator++` is none. */
const MACRO = /^[A-Za-z_$][\w$]*$/;

function textOf(file: string, known: Map<string, string>): string {
  let text = known.get(file);
  if (text === undefined) {
    const written = readLatin1(file) ?? "";
    known.set(file, (text = written.includes("define") ? withoutComments(spliced(written)) : ""));
  }
  return text;
}
