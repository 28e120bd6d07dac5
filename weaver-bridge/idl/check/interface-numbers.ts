/**
 * Interface numbers that nobody wrote. An interface without `uuid` has number 0, and its methods count from 0; so two
 * bases of one interface clash unless a number tells them apart. Where bases of one file clash, the later one gets a
 * number from its scoped name: whoever reads that file computes the same one, and it stays when the file grows. Bases
 * of different files are not renumbered, since stubs made from one file alone would not know of it.
 */

import { groupBy } from "../../model/index.js";
import type { OperationNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { operationNodes } from "./attribute-operations.js";
import type { InterfaceContext } from "./interface-context.js";
import {
  METHOD_BITS,
  MOST_INTERFACES,
  MOST_METHODS,
  MOST_V4_INTERFACES,
  numberOf,
} from "./interface-context.js";
import { behindTypedefs, type IdlSymbol, lookup, type Scope, scopedPath } from "./scope.js";

/** A method as numbering sees it. */
interface Numbered {
  readonly owner: IdlSymbol;
  readonly name: string;
  readonly id: number;
  readonly pinned: boolean;
}

interface Numbering {
  readonly context: InterfaceContext;
  readonly chosen: ReadonlyMap<IdlSymbol, number>;
  readonly known: Map<IdlSymbol, readonly Numbered[]>;
}

/** `interfaces`: all that the unit knows, in the order of its files. */
export function numberInterfaces(
  context: InterfaceContext,
  interfaces: readonly IdlSymbol[],
): ReadonlyMap<IdlSymbol, number> {
  const chosen = new Map<IdlSymbol, number>();
  for (const symbols of byFile(interfaces)) {
    const used = new Set(symbols.map((symbol) => writtenNumber(context, symbol) ?? 0));
    for (
      let clash = firstClash(context, symbols, chosen);
      clash;
      clash = firstClash(context, symbols, chosen)
    ) {
      const number = freeNumber(scopedPath(clash), used);
      used.add(number);
      chosen.set(clash, number);
    }
  }
  return chosen;
}

function byFile(interfaces: readonly IdlSymbol[]): IdlSymbol[][] {
  return [...groupBy(interfaces, ({ span }) => span.file.name).values()];
}

/** The interface to renumber, so that two inherited methods no longer share an id; undefined where none can or must be. */
function firstClash(
  context: InterfaceContext,
  symbols: readonly IdlSymbol[],
  chosen: ReadonlyMap<IdlSymbol, number>,
): IdlSymbol | undefined {
  const mayChange = ({ owner, pinned }: Numbered) =>
    !pinned &&
    !chosen.has(owner) &&
    writtenNumber(context, owner) === undefined &&
    owner.span.file.name === symbols[0]?.span.file.name;
  const state: Numbering = { context, chosen, known: new Map() };
  for (const symbol of symbols) {
    const byId = new Map<number, Numbered>();
    for (const method of inheritedMethods(state, symbol)) {
      const other = byId.get(method.id);
      if (other === undefined) byId.set(method.id, method);
      else if (other.owner !== method.owner) {
        const change = [method, other].find(mayChange);
        if (change !== undefined) return change.owner;
      }
    }
  }
  return undefined;
}

/** Each interface once; one that is being looked at, in a circle of bases, has none. */
function inheritedMethods(state: Numbering, symbol: IdlSymbol): Numbered[] {
  const methods = new Map<string, Numbered>();
  for (const base of basesOf(state.context, symbol))
    for (const method of methodsOf(state, base)) methods.set(`${method.owner.cName} ${method.name}`, method);
  return [...methods.values()];
}

function methodsOf(state: Numbering, symbol: IdlSymbol): readonly Numbered[] {
  const known = state.known.get(symbol);
  if (known !== undefined) return known;
  state.known.set(symbol, []);
  const methods = workOutMethods(state, symbol);
  state.known.set(symbol, methods);
  return methods;
}

function workOutMethods(state: Numbering, symbol: IdlSymbol): Numbered[] {
  const { context, chosen } = state;
  if (symbol.declared.kind !== "interface") return [];
  const inherited = inheritedMethods(state, symbol);
  const high = (chosen.get(symbol) ?? writtenNumber(context, symbol) ?? 0) << METHOD_BITS;
  const drafts = operationNodes(symbol.declared.node.body ?? []);
  const pinned = drafts.map((draft) => pinnedNumber(context, draft, symbol.scope));
  const numbers = methodNumbers(
    pinned,
    inherited
      .filter(({ id }) => id >> METHOD_BITS === high >> METHOD_BITS)
      .map(({ id }) => id & (MOST_METHODS - 1)),
  );
  const own = drafts.map((draft, index) => ({
    owner: symbol,
    name: draft.name.text,
    id: high | (numbers[index] ?? 0),
    pinned: pinned[index] !== undefined,
  }));
  return [...inherited, ...own];
}

/** Numbers in order, past those that are written or inherited; may reach `MOST_METHODS` and beyond where there are too many. */
export function methodNumbers(
  pinned: readonly (number | undefined)[],
  inherited: readonly number[],
): number[] {
  const taken = new Set([...inherited, ...pinned.filter((number) => number !== undefined)]);
  let next = 0;
  return pinned.map((number) => {
    if (number !== undefined) return number;
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  });
}

function basesOf(context: InterfaceContext, symbol: IdlSymbol): IdlSymbol[] {
  if (symbol.declared.kind !== "interface") return [];
  const { loose } = context.resolver;
  return symbol.declared.node.bases.flatMap((base) => {
    const named = lookup(symbol.scope, base.name, loose);
    const found = typeof named === "number" ? named : behindTypedefs(named, loose);
    return typeof found === "number" || found === symbol || found.declared.kind !== "interface"
      ? []
      : [found];
  });
}

/** `uuid(N)` of an interface; a universal identifier is none. */
export function writtenNumber(context: InterfaceContext, symbol: IdlSymbol): number | undefined {
  if (symbol.declared.kind !== "interface") return undefined;
  const attribute = findAttribute(symbol.declared.node.attributes, "uuid");
  if (attribute === undefined || attribute.text !== undefined) return undefined;
  return numberOf(context, attribute, symbol.scope, MOST_INTERFACES - 1, "an interface number");
}

/** `uuid(N)` of an operation. */
export function pinnedNumber(
  context: InterfaceContext,
  node: OperationNode,
  scope: Scope,
): number | undefined {
  const attribute = findAttribute(node.attributes, "uuid");
  if (attribute === undefined || attribute.text !== undefined) return undefined;
  return numberOf(context, attribute, scope, MOST_METHODS - 1, "a method number");
}

/** From 1 on; 0 belongs to interfaces that need no number. FNV-1a, then the next that the file does not use. */
function freeNumber(name: string, used: ReadonlySet<number>): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193) >>> 0;
  const most = MOST_V4_INTERFACES - 1;
  let number = (hash % most) + 1;
  for (let tries = 0; used.has(number) && tries < most; tries++) number = (number % most) + 1;
  return number;
}
