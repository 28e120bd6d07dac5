/** Interfaces of the tree to the interface model: numbers of interfaces and methods, inherited operations. */
import type { InterfaceNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { checkAttributes } from "./applicability.js";
import { operationNodes } from "./attribute-operations.js";
import { type InterfaceContext, METHOD_BITS, MOST_METHODS } from "./interface-context.js";
import type { Interface, Operation } from "./interface-model.js";
import { methodNumbers, pinnedNumber, writtenNumber } from "./interface-numbers.js";
import { resolveOperation } from "./operations.js";
import { behindTypedefs, type IdlSymbol, lookup, scopedPath } from "./scope.js";

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
  const number = context.numbers.get(symbol) ?? writtenNumber(context, symbol) ?? 0;
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
  const numbers = methodNumbers(
    drafts.map((draft) => pinnedNumber(context, draft, symbol.scope)),
    inherited.filter(({ id }) => id >> METHOD_BITS === owner.number).map(({ id }) => id & (MOST_METHODS - 1)),
  );
  for (const [index, draft] of drafts.entries()) {
    const clash = inherited.find((operation) => operation.name === draft.name.text);
    if (clash !== undefined && context.generating(symbol))
      context.resolver.report.error(
        "idl/inheritance",
        draft.name.span,
        `${draft.name.text} is inherited from ${clash.declaredIn} already`,
        "An operation cannot be redefined; rename it.",
      );
    const number = numbers[index] ?? 0;
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
