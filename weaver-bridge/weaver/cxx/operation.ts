/**
 * One join point as the generated C++ sees it: which values and types there are, how the wrapper gets them, and the
 * expression that performs the original code. Wrappers are member templates of `::__weft`, so nothing here needs a
 * name for a type: types arrive as template arguments from the place of the join point.
 */
import type { AspectEffect } from "../../model/index.js";
import type { AdviceMatch } from "../../pointcut/index.js";
import type { ScannedAdvice } from "./aspects/advice-scan.js";
import type { JoinPointConstants } from "./glue/join-point-constants.js";
import type { ValueClass } from "./types/spell-type.js";

/** One advice at one join point. */
export interface CxxLevel {
  readonly match: AdviceMatch;
  readonly effect: AspectEffect;
  readonly scan: ScannedAdvice;
}

/** A template parameter of the wrapper. Deduced ones have no argument and come last. */
export interface TypeParameter {
  readonly name: string;
  /** What the place of the join point writes: ` ::n::K`, `__decltype(a)`. */
  readonly argument?: string;
  /** Of a value: the type parameter that is its type. Of a template: `template <class> class`. */
  readonly ofType?: string;
}

/** A value that is known at run time only. */
export interface JoinPointValue {
  /** Type of the object itself, in terms of the type parameters. */
  readonly type: string;
  /** The wrapper's parameter: declaration, and what the place passes. Absent for what the wrapper itself makes. */
  readonly parameter?: { readonly declaration: string; readonly passed: string };
  /** Lvalue of the object in the wrapper. */
  readonly lvalue: string;
  /** A scalar of the wrapper's own: around advice keeps it in the join point itself. */
  readonly scalar?: boolean;
  /** What the wrapper sets a variable of its own to. */
  readonly made?: string;
}

/** Lvalue of the value with this key (`that`, `target`, `arg0`, `result`, `entity`, `idx0`) in the function being written. */
export type CxxFrame = (key: string) => string;

/** Key of a local variable among the values of a join point. */
export const localKey = (name: string) => `local_${name}`;

/** A test at run time. */
export interface Condition {
  readonly text: string;
  /** Values that it reads. */
  readonly keys: readonly string[];
}

export interface CxxOperation {
  readonly joinPoint:
    | "CALL"
    | "BUILTIN"
    | "EXECUTION"
    | "CONSTRUCTION"
    | "DESTRUCTION"
    | "GET"
    | "SET"
    | "REF";
  readonly id: number;
  readonly types: readonly TypeParameter[];
  readonly values: ReadonlyMap<string, JoinPointValue>;
  /** Types of the arguments in terms of the type parameters, `__P0`. */
  readonly argumentTypes: readonly string[];
  /** What `ARGS` says, where the last arguments are defaults that are not written, or there is a pack. */
  readonly argumentCount?: number | string;
  readonly that: string;
  readonly target: string;
  readonly entity: string;
  /** What describes the accessed member, when its class is described. */
  readonly entityInfo?: string | undefined;
  /** `plain`: a class whose objects need no constructor. `slotted`: a class whose object is made only when around advice proceeds or asks for it. */
  readonly result: {
    readonly type: string;
    readonly valueClass: ValueClass;
    readonly plain?: boolean;
    readonly slotted?: boolean;
  };
  /** Keys of the values that the join point holds itself; it has pointers to the others. */
  readonly held?: ReadonlySet<string>;
  /** Keys that {@link perform} uses. */
  readonly needs: readonly string[];
  readonly perform: (frame: CxxFrame) => string;
  /** What the expression is afterwards, where the join point has no result: an assignment is the place. */
  readonly gives?: { readonly type: string; readonly text: (frame: CxxFrame) => string };
  /** {@link perform} makes the result in its place and gives nothing. */
  readonly storesResult?: boolean;
  /** Whether the operand of a lazy operator has been evaluated. */
  readonly evaluated?: (operand: number, frame: CxxFrame) => Condition;
  /** C++ expressions of the static functions of the join-point API: `signature`, `filename`, `line`. */
  readonly constants: JoinPointConstants;
  readonly noReturn: boolean;
  /** Line marker for glue of this join point. */
  readonly marker: string;
  readonly description: string;
}

/** Expression of a type without its reference: what a pointer to the value points to. */
export function referred(type: string): string {
  return /^__[A-Z]\d*$/.test(type) ? `typename __weft_ref<${type}>::type` : type;
}
