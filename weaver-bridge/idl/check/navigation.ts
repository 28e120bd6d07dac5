/**
 * Where everything that has a name is declared and where it is used, for editors: outline, definition, references,
 * rename, completion. Places that come from a macro point at its use, so several declarations may share one.
 */
import type {
  Definition,
  Identifier,
  InterfaceNode,
  Member,
  Parameter,
  ScopedName,
  TypeNode,
} from "../parse/ast.js";
import { nameText } from "../parse/expression.js";
import type { ParsedFile } from "../parse/parser.js";
import type { Span } from "../parse/source.js";
import type { IdlSymbol, Scope } from "./scope.js";
import { PREDEFINED } from "./types.js";

export type DeclarationKind =
  | "module"
  | "interface"
  | "operation"
  | "attribute"
  | "parameter"
  | "typedef"
  | "struct"
  | "union"
  | "enum"
  | "enumerator"
  | "member"
  | "constant"
  | "exception"
  | "other";

export interface NamedPlace {
  readonly kind: DeclarationKind;
  readonly name: string;
  /** `M::I::op`. */
  readonly path: string;
  readonly nameSpan: Span;
  /** The whole definition. */
  readonly span: Span;
  readonly parent: NamedPlace | undefined;
  /** Undefined for members and parameters, which no scope holds. */
  readonly symbol: IdlSymbol | undefined;
  /** `interface N;`: the place only announces what another one declares. */
  readonly forward: boolean;
}

export interface Reference {
  readonly to: NamedPlace;
  readonly span: Span;
}

export interface Navigation {
  /** Of the main file and what it imports, outer ones first, each file in its order. */
  readonly declarations: readonly NamedPlace[];
  /** Uses by name; the declaring name itself is none. */
  readonly references: readonly Reference[];
  /** What a place in a file can see. */
  readonly scopes: ScopeLookup;
}

export interface ScopeLookup {
  /** The innermost scope around a byte offset. */
  at(file: string, offset: number): Scope;
  /** Names that can be written there without `::`, inner ones first, each once; predefined types last. */
  visibleAt(
    file: string,
    offset: number,
  ): readonly { readonly name: string; readonly symbol: IdlSymbol | undefined }[];
}

/** What a name was found to mean. */
export interface Found {
  readonly span: Span;
  readonly symbol: IdlSymbol;
}

interface Walk {
  readonly places: NamedPlace[];
  readonly scopes: ReadonlyMap<Definition, Scope>;
}

export function navigate(
  files: readonly ParsedFile[],
  found: readonly Found[],
  scopes: ReadonlyMap<Definition, Scope>,
  root: Scope,
): Navigation {
  const walk: Walk = { places: [], scopes };
  for (const file of files) for (const node of file.definitions) visit(walk, node, undefined);
  return {
    declarations: walk.places,
    references: referencesTo(walk.places, found),
    scopes: lookupOf(files, scopes, root),
  };
}

function visit(walk: Walk, node: Definition, parent: NamedPlace | undefined): void {
  const scope = walk.scopes.get(node);
  const { span } = node;
  const add = (kind: DeclarationKind, name: Identifier) =>
    addPlace(walk, name, { kind, span, parent, symbol: scope?.names.get(name.text) });
  switch (node.kind) {
    case "module":
      visitModule(walk, node, parent, scope);
      return;
    case "interface":
      visitInterface(walk, node, parent, scope?.names.get(node.name.text));
      return;
    case "operation":
      visitParameters(walk, node.parameters, add("operation", node.name));
      return;
    case "attribute":
      for (const name of node.names) add("attribute", name);
      return;
    case "typedef":
      visitType(walk, node.type, parent, scope);
      for (const { inner, name } of node.declarators) {
        const declared = inner?.name ?? name;
        if (declared !== undefined) add("typedef", declared);
      }
      return;
    case "type":
      visitType(walk, node.type, parent, scope);
      return;
    case "const":
      add("constant", node.name);
      return;
    case "exception":
      visitMembers(walk, node.members, add("exception", node.name), scope);
      return;
    case "coclass":
    case "other":
      if (node.name !== undefined) add("other", node.name);
      return;
    default:
      return;
  }
}

/** `module a::b` is one in another. */
function visitModule(
  walk: Walk,
  node: Extract<Definition, { kind: "module" }>,
  parent: NamedPlace | undefined,
  scope: Scope | undefined,
): void {
  let outer = parent;
  let inner = scope;
  for (const part of node.name.parts) {
    const symbol: IdlSymbol | undefined = inner?.names.get(part.text);
    outer = addPlace(walk, part, { kind: "module", span: node.span, parent: outer, symbol });
    inner = symbol?.inner;
  }
  for (const item of node.body) visit(walk, item, outer);
}

function visitInterface(
  walk: Walk,
  node: InterfaceNode,
  parent: NamedPlace | undefined,
  symbol: IdlSymbol | undefined,
): void {
  const forward = node.body === undefined;
  const own = addPlace(walk, node.name, { kind: "interface", span: node.span, parent, symbol, forward });
  for (const item of node.body ?? []) visit(walk, item, own);
}

function visitParameters(walk: Walk, parameters: readonly Parameter[], owner: NamedPlace): void {
  for (const { declarator, span } of parameters)
    if (declarator.name !== undefined)
      addPlace(walk, declarator.name, { kind: "parameter", span, parent: owner, symbol: undefined });
}

