/** What macros stand for: names behind a macro that took the place of a function or variable. */

/** The texts that a macro is defined as, in the sources of a unit; none of what is no macro. */
export type MacroTexts = (name: string) => readonly string[];

/** Macros that a macro is made of, one in the other; no macro that people write goes deeper. */
const MOST_LEVELS = 16;

/** Those of `known` that the text of a macro names, also through other macros, the outermost first. */
export function namesBehind(macro: string, texts: MacroTexts, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const seen = new Set([macro]);
  let level = [macro];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth++) {
    const words = level.flatMap((name) =>
      texts(name).flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []),
    );
    const fresh = [...new Set(words)].filter((word) => !seen.has(word));
    for (const word of fresh) {
      seen.add(word);
      if (known.has(word)) found.add(word);
    }
    level = fresh.filter((word) => !known.has(word));
  }
  return [...found];
}
