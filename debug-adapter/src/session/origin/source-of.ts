/** A value that something was made of, or decided by, as it is told: it can be asked for again. */
import type { MachineFacts } from "@weft/weaver-bridge/machine";
import type { OriginSource } from "../../protocol/index.js";
import { expressionOf } from "./location.js";
import type { HeldValue } from "./run-reader.js";

export function sourceOf({ location, value, position }: HeldValue, machine: MachineFacts): OriginSource {
  return {
    expression: expressionOf(location, machine),
    position,
    ...(value === undefined ? {} : { value: hex(value) }),
  };
}

export const hex = (value: bigint | undefined): string | undefined =>
  value === undefined ? undefined : `0x${value.toString(16)}`;
