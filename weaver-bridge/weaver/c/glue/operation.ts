/**
 * What advice is wrapped around, seen from the generated functions: the values that can be passed down to advice
 * (arguments, target, …) and the C expression that performs the original join point with them.
 */

import type { AspectEffect } from "../../../model/index.js";
import type { AdviceMatch } from "../../../pointcut/index.js";
import type { AdviceUse, Mode } from "../../aspect-text/advice-use.js";

/** A value of the join point that is only known at run time. */
export interface ContextItem {
  /** Type of a copy, as C text. */
  readonly type: string;
  /** Type of a pointer to the original. */
  readonly pointerType: string;
  /** False for computed values (`&p->f`), which advice can read but not assign. */
  readonly assignable: boolean;
  /** A structure or union: passed by its address. */
  readonly aggregate?: boolean;
}

/** C lvalue (or expression) of a context item in the function that is being written; `key` is `arg0`, `target`, … */
export type Frame = (key: string) => string;

/** Which items a function needs as parameters, and how. */
export type Needs = ReadonlyMap<string, Mode>;

export interface Operation {
  readonly items: ReadonlyMap<string, ContextItem>;
  /** Items that {@link perform} uses. */
  readonly needs: Needs;
  /** Type text of the result; undefined for none. */
  readonly result?: string;
  /** The result is a structure or union: it travels by its address, since compilers keep copies of such values. */
  readonly aggregate?: boolean;
  /** Fields of `tjp` that are literals here: `signature`, `line`, `that`, … */
  readonly constants: ReadonlyMap<string, string>;
  readonly perform: (frame: Frame) => string;
  /** What {@link perform} names and file scope does not declare, as a declaration; absent nearly always. */
  readonly declaration?: string;
  /** {@link perform} is a call that stores the result itself. */
  readonly storesResult?: boolean;
  /** A function that performs it, taking the needs in order, by value: spares a wrapper. */
  readonly direct?: string;
  readonly noReturn: boolean;
  /** Line marker for glue of this join point. */
  readonly marker: string;
  /** For messages: `call to 'f'`. */
  readonly description: string;
}

/** One advice at one join point. */
export interface Level {
  readonly match: AdviceMatch;
  readonly effect: AspectEffect;
  readonly body: AdviceBody;
  /** C condition that is tested before the advice runs. */
  readonly condition?: string;
}

/** The expanded body of an advice and what it uses; the same for all join points. */
export interface AdviceBody {
  /** Begins with a line marker of the `.ah` file. */
  readonly text: string;
  readonly use: AdviceUse;
  /** Expanded declarations of the context variables, under line markers, in order. */
  readonly parameters: readonly string[];
}

export function mergeNeeds(...all: readonly Needs[]): Map<string, Mode> {
  const merged = new Map<string, Mode>();
  for (const needs of all) {
    for (const [key, mode] of needs) {
      if (mode === "pointer" || !merged.has(key)) merged.set(key, mode);
    }
  }
  return merged;
}
