/**
 * Where the head of a C file ends: the directives, comments and blank lines that it begins with, cut where no
 * conditional is open. Everything up to there is text that an edit further down can't change.
 */

/** Offset of the first line after the head, at a line start; 0 when the file begins with code. `text` is latin1. */
export function headEnd(text: string): number {
  let end = 0;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const start = skipBlank(text, at);
    if (start === undefined || text[start] !== "#") break;
    const next = endOfDirective(text, start);
    const word = /^#[ \t]*([a-z]*)/.exec(text.slice(start, start + 20))?.[1] ?? "";
    if (/^if/.test(word)) depth++;
    if (word === "endif") depth--;
    if (depth < 0) break;
    if (depth === 0) end = next;
    at = next;
  }
  return end;
}

/** Offset of the next character that is neither space nor comment; undefined when a comment is not closed. */
function skipBlank(text: string, from: number): number | undefined {
  let at = from;
  for (;;) {
    while (at < text.length && /\s/.test(text[at] as string)) at++;
    if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close === -1) return undefined;
      at = close + 2;
    } else if (text.startsWith("//", at)) {
      const close = text.indexOf("\n", at);
      at = close === -1 ? text.length : close + 1;
    } else return at;
  }
}

/** The line after the directive, its continuations and a comment that begins in it included. */
function endOfDirective(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text.startsWith("/*", at)) {
      const close = text.indexOf("*/", at + 2);
      if (close === -1) return text.length;
      at = close + 2;
    } else if (text[at] === "\\" && /^\\\r?\n/.test(text.slice(at, at + 3))) at = text.indexOf("\n", at) + 1;
    else if (text[at] === "\n") return at + 1;
    else at++;
  }
  return text.length;
}
