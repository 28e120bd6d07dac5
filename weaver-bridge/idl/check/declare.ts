/**
 * First pass over the tree: every name into its scope, duplicates reported, modules reopened, forward declarations
 * joined with their interfaces. No type is looked at, so order does not matter to it.
 */
import type {
  Declarator,
  Definition,
  EnumNode,
  Expression,
  Identifier,
  InterfaceNode,
  Member,
  ModuleNode,
  StructNode,
  TypeNode,
  UnionNode,
} from "../parse/ast.js";
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import { cPath, type Declared, type IdlSymbol, makeScope, type Scope, scopedPath } from "./scope.js";

export interface Declaring {
  readonly report: Report;
  /** Names inside interfaces, for DCE and MIDL. */
  readonly loose: Map<string, IdlSymbol>;
  /** Structs, unions and exceptions hold the types that are declared in them (CORBA); in DCE and C these stand beside. */
  readonly recordsAreScopes: boolean;
  /** Scope in which each definition stands. */
  readonly scopes: Map<Definition, Scope>;
}

export function declareAll(state: Declaring, definitions: readonly Definition[], scope: Scope): void {
  for (const definition of definitions) declare(state, definition, scope);
}

const NAMED_OTHERS: ReadonlySet<string> = new Set(["native", "valuetype", "apicontract", "delegate"]);

function declareTypedef(
  state: Declaring,
  { type, declarators, attributes }: Extract<Definition, { kind: "typedef" }>,
  scope: Scope,
): void {
  declareInner(state, type, scope);
  for (const declarator of declarators) {
    const name = nameOf(declarator);
    if (name !== undefined) add(state, scope, name, { kind: "typedef", type, declarator, attributes });
  }
}

/** Of another operation of the same name. */
function isOverload({ attributes }: Extract<Definition, { kind: "operation" }>): boolean {
  return attributes.some(({ name }) =>
    /^(prop(get|put|putref)|overload|eventadd|eventremove)$/.test(name.text),
  );
}

function declare(state: Declaring, node: Definition, scope: Scope): void {
  state.scopes.set(node, scope);
  switch (node.kind) {
    case "module":
      declareModule(state, node, scope);
      return;
    case "interface":
      declareInterface(state, node, scope);
      return;
    case "typedef":
      declareTypedef(state, node, scope);
      return;
    case "type":
      declareInner(state, node.type, scope);
      return;
    case "const":
      add(state, scope, node.name, { kind: "constant", node });
      return;
    case "exception":
      declareException(state, node, scope);
      return;
    case "operation":
      if (!isOverload(node)) add(state, scope, node.name, { kind: "operation" });
      return;
    case "attribute":
      for (const name of node.names) add(state, scope, name, { kind: "operation" });
      return;
    case "other":
      if (node.name !== undefined && NAMED_OTHERS.has(node.keyword))
        add(state, scope, node.name, { kind: "other" });
      return;
    case "coclass":
      add(state, scope, node.name, { kind: "other" });
      return;
    case "import":
    case "quote":
      return;
  }
}

function declareException(
  state: Declaring,
  node: Extract<Definition, { kind: "exception" }>,
  scope: Scope,
): void {
  const symbol = add(state, scope, node.name, { kind: "exception", node });
  if (state.recordsAreScopes) symbol.inner ??= makeScope(node.name.text, scope);
  declareMembers(state, node.members, symbol.inner ?? scope);
}

function declareModule(state: Declaring, node: ModuleNode, scope: Scope): void {
  let inner = scope;
  for (const part of node.name.parts) {
    const known = inner.names.get(part.text);
    const symbol = known?.declared.kind === "module" ? known : add(state, inner, part, { kind: "module" });
    // A library's contents are global in C, so it adds no prefix of its own.
    symbol.inner ??= makeScope(part.text, inner, node.keyword === "namespace");
    inner = symbol.inner;
  }
  declareAll(state, node.body, inner);
  if (node.keyword === "library")
    for (const [name, symbol] of inner.names) if (!state.loose.has(name)) state.loose.set(name, symbol);
}

