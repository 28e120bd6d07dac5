/**
 * The one truth of Weft: everything that a tool does to a source line is one plain {@link Effect}.
 * Effects are computed once and read by everyone: the weaver rewrites from them, the language server shows them,
 * the debugger labels frames with them, the weave map of a build is a list of them.
 */
import type { AdviceKind } from "./aspect.js";
import type { SourceRange } from "./ranges.js";

export type JoinPointKind =
  | "execution"
  | "call"
  | "get"
  | "set"
  | "ref"
  | "builtin"
  | "construction"
  | "destruction"
  | "class";

/** A join point as people see it; the JSON of `weft joinpoints`. */
export interface JoinPoint {
  /** Stable within a unit's text: kind, place and entity. */
  readonly id: string;
  readonly kind: JoinPointKind;
  /** Normalised signature of the function, variable or field: `int add(int,int)`, `unsigned int inode::i_uid`. */
  readonly signature: string;
  /** Signature of the enclosing function. */
  readonly within: string;
  readonly range: SourceRange;
  /** True when the shadow stands in a macro expansion, so that columns are those of the expansion. */
  readonly inMacro: boolean;
}

export interface Effect {
  readonly id: string;
  /** `introduction`: a slice adds members or bases to a class (join point kind `class`). */
  readonly kind: "advice" | "introduction";
  readonly joinPoint: JoinPoint;
  /** Where it comes from: the advice in its `.ah` file, from `advice` to the end of its body. */
  readonly origin: SourceRange;
  readonly aspect: string;
  /** Position of the advice within its aspect, from 0. */
  readonly adviceIndex: number;
  readonly adviceKind: AdviceKind | "introduction";
  /** `Trace: before execution of sys_open` */
  readonly title: string;
  /** Why it applies, in words: which match expression met which name. */
  readonly reason: string;
  readonly certainty: "certain" | "conditional";
  /** What is tested at run time, in words: `while control is inside execution of Scheduler::lock`. */
  readonly condition?: string;
  /** Nesting at its join point: 0 is outermost. */
  readonly order: number;
  /** The aspects that this one encloses at its join point, and why; absent where no other aspect has advice. */
  readonly encloses?: readonly Precedence[];
}

export interface Precedence {
  readonly aspect: string;
  /** `order`: order advice says so. `name`: none does, and aspects go by name. `contradiction`: it says the opposite too. */
  readonly because: "order" | "name" | "contradiction";
  /** The order advice that leads from one aspect to the other, and with a contradiction back again. */
  readonly by: readonly SourceRange[];
}

/** What a build did to one unit; written beside the other artifacts and read by the debugger and by tests. */
export interface UnitWeaveMap {
  readonly version: 1;
  /** Main source as the command names it, and the command's working directory. */
  readonly source: string;
  readonly directory: string;
  readonly output?: string;
  readonly status: "woven" | "unchanged" | "not-woven";
  /** Why the unit was not woven although weaving was asked for. */
  readonly reason?: string;
  readonly effects: readonly Effect[];
  /** What wildcards hold and can't be woven, as what the compiler rejects; absent where there is nothing of it. */
  readonly leftOut?: readonly LeftOutEffect[];
  /** Functions that the weaver generated, by symbol name, so that frames can be labelled or folded. */
  readonly generated: readonly GeneratedFunction[];
}

/** A join point that was compiled as without this advice. */
export interface LeftOutEffect {
  readonly effect: Effect;
  /** Code of the problem that the build told: `weave/rejected` for what the compiler does not take. */
  readonly code: string;
  /** One clause: `the compiler rejects call of 'int count(T...)' with it (no matching function …)`. */
  readonly because: string;
}

export interface GeneratedFunction {
  readonly symbol: string;
  /** `advice` runs an advice body; `shadow` wraps one join point (glue); `proceed` holds an original body. */
  readonly role: "advice" | "shadow" | "proceed";
  /** Effect whose body it runs, for `advice` (several when join points share one body); join point for the others. */
  readonly effects: readonly string[];
  /** What a stack frame should say: the advice's title, or the name of the original function. */
  readonly label: string;
}
