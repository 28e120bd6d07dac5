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

/** What a tool does to one range of the kernel's source: a head that is the same for every tool, and its binding. */
export interface Effect<B extends Binding = Binding> {
  /** Unique within its unit. */
  readonly id: string;
  /** What is affected, in the kernel's source. */
  readonly target: SourceRange;
  /** Where it comes from: the advice in its `.ah` file, the operation in its IDL file, the declaration in its `.spec`. */
  readonly origin: SourceRange;
  readonly by: EffectSource;
  /** `Trace: before execution of sys_open` */
  readonly title: string;
  /** Why it applies, in words: which match expression met which name. */
  readonly reason: string;
  readonly certainty: "certain" | "conditional";
  /** What is tested at run time, in words: `while control is inside execution of Scheduler::lock`. */
  readonly condition?: string;
  /** Nesting at its place: 0 is outermost. */
  readonly order: number;
  /** Once measured. */
  readonly cost?: EffectCost;
  readonly binding: B;
}

export interface EffectSource {
  readonly tool: "aspects" | "idl" | "specializer" | "guards";
  /** Of the aspect, the interface, the specialization. */
  readonly name: string;
}

export interface EffectCost {
  /** Of code, more than without it; negative where it saves some. */
  readonly bytes?: number;
  /** Executed at each pass, more than without it. */
  readonly instructions?: number;
}

export type Binding =
  | AdviceBinding
  | IntroductionBinding
  | StubBinding
  | ResidualBinding
  | GuardBinding
  | LiveBinding;

/** What stands in an effect of a join point; its range is the effect's target. */
export type BoundJoinPoint = Omit<JoinPoint, "range">;

interface OfAspect {
  readonly joinPoint: BoundJoinPoint;
  /** Position of the advice within its aspect, from 0. */
  readonly adviceIndex: number;
  /** The aspects that this one encloses at its join point, and why; absent where no other aspect has advice. */
  readonly encloses?: readonly Precedence[];
}

export interface AdviceBinding extends OfAspect {
  readonly kind: "advice";
  readonly when: AdviceKind;
}

/** A slice adds members or bases to a class (join point kind `class`). */
export interface IntroductionBinding extends OfAspect {
  readonly kind: "introduction";
}

export interface StubBinding {
  readonly kind: "stub";
  /** `client`: a call of the client's stub. `server`: what the operation's server stub calls, or the stub itself. */
  readonly role: "client" | "server";
  /** `pager::map` */
  readonly operation: string;
  /** The C name that stands at the target. */
  readonly symbol: string;
}

/** A function of a generated file, so that frames can be labelled. */
export interface StubFunction {
  readonly symbol: string;
  /** `storage::open: client stub` */
  readonly title: string;
  readonly role: StubBinding["role"];
}

export interface ResidualBinding {
  readonly kind: "residual";
  /** What became of the expression or statement. */
  readonly became: "folded" | "removed" | "unrolled" | "kept";
  /** The residual function. */
  readonly residual: string;
  /** C text of what it was folded to. */
  readonly value?: string;
  /** Copies, where it was unrolled. */
  readonly copies?: number;
}

export interface GuardBinding {
  readonly kind: "guard";
  /** `struct task_struct::uid` */
  readonly term: string;
  readonly proof: "static" | "run time";
  /** The residual functions that it protects. */
  readonly protects: readonly string[];
}

/** Advice in a kernel that runs. */
export interface LiveBinding extends OfAspect {
  readonly kind: "live";
  readonly when: AdviceKind;
  readonly hooks: readonly HookPlace[];
}

export interface HookPlace {
  /** In the guest. */
  readonly address: number;
  readonly way: "jump" | "trap";
}

/** What aspects do when a kernel is built: code advice and introductions. */
export type AspectEffect = Effect<AdviceBinding | IntroductionBinding>;

export type AdviceEffect = Effect<AdviceBinding>;

export type LiveEffect = Effect<LiveBinding>;

export type ResidualEffect = Effect<ResidualBinding>;

export type GuardEffect = Effect<GuardBinding>;

/** The join point, with where it stands. */
export function joinPointOf({ binding, target }: AspectEffect | LiveEffect): JoinPoint {
  return { ...binding.joinPoint, range: target };
}

export function isOfAspect(effect: Effect): effect is AspectEffect {
  return effect.binding.kind === "advice" || effect.binding.kind === "introduction";
}

export function isAdvice(effect: Effect): effect is AdviceEffect {
  return effect.binding.kind === "advice";
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
  readonly version: 2;
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
  readonly effect: AspectEffect;
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
