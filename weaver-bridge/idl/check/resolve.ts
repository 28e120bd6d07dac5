/**
 * Names and type expressions to resolved types and values, each once and on demand. A type that contains itself, a
 * constant that needs itself, a name that nothing is called by: reported here, at the name.
 */
import type {
  Attribute,
  Declarator,
  Expression,
  Member,
  NamedTypeNode,
  ScopedName,
  StructNode,
  TypeNode,
  UnionNode,
} from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { nameText } from "../parse/expression.js";
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import { asInteger, type Evaluation, evaluate, misfit, type Value } from "./constants.js";
import { type IdlSymbol, lookup, type Scope, scopedPath, similar } from "./scope.js";
import {
  alignOf,
  ERROR,
  layOut,
  type MemberType,
  PREDEFINED,
  PRIMITIVES,
  roundUp,
  sizeOf,
  type Type,
  unalias,
} from "./types.js";

export interface ImportedType {
  readonly name: string;
  /** Bytes, on i686. */
  readonly size: number;
  readonly align: number;
}

export interface Resolver {
  readonly report: Report;
  readonly loose: ReadonlyMap<string, IdlSymbol>;
  /** Types of imported C headers by name. */
  readonly imported: ReadonlyMap<string, ImportedType>;
  /** 8 where a thread id has two words (V2). */
  readonly threadSize: 4 | 8;
  /** Missing names were already explained by a missing file. */
  readonly quiet: boolean;
  /** DCE and MIDL: an array's length may be another member, known only at run time. */
  readonly dce: boolean;
  /** What pointers and sequences refer to is resolved last, so that types may refer to themselves through them. */
  readonly later: (() => unknown)[];
}

export function evaluation(resolver: Resolver, scope: Scope): Evaluation {
  return {
    report: resolver.report,
    valueOf: (node) => {
      const symbol = find(resolver, scope, node.name, "constant");
      return symbol && valueOfSymbol(resolver, symbol, node.span);
    },
    isType: (node) => {
      const text = nameText(node.name);
      const found = lookup(scope, node.name, resolver.loose);
      if (typeof found === "number") return resolver.imported.has(text) || Object.hasOwn(PREDEFINED, text);
      return found.declared.kind === "typedef" || found.declared.kind === "constructed";
    },
    sizeOfName: (name) => {
      const type = PRIMITIVES[name] ?? PREDEFINED[name];
      return type && sizeOf(type);
    },
  };
}

/** Undefined, reported, when nothing has that name. */
export function find(
  resolver: Resolver,
  scope: Scope,
  name: ScopedName,
  wanted: string,
): IdlSymbol | undefined {
  const found = lookup(scope, name, resolver.loose);
  if (typeof found !== "number") return found;
  if (resolver.quiet) return undefined;
  const part = name.parts[found] ?? name.parts[0];
  if (part === undefined) return undefined;
  const near = found === 0 ? similar(scope, part.text) : undefined;
  const hint =
    near === undefined ? "Declare it above, or import the file that does." : `Did you mean ${near}?`;
  const where =
    found === 0
      ? ""
      : ` in ${name.parts
          .slice(0, found)
          .map((p) => p.text)
          .join("::")}`;
  resolver.report.error("idl/unknown-name", part.span, `no ${wanted} is called ${part.text}${where}`, hint);
  return undefined;
}

export function valueOfSymbol(resolver: Resolver, symbol: IdlSymbol, use: Span): Value | undefined {
  if (symbol.value === "open") {
    resolver.report.error(
      "idl/constant",
      use,
      `the value of ${symbol.name} needs itself`,
      "Break the circle with a number.",
    );
    return undefined;
  }
  if (symbol.value !== undefined) return symbol.value;
  const { declared } = symbol;
  symbol.value = "open";
  let value: Value | undefined;
  if (declared.kind === "constant" && declared.node.value !== undefined)
    value = evaluate(evaluation(resolver, symbol.scope), declared.node.value);
  else if (declared.kind === "enumerator") value = enumeratorValue(resolver, symbol, use);
  else if (declared.kind !== "constant")
    resolver.report.error(
      "idl/constant",
      use,
      `${symbol.name} is no constant`,
      "Use a constant, an item of an enum or a number here.",
    );
  symbol.value = value;
  return value;
}

