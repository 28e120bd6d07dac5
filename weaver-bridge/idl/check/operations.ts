/**
 * Interfaces of the tree to the interface model: numbers of interfaces, methods and exceptions, inherited operations,
 * attributes as operations, and every rule that an operation must obey.
 */
import type {
  Attribute,
  AttributeNode,
  Definition,
  InterfaceNode,
  OperationNode,
  ScopedName,
  TypeNode,
} from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { checkAttributes } from "./applicability.js";
import { asInteger, evaluate } from "./constants.js";
import type { Exception, Interface, Operation, Parameter } from "./interface-model.js";
import { resolveParameter } from "./parameters.js";
import { declareType, evaluation, find, type Resolver, resolveType, typeOfSymbol } from "./resolve.js";
import { cPath, type IdlSymbol, lookup, type Scope, scopedPath } from "./scope.js";
import { isFlat, layOut, type MemberType, sizeOf, type Type, unalias, whyNotFlat } from "./types.js";

export const METHOD_BITS = 6;
const MOST_METHODS = 1 << METHOD_BITS;

export interface InterfaceContext {
  readonly resolver: Resolver;
  /** Exceptions met so far, by C name; their numbers are unique in a file. */
  readonly exceptions: Map<string, Exception>;
  readonly done: Map<IdlSymbol, Interface>;
  /** Stubs are wanted for this interface; else it is only checked. */
  generating(symbol: IdlSymbol): boolean;
}

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

function numberOf(
  context: InterfaceContext,
  attribute: Attribute,
  scope: Scope,
  most: number,
  what: string,
): number | undefined {
  const argument = attribute.arguments[0];
  const value = argument && evaluate(evaluation(context.resolver, scope), argument);
  const integer = value === undefined ? undefined : asInteger(value);
  if (integer !== undefined && integer >= 0n && integer <= BigInt(most)) return Number(integer);
  if (argument === undefined || value !== undefined)
    context.resolver.report.error(
      "idl/number",
      attribute.span,
      `${what} goes from 0 to ${most}`,
      `Write ${attribute.name.text}(N) with such a number.`,
    );
  return undefined;
}

function basesOf(context: InterfaceContext, node: InterfaceNode, symbol: IdlSymbol): Interface[] {
  const bases: Interface[] = [];
  for (const base of node.bases) {
    const found = lookup(symbol.scope, base.name, context.resolver.loose);
    if (typeof found === "number") continue;
    const resolved = found === symbol ? undefined : resolveInterface(context, found);
    if (resolved !== undefined) bases.push(resolved);
  }
  return bases;
}

/** Diamonds give an operation once; two different operations of one name cannot both be inherited. */
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
  return [...byName.values()];
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

/** The operations that a body writes, an attribute being one that reads and one that writes. */
function operationNodes(body: readonly Definition[]): OperationNode[] {
  return body.flatMap((node) => {
    if (node.kind === "operation") return [node];
    return node.kind === "attribute" ? attributeOperations(node) : [];
  });
}

function attributeOperations(node: AttributeNode): OperationNode[] {
  const { span } = node;
  const word = (text: string) => ({
    name: { text, escaped: false, span },
    arguments: [],
    text: undefined,
    span,
  });
  const voidType: TypeNode = { kind: "primitive", name: "void", span };
  return node.names.flatMap((name) => {
    const base = { kind: "operation" as const, attributes: [], resultPointers: 0, span };
    const get: OperationNode = {
      ...base,
      name: { ...name, text: `_get_${name.text}` },
      result: node.type,
      parameters: [],
      raises: node.getRaises,
    };
    if (node.readonly) return [get];
    const declarator = {
      name: { ...name, text: "_value" },
      pointers: 0,
      arrays: [],
      bits: undefined,
      inner: undefined,
      parameters: undefined,
      span: name.span,
    };
    const value = { attributes: [word("in")], type: node.type, declarator, span: name.span };
    const set: OperationNode = {
      ...base,
      name: { ...name, text: `_set_${name.text}` },
      result: voidType,
      parameters: [value],
      raises: node.setRaises.length > 0 ? node.setRaises : node.getRaises,
    };
    return [get, set];
  });
}

