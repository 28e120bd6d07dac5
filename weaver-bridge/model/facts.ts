/**
 * What libclang saw in one translation unit, as plain engine-neutral data: the entities that pointcuts can name
 * and every **shadow**, a place in the code that could become a join point. Nothing here knows aspects.
 *
 * Already excluded by whoever fills this: unevaluated operands (sizeof, typeof, _Generic control), constant contexts
 * (global initialisers, case labels, array bounds, bit-field widths, _Static_assert), and duplicates that libclang shows.
 * All ranges are byte offsets in the unit's text; `lineMap` turns them into source places.
 */
import type { LineMap } from "./line-map.js";
import type { TextRange } from "./ranges.js";
import type { Type, TypeId } from "./types.js";

export type EntityId = number;

export type Language = "c" | "c++";

interface EntityBase {
  readonly usr: string;
  readonly name: string;
  /** Enclosing named scopes, outermost first: `["inode"]` for a field, `[]` for a C function or global. */
  readonly scope: readonly string[];
  /** Name token of the declaration that libclang refers to (the definition when the unit has it). */
  readonly nameRange: TextRange;
  readonly type: TypeId;
  /** Internal linkage (C `static`), or a static member in C++. */
  readonly isStatic: boolean;
}

export interface FunctionEntity extends EntityBase {
  readonly kind: "function";
  readonly result: TypeId;
  readonly parameters: readonly Parameter[];
  readonly variadic: boolean;
  readonly isInline: boolean;
  readonly noReturn: boolean;
  /**
   * `notrace`, `noinstr` (`no_instrument_function`, section `.noinstr.text`): never woven unless a pattern names it
   * literally. On an inline function the attribute marks nothing: Linux's `inline` macro adds it to all of them.
   */
  readonly noInstrument: boolean;
  /** Declared inside a function body (a block-scope extern), so file-scope code after it can't name it. */
  readonly blockScope: boolean;
}

export interface Parameter {
  /** Empty when unnamed. */
  readonly name: string;
  readonly type: TypeId;
  readonly isRegister: boolean;
}

export interface VariableEntity extends EntityBase {
  /** `variable` is global or function-static; locals and parameters are not entities. */
  readonly kind: "variable" | "field";
  readonly bitWidth?: number;
  /** Function-static, or a block-scope extern: code at file scope can't name it, only take its address as a parameter. */
  readonly blockScope?: boolean;
}

export type Entity = FunctionEntity | VariableEntity;

interface ShadowBase {
  /** The whole expression or function definition. */
  readonly range: TextRange;
  /** Function definition that encloses it lexically (itself, for an execution shadow). */
  readonly within: EntityId;
  /** Start of the enclosing top-level declaration: the last place where file-scope text can be inserted before it. */
  readonly topLevel: number;
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
  /** The token that names the callee. */
  readonly callee: TextRange;
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

export type Shadow = ExecutionShadow | CallShadow | AccessShadow;

/** A diagnostic of libclang on the unit's text. */
export interface ParseDiagnostic {
  readonly severity: "error" | "fatal" | "warning";
  readonly message: string;
  readonly offset: number;
}

export interface UnitFacts {
  readonly language: Language;
  readonly types: readonly Type[];
  readonly entities: readonly Entity[];
  /** In order of `range.start`; an enclosing shadow precedes the ones inside it. */
  readonly shadows: readonly Shadow[];
  /** Errors only by default; weaving a unit with errors is refused unless they are outside every woven function. */
  readonly diagnostics: readonly ParseDiagnostic[];
  readonly lineMap: LineMap;
  /** Version text of the libclang that parsed, for reports. */
  readonly engine: string;
}
