/** How the value of a parameter travels in messages, by its type and its attributes. */
import type { Attribute, Expression, Parameter as ParameterNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import { nameText } from "../parse/expression.js";
import type { Span } from "../parse/source.js";
import { asInteger, evaluate } from "./constants.js";
import type { Direction, Transfer } from "./interface-model.js";
import { isPackable, mostPackedBytes, whyNotPacked } from "./packed.js";
import { isRunTime } from "./resolve.js";
import type { Resolver } from "./resolver.js";
import { lookup, type Scope } from "./scope.js";
import { cIdentifier, isArray, isFlat, sizeOf, type Type, unalias, whyNotFlat } from "./types.js";
import { count, evaluation } from "./values.js";

/** Where a parameter stands, and what its stubs are for. */
export interface ParameterContext {
  /** Its name. */
  readonly operation: string;
  readonly scope: Scope;
  /** All parameters of the operation. */
  readonly siblings: readonly ParameterNode[];
  /** Whether stubs are made of it. */
  readonly generating: boolean;
  /** The operation stays in its address space. */
  readonly local: boolean;
}

/** How its value travels. `lengthIs`: the attribute that names its length. */
export function transferOf(
  resolver: Resolver,
  node: ParameterNode,
  { direction, type, lengthIs }: { direction: Direction; type: Type; lengthIs: Attribute | undefined },
  context: ParameterContext,
): Transfer {
  const { attributes } = node;
  const real = unalias(type);
  if (findAttribute(attributes, "noxfer") !== undefined) return { kind: "none", destination: false };
  if (findAttribute(attributes, "handle") !== undefined)
    return handleTransfer(resolver, node, direction, real);
  const hints = sizeHints(resolver, node, context.scope);
  if (lengthIs !== undefined) return arrayTransfer(resolver, real, lengthIs, hints, context);
  const { maximum, typical } = hints;
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
      return (
        (context.generating ? checkSequence(resolver, node, type, real) : undefined) ?? {
          kind: "sequence",
          elementBytes: Math.max(1, sizeOf(real.element)),
          maximum: least(real.bound, maximum),
          typical,
        }
      );
    default:
      return plainTransfer(resolver, node, type, context);
  }
}

/** Of what can't be copied element by element the sequence is packed; undefined for the others. */
function checkSequence(
  resolver: Resolver,
  node: ParameterNode,
  type: Type,
  sequence: Extract<Type, { kind: "sequence" }>,
): Transfer | undefined {
  if (type.kind !== "alias")
    resolver.report.error(
      "idl/type",
      node.type.span,
      "a sequence needs a name of its own",
      "Write typedef sequence<…> name; above and use that name: C has no other way to declare it.",
    );
  if (isFlat(sequence.element)) return undefined;
  const why = whyNotPacked(sequence.element);
  if (why === undefined) return packedTransfer(resolver, node, type);
  unsupported(resolver, node.type.span, "elements of this sequence", why);
  return undefined;
}

function plainTransfer(
  resolver: Resolver,
  node: ParameterNode,
  type: Type,
  { generating, local }: ParameterContext,
): Transfer {
  if (generating && !isFlat(type)) {
    if (isPackable(type)) return packedTransfer(resolver, node, type);
    const what = node.declarator.name?.text ?? "this parameter";
    if (isArray(type) && whyNotPacked(type) === undefined) nameArray(resolver, node, what);
    else if (!local || unalias(type).kind !== "pointer")
      unsupported(resolver, node.type.span, what, whyNotPacked(type) ?? whyNotFlat(type));
  }
  return { kind: "fixed", bytes: sizeOf(type) };
}

function nameArray(resolver: Resolver, node: ParameterNode, what: string): void {
  resolver.report.error(
    "idl/type",
    node.type.span,
    `${what} is an array of values without a fixed size, and needs a type with a name`,
    "Write typedef TYPE name[N]; above and use that name: it names the functions that pack and release the array.",
  );
}

/** `prealloc_client` is DICE's word. */
export function isPreallocated(attributes: readonly Attribute[]): boolean {
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

interface SizeHints {
  readonly maximum: number | undefined;
  readonly typical: number | undefined;
}

function sizeHints(resolver: Resolver, { attributes, span }: ParameterNode, scope: Scope): SizeHints {
  const maximum = sizeHint(resolver, attributes, "max_size", scope);
  const typical = sizeHint(resolver, attributes, "typ_size", scope);
  if (maximum !== undefined && typical !== undefined && typical > maximum)
    resolver.report.warning(
      "idl/size",
      span,
      `the typical size ${typical} is above the largest, ${maximum}`,
      "Lower typ_size or raise max_size.",
    );
  return { maximum, typical };
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
  real: Type,
  attribute: Attribute,
  hints: SizeHints,
  context: ParameterContext,
): Transfer {
  const name = attribute.name.text;
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
  const length = lengthOf(resolver, attribute, context);
  return { kind: "array", elementBytes: bytes, length, ...hints };
}

function lengthOf(
  resolver: Resolver,
  attribute: Attribute,
  { scope, siblings, generating }: ParameterContext,
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