function resolveOperation(
  context: InterfaceContext,
  symbol: IdlSymbol,
  node: OperationNode,
  owner: Interface,
  id: number,
): Operation {
  const { resolver } = context;
  const scope = symbol.inner as Scope;
  const generating = context.generating(symbol);
  checkAttributes(resolver.report, node.attributes, "operation");
  const parameters = node.parameters.map((parameter) => {
    checkAttributes(resolver.report, parameter.attributes, "parameter");
    return resolveParameter(resolver, parameter, scope, node.parameters, generating);
  });
  checkNames(resolver, parameters, generating);
  const operation: Operation = {
    name: node.name.text,
    cName: cPath(scope, node.name.text),
    declaredIn: owner.cName,
    span: node.name.span,
    id,
    oneway: findAttribute(node.attributes, "oneway") !== undefined,
    local: owner.local || findAttribute(node.attributes, "local") !== undefined,
    kernelMessage: kernelMessageOf(context, node, scope),
    result: resultOf(resolver, node, scope, generating),
    parameters,
    raises: node.raises.flatMap((name) => exceptionOf(context, name, scope, generating) ?? []),
  };
  if (operation.oneway) checkOneway(resolver, node, operation);
  return operation;
}

function checkNames(resolver: Resolver, parameters: readonly Parameter[], generating: boolean): void {
  const names = new Set<string>();
  for (const { name, span } of parameters) {
    if (name !== "" && names.has(name))
      resolver.report.error(
        "idl/duplicate",
        span,
        `parameter ${name} is declared twice`,
        "Rename one of the two.",
      );
    if (generating && (name === "_service" || name === "_env" || name === "_caller"))
      resolver.report.error(
        "idl/parameter",
        span,
        `${name} is a name that stubs use themselves`,
        "Rename the parameter.",
      );
    names.add(name);
  }
  for (const { transfer, span, direction } of parameters) {
    if (transfer.kind !== "array" || !("parameter" in transfer.length)) continue;
    const wanted = transfer.length.parameter;
    const length = parameters.find((parameter) => parameter.name === wanted);
    const real = length && unalias(length.type);
    if (
      length !== undefined &&
      real?.kind !== "error" &&
      (real?.kind !== "scalar" || real.floating) &&
      generating
    )
      resolver.report.error(
        "idl/attribute",
        span,
        `${wanted} cannot be a length: it is no integer`,
        "Use an integer parameter.",
      );
    else if (length !== undefined && generating && !travelsWith(length.direction, direction))
      resolver.report.error(
        "idl/direction",
        span,
        `${wanted} does not travel with the array it measures`,
        `The array is ${direction}, its length ${length.direction}; give both the same direction.`,
      );
  }
}

function travelsWith(length: string, array: string): boolean {
  return length === array || length === "inout" || (length === "in" && array === "out");
}

function resultOf(
  resolver: Resolver,
  node: OperationNode,
  scope: Scope,
  generating: boolean,
): Parameter | undefined {
  let type = resolveType(resolver, node.result, scope);
  if (type.kind === "void" && node.resultPointers === 0) return undefined;
  for (let index = 0; index < node.resultPointers; index++)
    type = { kind: "pointer", target: type, size: 4, align: 4 };
  const real = unalias(type);
  const isString = real.kind === "string";
  if (
    generating &&
    !isFlat(type) &&
    !isString &&
    real.kind !== "fpage" &&
    real.kind !== "sequence" &&
    real.kind !== "error"
  )
    resolver.report.error(
      "idl/not-transferable",
      node.result.span,
      `no stub can carry the result: ${whyNotFlat(type) ?? "its type has no fixed form"}`,
      "Return a scalar, a flat struct or a string, or use an out parameter.",
    );
  const transfer: Parameter["transfer"] =
    real.kind === "string"
      ? { kind: "string", wide: real.wide, maximum: real.bound, typical: undefined }
      : real.kind === "sequence"
        ? {
            kind: "sequence",
            elementBytes: Math.max(1, sizeOf(real.element)),
            maximum: real.bound,
            typical: undefined,
          }
        : real.kind === "fpage"
          ? { kind: "map" }
          : { kind: "fixed", bytes: sizeOf(type) };
  const ref = findAttribute(node.attributes, "ref") !== undefined;
  return {
    name: "__return",
    direction: "out",
    type,
    span: node.result.span,
    transfer,
    prealloc: false,
    ref,
    inTransform: undefined,
    outTransform: undefined,
    maxValue: undefined,
  };
}

