/**
 * Scopes and symbols: what is declared where. Lookup goes from the inside out, through inherited interfaces, and at
 * last to names that DCE and MIDL put inside interfaces although these open no scope there.
 */
import type {
  Attribute,
  ConstNode,
  Declarator,
  EnumItem,
  ExceptionNode,
  Identifier,
  InterfaceNode,
  ScopedName,
  TypeNode,
} from "../parse/ast.js";
import type { Span } from "../parse/source.js";
import { closest } from "./similar.js";
import { cIdentifier, type Type } from "./types.js";

export type Declared =
  | {
      readonly kind: "typedef";
      readonly type: TypeNode;
      readonly declarator: Declarator;
      readonly attributes: readonly Attribute[];
    }
  | { readonly kind: "constructed"; readonly type: TypeNode }
  | {
      readonly kind: "enumerator";
      readonly item: EnumItem;
      readonly index: number;
      readonly before: IdlSymbol | undefined;
    }
  | { readonly kind: "constant"; readonly node: ConstNode }
  | { readonly kind: "exception"; readonly node: ExceptionNode }
  | { readonly kind: "interface"; readonly node: InterfaceNode }
  | { readonly kind: "module" }
  | { readonly kind: "operation" }
  | { readonly kind: "other" };

/** The value is being computed: meeting it again is a circle. */
export const OPEN = Symbol("open");
/** It has none, which was reported. */
export const FAILED = Symbol("failed");

export interface IdlSymbol {
  readonly name: string;
  /** `mod_iface_name`, unique in C. */
  readonly cName: string;
  readonly declared: Declared;
  readonly scope: Scope;
  readonly span: Span;
  /** The scope that the symbol itself opens. */
  inner: Scope | undefined;
  /** Filled by the first question for it; `"open"` while it is being answered. */
  type: Type | "open" | undefined;
  value: bigint | number | string | boolean | typeof OPEN | typeof FAILED | undefined;
}

export interface Scope {
  readonly name: string;
  readonly parent: Scope | undefined;
  readonly names: Map<string, IdlSymbol>;
  /** Tags of C (`struct x`) that hide behind a typedef of the same name. */
  readonly tags: Map<string, IdlSymbol>;
  /** Scopes of inherited interfaces. */
  readonly bases: Scope[];
  /** Windows Runtime: items of an enum belong to the enum, not to the scope around it. */
  readonly enumsAreScopes: boolean;
}

export function makeScope(name: string, parent: Scope | undefined, enumsAreScopes = false): Scope {
  return { name, parent, names: new Map(), tags: new Map(), bases: [], enumsAreScopes };
}

export function cPath(scope: Scope, name: string): string {
  if (scope.name === "") return cIdentifier(name);
  let path = name;
  for (let at: Scope | undefined = scope; at !== undefined && at.name !== ""; at = at.parent)
    path = `${at.name}_${path}`;
  return path;
}

/** `M::I::x`, for messages. */
export function scopedPath(symbol: IdlSymbol): string {
  let path = symbol.name;
  for (let at: Scope | undefined = symbol.scope; at !== undefined && at.name !== ""; at = at.parent)
    path = `${at.name}::${path}`;
  return path;
}

/** In the scope itself or what it inherits. */
export function lookupIn(scope: Scope, name: string, seen: Set<Scope> = new Set()): IdlSymbol | undefined {
  if (seen.has(scope)) return undefined;
  seen.add(scope);
  const own = scope.names.get(name) ?? scope.tags.get(name);
  if (own !== undefined) return own;
  for (const base of scope.bases) {
    const found = lookupIn(base, name, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A second meaning of a name that two bases bring along and nothing nearer has. */
export function otherInherited(scope: Scope, name: string): IdlSymbol | undefined {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = lookupIn(at, name);
    if (found === undefined) continue;
    if (at.names.has(name) || at.tags.has(name)) return undefined;
    return at.bases.map((base) => lookupIn(base, name)).find((one) => one !== undefined && one !== found);
  }
  return undefined;
}

/** The symbol that `name` means in `scope`, or the index of the part that nothing is called by. */
export function lookup(
  scope: Scope,
  name: ScopedName,
  loose: ReadonlyMap<string, IdlSymbol>,
): IdlSymbol | number {
  const [first, ...rest] = name.parts as [Identifier, ...Identifier[]];
  let found: IdlSymbol | undefined;
  if (name.absolute) found = lookupIn(rootOf(scope), plain(first));
  else
    for (let at: Scope | undefined = scope; at !== undefined && found === undefined; at = at.parent)
      found = lookupIn(at, plain(first));
  if (found === undefined) found = escaped(scope, plain(first));
  if (found === undefined && rest.length === 0) found = loose.get(plain(first));
  if (found === undefined) return 0;
  for (const [index, part] of rest.entries()) {
    const within: Scope | undefined = found.inner ?? found.scope.tags.get(found.name)?.inner;
    const inner: IdlSymbol | undefined =
      within && (lookupIn(within, plain(part)) ?? lookupIn(within, escapedName(plain(part))));
    if (inner === undefined) return index + 1;
    found = inner;
  }
  return found;
}

/** What `typedef a b;` calls by another name, as long as it is only that. */
export function behindTypedefs(symbol: IdlSymbol, loose: ReadonlyMap<string, IdlSymbol>): IdlSymbol {
  let at = symbol;
  for (const seen = new Set<IdlSymbol>(); !seen.has(at) && at.declared.kind === "typedef"; ) {
    seen.add(at);
    const { type, declarator } = at.declared;
    if (type.kind !== "named" || declarator.pointers > 0 || declarator.arrays.length > 0) return at;
    const found = lookup(at.scope, type.name, loose);
    if (typeof found === "number") return at;
    at = found;
  }
  return at;
}

export function rootOf(scope: Scope): Scope {
  let root = scope;
  while (root.parent !== undefined) root = root.parent;
  return root;
}

/** CORBA's escape: `_x` and `x` are one name, which matters only where nothing is spelled exactly so. */
function escaped(scope: Scope, name: string): IdlSymbol | undefined {
  const other = escapedName(name);
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const found = lookupIn(at, other);
    if (found !== undefined) return found;
  }
  return undefined;
}

function escapedName(name: string): string {
  return name[0] === "_" ? name.slice(1) : `_${name}`;
}

function plain(identifier: Identifier): string {
  return identifier.text;
}

/** A name in reach that looks like `wanted`: a hint for a typing error. */
export function similar(scope: Scope, wanted: string): string | undefined {
  const names: string[] = [];
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent)
    names.push(...at.names.keys(), ...at.tags.keys());
  return closest(names, wanted);
}