function visitMembers(
  walk: Walk,
  members: readonly Member[],
  owner: NamedPlace | undefined,
  scope: Scope | undefined,
): void {
  for (const { type, declarators, span } of members) {
    visitType(walk, type, owner, owner?.symbol?.inner ?? scope);
    for (const declarator of declarators) {
      const name = declarator.inner?.name ?? declarator.name;
      if (name !== undefined)
        addPlace(walk, name, { kind: "member", span, parent: owner, symbol: undefined });
    }
  }
}

function visitType(
  walk: Walk,
  type: TypeNode,
  parent: NamedPlace | undefined,
  scope: Scope | undefined,
): void {
  if (type.kind === "sequence" || type.kind === "pipe") visitType(walk, type.element, parent, scope);
  if (type.kind !== "struct" && type.kind !== "union" && type.kind !== "enum") return;
  const { kind, span, name } = type;
  const own =
    name === undefined
      ? parent
      : addPlace(walk, name, { kind, span, parent, symbol: scope?.tags.get(name.text) });
  if (type.kind === "struct") visitMembers(walk, type.members, own, scope);
  else if (type.kind === "enum")
    for (const item of type.items) {
      const symbol = scope?.names.get(item.name.text);
      addPlace(walk, item.name, { kind: "enumerator", span: item.span, parent: own, symbol });
    }
  else {
    if (type.discriminator !== undefined)
      visitType(walk, type.discriminator, own, own?.symbol?.inner ?? scope);
    for (const { member } of type.cases) if (member !== undefined) visitMembers(walk, [member], own, scope);
  }
}

/** What a place is beside its name; it announces nothing where `forward` is left out. */
type Declared = Pick<NamedPlace, "kind" | "span" | "parent" | "symbol"> &
  Partial<Pick<NamedPlace, "forward">>;

function addPlace(walk: Walk, name: Identifier, declared: Declared): NamedPlace {
  const { parent } = declared;
  const path = parent === undefined ? name.text : `${parent.path}::${name.text}`;
  const result = { forward: false, ...declared, name: name.text, path, nameSpan: name.span };
  walk.places.push(result);
  return result;
}

function referencesTo(places: readonly NamedPlace[], found: readonly Found[]): Reference[] {
  const bySymbol = new Map<string, NamedPlace>();
  for (const candidate of places) if (!candidate.forward) bySymbol.set(keyOf(candidate.nameSpan), candidate);
  const references = new Map<string, Reference>();
  for (const { span, symbol } of found) {
    const to = bySymbol.get(keyOf(symbol.span));
    if (to !== undefined && keyOf(span) !== keyOf(to.nameSpan)) references.set(keyOf(span), { to, span });
  }
  for (const { forward, nameSpan, symbol } of places) {
    const to = forward && symbol !== undefined ? bySymbol.get(keyOf(symbol.span)) : undefined;
    if (to !== undefined) references.set(keyOf(nameSpan), { to, span: nameSpan });
  }
  return [...references.values()].sort(
    (a, b) => a.span.file.name.localeCompare(b.span.file.name) || a.span.start - b.span.start,
  );
}

function keyOf(span: Span): string {
  return `${span.start}:${span.end}:${span.file.name}`;
}

function lookupOf(
  files: readonly ParsedFile[],
  scopes: ReadonlyMap<Definition, Scope>,
  root: Scope,
): ScopeLookup {
  const at = (file: string, offset: number): Scope => {
    const definitions = files.find((candidate) => candidate.file === file)?.definitions ?? [];
    return innermost(definitions, file, offset, scopes) ?? root;
  };
  return {
    at,
    visibleAt: (file, offset) => {
      const names = new Map<string, IdlSymbol | undefined>();
      const collect = (scope: Scope, seen: Set<Scope>) => {
        if (seen.has(scope)) return;
        seen.add(scope);
        for (const [name, symbol] of [...scope.names, ...scope.tags])
          if (!names.has(name)) names.set(name, symbol);
        for (const base of scope.bases) collect(base, seen);
      };
      for (let scope: Scope | undefined = at(file, offset); scope !== undefined; scope = scope.parent)
        collect(scope, new Set());
      for (const name of Object.keys(PREDEFINED)) if (!names.has(name)) names.set(name, undefined);
      return [...names].map(([name, symbol]) => ({ name, symbol }));
    },
  };
}

function innermost(
  definitions: readonly Definition[],
  file: string,
  offset: number,
  scopes: ReadonlyMap<Definition, Scope>,
): Scope | undefined {
  for (const node of definitions) {
    if (node.kind !== "module" && node.kind !== "interface") continue;
    if (node.span.file.name !== file || offset < node.span.start || offset >= node.span.end) continue;
    const name = node.kind === "module" ? nameText(node.name) : node.name.text;
    const inner = scopes.get(node)?.names.get(name.split("::").pop() ?? name)?.inner;
    return innermost(node.body ?? [], file, offset, scopes) ?? inner;
  }
  return undefined;
}

/** Records each part of `name`, which was found to mean `symbol` in `scope`. */
export function refer(
  references: Found[],
  name: ScopedName,
  symbol: IdlSymbol,
  prefix: (parts: ScopedName) => IdlSymbol | undefined,
): void {
  for (const [index, part] of name.parts.entries()) {
    const last = index === name.parts.length - 1;
    const meant = last ? symbol : prefix({ ...name, parts: name.parts.slice(0, index + 1) });
    if (meant !== undefined) references.push({ span: part.span, symbol: meant });
  }
}
