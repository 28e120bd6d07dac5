/** `mov` from a table of addresses, made the `lea` that linkers make of it. */
const [MOVE, ADDRESS] = [0x8b, 0x8d];

/** False for what is no `mov`. */
export function loadAddress(code: Uint8Array, operand: number): boolean {
  if (code[operand - 2] !== MOVE) return false;
  code[operand - 2] = ADDRESS;
  return true;
}
