/**
 * One parameter of an operation: its direction, its type as the stub's C signature sees it, and how its value travels.
 * DCE spellings (`[in, string] char *s`, `[out] long *x`) become what CORBA would write.
 */
import type { Attribute, Parameter as ParameterNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { nameText } from "../parse/expression.js";
import type { Span } from "../parse/source.js";
import { cachePolicy, checkAnnotations, relevantBits } from "./annotations.js";
import { asInteger, evaluate } from "./constants.js";
import type { Direction, Parameter } from "./interface-model.js";
import { declareType } from "./resolve.js";
import type { Resolver } from "./resolver.js";
import { cPath, type Scope } from "./scope.js";
import { isPreallocated, type ParameterContext, transferOf } from "./transfer.js";
import { cIdentifier, type Type, unalias } from "./types.js";
import { evaluation } from "./values.js";

export function resolveParameter(
  resolver: Resolver,
  node: ParameterNode,
  context: ParameterContext,
): Parameter {
  const { report } = resolver;
  const { scope, generating } = context;
  const name = cIdentifier(node.declarator.name?.text ?? "");
  const direction = directionOf(resolver, node);
  // A struct without a name has its parameter's, and its operation's.
  const nameless = `${cPath(scope, context.operation)}_${name}`;
  let type = declareType(resolver, node, scope, nameless);
  if (generating && name === "")
    report.error(
      "idl/parameter",
      node.span,
      "this parameter has no name",
      "Stubs need one; write it behind the type.",
    );
  const lengthIs = findAttribute(node.attributes, "length_is") ?? findAttribute(node.attributes, "size_is");
  type = valueType(resolver, node, direction, type, lengthIs !== undefined);
  const transfer = transferOf(resolver, node, { direction, type, lengthIs }, context);
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
