import type { ClangType } from "../tree/clang-tree.js";
import type { TypeTable } from "./types.js";

/** What a `switch` asks: compilers miss a case for each other constant of an enumeration; of a number they don't. */
export function asNumber(text: string, type: ClangType | string | undefined, types: TypeTable): string {
  const number = types.integer(type);
  if (number === undefined || !/^enum\b/.test(types.canonical(type))) return text;
  const promoted = number.bits === 32 && !number.isSigned ? "unsigned int" : "int";
  return `(${promoted})${/^\w+$/.test(text) ? text : `(${text})`}`;
}
