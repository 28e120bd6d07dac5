/**
 * Attributes that say more about a parameter than its type does: which bits matter, how its pages are cached, who
 * supplies its buffer, what converts it. Each is refused where it could mean nothing.
 */
import { lookUp } from "../../model/index.js";
import type { Attribute, Parameter as ParameterNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import type { Report } from "../parse/report.js";
import { asInteger, evaluate } from "./constants.js";
import type { CachePolicy, Direction, Parameter, RelevantBits, Transfer } from "./interface-model.js";
import type { Resolver } from "./resolver.js";
import type { Scope } from "./scope.js";
import { sizeOf, type Type, unalias } from "./types.js";
import { evaluation } from "./values.js";

const CACHE: Readonly<Record<string, CachePolicy>> = { nocache: "none", l1_only: "l1", all_caches: "all" };

export function cachePolicy(report: Report, node: ParameterNode, type: Type): CachePolicy | undefined {
  const found = node.attributes.filter(({ name }) => Object.hasOwn(CACHE, name.text));
  const [first, second] = found;
  if (first === undefined) return undefined;
  if (unalias(type).kind !== "fpage")
    report.error(
      "idl/attribute",
      first.span,
      `${first.name.text} says how a flexpage is cached, and this is none`,
      "Put it on a parameter of type fpage, or remove it.",
    );
  else if (second !== undefined && second.name.text !== first.name.text)
    report.error(
      "idl/attribute",
      second.span,
      `${second.name.text} and ${first.name.text} exclude each other`,
      "Choose one caching policy.",
    );
  return lookUp(CACHE, first.name.text);
}

/** `relevant_bits(first, last)`, counted from the lowest, or `relevant_bits(count)` for the lowest ones. */
export function relevantBits(
  resolver: Resolver,
  node: ParameterNode,
  type: Type,
  scope: Scope,
): RelevantBits | undefined {
  const attribute = findAttribute(node.attributes, "relevant_bits");
  if (attribute === undefined) return undefined;
  const real = unalias(type);
  const isInteger = (real.kind === "scalar" && !real.floating) || real.kind === "enum";
  const width = sizeOf(type) * 8;
  if (!isInteger || width > 32) {
    resolver.report.error(
      "idl/attribute",
      attribute.span,
      "relevant_bits applies to integers of at most 32 bits",
      "Use an integer type, or remove it.",
    );
    return undefined;
  }
  const numbers = attribute.arguments.map((argument) => {
    const value = argument && evaluate(evaluation(resolver, scope), argument);
    return value === undefined ? undefined : asInteger(value);
  });
  const [a, b] = numbers;
  const first = numbers.length > 1 ? a : 0n;
  const last = numbers.length > 1 ? b : a === undefined ? undefined : a - 1n;
  if (
    numbers.length <= 2 &&
    first !== undefined &&
    last !== undefined &&
    first >= 0n &&
    first <= last &&
    last < BigInt(width)
  )
    return { first: Number(first), last: Number(last) };
  resolver.report.error(
    "idl/attribute",
    attribute.span,
    `these are no bits of a value that has ${width}`,
    `Write relevant_bits(first, last), counted from 0 to ${width - 1}, or relevant_bits(count).`,
  );
  return undefined;
}

interface Rule {
  readonly name: string;
  holds(direction: Direction, transfer: Transfer, real: Type): boolean;
  readonly message: string;
  readonly hint: string;
}

const isVariable = ({ kind }: Transfer) => kind === "string" || kind === "sequence" || kind === "array";

const RULES: readonly Rule[] = [
  {
    name: "itrans",
    holds: (direction) => direction !== "out",
    message: "itrans converts what the server receives, and an out parameter is only sent back",
    hint: "Use otrans, or make the parameter in or inout.",
  },
  {
    name: "otrans",
    holds: (direction) => direction !== "in",
    message: "otrans converts what the server sends back, and an in parameter is only received",
    hint: "Use itrans, or make the parameter out or inout.",
  },
  {
    name: "prealloc",
    holds: (direction, transfer) => direction !== "in" && (isVariable(transfer) || transfer.kind === "fixed"),
    message: "prealloc is about the buffer of an output, and this has none",
    hint: "Put it on an out or inout string, sequence or array.",
  },
  {
    name: "typ_size",
    holds: (_, transfer) => isVariable(transfer),
    message: "typ_size says nothing about a value of fixed size",
    hint: "Put it on a string, a sequence or an array with length_is.",
  },
  {
    name: "max_value",
    holds: (_, __, real) => real.kind === "scalar" || real.kind === "enum" || real.kind === "error",
    message: "max_value bounds an integer, and this is none",
    hint: "Put it on an integer parameter.",
  },
];

export function checkAnnotations(
  report: Report,
  node: ParameterNode,
  parameter: Pick<Parameter, "direction" | "transfer" | "type">,
): void {
  for (const rule of RULES) {
    const attribute = findAttribute(node.attributes, rule.name);
    if (
      attribute !== undefined &&
      !rule.holds(parameter.direction, parameter.transfer, unalias(parameter.type))
    )
      report.error("idl/attribute", attribute.span, rule.message, rule.hint);
  }
  exclude(report, node, "handle", "noxfer");
}

function exclude(report: Report, node: ParameterNode, one: string, other: string): void {
  const attribute: Attribute | undefined = findAttribute(node.attributes, one);
  if (attribute !== undefined && findAttribute(node.attributes, other) !== undefined)
    report.error(
      "idl/attribute",
      attribute.span,
      `${one} and ${other} exclude each other`,
      "Remove one of them.",
    );
}
