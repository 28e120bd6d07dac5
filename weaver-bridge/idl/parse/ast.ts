/**
 * What a file of IDL says, one node per construct, each with its exact place. Nothing is resolved here: names are
 * names. One tree for all dialects; a construct that only one of them has is still a node that every reader sees.
 */
import type { Span } from "./source.js";

export interface Identifier {
  readonly text: string;
  /** Spelled with a leading underscore, CORBA's way to use a keyword as a name. */
  readonly escaped: boolean;
  readonly span: Span;
}

export interface ScopedName {
  readonly parts: readonly Identifier[];
  readonly absolute: boolean;
  readonly span: Span;
}

export type Expression =
  | {
      readonly kind: "literal";
      readonly type: "number" | "char" | "string" | "wide-string";
      readonly text: string;
      readonly span: Span;
    }
  | { readonly kind: "name"; readonly name: ScopedName; readonly span: Span }
  | { readonly kind: "unary"; readonly operator: string; readonly operand: Expression; readonly span: Span }
  | {
      readonly kind: "binary";
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly span: Span;
    }
  | {
      readonly kind: "conditional";
      readonly test: Expression;
      readonly yes: Expression;
      readonly no: Expression;
      readonly span: Span;
    }
  | { readonly kind: "member"; readonly object: Expression; readonly field: Identifier; readonly span: Span }
  | {
      readonly kind: "call";
      readonly callee: ScopedName;
      readonly arguments: readonly Expression[];
      readonly span: Span;
    }
  | { readonly kind: "cast"; readonly type: ScopedName; readonly operand: Expression; readonly span: Span };

/** `[a, b(c)]`, a prefix word, or an `@annotation`. */
export interface Attribute {
  readonly name: Identifier;
  /** Empty entries (`size_is(,n)`) are undefined. */
  readonly arguments: readonly (Expression | undefined)[];
  /** What stands between the parentheses, for attributes whose argument is no expression (`uuid`). */
  readonly text: string | undefined;
  readonly span: Span;
}

export type TypeNode =
  | { readonly kind: "primitive"; readonly name: PrimitiveName; readonly span: Span }
  | NamedTypeNode
  | {
      readonly kind: "string";
      readonly wide: boolean;
      readonly bound: Expression | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "sequence";
      readonly element: TypeNode;
      readonly bound: Expression | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "map";
      readonly key: TypeNode;
      readonly value: TypeNode;
      readonly bound: Expression | undefined;
      readonly span: Span;
    }
  | {
      readonly kind: "fixed";
      readonly digits: Expression | undefined;
      readonly scale: Expression | undefined;
      readonly span: Span;
    }
  | { readonly kind: "pipe"; readonly element: TypeNode; readonly span: Span }
  /** Of another kernel: understood, but nothing that stubs can carry; `why` finishes "because …". */
  | { readonly kind: "foreign"; readonly name: string; readonly why: string; readonly span: Span }
  | StructNode
  | UnionNode
  | EnumNode;

export interface NamedTypeNode {
  readonly kind: "named";
  readonly name: ScopedName;
  /** `struct x` rather than `x`. */
  readonly tag: "struct" | "union" | "enum" | "interface" | "bitmap" | undefined;
  /** `IVector<HSTRING>`. */
  readonly arguments: readonly TypeNode[];
  readonly span: Span;
}

/** Types that are spelled with words of C. All other types, built in or not, are names. */
export type PrimitiveName =
  | "void"
  | "char"
  | "signed char"
  | "unsigned char"
  | "short"
  | "unsigned short"
  | "int"
  | "unsigned int"
  | "long"
  | "unsigned long"
  | "long long"
  | "unsigned long long"
  | "float"
  | "double"
  | "long double";

export interface StructNode {
  readonly kind: "struct";
  readonly name: Identifier | undefined;
  readonly base: ScopedName | undefined;
  readonly members: readonly Member[];
  readonly attributes: readonly Attribute[];
  readonly span: Span;
}

export interface UnionNode {
  readonly kind: "union";
  readonly name: Identifier | undefined;
  /** Undefined for a flat union (C's) and for one whose discriminator lives outside (`switch_is`). */
  readonly discriminator: TypeNode | undefined;
  readonly discriminatorName: Identifier | undefined;
  /** DCE: the name of the member that holds the union. */
  readonly valueName: Identifier | undefined;
  readonly cases: readonly UnionCase[];
  readonly attributes: readonly Attribute[];
  readonly span: Span;
}

export interface UnionCase {
  /** `"default"` or a label. Empty in a flat union. */
  readonly labels: readonly (Expression | "default")[];
  readonly member: Member | undefined;
  readonly span: Span;
}

export interface EnumNode {
  /** `bitmap`, `bitmask`, `bitset`: enumerations of masks. */
  readonly kind: "enum";
  readonly keyword: "enum" | "bitmap" | "bitmask" | "bitset";
  readonly name: Identifier | undefined;
  readonly items: readonly EnumItem[];
  readonly attributes: readonly Attribute[];
  readonly span: Span;
}

