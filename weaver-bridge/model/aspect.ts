/**
 * An aspect file as data: what the parser of `.ah` files hands to matching, weaving and the editor.
 * Grammar and meaning: AspectC++ 2.3 with the C forms of Weft. Text ranges are byte offsets in the `.ah` text (latin1).
 */
import type { Problem } from "./problem.js";
import type { TextRange } from "./ranges.js";

export interface AspectFile {
  readonly file: string;
  /** The file's text, latin1. */
  readonly text: string;
  readonly aspects: readonly Aspect[];
  /** File-scope text outside aspects (includes, declarations), in order. */
  readonly prelude: readonly TextRange[];
  readonly pointcuts: readonly NamedPointcut[];
  /** Slices declared or defined outside advice, with their non-inline members. */
  readonly slices?: readonly Slice[];
  /** `attribute NAME();` declarations. */
  readonly attributes?: readonly AttributeDeclaration[];
  /** The word `aspect` of each `aspect NAME;`, which declares a class. */
  readonly forwards?: readonly TextRange[];
  /** `using namespace n;` at file scope (`scope` empty) or in a namespace, for looking up names. */
  readonly usings?: readonly { readonly scope: string; readonly namespace: string }[];
  /**
   * True for an ordinary source or header with aspect keywords (`-k`): then `prelude` is empty and what the compiler
   * is to see is the text with the ranges of aspects, slices, pointcuts and attributes blanked.
   */
  readonly ordinarySource?: boolean;
  /** Not an aspect file but the project's word on the running thread: where `cflow` counts per thread. */
  readonly thread?: CurrentThread;
  readonly problems: readonly Problem[];
}

export interface CurrentThread {
  /** In the file's text: a C expression, a pointer to the thread. */
  readonly expression: TextRange;
  /** Tag of the struct that it points to. */
  readonly struct: string;
  /** A field of the struct before which state goes; at the end without. */
  readonly beforeField?: string;
}

/**
 * `slice class S : public B { members };`, `slice int S::f() {..}` adds to `definitions`. Anonymous (`name` empty)
 * inside advice.
 */
export interface Slice {
  /** Qualified by namespaces and aspects. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly key: "class" | "struct";
  /** `public B, C` as written after `:`. */
  readonly bases?: TextRange;
  /** Between `{` and `}`, exclusive; absent for a declaration. */
  readonly members?: TextRange;
  /** Non-inline members: `slice int S::f() {...}`. */
  readonly definitions: readonly NonInlineMember[];
  readonly range: TextRange;
}

export interface NonInlineMember {
  /** Without the keyword. */
  readonly range: TextRange;
  /** `S::` before the member's name, to be replaced by the class. */
  readonly owner: TextRange;
  /** Where `slice` stands. */
  readonly keyword: number;
}

/** `advice POINTCUT : slice ...;` */
export interface Introduction {
  readonly aspect: string;
  /** Position among the aspect's introductions, from 0. */
  readonly index: number;
  readonly pointcut: PointcutExpression;
  /** Name of a slice declared elsewhere, or the slice itself. */
  readonly slice: { readonly reference: string; readonly range: TextRange } | Slice;
  /** C: `before("field")`, where the fields go; appended without. */
  readonly beforeField?: string;
  readonly range: TextRange;
}

export interface AttributeDeclaration {
  /** Qualified: `ns::name`. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly range: TextRange;
}

export interface Aspect {
  /** Qualified when the aspect stands in a namespace or another aspect: `n::Trace`. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly range: TextRange;
  readonly bases: readonly string[];
  readonly pointcuts: readonly NamedPointcut[];
  readonly advice: readonly Advice[];
  readonly order: readonly OrderAdvice[];
  readonly introductions?: readonly Introduction[];
  /** Names in its `[[...]]`, as written. */
  readonly attributes?: readonly string[];
  /** From `{` to `}`, inclusive: in C++ an aspect is a class with this body, its advice blanked. */
  readonly body?: TextRange;
  /** The base clause as written after `:`. */
  readonly baseClause?: TextRange;
  /** Data members and functions of the aspect, in order, as written. */
  readonly members: readonly AspectMember[];
}

export interface AspectMember {
  /**
   * `type` is a struct, union, enum, typedef or a macro that declares something, to be kept as written;
   * `directive` a preprocessor line, without its newline.
   */
  readonly kind: "data" | "function" | "type" | "directive";
  /** Empty for directives and types without a name. */
  readonly name: string;
  readonly nameRange: TextRange;
  /** Whole declaration with its `;` or body; shared by the members that one declaration declares (`int a, b;`). */
  readonly range: TextRange;
}

export type AdviceKind = "before" | "after" | "around";

export interface Advice {
  readonly aspect: string;
  /** Position among the aspect's advice, from 0, in textual order. */
  readonly index: number;
  readonly kind: AdviceKind;
  readonly pointcut: PointcutExpression;
  /** `(int a, int b)` of `before(int a, int b)`: context variables bound by args/that/target/result. */
  readonly parameters: readonly AdviceParameter[];
  /** From `{` to `}`, inclusive. */
  readonly body: TextRange;
  /** From `advice` up to the body. */
  readonly header: TextRange;
  readonly range: TextRange;
}

export interface AdviceParameter {
  readonly type: string;
  readonly name: string;
  readonly range: TextRange;
}

export interface OrderAdvice {
  readonly pointcut: PointcutExpression;
  /** Aspect-name pointcuts, highest precedence (outermost) first. */
  readonly sequence: readonly PointcutExpression[];
  readonly range: TextRange;
}

export interface NamedPointcut {
  /** Qualified by its namespaces (`n::calls`); the plain name for a pointcut of an aspect. */
  readonly name: string;
  readonly nameRange: TextRange;
  readonly parameters: readonly AdviceParameter[];
  readonly isVirtual: boolean;
  /** Absent for a pure virtual pointcut (`= 0`). */
  readonly expression?: PointcutExpression;
  readonly range: TextRange;
}

/** `range` covers the expression in the `.ah` text (or in the query, for a pointcut given on the command line). */
export type PointcutExpression = { readonly range: TextRange } & (
  | { readonly kind: "and" | "or"; readonly left: PointcutExpression; readonly right: PointcutExpression }
  | { readonly kind: "not"; readonly operand: PointcutExpression }
  /** A pointcut function, `call(...)`, `within(...)`. */
  | { readonly kind: "function"; readonly name: string; readonly arguments: readonly PointcutExpression[] }
  /** Match expression; adjacent strings already concatenated. */
  | { readonly kind: "match"; readonly text: string }
  /** Named pointcut or attribute, `sys::calls()`. */
  | { readonly kind: "reference"; readonly name: string; readonly arguments: readonly string[] }
  /** Context variable inside that/target/args/result/local. */
  | { readonly kind: "variable"; readonly name: string }
  /** What could not be parsed; matches nothing, its problem is in the file's problems. */
  | { readonly kind: "broken" }
);
