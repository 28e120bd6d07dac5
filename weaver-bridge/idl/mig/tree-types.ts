/** Types of MIG as types of the tree of all IDL. What L4 can't carry becomes a type that says so wherever it is used. */
import { lookUp } from "../../model/index.js";
import type {
  Declarator,
  Definition,
  Expression,
  Identifier,
  PrimitiveName,
  TypeNode,
} from "../parse/ast.js";
import type { Span } from "../parse/source.js";
import type { TypeSpec } from "./tree.js";
import { isPolymorphic, isPort, type MigType } from "./types.js";
import { BYTE, CHAR, REAL, STRING_C } from "./words.js";

export type TypesByName = ReadonlyMap<string, MigType>;

/** A type and the arrays that stand behind a name in C. */
export interface Shape {
  readonly node: TypeNode;
  readonly arrays: readonly Expression[];
}

/** Names that C, or its standard headers, have already: they are spelled out where they are used. */
const C_NAMES = new Set(
  "char short int long signed unsigned float double void int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t size_t".split(
    " ",
  ),
);

const MIG_PRIMITIVES: Readonly<Record<string, PrimitiveName>> = {
  char: "char",
  short: "short",
  int: "int",
  intptr_t: "long",
  uintptr_t: "unsigned long",
};

export function isForeign(type: MigType): boolean {
  return isPort(type) || isPolymorphic(type);
}

/** Undefined for types that are spelled out where they are used. */
export function definitionOf(type: MigType, types: TypesByName): Definition | undefined {
  const { name, span, spec } = type;
  if (span === undefined || spec === undefined || C_NAMES.has(name)) return undefined;
  const { node, arrays } = shapeOfSpec(spec, name, types);
  const own = identifierAt(name, span);
  if (node.kind === "struct" && arrays.length === 0)
    return { kind: "type", attributes: [], type: { ...node, name: own }, span };
  return {
    kind: "typedef",
    attributes: [],
    type: node,
    declarators: [declaratorOf(own, arrays, span)],
    span,
  };
}

/** `span` is where the type is named. */
export function namedShape(name: string, span: Span, types: TypesByName): Shape {
  const primitive = lookUp(MIG_PRIMITIVES, name);
  if (primitive !== undefined) return { node: { kind: "primitive", name: primitive, span }, arrays: [] };
  const type = types.get(name);
  if (type?.spec !== undefined && C_NAMES.has(name)) return shapeOfSpec(type.spec, name, types);
  return { node: namedNode(name, span), arrays: [] };
}

export function namedNode(name: string, span: Span): TypeNode {
  const parts = [identifierAt(name, span)];
  return { kind: "named", name: { parts, absolute: false, span }, tag: undefined, arguments: [], span };
}

/** `name` is for structs that have none. */
export function shapeOfSpec(spec: TypeSpec, name: string, types: TypesByName): Shape {
  const { span } = spec;
  const plain = (node: TypeNode): Shape => ({ node, arrays: [] });
  switch (spec.kind) {
    case "ipc":
      return ipcShape(spec);
    case "named":
      return namedShape(spec.name.text, span, types);
    case "variable":
      return plain(sequence(spec.element, spec.bound, name, types));
    case "array": {
      const element = shapeOfSpec(spec.element, `${name}_element`, types);
      return { node: element.node, arrays: [literal(spec.count, span), ...element.arrays] };
    }
    case "struct-array": {
      const element = shapeOfSpec(spec.element, `${name}_element`, types);
      const arrays = [literal(spec.count, span), ...element.arrays];
      return plain(struct(name, [{ ...element, arrays, name: identifierAt("value", span) }], span));
    }
    case "struct":
      return plain(
        struct(
          name,
          spec.members.map((member) => ({
            ...namedShape(member.type.text, member.type.span, types),
            name: member.name,
          })),
          span,
        ),
      );
    case "pointer":
      if (spec.element.kind === "variable") return plain(sequence(spec.element.element, 0, name, types));
      return plain(
        foreign(
          "an address",
          "mig sends it without a length, and means nothing to another address space",
          span,
        ),
      );
    case "c-string":
      return plain({ kind: "string", wide: false, bound: literal(Math.max(1, spec.count - 1), span), span });
  }
}

function sequence(element: TypeSpec, bound: number, name: string, types: TypesByName): TypeNode {
  const { span } = element;
  const shape = shapeOfSpec(element, `${name}_element`, types);
  const inner =
    shape.arrays.length === 0
      ? shape.node
      : foreign("an array of arrays", "its elements have no name of their own", span);
  return { kind: "sequence", element: inner, bound: bound === 0 ? undefined : literal(bound, span), span };
}

function struct(
  name: string,
  members: readonly (Shape & { readonly name: Identifier })[],
  span: Span,
): TypeNode {
  return {
    kind: "struct",
    name: identifierAt(name, span),
    base: undefined,
    members: members.map((member) => ({
      attributes: [],
      type: member.node,
      declarators: [declaratorOf(member.name, member.arrays, member.name.span)],
      span: member.name.span,
    })),
    attributes: [],
    span,
  };
}

function ipcShape({ sent, received, size, span }: Extract<TypeSpec, { kind: "ipc" }>): Shape {
  const code = sent.sent;
  const bits = size ?? (typeof sent.size === "number" ? sent.size || Number(received.size) : 32);
  const plain = (node: TypeNode): Shape => ({ node, arrays: [] });
  if ([sent.sent, received.received].some((value) => value === -1))
    return plain(
      foreign(
        "a polymorphic value",
        "what it is, is known only at run time, and L4 messages have a fixed layout",
        span,
      ),
    );
  if ([sent.sent, received.received].some((value) => value >= 16 && value <= 21))
    return plain(
      foreign(
        "a port right",
        "ports and their rights are Mach's; on L4, name a thread by a number of your own",
        span,
      ),
    );
  const primitive = primitiveOf(code, bits);
  if (primitive !== undefined) return plain({ kind: "primitive", name: primitive, span });
  return {
    node: { kind: "primitive", name: "unsigned char", span },
    arrays: [literal(Math.ceil(bits / 8), span)],
  };
}

function primitiveOf(code: number, bits: number): PrimitiveName | undefined {
  if (code === REAL) return bits === 32 ? "float" : bits === 64 ? "double" : undefined;
  if (bits === 8)
    return code === CHAR || code === STRING_C ? "char" : code === BYTE ? "unsigned char" : "signed char";
  return ({ 16: "short", 32: "int", 64: "long long" } as const)[bits];
}

function foreign(name: string, why: string, span: Span): TypeNode {
  return { kind: "foreign", name, why, span };
}

export function declaratorOf(name: Identifier, arrays: readonly Expression[], span: Span): Declarator {
  return { name, pointers: 0, arrays, bits: undefined, inner: undefined, parameters: undefined, span };
}

export function literal(value: number, span: Span): Expression {
  return { kind: "literal", type: "number", text: String(value), span };
}

export function identifierAt(text: string, span: Span): Identifier {
  return { text, escaped: false, span };
}
