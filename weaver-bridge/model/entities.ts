/** What a unit declares or mentions that aspects can name: functions, variables and fields, classes. */
import type { TextRange } from "./ranges.js";
import type { TypeId } from "./types.js";

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
  /** Present for members of classes in C++ (nested classes included); C fields do without. */
  readonly member?: Membership;
  /** Annotations as written between `[[` and `]]` without arguments: `ns::name`; absent when there are none. */
  readonly attributes?: readonly string[];
}

export type Access = "public" | "protected" | "private";

export interface Membership {
  readonly ofClass: EntityId;
  readonly access: Access;
}

/**
 * `pattern` is the text of a template, parsed once, types in it may be dependent; `instance` one instantiation or
 * specialisation that the unit uses. Weaving into a pattern reaches every instance.
 */
export type TemplateRole = "pattern" | "instance";

/** A class, struct or union that the unit mentions; in C, structs and unions. */
export interface ClassEntity extends EntityBase {
  readonly kind: "class";
  readonly key: "class" | "struct" | "union";
  /** Direct bases, in order. */
  readonly bases: readonly BaseClass[];
  /** Absent while the unit only declares it. */
  readonly definition?: ClassDefinition;
  /** Members in the order of their declarations, implicit ones last: functions, fields, static members, classes. */
  readonly members: readonly EntityId[];
  readonly template?: TemplateRole;
  /** Has a virtual function of its own or of a base. */
  readonly polymorphic?: boolean;
  /**
   * How its objects travel, as the class itself says it, the same in every unit. `bytes`: neither it nor a part of it has a
   * written copy constructor, move constructor or destructor, or anything virtual; `plain`: it may be POD as well. Of a
   * template, what an instance may be.
   */
  readonly passing?: "bytes" | "plain";
  /** Defined inside a function: nothing at file scope can name it. */
  readonly local?: boolean;
}

export interface BaseClass {
  readonly entity: EntityId;
  readonly access: Access;
  readonly isVirtual: boolean;
}

export interface ClassDefinition {
  /** From the class key to `}`. */
  readonly range: TextRange;
  /** Where a first base or a further one goes: just before `{`, after what stands there. */
  readonly baseClause?: TextRange;
  /** From `{` to `}`, inclusive. */
  readonly body: TextRange;
  readonly topLevel: number;
}

/** What a function of C++ is beside its name; absent for plain functions and methods. */
export type FunctionRole = "constructor" | "destructor" | "conversion" | "operator" | "lambda" | "builtin";

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
  readonly role?: FunctionRole;
  readonly template?: TemplateRole;
  /** Of an instance of a function template whose arguments are all types and integers: as the compiler spells them. */
  readonly templateArguments?: readonly string[];
  /** Virtual, also where only a base class says so. */
  readonly isVirtual?: boolean;
  readonly isPure?: boolean;
  /** Functions of base classes that this one directly redefines. */
  readonly overrides?: readonly EntityId[];
  /** Made by the compiler: default constructors, copies, destructors. */
  readonly isImplicit?: boolean;
  readonly isDeleted?: boolean;
  readonly isDefaulted?: boolean;
  readonly isExplicit?: boolean;
  readonly isConstexpr?: boolean;
  readonly isExternC?: boolean;
  readonly isNoexcept?: boolean;
  /** Where the parameter list and what follows it stand at the declaration in the class, for members defined outside. */
  readonly declarationRange?: TextRange;
}

export interface Parameter {
  /** Empty when unnamed. */
  readonly name: string;
  readonly type: TypeId;
  readonly isRegister: boolean;
  /** The default argument as written at the declaration that has it. */
  readonly defaultValue?: TextRange;
  /** Names in it that are declared outside functions and are no parameters of templates; absent without. */
  readonly defaultNames?: readonly DefaultName[];
}

/** What a name in a default argument means. */
export interface DefaultName {
  /** Offset of the identifier. */
  readonly at: number;
  /** Named scopes of what it means, outermost first, classes of templates without arguments. */
  readonly scope: readonly string[];
  /** It, and the classes that it is declared in. */
  readonly isPublic: boolean;
  /** Declared in a class template. */
  readonly inTemplate: boolean;
}

export interface VariableEntity extends EntityBase {
  /** `variable` is global or function-static; locals and parameters are not entities. */
  readonly kind: "variable" | "field";
  readonly bitWidth?: number;
  /** Function-static, or a block-scope extern: code at file scope can't name it, only take its address as a parameter. */
  readonly blockScope?: boolean;
}

export type Entity = FunctionEntity | VariableEntity | ClassEntity;
