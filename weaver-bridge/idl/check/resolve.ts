/**
 * Type expressions to resolved types, each once and on demand. A type that contains itself, a name that nothing is called
 * by: reported here, at the name.
 */
import { lookUp } from "../../model/index.js";
import type { Expression, NamedTypeNode, TypeNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { nameText } from "../parse/expression.js";
import type { Span } from "../parse/source.js";
import { constructed, type DeclaredName, type TypeRules } from "./constructed.js";
import { fixedType } from "./fixed-type.js";
import type { Resolver } from "./resolver.js";
import { type IdlSymbol, lookup, type Scope, scopedPath } from "./scope.js";
import { alignOf, DCE_TYPES, ERROR, PREDEFINED, PRIMITIVES, sizeOf, type Type, unalias } from "./types.js";
import { count, find, note } from "./values.js";

const TYPE_RULES: TypeRules = {
  resolve: resolveType,
  declare: declareType,
  ofSymbol: typeOfSymbol,
  pointerTo,
};

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
    case "enum":
      return resolveConstructed(resolver, node, scope, hintName);
    case "foreign":
      return unknownLayout(node.name, node.why);
    case "fixed":
      return fixedType(resolver, node, scope);
    case "map":
      return unknownLayout("map", "maps need a run-time library on both sides");
    case "pipe":
      return unknownLayout("pipe", "a pipe is a stream, and L4 messages are finite");
  }
}

function resolveConstructed(
  resolver: Resolver,
  node: Extract<TypeNode, { kind: "struct" | "union" | "enum" }>,
  scope: Scope,
  hintName: string,
): Type {
  const symbol = node.name && (scope.tags.get(node.name.text) ?? scope.names.get(node.name.text));
  const own = symbol?.declared.kind === "constructed" && symbol.declared.type === node;
  if (symbol !== undefined && own) return typeOfSymbol(resolver, symbol, node.span);
  return constructed(resolver, TYPE_RULES, node, scope, { name: hintName, cName: hintName });
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
  // A module `_any` does not take the name of the type `any`.
  const isOther = typeof found !== "number" && found.name !== text && Object.hasOwn(PREDEFINED, text);
  if (typeof found === "number" || isOther) {
    const known = undeclared(resolver, node);
    if (known !== undefined) return known;
    find(resolver, scope, node.name, "type");
    return ERROR;
  }
  const tagged = node.tag === undefined || node.tag === "interface" ? undefined : tagOf(scope, text);
  note(resolver, scope, node.name, tagged ?? found);
  if (node.tag !== undefined && tagged === undefined && found.declared.kind === "typedef")
    return neverDefined(`${node.tag} ${text}`);
  return typeOfSymbol(resolver, tagged ?? found, node.span);
}

const unknownLayout = (name: string, why: string): Type => ({ kind: "opaque", name, why, size: 4, align: 4 });

const neverDefined = (name: string) => unknownLayout(name, "it is declared but never defined");

/** A type that the file does not declare: imported, predefined, or of a run time that L4 has not. */
function undeclared(resolver: Resolver, { name, tag, arguments: given }: NamedTypeNode): Type | undefined {
  const text = nameText(name);
  const spelled = tag === undefined ? text : `${tag} ${text}`;
  const imported = resolver.imported.get(spelled);
  if (imported !== undefined)
    return { ...imported, kind: "imported", cName: imported.name, integer: imported.integer ?? false };
  const predefined = lookUp(PREDEFINED, text) ?? (resolver.dce ? lookUp(DCE_TYPES, text) : undefined);
  if (predefined !== undefined)
    return predefined.kind === "thread" ? { ...predefined, size: resolver.threadSize } : predefined;
  if (tag !== undefined) return neverDefined(spelled);
  if (name.parts[0]?.text === "CORBA") return unknownLayout(text, "it belongs to the CORBA run time");
  if (given.length === 0) return undefined;
  return unknownLayout(text, "parameterized interfaces belong to the Windows Runtime");
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
      const target = declareType(resolver, declared, symbol.scope, symbol.cName);
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
      return constructed(resolver, TYPE_RULES, declared.type, symbol.inner ?? symbol.scope, {
        name: scopedPath(symbol),
        cName: symbol.cName,
      });
    case "interface":
      if (declared.node.keyword === "valuetype")
        return unknownLayout(scopedPath(symbol), "objects by value need the CORBA run time");
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

/** In an array a sequence gets a name: two structs of C without one are two types, however alike. */
function namedElement(type: Type, { arrays }: DeclaredName["declarator"], name: string): Type {
  if (type.kind !== "sequence" || arrays.length === 0) return type;
  const called = `${name}__element`;
  return { kind: "alias", name: called, cName: called, target: type, size: type.size, align: type.align };
}

/** The type that a declarator makes of the one written before it: pointers, arrays, `[string]`. */
export function declareType(
  resolver: Resolver,
  declared: DeclaredName,
  scope: Scope,
  hintName = "anonymous",
): Type {
  const { declarator } = declared;
  if (declarator.pointers > 0 || declarator.inner !== undefined)
    return pointerType(resolver, declared, scope);
  let type = namedElement(resolveType(resolver, declared.type, scope, hintName), declarator, hintName);
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
export function isRunTime(resolver: Resolver, scope: Scope, bound: Expression): boolean {
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
  { type: node, declarator, attributes }: DeclaredName,
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
    const fixed = bound !== undefined && !(resolver.dce && isRunTime(resolver, scope, bound));
    const length = fixed ? count(resolver, scope, bound, "the length of an array") : undefined;
    type =
      length === undefined
        ? { kind: "pointer", target: type, size: 4, align: 4 }
        : { kind: "array", element: type, length, size: sizeOf(type) * length, align: 4 };
  }
  return type;
}

/** `typedef sequence<Q> Q;`: only a struct or union between makes a type of that. */
function isMadeOfItself(type: Type): boolean {
  const seen = new Set<Type>();
  for (let at = unalias(type); at.kind === "sequence" || at.kind === "array"; at = unalias(at.element)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/** Gives a type to everything a scope declares, so that mistakes in unused types are found as well. */
export function resolveEverything(resolver: Resolver, scope: Scope): void {
  for (const table of [scope.tags, scope.names])
    for (const symbol of table.values()) {
      if (symbol.declared.kind === "typedef" || symbol.declared.kind === "constructed") {
        const type = typeOfSymbol(resolver, symbol, symbol.span);
        if (isMadeOfItself(type))
          resolver.report.error(
            "idl/recursive-type",
            symbol.span,
            `${scopedPath(symbol)} is a sequence of itself`,
            "Such a value has nothing but lengths inside; put a struct or a union between.",
          );
      }
      if (symbol.inner !== undefined && symbol.inner.parent === scope)
        resolveEverything(resolver, symbol.inner);
    }
}
