/**
 * One parameter of an operation: its direction, its type as the stub's C signature sees it, and how its value travels.
 * DCE spellings (`[in, string] char *s`, `[out] long *x`) become what CORBA would write.
 */
import type { Attribute, Expression, Parameter as ParameterNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { nameText } from "../parse/expression.js";
import type { Span } from "../parse/source.js";
import { cachePolicy, checkAnnotations, relevantBits } from "./annotations.js";
import { asInteger, evaluate } from "./constants.js";
import type { Direction, Parameter, Transfer } from "./interface-model.js";
import { isPackable, mostPackedBytes, whyNotPacked } from "./packed.js";
import { declareType, isRunTime } from "./resolve.js";
import type { Resolver } from "./resolver.js";
import { lookup, type Scope } from "./scope.js";
import { cIdentifier, isFlat, sizeOf, type Type, unalias, whyNotFlat } from "./types.js";
import { count, evaluation } from "./values.js";

export function resolveParameter(
  resolver: Resolver,
  node: ParameterNode,
  scope: Scope,
  siblings: readonly ParameterNode[],
  generating: boolean,
  local: boolean,
): Parameter {
  const { report } = resolver;
  const name = cIdentifier(node.declarator.name?.text ?? "");
  const direction = directionOf(resolver, node);
  let type = declareType(resolver, node.type, node.declarator, node.attributes, scope, name);
  if (generating && name === "")
    report.error(
      "idl/parameter",
      node.span,
      "this parameter has no name",
      "Stubs need one; write it behind the type.",
    );
  const lengthIs = findAttribute(node.attributes, "length_is") ?? findAttribute(node.attributes, "size_is");
  type = valueType(resolver, node, direction, type, lengthIs !== undefined);
  const transfer = transferOf(resolver, node, direction, type, lengthIs, scope, siblings, generating, local);
  checkAnnotations(report, node, { direction, transfer, type });
  return {
    name,
    direction,
    type,
    span: node.declarator.name?.span ?? node.span,
    transfer,
    prealloc: isPreallocated(node.attributes),
    ref: findAttribute(node.attributes, "ref") !== undefined,
    inTransform: functionName(resolver, findAttribute(node.attributes, "itrans")),
    outTransform: functionName(resolver, findAttribute(node.attributes, "otrans")),
    maxValue: maxValueOf(resolver, node.attributes, scope),
    relevantBits: relevantBits(resolver, node, type, scope),
    cache: cachePolicy(report, node, type),
  };
}

function directionOf(resolver: Resolver, node: ParameterNode): Direction {
  const isIn = findAttribute(node.attributes, "in") !== undefined;
  const isOut = findAttribute(node.attributes, "out") !== undefined;
  if (findAttribute(node.attributes, "inout") !== undefined || (isIn && isOut)) return "inout";
  if (isOut) return "out";
  if (!isIn)
    resolver.report.warning(
      "idl/direction",
      node.span,
      `${node.declarator.name?.text ?? "this parameter"} has no direction`,
      "It is taken as in; write in, out or inout.",
    );
  return "in";
}

/** Takes off the pointer level that DCE's out and inout, and arrays with a length, write. */
function valueType(
  resolver: Resolver,
  node: ParameterNode,
  direction: Direction,
  type: Type,
  counted: boolean,
): Type {
  if (type.kind === "void") {
    resolver.report.error(
      "idl/type",
      node.type.span,
      "a parameter cannot be void",
      "Give it a type with a value, or remove it.",
    );
    return { kind: "error", size: 4, align: 4 };
  }
  if (type.kind !== "pointer" || counted) return type;
  const text = direction === "in" ? textBehind(resolver, type, node.span) : undefined;
  if (text !== undefined) return text;
  const real = unalias(type.target);
  if (direction !== "in") return type.target;
  return real.kind === "struct" ||
    real.kind === "union" ||
    (real.kind === "imported" && !real.integer) ||
    (real.kind === "scalar" && findAttribute(node.attributes, "ref") !== undefined)
    ? type.target
    : type;
}

/**
 * `char *` without a word of how long it is: DICE's files mean a string by it. Undefined for other pointers, which means
 * nothing in another address space.
 */
export function textBehind(resolver: Resolver, type: Type, span: Span): Type | undefined {
  if (type.kind !== "pointer") return undefined;
  const real = unalias(type.target);
  if (real.kind !== "scalar" || real.name !== "char") return undefined;
  resolver.report.warning(
    "idl/string",
    span,
    "char * is taken as a string that ends with zero",
    "Write [string], or length_is(n) for characters that n counts.",
  );
  return { kind: "string", wide: false, bound: undefined, size: 4, align: 4 };
}

function transferOf(
  resolver: Resolver,
  node: ParameterNode,
  direction: Direction,
  type: Type,
  lengthIs: Attribute | undefined,
  scope: Scope,
  siblings: readonly ParameterNode[],
  generating: boolean,
  local: boolean,
): Transfer {
  const { attributes } = node;
  const real = unalias(type);
  if (findAttribute(attributes, "noxfer") !== undefined) return { kind: "none", destination: false };
  if (findAttribute(attributes, "handle") !== undefined)
    return handleTransfer(resolver, node, direction, real);
  const maximum = sizeHint(resolver, attributes, "max_size", scope);
  const typical = sizeHint(resolver, attributes, "typ_size", scope);
  if (maximum !== undefined && typical !== undefined && typical > maximum)
    resolver.report.warning(
      "idl/size",
      node.span,
      `the typical size ${typical} is above the largest, ${maximum}`,
      "Lower typ_size or raise max_size.",
    );
  if (lengthIs !== undefined)
    return arrayTransfer(resolver, node, type, lengthIs, { maximum, typical }, scope, siblings, generating);
  if (maximum !== undefined && real.kind !== "string" && real.kind !== "sequence")
    resolver.report.warning(
      "idl/size",
      node.span,
      "max_size has no effect on a value of fixed size",
      "Put it on a string, a sequence or an array with length_is.",
    );
  switch (real.kind) {
    case "fpage":
      return { kind: "map" };
    case "string":
      return { kind: "string", wide: real.wide, maximum: least(real.bound, maximum), typical };
    case "sequence":
      if (generating && type.kind !== "alias")
        resolver.report.error(
          "idl/type",
          node.type.span,
          "a sequence needs a name of its own",
          "Write typedef sequence<…> name; above and use that name: C has no other way to declare it.",
        );
      if (generating && !isFlat(real.element)) {
        const why = whyNotPacked(real.element);
        if (why === undefined) return packedTransfer(resolver, node, type);
        unsupported(resolver, node.type.span, "elements of this sequence", why);
      }
      return {
        kind: "sequence",
        elementBytes: Math.max(1, sizeOf(real.element)),
        maximum: least(real.bound, maximum),
        typical,
      };
    default:
      if (generating && !isFlat(type) && isPackable(type)) return packedTransfer(resolver, node, type);
      if (generating && !isFlat(type) && !(local && real.kind === "pointer"))
        unsupported(
          resolver,
          node.type.span,
          node.declarator.name?.text ?? "this parameter",
          whyNotPacked(type) ?? whyNotFlat(type),
        );
      return { kind: "fixed", bytes: sizeOf(type) };
  }
}

/** `prealloc_client` is DICE's word. */
function isPreallocated(attributes: readonly Attribute[]): boolean {
  return (
    (findAttribute(attributes, "prealloc") ?? findAttribute(attributes, "prealloc_client")) !== undefined
  );
}

function packedTransfer(resolver: Resolver, node: ParameterNode, type: Type): Transfer {
  if (isPreallocated(node.attributes))
    resolver.report.warning(
      "idl/attribute",
      node.span,
      "prealloc has no effect on a value with strings or sequences inside",
      "Its members are allocated one by one; release them with the type's __free function.",
    );
  return { kind: "packed", maximum: mostPackedBytes(type) };
}

/** What the type allows and what the attribute promises; undefined when neither says anything. */
function least(bound: number | undefined, promised: number | undefined): number | undefined {
  return bound === undefined || promised === undefined ? (bound ?? promised) : Math.min(bound, promised);
}

function unsupported(resolver: Resolver, span: Span, what: string, why: string | undefined): void {
  if (why === undefined) return;
  resolver.report.error(
    "idl/not-transferable",
    span,
    `no stub can carry ${what}: ${why}`,
    "Use scalars, flat structs and unions, arrays, strings, sequences or flexpages, or keep it out of the message with noxfer.",
  );
}

function handleTransfer(resolver: Resolver, node: ParameterNode, direction: Direction, real: Type): Transfer {
  if (direction !== "in" || real.kind !== "thread")
    resolver.report.error(
      "idl/attribute",
      node.span,
      "a handle is an in parameter that names a thread",
      "Declare it as in threadid or in Object.",
    );
  return { kind: "none", destination: true };
}

function sizeHint(
  resolver: Resolver,
  attributes: readonly Attribute[],
  name: string,
  scope: Scope,
): number | undefined {
  const attribute = findAttribute(attributes, name);
  if (attribute === undefined) return undefined;
  const value = attribute.arguments[0];
  if (value !== undefined) return count(resolver, scope, value, name);
  resolver.report.error(
    "idl/attribute",
    attribute.span,
    `${name} needs a number`,
    `Write ${name}(N), N in elements.`,
  );
  return undefined;
}

function arrayTransfer(
  resolver: Resolver,
  _node: ParameterNode,
  type: Type,
  attribute: Attribute,
  hints: { maximum: number | undefined; typical: number | undefined },
  scope: Scope,
  siblings: readonly ParameterNode[],
  generating: boolean,
): Transfer {
  const name = attribute.name.text;
  const real = unalias(type);
  let element = real.kind === "pointer" ? real.target : real.kind === "array" ? real.element : undefined;
  if (real.kind === "string")
    element = {
      kind: "scalar",
      name: "char",
      cName: "CORBA_char",
      size: real.wide ? 2 : 1,
      align: 1,
      signed: true,
      floating: false,
    };
  if (element === undefined) {
    resolver.report.error(
      "idl/attribute",
      attribute.span,
      `${name} needs an array`,
      "Declare the parameter with * or [].",
    );
    return { kind: "none", destination: false };
  }
  if (unalias(element).kind === "pointer")
    element = (unalias(element) as Extract<Type, { kind: "pointer" }>).target;
  const bytes = unalias(element).kind === "void" ? 1 : Math.max(1, sizeOf(element));
  const length = lengthOf(resolver, attribute, scope, siblings, generating);
  return { kind: "array", elementBytes: bytes, length, ...hints };
}

function lengthOf(
  resolver: Resolver,
  attribute: Attribute,
  scope: Scope,
  siblings: readonly ParameterNode[],
  generating: boolean,
): { parameter: string } | { constant: number } {
  const argument = attribute.arguments.find((value) => value !== undefined);
  const inner = argument && stripDereference(argument);
  if (inner?.kind === "name" && inner.name.parts.length === 1) {
    const text = nameText(inner.name);
    if (siblings.some((sibling) => sibling.declarator.name?.text === text))
      return { parameter: cIdentifier(text) };
  }
  if (argument === undefined) {
    resolver.report.error(
      "idl/attribute",
      attribute.span,
      `${attribute.name.text} needs a length`,
      `Write ${attribute.name.text}(n), n another parameter or a number.`,
    );
    return { constant: 0 };
  }
  // A name alone that nobody declares is a mistake.
  const isMistake = generating && inner?.kind === "name";
  if (isMistake && typeof lookup(scope, inner.name, resolver.loose) === "number") {
    resolver.report.error(
      "idl/unknown-name",
      argument.span,
      `${nameText(inner.name)} is no parameter of this operation and no constant`,
      lengthHint(attribute, siblings),
    );
    return { constant: 0 };
  }
  if (resolver.dce && !isMistake && isRunTime(resolver, scope, argument)) {
    if (generating)
      resolver.report.error(
        "idl/not-transferable",
        argument.span,
        "this length is computed while the program runs, and L4 stubs take it from one parameter",
        `Write ${attribute.name.text}(n), n a parameter that has it.`,
      );
    return { constant: 0 };
  }
  const value = evaluate(evaluation(resolver, scope), argument);
  const integer = value === undefined ? undefined : asInteger(value);
  return { constant: Number(integer ?? 0n) };
}

function lengthHint(attribute: Attribute, siblings: readonly ParameterNode[]): string {
  const names = siblings.flatMap(({ declarator }) => declarator.name?.text ?? []);
  const others = names.length > 1 ? ` The parameters are ${names.join(", ")}.` : "";
  return `Declare a parameter that has the length, and write ${attribute.name.text}(its name).${others}`;
}

function stripDereference(expression: Expression): Expression {
  return expression.kind === "unary" && expression.operator === "*"
    ? stripDereference(expression.operand)
    : expression;
}

function functionName(resolver: Resolver, attribute: Attribute | undefined): string | undefined {
  if (attribute === undefined) return undefined;
  const argument = attribute.arguments[0];
  if (argument?.kind === "name") return nameText(argument.name);
  resolver.report.error(
    "idl/attribute",
    attribute.span,
    `${attribute.name.text} needs the name of a function`,
    `Write ${attribute.name.text}(function).`,
  );
  return undefined;
}

function maxValueOf(resolver: Resolver, attributes: readonly Attribute[], scope: Scope): bigint | undefined {
  const argument = findAttribute(attributes, "max_value")?.arguments[0];
  const value = argument && evaluate(evaluation(resolver, scope), argument);
  return value === undefined ? undefined : asInteger(value);
}
