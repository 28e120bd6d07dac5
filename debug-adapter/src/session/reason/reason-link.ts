/** A chain of reasons: its links, and why it ends. */
import type { Comparison } from "../origin/comparison.js";
import type { HeldValue } from "../origin/run-reader.js";

/** An instruction that led to the one before in the chain. */
export interface ReasonLink {
  /** Just before it. */
  readonly position: number;
  readonly address: bigint;
  /**
   * - `taken`, `passed`: a branch that decided, and jumped or did not;
   * - `chosen`: a jump that decided by where it led to, as of a `switch`;
   * - `called`, `jumped`, `returned`: so the function was entered.
   */
  readonly how: "taken" | "passed" | "chosen" | "called" | "jumped" | "returned";
  /** What decided. */
  readonly on: readonly HeldValue[];
  readonly comparison?: Comparison;
  /** Where it may lead to is not known: it may not have decided. */
  readonly isUncertain: boolean;
}

export interface ReasonEnd {
  readonly kind: "interrupt" | "beginning" | "unknown" | "limit";
  readonly position: number;
  readonly address?: bigint;
  /** Where it is known: why, a clause. */
  readonly why?: string;
}
