/** Whether control gets from a statement to the end of the function's body without a jump. */
import type { TextRange } from "../../model/index.js";
import { tokenize } from "./c-tokens.js";

/** False also where the text does not show it: a body of `if` or of a loop, for example. */
export function endsBody(statement: TextRange, body: TextRange, text: string): boolean {
  const after = tokenize(text, statement.end, body.end).filter((token) => token.text !== ";");
  if (after.length !== 1) return false;
  const before = tokenize(text, body.start, statement.start).map((token) => token.text);
  while (before.at(-1) === ":" && /^[;{}:]$/.test(before.at(-3) ?? "")) before.length -= 2;
  return /^[;{}]$/.test(before.at(-1) ?? "");
}
