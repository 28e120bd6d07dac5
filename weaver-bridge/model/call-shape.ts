/**
 * What a function takes, coarsely: integers, pointers, floating point and structures by position. A call through a
 * pointer reaches only functions of its shape, whatever casts between pointer types lie between: passing other things
 * than a function takes is undefined in C and C++, and breaks on machines.
 */
import type { Type, TypeId } from "./types.js";

/** Of a call or function about which nothing is known: it fits all. */
export const ANY_SHAPE = "*";

export function callShape(types: readonly Type[], parameters: readonly TypeId[], variadic: boolean): string {
  if (variadic) return ANY_SHAPE;
  const letters = parameters.map((id) => letter(types, id));
  return letters.includes(ANY_SHAPE) ? ANY_SHAPE : letters.join("");
}

/** Of a call through a value of this type; zero parameters may be none declared. */
export function pointerShape(types: readonly Type[], id: TypeId): string {
  let type = resolved(types, id);
  while (type?.kind === "pointer" || type?.kind === "lvalue-reference" || type?.kind === "rvalue-reference")
    type = resolved(types, type.to);
  if (type?.kind !== "function" || type.parameters.length === 0) return ANY_SHAPE;
  return callShape(types, type.parameters, type.variadic);
}

function letter(types: readonly Type[], id: TypeId): string {
  const type = resolved(types, id);
  switch (type?.kind) {
    case "builtin":
      return /float|double/.test(type.spelling) ? "f" : /long long|int128/.test(type.spelling) ? "l" : "i";
    case "enum":
      return "i";
    case "record":
      return type.usr === "" ? ANY_SHAPE : `{${type.usr}}`;
    case "pointer":
    case "lvalue-reference":
    case "rvalue-reference":
    case "array":
    case "function":
      return "p";
    default:
      return ANY_SHAPE;
  }
}

function resolved(types: readonly Type[], id: TypeId): Type | undefined {
  let type = types[id];
  while (type?.kind === "typedef") type = types[type.underlying];
  return type;
}
