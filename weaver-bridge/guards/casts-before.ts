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
  const isConst = isIgnored || /^[\w\s*]*\bconst\b[^*]*\*\s*(?:(?:const|volatile)\s*)*$/.test(type);
  return { length: before.length - open, isConst, isIgnored };
}
