/** A chain of values: its links, and why it ends. */
import type { Location } from "./location.js";
import type { HeldValue } from "./run-reader.js";

/** An instruction that put a value where it is, from somewhere else. */
export interface OriginLink {
  /** Of the instruction; the value is where it is after it. */
  readonly position: number;
  /** Of the instruction. */
  readonly address: bigint;
  /** `restored`: it was saved in memory out of the same register before, and nothing else was done with it. */
  readonly how: "copied" | "computed" | "restored";
  readonly to: Location;
  readonly value: bigint | undefined;
  /** What is followed. */
  readonly from: HeldValue;
  /** What else it was computed or put together from. */
  readonly others: readonly HeldValue[];
}

export interface OriginEnd {
  readonly kind: "constant" | "input" | "flags" | "never-written" | "processor" | "unknown" | "limit";
  readonly held: HeldValue;
  /** Of the instruction, where it ends at one. */
  readonly position?: number;
  readonly address?: bigint;
  /** Where it is known: why, a clause. */
  readonly why?: string;
}