function kernelMessageOf(context: InterfaceContext, node: OperationNode, scope: Scope): number | undefined {
  const attribute = findAttribute(node.attributes, "kernelmsg");
  if (attribute === undefined) return undefined;
  if (findAttribute(node.attributes, "uuid") !== undefined)
    context.resolver.report.error(
      "idl/attribute",
      attribute.span,
      "kernelmsg and uuid exclude each other",
      "The kernel chooses the number of its messages; remove uuid.",
    );
  return numberOf(context, attribute, scope, 1023, "a kernel message");
}

function checkOneway(resolver: Resolver, node: OperationNode, operation: Operation): void {
  const hint = "A oneway operation gets no reply; remove oneway, or what would come back.";
  if (operation.result !== undefined)
    resolver.report.error(
      "idl/oneway",
      node.result.span,
      `${operation.name} is oneway, so it has no result`,
      hint,
    );
  for (const parameter of operation.parameters)
    if (parameter.direction !== "in")
      resolver.report.error(
        "idl/oneway",
        parameter.span,
        `${operation.name} is oneway, so ${parameter.name} cannot be ${parameter.direction}`,
        hint,
      );
  if (node.raises[0] !== undefined)
    resolver.report.error(
      "idl/oneway",
      node.raises[0].span,
      `${operation.name} is oneway, so it raises nothing`,
      hint,
    );
}

function exceptionOf(
  context: InterfaceContext,
  name: ScopedName,
  scope: Scope,
  strict: boolean,
): Exception | undefined {
  const symbol = find(context.resolver, scope, name, "exception");
  if (symbol === undefined) return undefined;
  if (symbol.declared.kind !== "exception") {
    context.resolver.report.error(
      "idl/exception",
      name.span,
      `${scopedPath(symbol)} is no exception`,
      "Only exceptions can be raised.",
    );
    return undefined;
  }
  const exception = numberException(context, symbol);
  for (const member of strict ? exception.members : []) {
    const why = isFlat(member.type) ? undefined : whyNotFlat(member.type);
    if (why !== undefined)
      context.resolver.report.error(
        "idl/not-transferable",
        name.span,
        `no stub can carry ${exception.name}: member ${member.name}: ${why}`,
        "Give the exception members of fixed size.",
      );
  }
  return exception;
}

export function numberException(context: InterfaceContext, symbol: IdlSymbol): Exception {
  const known = context.exceptions.get(symbol.cName);
  if (known !== undefined || symbol.declared.kind !== "exception") return known as Exception;
  const members: MemberType[] = symbol.declared.node.members.flatMap((member) =>
    member.declarators.map((declarator) => {
      checkAttributes(context.resolver.report, member.attributes, "member");
      const type: Type = declareType(
        context.resolver,
        member.type,
        declarator,
        member.attributes,
        symbol.scope,
      );
      return { name: declarator.name?.text ?? "", type, bits: undefined };
    }),
  );
  const exception: Exception = {
    name: scopedPath(symbol),
    cName: symbol.cName,
    number: context.exceptions.size + 1,
    members,
    size: layOut(members).size,
    span: symbol.span,
  };
  context.exceptions.set(symbol.cName, exception);
  return exception;
}

/** Gives a type to everything a scope declares, so that mistakes in unused types are found as well. */
export function resolveEverything(resolver: Resolver, scope: Scope): void {
  for (const table of [scope.tags, scope.names])
    for (const symbol of table.values()) {
      if (symbol.declared.kind === "typedef" || symbol.declared.kind === "constructed")
        typeOfSymbol(resolver, symbol, symbol.span);
      if (symbol.inner !== undefined && symbol.inner.parent === scope)
        resolveEverything(resolver, symbol.inner);
    }
}
