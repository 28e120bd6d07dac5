/** Where a function ends in the text of its source. */

const LONGEST_FUNCTION = 2000;
/** Lines of a head. */
const LONGEST_HEAD = 60;

/**
 * From the line of its head (from 1) to where its braces close, other functions of these lines blanked; undefined where it has
 * no end. Of `#if … #else … #endif` the first part counts: each is a whole by itself.
 */
export function functionText(lines: readonly string[], line: number, name: string): string | undefined {
  const text = lines.slice(line - 1, line - 1 + LONGEST_FUNCTION);
  const found = new RegExp(`\\b${name}\\s*\\(`).exec(text[0] ?? "");
  const start = found?.index ?? 0;
  if (text.length > 0) text[0] = " ".repeat(start) + (text[0] ?? "").slice(start);
  const end = closingBrace(text);
  if (end === undefined) {
    const last = text.findIndex((one) => one.startsWith("}"));
    return last === -1 ? undefined : text.slice(0, last + 1).join("\n");
  }
  return [...text.slice(0, end.index), (text[end.index] as string).slice(0, end.column + 1)].join("\n");
}

function closingBrace(lines: readonly string[]): { index: number; column: number } | undefined {
  let depth = 0;
  const skipped: boolean[] = [];
  for (const [index, line] of lines.entries()) {
    const directive = /^\s*#\s*(if|elif|else|endif)/.exec(line)?.[1];
    if (directive === "if") skipped.push(false);
    else if (directive === "endif") skipped.pop();
    else if (directive !== undefined && skipped.length > 0) skipped[skipped.length - 1] = true;
    if (/^\s*#/.test(line) || skipped.includes(true)) continue;
    for (const { 0: brace, index: column } of line.matchAll(/[{}]/g)) {
      depth += brace === "{" ? 1 : -1;
      if (depth <= 0) return depth === 0 ? { index, column } : undefined;
    }
    if (depth === 0 && index > LONGEST_HEAD) return undefined;
  }
  return undefined;
}
