/** One operation with its parameters, result and exceptions, and every rule that it must obey. */
import type { OperationNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { checkAttributes } from "./applicability.js";
import { exceptionOf } from "./exceptions.js";
import { type InterfaceContext, numberOf } from "./interface-context.js";
import type { Interface, Operation, Parameter } from "./interface-model.js";
import { checkKernelMessage } from "./kernel-messages.js";
import { isPackable, mostPackedBytes, whyNotPacked } from "./packed.js";
import { resolveParameter, textBehind } from "./parameters.js";
import { resolveType } from "./resolve.js";
import type { Resolver } from "./resolver.js";
import { cPath, type IdlSymbol, type Scope } from "./scope.js";
import { isFlat, sizeOf, type Type, unalias, whyNotFlat } from "./types.js";

export function resolveOperation(
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
  const local = owner.local || findAttribute(node.attributes, "local") !== undefined;
  const around = { scope, operation: node.name.text, siblings: node.parameters, generating, local };
  const parameters = node.parameters.map((parameter) => {
    checkAttributes(resolver.report, parameter.attributes, "parameter");
    return resolveParameter(resolver, parameter, around);
  });
  checkNames(resolver, parameters, generating);
  const operation: Operation = {
    name: node.name.text,
    cName: cPath(scope, node.name.text),
    declaredIn: owner.cName,
    span: node.name.span,
    id,
    oneway: findAttribute(node.attributes, "oneway") !== undefined,
    local,
    kernelMessage: kernelMessageOf(context, node, scope),
    result: resultOf(resolver, node, scope, generating),
    parameters,
    raises: node.raises.flatMap((name) => exceptionOf(context, name, scope, generating) ?? []),
  };
  if (operation.oneway) checkOneway(resolver, node, operation);
  checkKernelMessage(resolver.report, operation);
  return operation;
}

function checkNames(resolver: Resolver, parameters: readonly Parameter[], generating: boolean): void {
  const { report } = resolver;
  const handles = parameters.filter(({ transfer }) => transfer.kind === "none" && transfer.destination);
  if (handles[1] !== undefined)
    report.error(
      "idl/attribute",
      handles[1].span,
      `${handles[0]?.name} is the destination already`,
      "An operation has one handle; remove the other.",
    );
  const names = new Set<string>();
  for (const { name, span } of parameters) {
    if (name !== "" && names.has(name))
      report.error("idl/duplicate", span, `parameter ${name} is declared twice`, "Rename one of the two.");
    if (generating && (name === "_service" || name === "_env" || name === "_caller"))
      report.error(
        "idl/parameter",
        span,
        `${name} is a name that stubs use themselves`,
        "Rename the parameter.",
      );
    names.add(name);
  }
  if (generating) for (const parameter of parameters) checkLength(resolver, parameter, parameters);
}

/** What measures an array is an integer that travels with it. */
function checkLength(
  { report }: Resolver,
  { transfer, span, direction }: Parameter,
  parameters: readonly Parameter[],
): void {
  if (transfer.kind !== "array" || !("parameter" in transfer.length)) return;
  const wanted = transfer.length.parameter;
  const length = parameters.find((parameter) => parameter.name === wanted);
  if (length === undefined) return;
  if (!mayMeasure(unalias(length.type)))
    report.error(
      "idl/attribute",
      span,
      `${wanted} cannot be a length: it is no integer`,
      "Use an integer parameter.",
    );
  else if (!travelsWith(length.direction, direction))
    report.error(
      "idl/direction",
      span,
      `${wanted} does not travel with the array it measures`,
      `The array is ${direction}, its length ${length.direction}; give both the same direction.`,
    );
}

/** An integer, or a type whose own mistake is told already. */
function mayMeasure(type: Type): boolean {
  if (type.kind === "imported") return type.integer;
  return type.kind === "error" || (type.kind === "scalar" && !type.floating);
}

function travelsWith(length: string, array: string): boolean {
  return length === array || length !== "out";
}

/** How a result travels; `fixed` also where nothing can carry it. */
function transferOfResult(type: Type, generating: boolean): Parameter["transfer"] {
  const real = unalias(type);
  if (real.kind === "string")
    return { kind: "string", wide: real.wide, maximum: real.bound, typical: undefined };
  if (generating && !isFlat(type) && isPackable(type) && !isFlatSequence(type))
    return { kind: "packed", maximum: mostPackedBytes(type) };
  if (real.kind === "sequence") {
    const elementBytes = Math.max(1, sizeOf(real.element));
    return { kind: "sequence", elementBytes, maximum: real.bound, typical: undefined };
  }
  return real.kind === "fpage" ? { kind: "map" } : { kind: "fixed", bytes: sizeOf(type) };
}

/** A mistake of the type's own counts as carried: it is told already. */
function isCarried({ kind }: Parameter["transfer"], type: Type): boolean {
  const real = unalias(type);
  if (kind === "sequence") return real.kind !== "sequence" || isFlat(real.element);
  return kind !== "fixed" || isFlat(type) || real.kind === "error";
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
  if (generating) type = textBehind(resolver, type, node.result.span) ?? type;
  const transfer = transferOfResult(type, generating);
  if (generating && !isCarried(transfer, type))
    resolver.report.error(
      "idl/not-transferable",
      node.result.span,
      `no stub can carry the result: ${whyNotPacked(type) ?? whyNotFlat(type) ?? "its type has no fixed form"}`,
      "Return a scalar, a flat struct or a string, or use an out parameter.",
    );
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
    relevantBits: undefined,
    cache: undefined,
  };
}

function isFlatSequence(type: Type): boolean {
  const real = unalias(type);
  return real.kind === "sequence" && isFlat(real.element);
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
