/**
 * What libclang saw in one translation unit, as plain engine-neutral data: the entities that pointcuts can name
 * and every **shadow**, a place in the code that could become a join point. Nothing here knows aspects.
 *
 * Already excluded by whoever fills this: unevaluated operands (sizeof, typeof, _Generic control), constant contexts
 * (global initialisers, case labels, array bounds, bit-field widths, _Static_assert), and duplicates that libclang shows.
 * All ranges are byte offsets in the unit's text; `lineMap` turns them into source places.
 */

import type { Entity, EntityId, Language } from "./entities.js";
import type { LineMap } from "./line-map.js";
import type { TextRange } from "./ranges.js";
import type { Type, TypeId } from "./types.js";

/** What costs time to collect and few pointcuts need. */
export interface WantedFacts {
  /** Locals of each function (`local`). */
  readonly locals?: boolean;
  /** Uses of built-in operators (`builtin`). */
  readonly builtins?: boolean;
  /** The unit's call graph (`cflow`). */
  readonly callGraph?: boolean;
  /** Classes that no shadow mentions: introductions, introspection, `base`, `derived`. */
  readonly classes?: boolean;
  /** Where pointers lose their type, and uses that are no access (guards). C only. */
  readonly escapes?: boolean;
}

interface ShadowBase {
  /** The whole expression or function definition. */
  readonly range: TextRange;
  /** Function definition that encloses it lexically (itself, for an execution shadow). */
  readonly within: EntityId;
  /** Start of the enclosing top-level declaration: the last place where file-scope text can be inserted before it. */
  readonly topLevel: number;
  /** Lies in the text of a template: types may be dependent, and one shadow stands for all instances. */
  readonly inTemplate?: boolean;
  /** Lies in a constexpr function or in another place that may be evaluated while compiling. */
  readonly inConstexpr?: boolean;
  /**
   * In C++, stands outside of function bodies: in what initialises the variable or field that `within` names, or in a default
   * argument of the function that it names, which runs at calls of it.
   */
  readonly outside?: "initialiser" | "default-argument";
  /** In C++, gives a volatile object that nobody takes. */
  readonly dropped?: boolean;
}

/** A function definition. */
export interface ExecutionShadow extends ShadowBase {
  readonly kind: "execution";
  readonly entity: EntityId;
  readonly nameRange: TextRange;
  /** From `(` to `)` of the parameter list, inclusive. */
  readonly parameterList: TextRange;
  /** From `{` to `}`, inclusive. */
  readonly body: TextRange;
  /** Return statements of this function (not those of lambdas or nested functions), in text order. */
  readonly returns: readonly ReturnStatement[];
  /** The body takes the address of a label or calls a function that returns twice: it can't be inlined elsewhere. */
  readonly pinned: boolean;
  /** Automatic variables and parameters with their extent; only when asked for (`local(...)`). */
  readonly locals?: readonly LocalVariable[];
  /** From `try` to the end of the last handler, for a function-try-block; `body` is its first block. */
  readonly tryBlock?: TextRange;
}

/** A local variable that file-scope code can't name but a join point can bind. */
export interface LocalVariable {
  readonly name: string;
  readonly type: TypeId;
  /** From the end of its declarator to the end of its block. */
  readonly extent: TextRange;
}

/**
 * A constructor or destructor of a class. An implicit one has no text: it is made explicit at the end of its class.
 */
export interface LifecycleShadow extends ShadowBase {
  readonly kind: "construction" | "destruction";
  /** The constructor or destructor. */
  readonly entity: EntityId;
  readonly ofClass: EntityId;
  readonly nameRange: TextRange;
  /** Absent for an implicit or defaulted one. */
  readonly definition?: LifecycleDefinition;
}

export interface LifecycleDefinition {
  readonly parameterList: TextRange;
  /** From `:` to the last initialiser. */
  readonly initialisers?: TextRange;
  /** From `{` to `}`, inclusive. */
  readonly body: TextRange;
  readonly returns: readonly ReturnStatement[];
  readonly tryBlock?: TextRange;
}

export interface ReturnStatement {
  /** From `return` to its `;`, inclusive. */
  readonly range: TextRange;
  readonly value?: TextRange;
}

/** A call whose callee is statically known. */
export interface CallShadow extends ShadowBase {
  readonly kind: "call";
  readonly entity: EntityId;
  /** The token that names the callee; for an operator its token, empty for an implicit conversion. */
  readonly callee: TextRange;
  /** Of the template arguments that are written out, those that are values; the others are types. */
  readonly templateValues?: readonly TextRange[];
  /** How the call is written; absent for `f(a)` and `o.f(a)`. */
  readonly form?: "prefix" | "postfix" | "infix" | "index" | "function-object" | "arrow" | "conversion";
  /** The object of a member call, also of a member operator; an implicit `this` has an empty range. */
  readonly object?: ObjectOperand;
  /** The callee is chosen at run time. */
  readonly dispatched?: boolean;
  /** The arguments as written, with their types before conversion to the parameter's type. */
  readonly arguments: readonly Operand[];
  readonly result: TypeId;
}

/** A read, a write or the taking of a reference of a global variable or of a field. */
export interface AccessShadow extends ShadowBase {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  /** The lvalue expression: `p->f`, `g`, `p->a[i]`. `range` equals it for `get`; for `set` it spans the assignment. */
  readonly lvalue: TextRange;
  /** Absent for plain variables. */
  readonly object?: ObjectOperand;
  /** Token that names the variable or field. */
  readonly nameRange: TextRange;
  /** Index expressions (between the brackets) where the entity is an array and an element is accessed. */
  readonly indices: readonly Operand[];
  /** Type of the lvalue (the element's type when there are indices). */
  readonly type: TypeId;
  /** For `set`, and for the `get` half of `+=` or `++`: how the write is spelled. */
  readonly write?: Write;
}

