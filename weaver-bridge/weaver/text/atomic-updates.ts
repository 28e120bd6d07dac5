/** `#pragma omp atomic` takes the statement behind it as it is written: an update of a variable, or a block of them. */
import { contains, type TextRange } from "../../model/index.js";
import { Unweavable } from "../unweavable.js";
import { closingBracket, tokenize } from "./c-tokens.js";

const ATOMIC = /^[ \t]*#[ \t]*pragma[ \t]+omp[ \t]+atomic\b.*$/gm;

export function atomicUpdates(text: string): (range: TextRange) => Unweavable | undefined {
  const updates = [...text.matchAll(ATOMIC)].map(({ index, 0: line }) =>
    statementAt(text, index + line.length),
  );
  return (range) =>
    updates.some((update) => contains(update, range))
      ? new Unweavable(
          "atomic-update",
          "advice in the statement behind '#pragma omp atomic', which must stay as it is written",
          "Exclude the function (&& !within(…)), or advise the function that holds the statement.",
        )
      : undefined;
}

function statementAt(text: string, start: number): TextRange {
  const semicolon = text.indexOf(";", start);
  const open = text.slice(start, semicolon).indexOf("{");
  if (open === -1) return { start, end: semicolon === -1 ? text.length : semicolon };
  const tokens = tokenize(text, start + open);
  return { start, end: tokens[closingBracket(tokens, 0)]?.end ?? text.length };
}
