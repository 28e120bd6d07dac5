/** A value in words of C. */
import type { Surroundings } from "./surroundings.js";
import { isFunction, isNumber, placeText, type Value } from "./values.js";

export function sayValue(value: Value | undefined, around: Surroundings): string | undefined {
  if (value === undefined) return undefined;
  if (isNumber(value)) return `${value}`;
  return isFunction(value) ? value.function : `&${placeText(value, around.rootInfo(value.root))}`;
}
