/** A jump to nothing but a short `return` is that `return`: people write it where it is meant, and compilers need not join ways. */
const LONGEST = 24;

export const isShortReturn = (line: { readonly text: string } | undefined): boolean =>
  line !== undefined && /^\treturn\b.*;$/.test(line.text) && line.text.length <= LONGEST;

export function withShortReturns<Line extends { readonly text: string }>(lines: readonly Line[]): Line[] {
  const returns = new Map<string, Line>();
  for (const [at, { text }] of lines.entries()) {
    const label = /^(at_\d+):;$/.exec(text)?.[1];
    const next = lines[at + 1];
    if (label !== undefined && next !== undefined && isShortReturn(next)) returns.set(label, next);
  }
  const kept: Line[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    const [, indent = "", target = ""] = /^(\t+)goto (at_\d+);$/.exec(line.text) ?? [];
    const label = /^(at_\d+):;$/.exec(line.text)?.[1] ?? "";
    const instead = returns.get(target);
    if (instead !== undefined) kept.push({ ...instead, text: `${indent}${instead.text.trim()}` });
    else if (!returns.has(label)) kept.push(line);
    // Nobody comes from before it.
    else if (/^\t(return|goto)\b/.test(kept.at(-1)?.text ?? "")) at++;
  }
  return kept;
}
