/** A jump to nothing but a short `return` is that `return`: people write it where it is meant, and compilers need not join ways. */
const LONGEST = 24;

export function withShortReturns<Line extends { readonly text: string }>(lines: readonly Line[]): Line[] {
  const returns = new Map<string, Line>();
  for (const [at, { text }] of lines.entries()) {
    const label = /^(at_\d+):;$/.exec(text)?.[1];
    const next = lines[at + 1];
    const isShort = /^\treturn\b.*;$/.test(next?.text ?? "") && (next?.text.length ?? 0) <= LONGEST;
    if (label !== undefined && next !== undefined && isShort) returns.set(label, next);
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
