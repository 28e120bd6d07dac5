/** A value in words of C. */
import { bytesText } from "./bytes-text.js";
import type { Surroundings } from "./surroundings.js";
import { isFunction, isLabel, isList, isNumber, isPointer, placeText, type Value } from "./values.js";

export function sayValue(value: Value | undefined, around: Surroundings): string | undefined {
  if (value === undefined) return undefined;
  if (isNumber(value)) return `${value}`;
  if (isPointer(value) && value.bytes !== undefined) return bytesText(value.root, value.bytes, around).text;
  if (isPointer(value)) return `&${placeText({ ...value, seen: undefined }, around.rootInfo(value.root))}`;
  if (isList(value)) return undefined;
  return isFunction(value) ? value.function : isLabel(value) ? `&&${value.name}` : value.real;
}
