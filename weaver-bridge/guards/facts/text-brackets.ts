/** Brackets around a place of a function's text, texts in quotes blanked. */

/** The bracket that is open at a place; -1 without one. */
export function openingOf(text: string, at: number): number {
  let depth = 0;
  for (let from = at - 1; from >= 0; from--) {
    const sign = text[from] as string;
    if (")]}".includes(sign)) depth++;
    else if ("([{".includes(sign) && --depth < 0) return from;
  }
  return -1;
}

/** Commas between two places that stand in no brackets of their own. */
export function commasIn(text: string, from: number, to: number): number {
  let depth = 0;
  let found = 0;
  for (let at = from; at < to; at++) {
    const sign = text[at] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (sign === "," && depth === 0) found++;
  }
  return found;
}

/** Where `a.b[1]->c` begins that ends before a place. */
export function postfixStart(text: string, end: number): number {
  let at = end;
  for (;;) {
    while (/\s/.test(text[at - 1] ?? "")) at--;
    while (")]".includes(text[at - 1] ?? "-")) at = openingOf(text, at - 1);
    while (/\w/.test(text[at - 1] ?? "")) at--;
    const [sign] = /(?:\.|->)\s*$/.exec(text.slice(Math.max(0, at - 10), at)) ?? [];
    if (sign === undefined) return at;
    at -= sign.length;
  }
}