/** The object of a member access: `p` in `p->f` (arrow) or `s` in `s.f`. */
export interface ObjectOperand extends Operand {
  readonly arrow: boolean;
  /** False for members of a returned struct and the like: `&` can't be applied. */
  readonly addressable: boolean;
}

export interface Operand {
  readonly range: TextRange;
  readonly type: TypeId;
}

export type Write =
  | { readonly form: "assign"; readonly value: Operand; readonly operator: TextRange }
  /** `operator` is the token, `+=`; the arithmetic one is its text without `=`. */
  | { readonly form: "compound"; readonly value: Operand; readonly operator: TextRange }
  | { readonly form: "prefix" | "postfix"; readonly step: "++" | "--"; readonly operator: TextRange };

/** A use of a built-in operator. Its entity is a function of role `builtin`, named and typed as in `int& operator =(int&,int)`. */
export interface BuiltinShadow extends ShadowBase {
  readonly kind: "builtin";
  readonly entity: EntityId;
  readonly form: "prefix" | "postfix" | "infix" | "index" | "conditional";
  readonly operator: TextRange;
  /**
   * As written, with their types after the usual conversions; what `&&`, `||` and `?:` decide by is `int` in C. The
   * right one of `&&` and `||` may not be evaluated.
   */
  readonly operands: readonly Operand[];
  readonly result: TypeId;
  /** The operand that is modified, or whose address is taken, has none: a bit-field or a register variable. */
  readonly placeless?: boolean;
  /** A known number that is cast to a pointer, in C: `(void *)-1`. */
  readonly address?: boolean;
}

export type Shadow = ExecutionShadow | LifecycleShadow | CallShadow | AccessShadow | BuiltinShadow;

/** `caller` contains a call of `callee`, or takes its address (then whoever calls through a pointer may call it). */
export interface CallEdge {
  readonly caller: EntityId;
  readonly callee: EntityId;
  readonly how: "direct" | "virtual" | "address";
}

/** Who calls whom in a unit, for deciding `cflow` without a run-time test. */
export interface CallGraph {
  readonly edges: readonly CallEdge[];
  /** Functions with calls through pointers, and the shape of what each passes; see {@link callShape}. */
  readonly indirectCalls: readonly { readonly caller: EntityId; readonly shape: string }[];
  /** Functions whose body the unit has. */
  readonly defined: readonly EntityId[];
}

/** A diagnostic of libclang on the unit's text. */
export interface ParseDiagnostic {
  readonly severity: "error" | "fatal" | "warning";
  readonly message: string;
  readonly offset: number;
  /** Of the function that it stands in, the outermost one; absent outside of functions. */
  readonly body?: TextRange;
}

/** What the names of files in a unit's line markers mean. */
export interface SourceNames {
  /** From the project's folder; absolute outside of it; as it is spelled where there is no project. */
  nameOf(file: string): string;
  /** Absolute. */
  pathOf(file: string): string;
}

/** Where a pointer to an object of a class, or an object in asm, goes on without saying what it is. */
export interface Conversion {
  /** `unnamed`: an argument behind those that the function names. */
  readonly way: "converted" | "asm" | "unnamed";
  /** Of what is converted. */
  readonly range: TextRange;
  readonly from: TypeId;
  /** Present where it is converted. */
  readonly to?: TypeId;
}

/**
 * A use of a member or variable that no access shadow tells: of a part of it (`&p->inside.a`), in a first value that is
 * constant, or one that is not understood.
 */
export interface Mention {
  readonly entity: EntityId;
  /** Of what is used: with what stands behind it, where that is a part. */
  readonly range: TextRange;
  readonly role: "get" | "set" | "ref" | "unknown";
  readonly nameRange: TextRange;
  /** Of a member: the object that it is accessed in. */
  readonly object?: ObjectOperand;
}

export interface Escapes {
  readonly conversions: readonly Conversion[];
  readonly mentions: readonly Mention[];
}

/** A name in C++ code that only the instances of a template say what it is: `o.n` where `o` is of a class that is a parameter. */
export interface OpenName extends Pick<ShadowBase, "within" | "topLevel"> {
  readonly name: string;
  readonly nameRange: TextRange;
  /** What it would be, whatever it names. */
  readonly kinds: readonly ("call" | AccessShadow["kind"])[];
  /** Where it is called. */
  readonly arguments: readonly Operand[];
  /** It names a member of an object. */
  readonly isMember: boolean;
  /** What it names, where only that it is read is left open. */
  readonly entity?: EntityId;
}

export interface UnitFacts {
  readonly language: Language;
  readonly types: readonly Type[];
  readonly entities: readonly Entity[];
  /** In order of `range.start`; an enclosing shadow precedes the ones inside it. */
  readonly shadows: readonly Shadow[];
  /** USRs of the C++ classes that braces initialise member by member somewhere. */
  readonly aggregates?: ReadonlySet<string>;
  /** Of C++, in the order of the text; what they may name is among the entities. Absent without one. */
  readonly openNames?: readonly OpenName[];
  /** Only when asked for. */
  readonly callGraph?: CallGraph;
  /** Only when asked for. */
  readonly escapes?: Escapes;
  /** Errors only by default. Of a function with an error in its body no more than that is known for sure. */
  readonly diagnostics: readonly ParseDiagnostic[];
  readonly lineMap: LineMap;
  /** Absent where nothing is known of the compile: files are named as they are spelled. */
  readonly sources?: SourceNames;
  /** Version text of the libclang that parsed, for reports. */
  readonly engine: string;
}
