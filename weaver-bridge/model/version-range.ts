/** Is `version` one of `range`: `^1.2.3` or `>=1.2.3`, or several with `||` between them, as in `engines`? */
export function isInRange(version: string, range: string): boolean {
  return range.split("||").some((part) => {
    const wanted = numbers(part);
    const has = numbers(version);
    return isAtLeast(has, wanted) && (part.includes(">=") || has[0] === wanted[0]);
  });
}

function numbers(text: string): number[] {
  return text
    .replace(/[^\d.]/g, "")
    .split(".")
    .map(Number);
}

function isAtLeast(has: readonly number[], wanted: readonly number[]): boolean {
  const at = wanted.findIndex((number, index) => number !== has[index]);
  return at === -1 || (has[at] ?? 0) > (wanted[at] ?? 0);
}
