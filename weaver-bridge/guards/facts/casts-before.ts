/** What stands in brackets right before an expression of a function's text. */

/** `(const char *)`; not the condition of an `if`, or what a function gets. `isConst`: what it leads to stays so. */
export function castBefore(
  before: string,
): { readonly length: number; readonly isConst: boolean; readonly isIgnored: boolean } | undefined {
  if (!/\)\s*$/.test(before)) return undefined;
  const close = before.lastIndexOf(")");
  let open = close;
  for (let depth = 1; depth > 0 && open > 0; ) {
    open--;
    if (before[open] === ")") depth++;
    else if (before[open] === "(") depth--;
  }
  const word = /$(?<=(?<!\w)(\w*)\s*)/.exec(before.slice(0, open))?.[1] ?? "";
  if (word !== "" && !/^(?:return|case|else)$/.test(word)) return undefined;
  const type = before.slice(open + 1, close);
  const isIgnored = /^\s*void\s*$/.test(type);
  return { length: before.length - open, isConst: isIgnored || leadsToConst(type), isIgnored };
}

/** A text with a blank in the place of each cast to a pointer. */
export const withoutPointerCasts = (text: string) => text.replace(/\(\s*[A-Za-z_][\w\s]*\*[\s*]*\)/g, " ");

/** `const char *`, `struct a const *const`: what the last `*` leads to. */
function leadsToConst(type: string): boolean {
  const star = type.lastIndexOf("*");
  if (star < 0 || !/^\s*(?:(?:const|volatile)\s*)*$/.test(type.slice(star + 1))) return false;
  const from = type.slice(0, star).lastIndexOf("*") + 1;
  return /^[\w\s*]*$/.test(type.slice(0, from)) && /^[\w\s]*\bconst\b/.test(type.slice(from, star));
}