function enumeratorValue(resolver: Resolver, symbol: IdlSymbol, use: Span): Value | undefined {
  if (symbol.declared.kind !== "enumerator") return undefined;
  const { item, before } = symbol.declared;
  if (item.value !== undefined) return evaluate(evaluation(resolver, symbol.scope), item.value);
  if (before === undefined) return 0n;
  const last = valueOfSymbol(resolver, before, use);
  return last === undefined ? undefined : (asInteger(last) ?? 0n) + 1n;
}

/** A size or count: an integer from `least` on; undefined, reported, otherwise. */
export function count(
  resolver: Resolver,
  scope: Scope,
  expression: Expression,
  what: string,
  least = 1n,
): number | undefined {
  const value = evaluate(evaluation(resolver, scope), expression);
  if (value === undefined) return undefined;
  const integer = asInteger(value);
  if (integer !== undefined && integer >= least && integer <= 0x7fff_ffffn) return Number(integer);
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  resolver.report.error(
    "idl/constant",
    expression.span,
    `${what} cannot be ${shown}`,
    `It is a whole number from ${least} to 2147483647.`,
  );
  return undefined;
}

export function resolveType(resolver: Resolver, node: TypeNode, scope: Scope, hintName = "anonymous"): Type {
  switch (node.kind) {
    case "primitive":
      return node.name === "void" ? { kind: "void" } : (PRIMITIVES[node.name] ?? ERROR);
    case "named":
      return resolveNamed(resolver, node, scope);
    case "string": {
      const bound = node.bound && count(resolver, scope, node.bound, "the bound of a string");
      return { kind: "string", wide: node.wide, bound, size: 4, align: 4 };
    }
    case "sequence": {
      const bound = node.bound && count(resolver, scope, node.bound, "the bound of a sequence");
      return withElement(resolver, bound, () => resolveType(resolver, node.element, scope));
    }
    case "struct":
    case "union":
    case "enum": {
      const symbol = node.name && (scope.tags.get(node.name.text) ?? scope.names.get(node.name.text));
      const own = symbol?.declared.kind === "constructed" && symbol.declared.type === node;
      if (symbol !== undefined && own) return typeOfSymbol(resolver, symbol, node.span);
      return constructed(resolver, node, scope, hintName, hintName);
    }
    case "map":
    case "fixed":
    case "pipe": {
      const why = {
        map: "maps need a run-time library on both sides",
        fixed: "no C type of L4 programs holds fixed-point numbers",
        pipe: "a pipe is a stream, and L4 messages are finite",
      };
      return { kind: "opaque", name: node.kind, why: why[node.kind], size: 4, align: 4 };
    }
  }
}

function withElement(resolver: Resolver, bound: number | undefined, resolve: () => Type): Type {
  let element: Type | undefined;
  const type = {
    kind: "sequence" as const,
    get element() {
      return (element ??= resolve());
    },
    bound,
    size: 12 as const,
    align: 4 as const,
  };
  resolver.later.push(() => type.element);
  return type;
}

function pointerTo(resolver: Resolver, resolve: () => Type): Type {
  let target: Type | undefined;
  const type = {
    kind: "pointer" as const,
    get target() {
      return (target ??= resolve());
    },
    size: 4 as const,
    align: 4 as const,
  };
  resolver.later.push(() => type.target);
  return type;
}

