/** Words of a declaration that are no names. */
import type { PatternScanner } from "./pattern-scanner.js";

export const FOREIGN = new Set(
  "extern inline __inline __inline__ register typedef mutable explicit friend auto constexpr _Noreturn".split(
    " ",
  ),
);

/** `_BitInt(37)`, or of any width `_BitInt(%)`. */
export function takeBitInt(scanner: PatternScanner): string {
  const [word, open] = [scanner.take(), scanner.take()];
  const width = scanner.token;
  if (width.kind !== "number" && width.text !== "%")
    scanner.fail("bad-type", "`_BitInt` needs its width", "Write `_BitInt(%)` for any.", width);
  scanner.take();
  if (!scanner.accept(")")) scanner.fail("missing-bracket", "`(` has no `)`", "Close the bracket.", open);
  return `${word.text}(${width.text})`;
}

/** Takes `const` or `volatile` (or `static`, `virtual`) into `flags`; twice is a mistake. */
export function takeFlag(scanner: PatternScanner, flags: Set<string>): void {
  const word = scanner.token.text;
  if (flags.has(word)) scanner.fail("duplicate-specifier", `\`${word}\` stands twice`, "Remove one.");
  flags.add(word);
  scanner.take();
}

export function failForeign(scanner: PatternScanner, word: string): never {
  return scanner.fail(
    "foreign-specifier",
    `\`${word}\` can't be used in a match expression`,
    "Only `static`, `virtual`, `const` and `volatile` select; remove it.",
  );
}

export function failParameters(scanner: PatternScanner, open: { start: number; end: number }): never {
  if (scanner.token.kind === "end")
    scanner.fail("missing-bracket", "`(` has no `)`", "Close the parameter list.", open);
  return scanner.fail(
    "bad-parameter",
    `unexpected \`${scanner.token.text}\` in the parameter list`,
    "A parameter is a type.",
  );
}
