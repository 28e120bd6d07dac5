/**
 * What is left of a pointcut at a join point once everything known while compiling has been decided: a condition that
 * the woven code tests before the advice runs. Plain data for the weaver.
 */
import type { EntityId, Shadow } from "../../model/index.js";

export type RuntimeTest =
  | { readonly kind: "all" | "any"; readonly of: readonly RuntimeTest[] }
  | { readonly kind: "not"; readonly of: RuntimeTest }
  | ClassTest
  | {
      /** Control is inside a join point of the trigger. */
      readonly kind: "cflow";
      readonly trigger: CflowTrigger;
    }
  | {
      /** The right operand of `&&`, `||` or one of `?:` has been evaluated, so that its value can be bound. */
      readonly kind: "evaluated";
      /** Position among the operands, from 0. */
      readonly operand: number;
    };

/** The object's class, chosen at run time, is one of these or derived from one. */
export interface ClassTest {
  readonly kind: "class";
  readonly object: "that" | "target";
  /** Classes of the unit that the pattern names, all derived from the object's static class (or its virtual bases). */
  readonly classes: readonly EntityId[];
  /** The pattern as written. */
  readonly text: string;
}

/** One `cflow(...)` of the project's aspects. */
export interface CflowTrigger {
  /** The same in every unit that the same aspects are woven into: names the counter. */
  readonly key: string;
  /** The pointcut between the brackets, as text. */
  readonly text: string;
  /**
   * Join points of this unit during which control is inside: where the counter goes up and down. Empty when
   * {@link decided}.
   */
  readonly shadows: readonly Shadow[];
  /** No join point of the project needs the counter. */
  readonly decided: boolean;
}
