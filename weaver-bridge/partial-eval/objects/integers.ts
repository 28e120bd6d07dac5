/**
 * Integers of C as gcc computes with them on the kernel's machine. What is undefined, or depends on flags (signed overflow,
 * division by zero, shifts by the width or more), has no value here: it stays for the running program.
 */

export interface IntegerType {
  readonly bits: 8 | 16 | 32 | 64;
  readonly isSigned: boolean;
  readonly isBool: boolean;
  /** Suffix of a literal of this type; narrower types have those of `int`. */
  readonly suffix: "" | "u" | "l" | "ul" | "ll" | "ull";
}

const named = (
  bits: IntegerType["bits"],
  isSigned: boolean,
  suffix: IntegerType["suffix"] = "",
  isBool = false,
): IntegerType => ({ bits, isSigned, isBool, suffix });

const COMMON: Readonly<Record<string, IntegerType>> = {
  _Bool: named(8, false, "", true),
  bool: named(8, false, "", true),
  char: named(8, true),
  "signed char": named(8, true),
  "unsigned char": named(8, false),
  short: named(16, true),
  "unsigned short": named(16, false),
  int: named(32, true),
  "unsigned int": named(32, false, "u"),
  "long long": named(64, true, "ll"),
  "unsigned long long": named(64, false, "ull"),
};

/** The type behind its typedefs, as clang spells it; `undefined` for what is no integer, or volatile. */
export function integerType(spelling: string, longBits: 32 | 64): IntegerType | undefined {
  if (/\bvolatile\b|\b_Atomic\b/.test(spelling)) return undefined;
  const bare = spelling.replace(/\bconst\b/g, "").trim();
  if (bare === "long") return named(longBits, true, "l");
  if (bare === "unsigned long") return named(longBits, false, "ul");
  return lookUp(COMMON, bare);
}

export function wrap(value: bigint, { bits, isSigned, isBool }: IntegerType): bigint {
  if (isBool) return value === 0n ? 0n : 1n;
  return isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

/** `type` is that of the operands after the usual conversions; comparisons give 0 or 1. */
export function binary(operator: string, left: bigint, right: bigint, type: IntegerType): bigint | undefined {
  const compare = lookUp(COMPARISONS, operator);
  if (compare !== undefined) return compare(left, right) ? 1n : 0n;
  if (operator === "<<" || operator === ">>") return shift(operator, left, right, type);
  if ((operator === "/" || operator === "%") && right === 0n) return undefined;
  const exact = lookUp(ARITHMETIC, operator)?.(left, right);
  if (exact === undefined) return undefined;
  const value = wrap(exact, type);
  return type.isSigned && value !== exact ? undefined : value;
}

const COMPARISONS: Readonly<Record<string, (left: bigint, right: bigint) => boolean>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
  "<=": (left, right) => left <= right,
  ">=": (left, right) => left >= right,
};

const ARITHMETIC: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
  "%": (left, right) => left % right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
};

function shift(operator: "<<" | ">>", left: bigint, by: bigint, type: IntegerType): bigint | undefined {
  if (by < 0n || by >= BigInt(type.bits)) return undefined;
  if (operator === ">>") return wrap(left >> by, type);
  const exact = left << by;
  const value = wrap(exact, type);
  return type.isSigned && (left < 0n || value !== exact) ? undefined : value;
}

export function unary(operator: string, value: bigint, type: IntegerType): bigint | undefined {
  if (operator === "!") return value === 0n ? 1n : 0n;
  if (operator === "+") return value;
  if (operator === "~") return wrap(~value, type);
  if (operator !== "-") return undefined;
  const negated = wrap(-value, type);
  return type.isSigned && negated !== -value ? undefined : negated;
}

/** As a C expression of this type (or of what it is promoted to). */
export function literal(value: bigint, { suffix, bits, isSigned }: IntegerType): string {
  const lowest = -(1n << BigInt(bits - 1));
  if (isSigned && bits >= 32 && value === lowest) return `(-${-value - 1n}${suffix} - 1)`;
  return value < 0n ? `(-${-value}${suffix})` : `${value}${suffix}`;
}

import { lookUp } from "../../model/index.js";