function resolveNamed(resolver: Resolver, node: NamedTypeNode, scope: Scope): Type {
  const text = nameText(node.name);
  const found = lookup(scope, node.name, resolver.loose);
  if (typeof found === "number") {
    const imported = resolver.imported.get(text);
    if (imported !== undefined)
      return { kind: "imported", cName: text, size: imported.size, align: imported.align };
    const predefined = Object.hasOwn(PREDEFINED, text) ? PREDEFINED[text] : undefined;
    if (predefined !== undefined)
      return predefined.kind === "thread" ? { ...predefined, size: resolver.threadSize } : predefined;
    if (node.tag !== undefined)
      return {
        kind: "opaque",
        name: `${node.tag} ${text}`,
        why: "it is declared but never defined",
        size: 4,
        align: 4,
      };
    if (node.name.parts[0]?.text === "CORBA")
      return { kind: "opaque", name: text, why: "it belongs to the CORBA run time", size: 4, align: 4 };
    if (node.arguments.length > 0)
      return {
        kind: "opaque",
        name: text,
        why: "parameterized interfaces belong to the Windows Runtime",
        size: 4,
        align: 4,
      };
    find(resolver, scope, node.name, "type");
    return ERROR;
  }
  const tagged = node.tag === undefined || node.tag === "interface" ? undefined : tagOf(scope, text);
  if (node.tag !== undefined && tagged === undefined && found.declared.kind === "typedef")
    return {
      kind: "opaque",
      name: `${node.tag} ${text}`,
      why: "it is declared but never defined",
      size: 4,
      align: 4,
    };
  return typeOfSymbol(resolver, tagged ?? found, node.span);
}

function tagOf(scope: Scope, name: string): IdlSymbol | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const symbol = at.tags.get(name);
    if (symbol !== undefined) return symbol;
  }
  return undefined;
}

export function typeOfSymbol(resolver: Resolver, symbol: IdlSymbol, use: Span): Type {
  if (symbol.type === "open") return openType(resolver, symbol, use);
  if (symbol.type !== undefined) return symbol.type;
  symbol.type = "open";
  symbol.type = declaredType(resolver, symbol, use);
  return symbol.type;
}

/** Reached again while it is being laid out: fine behind a pointer, which asks for no size, an error otherwise. */
function openType(resolver: Resolver, symbol: IdlSymbol, use: Span): Type {
  resolver.report.error(
    "idl/recursive-type",
    use,
    `${scopedPath(symbol)} contains itself`,
    "A value that contains itself has no size; use a pointer or a sequence.",
  );
  return ERROR;
}

function declaredType(resolver: Resolver, symbol: IdlSymbol, use: Span): Type {
  const { declared } = symbol;
  switch (declared.kind) {
    case "typedef": {
      const tag =
        declared.type.kind === "named" &&
        declared.type.tag !== undefined &&
        nameText(declared.type.name) === symbol.name;
      if (tag && tagOf(symbol.scope, symbol.name) === undefined)
        return {
          kind: "opaque",
          name: symbol.name,
          why: "it is declared but never defined",
          size: 4,
          align: 4,
        };
      const target = declareType(
        resolver,
        declared.type,
        declared.declarator,
        declared.attributes,
        symbol.scope,
        symbol.cName,
      );
      return {
        kind: "alias",
        name: scopedPath(symbol),
        cName: symbol.cName,
        target,
        size: sizeOf(target),
        align: alignOf(target),
      };
    }
    case "constructed":
      return constructed(resolver, declared.type, symbol.scope, scopedPath(symbol), symbol.cName);
    case "interface":
      return { kind: "thread", cName: symbol.cName, size: resolver.threadSize, align: 4 };
    case "other":
      return {
        kind: "opaque",
        name: symbol.name,
        why: "it is declared in a way that L4 stubs do not know",
        size: 4,
        align: 4,
      };
    default:
      resolver.report.error(
        "idl/not-a-type",
        use,
        `${scopedPath(symbol)} is no type`,
        `It is ${describeKind(declared.kind)}; name a type here.`,
      );
      return ERROR;
  }
}

