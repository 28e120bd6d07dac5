/** The integer that an enumeration is stored as, as gcc and clang choose it: by its values, and by `__packed`. */
import { type ClangNode, spelledType } from "../tree/clang-tree.js";
import { readEnumerators } from "../tree/program.js";
import { type IntegerType, integerType } from "./integers.js";

const SIGNED = { 8: "signed char", 16: "short", 32: "int" } as const;
const UNSIGNED = { 8: "unsigned char", 16: "unsigned short", 32: "unsigned int" } as const;

/** Undefined where it is not known, or wider than `int`: nothing is known of its values then. */
export function enumerationType(declaration: ClangNode, longBits: 32 | 64): IntegerType | undefined {
  const { inner = [], fixedUnderlyingType } = declaration;
  if (fixedUnderlyingType !== undefined) return integerType(spelledType(fixedUnderlyingType), longBits);
  if (inner.some(({ kind }) => kind === "ModeAttr")) return undefined;
  const values = new Map<string, bigint>();
  readEnumerators(declaration, values);
  if (values.size < inner.filter(({ kind }) => kind === "EnumConstantDecl").length) return undefined;
  const isSigned = [...values.values()].some((value) => value < 0n);
  const fits = (bits: number) =>
    [...values.values()].every(
      (value) => value === (isSigned ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value)),
    );
  const isPacked = inner.some(({ kind }) => kind === "PackedAttr");
  const bits = isPacked ? ([8, 16, 32] as const).find(fits) : fits(32) ? 32 : undefined;
  return bits && integerType((isSigned ? SIGNED : UNSIGNED)[bits], longBits);
}

/** Of one whose constants were not read. `size`: bytes. */
export function enumerationOf(tag: string, size: number, isSigned: boolean): ClangNode | undefined {
  const bits = ([8, 16, 32] as const).find((one) => one === size * 8);
  if (bits === undefined) return undefined;
  const fixedUnderlyingType = { qualType: (isSigned ? SIGNED : UNSIGNED)[bits] };
  return { id: `enum ${tag}`, kind: "EnumDecl", name: tag, fixedUnderlyingType };
}
