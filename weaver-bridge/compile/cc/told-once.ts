/**
 * An advice body becomes one function for each shape of join point that it is woven into, and a compiler finds what is
 * wrong with it in each of them. People wrote it once and are told once.
 */

const DIAGNOSTIC = /^(.+?):\d+:(?:\d+:)? (fatal error|error|warning|note): /;
/** Lines that lead to the diagnostic after them: functions, includes, and how a template came to be instantiated. */
const HEADING =
  /^(?:.+?: At (?:top level|global scope):$|.+?:\d+:(?:\d+:)?\s+(?:recursively )?required (?:from|by) |In file included from |\s+from .+:\d+[:,])/;
/** Of a line that ends with a colon. */
const IN_FUNCTION = /^.+?: In (?:[\w ]*function|constructor|destructor|instantiation|substitution|lambda)/;
const isHeading = (line: string) => HEADING.test(line) || (line.endsWith(":") && IN_FUNCTION.test(line));
/** What the same mistake is called at another join point. */
const JOIN_POINT = /\b__weft_jp_\w+(?:<[^'\u0091\u0092\x80-\x9f]*>)?/g;

/** What a compiler printed, without diagnostics in `.ah` files that it has printed before, and the notes on them. */
export function toldOnce(printed: Buffer): Buffer {
  const text = printed.toString("latin1");
  if (!text.includes(".ah:")) return printed;
  const told = new Set<string>();
  const kept: string[] = [];
  let headings: string[] = [];
  let skipping = false;
  for (const line of text.split("\n")) {
    const plain = line.replace(/\x1b\[[0-9;]*[mK]/g, "");
    const [, file, severity] = DIAGNOSTIC.exec(plain) ?? [];
    if (file === undefined && isHeading(plain)) {
      headings.push(line);
      skipping = false;
      continue;
    }
    const key = plain.replace(JOIN_POINT, "JoinPoint");
    // The lines that show the place begin with blanks; whatever else comes belongs to no diagnostic.
    if (file !== undefined)
      skipping = (severity === "note" && skipping) || (file.endsWith(".ah") && told.has(key));
    else if (!/^\s/.test(plain)) skipping = false;
    if (skipping) {
      // A function's heading serves all its diagnostics, a way to a template one.
      if (headings.some((heading) => /\brequired |In instantiation/.test(heading))) headings = [];
      continue;
    }
    if (file !== undefined) {
      told.add(key);
      kept.push(...headings);
    }
    headings = [];
    kept.push(line);
  }
  return Buffer.from(kept.join("\n"), "latin1");
}