function describeKind(kind: IdlSymbol["declared"]["kind"]): string {
  return kind === "enumerator" ? "an item of an enum" : `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}

/** The type that a declarator makes of `node`: pointers, arrays, `[string]`. */
export function declareType(
  resolver: Resolver,
  node: TypeNode,
  declarator: Declarator,
  attributes: readonly Attribute[],
  scope: Scope,
  hintName = "anonymous",
): Type {
  if (declarator.pointers > 0 || declarator.inner !== undefined)
    return pointerType(resolver, node, declarator, attributes, scope);
  let type = resolveType(resolver, node, scope, hintName);
  for (const bound of [...declarator.arrays].reverse()) {
    if (bound === undefined) {
      type = { kind: "pointer", target: type, size: 4, align: 4 };
      continue;
    }
    if (resolver.dce && isRunTime(resolver, scope, bound)) {
      type = {
        kind: "opaque",
        name: "this array",
        why: "its length is known only at run time",
        size: sizeOf(type),
        align: alignOf(type),
      };
      continue;
    }
    const length = count(resolver, scope, bound, "the length of an array") ?? 1;
    if (type.kind === "void")
      resolver.report.error(
        "idl/type",
        declarator.span,
        "an array of void has no elements",
        "Name the element type.",
      );
    const size = sizeOf(type) * length;
    if (size > 0x1000_0000)
      resolver.report.error(
        "idl/type",
        bound.span,
        `an array of ${size} bytes is too large`,
        "Messages end far below that; lower the length.",
      );
    type = { kind: "array", element: type, length, size, align: alignOf(type) };
  }
  return type;
}

/** Whether a bound names something that is no constant: a member beside it, or a computation. */
function isRunTime(resolver: Resolver, scope: Scope, bound: Expression): boolean {
  switch (bound.kind) {
    case "name":
      return typeof lookup(scope, bound.name, resolver.loose) === "number";
    case "unary":
      return bound.operator === "*" || isRunTime(resolver, scope, bound.operand);
    case "cast":
      return isRunTime(resolver, scope, bound.operand);
    case "binary":
      return isRunTime(resolver, scope, bound.left) || isRunTime(resolver, scope, bound.right);
    case "literal":
      return bound.type === "string";
    default:
      return bound.kind !== "call" || nameText(bound.callee) !== "sizeof";
  }
}

function pointerType(
  resolver: Resolver,
  node: TypeNode,
  declarator: Declarator,
  attributes: readonly Attribute[],
  scope: Scope,
): Type {
  const isString = findAttribute(attributes, "string") !== undefined;
  const resolve = () => resolveType(resolver, node, scope);
  let pointers = declarator.pointers + (declarator.inner?.pointers ?? 0);
  const real = isString && pointers > 0 ? unalias(resolve()) : undefined;
  let type: Type;
  if (real?.kind === "scalar" && real.size <= 2) {
    type = { kind: "string", wide: real.size === 2, bound: undefined, size: 4, align: 4 };
    pointers--;
  } else {
    type = pointerTo(resolver, resolve);
    pointers--;
  }
  for (let index = 0; index < pointers; index++) type = { kind: "pointer", target: type, size: 4, align: 4 };
  for (const bound of [...declarator.arrays].reverse()) {
    const length = bound && count(resolver, scope, bound, "the length of an array");
    type =
      length === undefined
        ? { kind: "pointer", target: type, size: 4, align: 4 }
        : { kind: "array", element: type, length, size: sizeOf(type) * length, align: 4 };
  }
  return type;
}

function constructed(resolver: Resolver, node: TypeNode, scope: Scope, name: string, cName: string): Type {
  if (node.kind === "struct") return structType(resolver, node, scope, name, cName);
  if (node.kind === "union") return unionType(resolver, node, scope, name, cName);
  if (node.kind !== "enum") return ERROR;
  let last = -1n;
  const items = node.items.map((item) => {
    const symbol = scope.names.get(item.name.text);
    const own = symbol?.declared.kind === "enumerator" && symbol.declared.item === item;
    const value = own
      ? valueOfSymbol(resolver, symbol, item.span)
      : item.value && evaluate(evaluation(resolver, scope), item.value);
    last = (value === undefined ? undefined : asInteger(value)) ?? last + 1n;
    return { name: item.name.text, value: last };
  });
  return { kind: "enum", name, cName, items, size: 4, align: 4 };
}

function structType(resolver: Resolver, node: StructNode, scope: Scope, name: string, cName: string): Type {
  const members: MemberType[] = [];
  if (node.base !== undefined) {
    const base = find(resolver, scope, node.base, "struct");
    const type = base && unalias(typeOfSymbol(resolver, base, node.base.span));
    if (type?.kind === "struct") members.push(...type.members);
  }
  for (const member of node.members) members.push(...memberTypes(resolver, member, scope, `${cName}_`));
  return { kind: "struct", name, cName, members, ...sizeAndAlign(members) };
}

function sizeAndAlign(members: readonly MemberType[]): { size: number; align: number } {
  const { size, align } = layOut(members);
  return { size, align };
}

function memberTypes(resolver: Resolver, member: Member, scope: Scope, prefix: string): MemberType[] {
  if (member.declarators.length === 0)
    return [{ name: "", type: resolveType(resolver, member.type, scope, prefix), bits: undefined }];
  return member.declarators.map((declarator) => {
    const name = declarator.name?.text ?? declarator.inner?.name?.text ?? "";
    const external = findAttribute(member.attributes, "external") !== undefined;
    const value = () =>
      declareType(resolver, member.type, declarator, member.attributes, scope, `${prefix}${name}`);
    const type = external ? pointerTo(resolver, value) : value();
    if (type.kind === "void")
      resolver.report.error(
        "idl/type",
        declarator.span,
        `member ${name} has type void`,
        "Give it a type with a value.",
      );
    return { name, type, bits: bitsOf(resolver, declarator, type, scope) };
  });
}

function bitsOf(resolver: Resolver, declarator: Declarator, type: Type, scope: Scope): number | undefined {
  if (declarator.bits === undefined) return undefined;
  const bits = count(resolver, scope, declarator.bits, "the width of a bit-field", 0n);
  const real = unalias(type);
  if (real.kind !== "scalar" || real.floating) {
    if (real.kind !== "error" && real.kind !== "enum")
      resolver.report.error(
        "idl/type",
        declarator.span,
        "only integers can be bit-fields",
        "Use an integer type.",
      );
    return bits;
  }
  if (bits !== undefined && bits > real.size * 8) {
    resolver.report.error(
      "idl/type",
      declarator.bits.span,
      `${real.name} has only ${real.size * 8} bits`,
      "Lower the width, or take a wider type.",
    );
    return real.size * 8;
  }
  return bits;
}

function unionType(resolver: Resolver, node: UnionNode, scope: Scope, name: string, cName: string): Type {
  const discriminator = node.discriminator && resolveType(resolver, node.discriminator, scope, `${cName}_d`);
  const members: (MemberType & { labels: (string | "default")[] })[] = [];
  const seen = new Map<string, Span>();
  for (const branch of node.cases) {
    const labels = branch.labels.map((label) => {
      if (label === "default") return "default";
      const value = evaluate(evaluation(resolver, scope), label);
      const why =
        value !== undefined && discriminator !== undefined ? misfit(value, discriminator) : undefined;
      if (why !== undefined)
        resolver.report.error(
          "idl/union",
          label.span,
          `this label cannot occur: ${why}`,
          "Labels are values of the discriminator.",
        );
      const text = String(value ?? "?");
      if (seen.has(text) && value !== undefined)
        resolver.report.error(
          "idl/union",
          label.span,
          `label ${text} occurs twice in ${name}`,
          "Each value selects one member.",
        );
      seen.set(text, label.span);
      return text;
    });
    if (branch.member === undefined) continue;
    for (const member of memberTypes(resolver, branch.member, scope, `${cName}_`))
      members.push({ ...member, labels });
  }
  const size = Math.max(0, ...members.map((member) => sizeOf(member.type)));
  const align = Math.max(
    1,
    ...members.map((member) => alignOf(member.type)),
    discriminator === undefined ? 1 : alignOf(discriminator),
  );
  const head =
    discriminator === undefined
      ? 0
      : roundUp(sizeOf(discriminator), Math.max(1, ...members.map((member) => alignOf(member.type))));
  return { kind: "union", name, cName, discriminator, members, size: roundUp(head + size, align), align };
}