export interface EnumItem {
  readonly name: Identifier;
  readonly value: Expression | undefined;
  readonly span: Span;
}

export interface Declarator {
  readonly name: Identifier | undefined;
  readonly pointers: number;
  /** Outermost first; undefined is `[]`. */
  readonly arrays: readonly (Expression | undefined)[];
  readonly bits: Expression | undefined;
  /** `(*name)`: what `pointers` and `parameters` here apply to. */
  readonly inner: Declarator | undefined;
  readonly parameters: readonly Parameter[] | undefined;
  readonly span: Span;
}

export interface Member {
  readonly attributes: readonly Attribute[];
  readonly type: TypeNode;
  readonly declarators: readonly Declarator[];
  readonly span: Span;
}

export interface Parameter {
  readonly attributes: readonly Attribute[];
  readonly type: TypeNode;
  readonly declarator: Declarator;
  readonly span: Span;
}

export type Definition =
  | ModuleNode
  | InterfaceNode
  | TypedefNode
  | TypeDefinitionNode
  | ConstNode
  | ExceptionNode
  | OperationNode
  | AttributeNode
  | ImportNode
  | QuoteNode
  | CoclassNode
  | OtherNode;

export interface ModuleNode {
  readonly kind: "module";
  readonly keyword: "module" | "library" | "namespace";
  readonly name: ScopedName;
  readonly attributes: readonly Attribute[];
  readonly body: readonly Definition[];
  readonly span: Span;
}

export interface BaseNode extends NamedTypeNode {
  /** Windows Runtime, `requires`: an interface that objects have beside this one, not a part of it. */
  readonly isRequired?: boolean;
}

export interface InterfaceNode {
  readonly kind: "interface";
  readonly keyword:
    | "interface"
    | "dispinterface"
    | "valuetype"
    | "component"
    | "home"
    | "runtimeclass"
    | "delegate";
  readonly name: Identifier;
  readonly attributes: readonly Attribute[];
  readonly bases: readonly BaseNode[];
  /** Undefined for a forward declaration. */
  readonly body: readonly Definition[] | undefined;
  readonly span: Span;
}

export interface TypedefNode {
  readonly kind: "typedef";
  readonly attributes: readonly Attribute[];
  readonly type: TypeNode;
  readonly declarators: readonly Declarator[];
  readonly span: Span;
}

/** `struct s {…};`, with variables where a dialect lets them follow. */
export interface TypeDefinitionNode {
  readonly kind: "type";
  readonly attributes: readonly Attribute[];
  readonly type: StructNode | UnionNode | EnumNode | NamedTypeNode;
  readonly span: Span;
}

export interface ConstNode {
  readonly kind: "const";
  readonly type: TypeNode;
  readonly name: Identifier;
  readonly pointers: number;
  readonly value: Expression | undefined;
  readonly span: Span;
}

export interface ExceptionNode {
  readonly kind: "exception";
  readonly name: Identifier;
  readonly members: readonly Member[];
  readonly span: Span;
}

export interface OperationNode {
  readonly kind: "operation";
  readonly attributes: readonly Attribute[];
  readonly result: TypeNode;
  readonly resultPointers: number;
  readonly name: Identifier;
  readonly parameters: readonly Parameter[];
  readonly raises: readonly ScopedName[];
  readonly span: Span;
}

/** `attribute T x;`: one operation that reads it and, unless readonly, one that writes it. */
export interface AttributeNode {
  readonly kind: "attribute";
  readonly attributes: readonly Attribute[];
  readonly readonly: boolean;
  readonly type: TypeNode;
  readonly names: readonly Identifier[];
  readonly getRaises: readonly ScopedName[];
  readonly setRaises: readonly ScopedName[];
  readonly span: Span;
}

export interface ImportNode {
  /** `import` gives types; `include` and `importlib` only name a file for the output. */
  readonly kind: "import";
  readonly keyword: "import" | "include" | "importlib";
  readonly files: readonly { readonly name: string; readonly system: boolean; readonly span: Span }[];
  readonly span: Span;
}

/** `cpp_quote("…")` and `midl_pragma …`. */
export interface QuoteNode {
  readonly kind: "quote";
  readonly text: string;
  readonly span: Span;
}

export interface CoclassNode {
  readonly kind: "coclass";
  readonly name: Identifier;
  readonly attributes: readonly Attribute[];
  readonly interfaces: readonly { readonly attributes: readonly Attribute[]; readonly type: NamedTypeNode }[];
  readonly span: Span;
}

/** Read, kept and left alone: `declare {…}`, `native`, ports of components. */
export interface OtherNode {
  readonly kind: "other";
  readonly keyword: string;
  readonly name: Identifier | undefined;
  readonly span: Span;
}
