/** The conditional operator as it is written, in both languages. */
import type { BuiltinShadow } from "../../model/index.js";
import { Unweavable } from "../unweavable.js";
import { tokenize } from "./c-tokens.js";

/** `:` between the second operand and the third. */
export function colonOf(
  { operands }: BuiltinShadow,
  { text }: { readonly text: string },
): { start: number; end: number } {
  const [, second, third] = operands;
  const colon =
    second === undefined || third === undefined
      ? undefined
      : tokenize(text, second.range.end, third.range.start).find((token) => token.text === ":");
  if (colon === undefined)
    throw new Unweavable(
      "omitted-operand",
      "advice on ?: without a second operand",
      "Write the operand twice, or an if.",
    );
  return colon;
}
