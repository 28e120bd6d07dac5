/** All numbers that an expression may be by its type. */
import type { TypeTable } from "../objects/types.js";
import type { ClangNode } from "../tree/clang-tree.js";
import type { ValueRange } from "./value-range.js";

export function typeRange({ type }: ClangNode, types: TypeTable): ValueRange | undefined {
  if (types.isPointer(type)) return { least: 0n, most: (1n << 64n) - 1n, not: [] };
  const integer = types.integer(type);
  if (integer === undefined) return undefined;
  const { bits, isSigned, isBool } = integer;
  if (isBool) return { least: 0n, most: 1n, not: [] };
  const size = 1n << BigInt(bits);
  return isSigned
    ? { least: -size / 2n, most: size / 2n - 1n, not: [] }
    : { least: 0n, most: size - 1n, not: [] };
}
