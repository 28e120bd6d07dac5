/**
 * An advice body becomes one function for each shape of join point that it is woven into, and a compiler finds what is
 * wrong with it in each of them. People wrote it once and are told once.
 */

const DIAGNOSTIC = /^(.+?):\d+:(?:\d+:)? (?:fatal error|error|warning|note): /;
const HEADING = /^.+?: (?:In function .*|At top level):$/;

/** What a compiler printed, without diagnostics in `.ah` files that it has printed before. */
export function toldOnce(printed: Buffer): Buffer {
  const text = printed.toString("latin1");
  if (!text.includes(".ah:")) return printed;
  const told = new Set<string>();
  const kept: string[] = [];
  let heading: string | undefined;
  let skipping = false;
  for (const line of text.split("\n")) {
    const plain = line.replace(/\x1b\[[0-9;]*[mK]/g, "");
    const file = DIAGNOSTIC.exec(plain)?.[1];
    if (file === undefined && HEADING.test(plain)) {
      heading = line;
      skipping = false;
      continue;
    }
    // The lines that show the place begin with blanks; whatever else comes belongs to no diagnostic.
    if (file !== undefined) skipping = file.endsWith(".ah") && told.has(plain);
    else if (!/^\s/.test(plain)) skipping = false;
    if (skipping) continue;
    if (file !== undefined) {
      told.add(plain);
      if (heading !== undefined) kept.push(heading);
    }
    heading = undefined;
    kept.push(line);
  }
  return Buffer.from(kept.join("\n"), "latin1");
}