function declareInterface(state: Declaring, node: InterfaceNode, scope: Scope): void {
  const known = scope.names.get(node.name.text);
  const symbol =
    known?.declared.kind === "interface"
      ? completed(state, known, node, scope)
      : add(state, scope, node.name, { kind: "interface", node });
  symbol.inner ??= makeScope(node.name.text, scope);
  if (node.body === undefined) return;
  declareAll(state, node.body, symbol.inner);
  for (const [name, inner] of symbol.inner.names)
    if (inner.declared.kind !== "operation" && !state.loose.has(name)) state.loose.set(name, inner);
}

/** A forward declaration and its interface are one symbol; two bodies are an error. */
function completed(state: Declaring, known: IdlSymbol, node: InterfaceNode, scope: Scope): IdlSymbol {
  if (node.body === undefined || known.declared.kind !== "interface") return known;
  if (known.declared.node.body !== undefined) {
    duplicate(state, known, node.name);
    return { ...known, inner: undefined };
  }
  const symbol: IdlSymbol = { ...known, declared: { kind: "interface", node }, span: node.name.span };
  symbol.inner = known.inner;
  scope.names.set(node.name.text, symbol);
  return symbol;
}

function declareInner(state: Declaring, type: TypeNode, scope: Scope): void {
  switch (type.kind) {
    case "struct":
      declareMembers(state, type.members, declareRecord(state, type, scope));
      return;
    case "union": {
      const inner = declareRecord(state, type, scope);
      if (type.discriminator !== undefined) declareInner(state, type.discriminator, inner);
      declareMembers(
        state,
        type.cases.flatMap((branch) => (branch.member === undefined ? [] : [branch.member])),
        inner,
        true,
      );
      return;
    }
    case "enum":
      if (type.name !== undefined) addTag(state, scope, type.name, type);
      declareItems(state, type, scope);
      return;
    case "sequence":
    case "pipe":
      declareInner(state, type.element, scope);
      return;
    default:
      return;
  }
}

/** The scope of what its members declare. */
function declareRecord(state: Declaring, type: StructNode | UnionNode, scope: Scope): Scope {
  const symbol = type.name && addTag(state, scope, type.name, type);
  if (symbol === undefined || !state.recordsAreScopes) return scope;
  symbol.inner = makeScope(symbol.name, scope);
  return symbol.inner;
}

/** Members of a union may share a name where attributes (`[case(1)]`) tell them apart, as Samba writes them. */
function declareMembers(state: Declaring, members: readonly Member[], scope: Scope, union = false): void {
  const names = new Map<string, Identifier>();
  for (const member of members) {
    declareInner(state, member.type, scope);
    for (const declarator of member.declarators) {
      const name = nameOf(declarator);
      if (name === undefined) continue;
      if (
        names.has(name.text) &&
        !(union && member.attributes.some(({ name: { text } }) => text === "case" || text === "default"))
      )
        state.report.error(
          "idl/duplicate",
          name.span,
          `member ${name.text} is declared twice`,
          "Rename one of the two.",
        );
      names.set(name.text, name);
    }
  }
}

function declareItems(state: Declaring, node: EnumNode, scope: Scope): void {
  if (scope.enumsAreScopes) return;
  let before: IdlSymbol | undefined;
  for (const [index, item] of node.items.entries()) {
    before = add(state, scope, item.name, { kind: "enumerator", item, index, before });
    if (!state.loose.has(item.name.text)) state.loose.set(item.name.text, before);
  }
}

/** C keeps tags apart from other names; the tag is a name of its own where nothing else has it. */
function addTag(state: Declaring, scope: Scope, name: Identifier, type: TypeNode): IdlSymbol | undefined {
  const known = scope.tags.get(name.text);
  if (known !== undefined) {
    duplicate(state, known, name);
    return undefined;
  }
  const symbol = makeSymbol(scope, name, { kind: "constructed", type });
  scope.tags.set(name.text, symbol);
  if (!state.loose.has(name.text)) state.loose.set(name.text, symbol);
  return symbol;
}

