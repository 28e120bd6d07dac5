/** What resolving interfaces shares, and numbers in attributes. */
import type { Attribute } from "../parse/ast.js";
import { asInteger, evaluate } from "./constants.js";
import type { Exception, Interface } from "./interface-model.js";
import type { Resolver } from "./resolver.js";
import type { IdlSymbol, Scope } from "./scope.js";
import { evaluation } from "./values.js";

/** Low bits of an id, for the method; the interface's number stands above. */
export const METHOD_BITS = 6;
export const MOST_METHODS = 1 << METHOD_BITS;
/** What 32 bits leave for interfaces. */
export const MOST_INTERFACES = 1 << (32 - METHOD_BITS - 1);
/** Numbers that are chosen, not written, fit V4 too, whose label has 16 bits for both. */
export const MOST_V4_INTERFACES = 1 << 10;

export interface InterfaceContext {
  readonly resolver: Resolver;
  /** Exceptions met so far, by C name; their numbers are unique in a file. */
  readonly exceptions: Map<string, Exception>;
  readonly done: Map<IdlSymbol, Interface>;
  /** Being resolved: meeting one of them again is a circle of bases. */
  readonly open: Set<IdlSymbol>;
  /** Numbers of `uuid` and `kernelmsg`, each worked out, and reported, once. */
  readonly written: Map<Attribute, number | undefined>;
  /** Numbers of interfaces that have none of their own and would clash. */
  readonly numbers: Map<IdlSymbol, number>;
  /** Stubs are wanted for this interface; else it is only checked. */
  generating(symbol: IdlSymbol): boolean;
}

export function numberOf(
  context: InterfaceContext,
  attribute: Attribute,
  scope: Scope,
  most: number,
  what: string,
): number | undefined {
  if (!context.written.has(attribute))
    context.written.set(attribute, evaluateNumber(context, attribute, scope, most, what));
  return context.written.get(attribute);
}

function evaluateNumber(
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
