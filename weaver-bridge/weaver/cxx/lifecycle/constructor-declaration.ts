import type { Token } from "../../text/c-tokens.js";

/** Whether a constructor or destructor of the class `name` is declared at a token of its body: `C(`, `~C(`. */
export function declaresConstructor(body: readonly Token[], at: number, name: string): boolean {
  if (body[at]?.text !== name || body[at + 1]?.text !== "(") return false;
  return /^(?:[;{}:~]|explicit|inline|constexpr|virtual)$/.test(body[at - 1]?.text ?? ";");
}