function add(state: Declaring, scope: Scope, name: Identifier, declared: Declared): IdlSymbol {
  const known = scope.names.get(name.text);
  if (known !== undefined && !mayRepeat(known, declared)) {
    duplicate(state, known, name);
    return known;
  }
  const symbol = makeSymbol(scope, name, declared);
  scope.names.set(name.text, symbol);
  return symbol;
}

/** `typedef struct x x;` before the struct, or the same typedef twice, harms nobody. */
function mayRepeat(known: IdlSymbol, declared: Declared): boolean {
  if (known.declared.kind === "typedef" && declared.kind === "typedef")
    return sameTypedef(known.declared, declared) || completes(known.declared, declared, known.name);
  if (known.declared.kind === "constant" && declared.kind === "constant")
    return sameText(known.declared.node.value, declared.node.value);
  if (known.declared.kind === "enumerator" && declared.kind === "enumerator")
    return sameText(known.declared.item.value, declared.item.value);
  if (known.declared.kind === "other" || declared.kind === "other") return true;
  return (
    declared.kind === "operation" &&
    known.declared.kind !== "operation" &&
    known.declared.kind !== "exception"
  );
}

/** Two values that are written alike; two that are not written at all may differ. */
function sameText(a: Expression | undefined, b: Expression | undefined): boolean {
  const spelled = ({ span }: Expression) => span.file.text.slice(span.start, span.end).replace(/\s+/g, "");
  return a !== undefined && b !== undefined && spelled(a) === spelled(b);
}

/** `typedef struct x x;` before `typedef struct x { … } x;`. */
function completes(announced: Typedef, { type, declarator }: Typedef, name: string): boolean {
  const { type: tag } = announced;
  const isTag = tag.kind === "named" && tag.tag !== undefined && tag.name.parts.at(-1)?.text === name;
  const isBody = type.kind === "struct" || type.kind === "union" || type.kind === "enum";
  return isTag && isBody && declarator.pointers === announced.declarator.pointers;
}

type Typedef = Extract<Declared, { kind: "typedef" }>;

function sameTypedef(a: Typedef, b: Typedef): boolean {
  const spelled = (declared: typeof a) =>
    declared.type.span.file.text.slice(declared.type.span.start, declared.type.span.end).replace(/\s+/g, " ");
  return a.declarator.pointers === b.declarator.pointers && spelled(a) === spelled(b);
}

function makeSymbol(scope: Scope, name: Identifier, declared: Declared): IdlSymbol {
  const text = name.text;
  return {
    name: text,
    cName: cPath(scope, text),
    declared,
    scope,
    span: name.span,
    inner: undefined,
    type: undefined,
    value: undefined,
  };
}

function duplicate(state: Declaring, known: IdlSymbol, name: Identifier): void {
  const where = `${known.span.file.name}:${lineOf(known.span)}`;
  state.report.error(
    "idl/duplicate",
    name.span,
    `${scopedPath(known)} is declared twice`,
    `The first declaration is at ${where}; rename one of the two.`,
  );
}

function lineOf(span: Span): number {
  return span.file.text.slice(0, span.start).split("\n").length;
}

/** The name a declarator introduces. */
export function nameOf(declarator: Declarator): Identifier | undefined {
  return declarator.inner === undefined ? declarator.name : nameOf(declarator.inner);
}

/** Connects each interface's scope with those it inherits; `resolve` finds a base or reports. */
export function inherit(
  scope: Scope,
  resolve: (node: InterfaceNode, scope: Scope) => readonly IdlSymbol[],
): void {
  const all: { node: InterfaceNode; symbol: IdlSymbol }[] = [];
  const walk = (at: Scope) => {
    for (const symbol of at.names.values()) {
      if (symbol.declared.kind === "interface") all.push({ node: symbol.declared.node, symbol });
      if (symbol.inner !== undefined && symbol.inner.parent === at) walk(symbol.inner);
    }
  };
  walk(scope);
  for (const { node, symbol } of all)
    for (const base of resolve(node, symbol.scope))
      if (base.inner !== undefined && symbol.inner !== undefined) symbol.inner.bases.push(base.inner);
}
