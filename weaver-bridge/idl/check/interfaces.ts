/** Interfaces of the tree to the interface model: numbers of interfaces and methods, inherited operations. */
import type { InterfaceNode, OperationNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { checkAttributes } from "./applicability.js";
import { operationNodes } from "./attribute-operations.js";
import { type InterfaceContext, numberOf } from "./interface-context.js";
import type { Interface, Operation } from "./interface-model.js";
import { resolveOperation } from "./operations.js";
import { behindTypedefs, type IdlSymbol, lookup, type Scope, scopedPath } from "./scope.js";

export const METHOD_BITS = 6;

const MOST_METHODS = 1 << METHOD_BITS;

export function resolveInterface(context: InterfaceContext, symbol: IdlSymbol): Interface | undefined {
  if (
    symbol.declared.kind !== "interface" ||
    symbol.inner === undefined ||
    symbol.declared.node.body === undefined
  )
    return undefined;
  const known = context.done.get(symbol);
  if (known !== undefined) return known;
  const { node } = symbol.declared;
  const { report } = context.resolver;
  checkAttributes(report, node.attributes, "interface");
  const number = interfaceNumber(context, node, symbol.scope);
  const bases = basesOf(context, node, symbol);
  const local = findAttribute(node.attributes, "local") !== undefined;
  const inherited = inheritedOperations(context, bases, node, context.generating(symbol));
  const result: Interface = {
    name: scopedPath(symbol),
    cName: symbol.cName,
    span: node.name.span,
    number,
    local,
    bases: bases.map((base) => base.cName),
    operations: [],
  };
  context.done.set(symbol, result);
  const own = ownOperations(context, symbol, node, result, inherited);
  const complete: Interface = { ...result, operations: [...inherited, ...own].sort((a, b) => a.id - b.id) };
  context.done.set(symbol, complete);
  return complete;
}

function interfaceNumber(context: InterfaceContext, node: InterfaceNode, scope: Scope): number {
  const attribute = findAttribute(node.attributes, "uuid");
  if (attribute === undefined || attribute.text !== undefined) return 0;
  return numberOf(context, attribute, scope, 1023, "an interface number") ?? 0;
}

function basesOf(context: InterfaceContext, node: InterfaceNode, symbol: IdlSymbol): Interface[] {
  const bases: Interface[] = [];
  const { report, loose } = context.resolver;
  context.open.add(symbol);
  for (const base of node.bases) {
    const named = lookup(symbol.scope, base.name, loose);
    const found = typeof named === "number" ? named : behindTypedefs(named, loose);
    if (typeof found === "number" || found === symbol || found.declared.kind !== "interface") continue;
    if (context.open.has(found))
      report.error(
        "idl/inheritance",
        base.span,
        `${node.name.text} inherits itself through ${scopedPath(found)}`,
        "Bases must not form a circle; remove one of them.",
      );
    else if (found.declared.node.body === undefined && base.isRequired !== true && context.generating(symbol))
      report.error(
        "idl/inheritance",
        base.span,
        `${scopedPath(found)} is announced but never defined, so nothing can be inherited from it`,
        "Define it, or import the file that does.",
      );
    const resolved = context.open.has(found) ? undefined : resolveInterface(context, found);
    if (resolved !== undefined) bases.push(resolved);
  }
  context.open.delete(symbol);
  return bases;
}

/** Diamonds give an operation once; two different operations of one name, or of one number, cannot both be inherited. */
function inheritedOperations(
  context: InterfaceContext,
  bases: readonly Interface[],
  node: InterfaceNode,
  strict: boolean,
): Operation[] {
  const byName = new Map<string, Operation>();
  for (const base of bases)
    for (const operation of base.operations) {
      const known = byName.get(operation.name);
      if (strict && known !== undefined && known.declaredIn !== operation.declaredIn)
        context.resolver.report.error(
          "idl/inheritance",
          node.name.span,
          `${node.name.text} inherits two operations called ${operation.name}`,
          `One is from ${known.declaredIn}, one from ${operation.declaredIn}; rename one.`,
        );
      byName.set(operation.name, operation);
    }
  const inherited = [...byName.values()];
  if (strict) refuseSameNumbers(context, inherited, node);
  return inherited;
}

/** A server that is asked for a number could not tell which of two operations is meant. */
function refuseSameNumbers(
  context: InterfaceContext,
  inherited: readonly Operation[],
  node: InterfaceNode,
): void {
  const byId = new Map<number, Operation>();
  for (const operation of inherited.filter(({ kernelMessage }) => kernelMessage === undefined)) {
    const other = byId.get(operation.id);
    if (other !== undefined)
      context.resolver.report.error(
        "idl/number",
        node.name.span,
        `${node.name.text} inherits two operations with one number: ${other.declaredIn}::${other.name} and ${operation.declaredIn}::${operation.name}`,
        `Give ${operation.declaredIn} a number of its own ([uuid(1)] interface …), or one of the operations ([uuid(9)] …).`,
      );
    byId.set(operation.id, operation);
  }
}

function ownOperations(
  context: InterfaceContext,
  symbol: IdlSymbol,
  node: InterfaceNode,
  owner: Interface,
  inherited: readonly Operation[],
): Operation[] {
  const operations: Operation[] = [];
  const taken = new Map<number, string>(inherited.map((operation) => [operation.id, operation.name]));
  const drafts = operationNodes(node.body ?? []);
  for (const draft of drafts) {
    const pinned = pinnedNumber(context, draft, symbol.scope);
    if (pinned === undefined) continue;
    const id = (owner.number << METHOD_BITS) | pinned;
    const other = taken.get(id);
    if (other !== undefined)
      context.resolver.report.error(
        "idl/number",
        draft.name.span,
        `method number ${pinned} belongs to ${other} already`,
        "Give each operation its own number with uuid.",
      );
    taken.set(id, draft.name.text);
  }
  let next = 0;
  for (const draft of drafts) {
    const clash = inherited.find((operation) => operation.name === draft.name.text);
    if (clash !== undefined && context.generating(symbol))
      context.resolver.report.error(
        "idl/inheritance",
        draft.name.span,
        `${draft.name.text} is inherited from ${clash.declaredIn} already`,
        "An operation cannot be redefined; rename it.",
      );
    let number = pinnedNumber(context, draft, symbol.scope);
    if (number === undefined) {
      while (taken.has((owner.number << METHOD_BITS) | next)) next++;
      number = next;
      taken.set((owner.number << METHOD_BITS) | number, draft.name.text);
    }
    if (number === MOST_METHODS && context.generating(symbol))
      context.resolver.report.error(
        "idl/number",
        draft.name.span,
        `an interface has at most ${MOST_METHODS} operations`,
        "Split it, and give the new interface a number of its own with uuid.",
      );
    operations.push(
      resolveOperation(
        context,
        symbol,
        draft,
        owner,
        (owner.number << METHOD_BITS) | (number & (MOST_METHODS - 1)),
      ),
    );
  }
  return operations;
}

function pinnedNumber(context: InterfaceContext, node: OperationNode, scope: Scope): number | undefined {
  const attribute = findAttribute(node.attributes, "uuid");
  if (attribute === undefined || attribute.text !== undefined) return undefined;
  return numberOf(context, attribute, scope, MOST_METHODS - 1, "a method number");
}
