/** Names to symbols, constants and enum items to values, each once and on demand; what is missing or circular is reported. */
import { lookUp } from "../../model/index.js";
import type { Expression, ScopedName } from "../parse/ast.js";
import { nameText } from "../parse/expression.js";
import type { Span } from "../parse/source.js";
import { asInteger, type Evaluation, evaluate, type Value } from "./constants.js";
import { refer } from "./navigation.js";
import type { Resolver } from "./resolver.js";
import {
  FAILED,
  type IdlSymbol,
  lookup,
  OPEN,
  otherInherited,
  type Scope,
  scopedPath,
  similar,
} from "./scope.js";
import { PREDEFINED, PRIMITIVES, sizeOf } from "./types.js";

export function evaluation(resolver: Resolver, scope: Scope): Evaluation {
  return {
    report: resolver.report,
    valueOf: (node) => {
      const symbol = find(resolver, scope, node.name, "constant");
      return symbol && valueOfSymbol(resolver, symbol, node.span);
    },
    isType: (node) => {
      const text = nameText(node.name);
      const found = lookup(scope, node.name, resolver.loose);
      if (typeof found === "number") return resolver.imported.has(text) || Object.hasOwn(PREDEFINED, text);
      return found.declared.kind === "typedef" || found.declared.kind === "constructed";
    },
    sizeOfName: (name) => {
      const text = nameText(name);
      const found = lookup(scope, name, resolver.loose);
      if (typeof found === "number") {
        const type = resolver.imported.get(text) ?? lookUp(PRIMITIVES, text) ?? lookUp(PREDEFINED, text);
        return type && ("kind" in type ? sizeOf(type) : type.size);
      }
      if (found.declared.kind !== "typedef" && found.declared.kind !== "constructed") return undefined;
      return sizeOf(resolver.typeOf(resolver, found, name.span));
    },
  };
}

/** Undefined, reported, when nothing has that name. */
export function find(
  resolver: Resolver,
  scope: Scope,
  name: ScopedName,
  wanted: string,
): IdlSymbol | undefined {
  const found = lookup(scope, name, resolver.loose);
  if (typeof found !== "number") {
    note(resolver, scope, name, found);
    return found;
  }
  if (resolver.quiet) return undefined;
  const part = name.parts[found] ?? name.parts[0];
  if (part === undefined) return undefined;
  const near = found === 0 ? similar(scope, part.text) : undefined;
  const hint =
    near === undefined ? "Declare it above, or import the file that does." : `Did you mean ${near}?`;
  const where =
    found === 0
      ? ""
      : ` in ${name.parts
          .slice(0, found)
          .map((p) => p.text)
          .join("::")}`;
  resolver.report.error("idl/unknown-name", part.span, `no ${wanted} is called ${part.text}${where}`, hint);
  return undefined;
}

/** Remembers that `name` was used in `scope` and means `symbol`. */
export function note(resolver: Resolver, scope: Scope, name: ScopedName, symbol: IdlSymbol): void {
  refuseAmbiguous(resolver, scope, name, symbol);
  refer(resolver.references, name, symbol, (prefix) => {
    const found = lookup(scope, prefix, resolver.loose);
    return typeof found === "number" ? undefined : found;
  });
}

/** Types and constants of two bases that share a name need their base's name before it (OMG IDL 4.2, 7.4.3.4.3.2.2). */
function refuseAmbiguous(resolver: Resolver, scope: Scope, name: ScopedName, symbol: IdlSymbol): void {
  const [first, ...rest] = name.parts;
  if (resolver.dce || name.absolute || first === undefined || rest.length > 0) return;
  const other = otherInherited(scope, first.text);
  if (other === undefined) return;
  const [one, two] = [scopedPath(symbol), scopedPath(other)];
  resolver.report.error(
    "idl/inheritance",
    name.span,
    `${first.text} is inherited twice: ${one} and ${two}`,
    `Write ${one} or ${two}.`,
  );
}

export function valueOfSymbol(resolver: Resolver, symbol: IdlSymbol, use: Span): Value | undefined {
  if (symbol.value === OPEN) {
    resolver.report.error(
      "idl/constant",
      use,
      `the value of ${symbol.name} needs itself`,
      "Break the circle with a number.",
    );
    return undefined;
  }
  if (symbol.value === FAILED) return undefined;
  if (symbol.value !== undefined) return symbol.value;
  const { declared } = symbol;
  symbol.value = OPEN;
  let value: Value | undefined;
  if (declared.kind === "constant" && declared.node.value !== undefined)
    value = evaluate(evaluation(resolver, symbol.scope), declared.node.value);
  else if (declared.kind === "enumerator") value = enumeratorValue(resolver, symbol, use);
  else if (declared.kind !== "constant")
    resolver.report.error(
      "idl/constant",
      use,
      `${symbol.name} is no constant`,
      "Use a constant, an item of an enum or a number here.",
    );
  symbol.value = value ?? FAILED;
  return value;
}

function enumeratorValue(resolver: Resolver, symbol: IdlSymbol, use: Span): Value | undefined {
  if (symbol.declared.kind !== "enumerator") return undefined;
  const { item, before } = symbol.declared;
  if (item.value !== undefined) return evaluate(evaluation(resolver, symbol.scope), item.value);
  if (before === undefined) return 0n;
  const last = valueOfSymbol(resolver, before, use);
  return last === undefined ? undefined : (asInteger(last) ?? 0n) + 1n;
}

/** A size or count: an integer from `least` on; undefined, reported, otherwise. */
export function count(
  resolver: Resolver,
  scope: Scope,
  expression: Expression,
  what: string,
  least = 1n,
): number | undefined {
  const value = evaluate(evaluation(resolver, scope), expression);
  if (value === undefined) return undefined;
  const integer = asInteger(value);
  if (integer !== undefined && integer >= least && integer <= 0x7fff_ffffn) return Number(integer);
  const shown = typeof value === "string" ? `"${value}"` : String(value);
  resolver.report.error(
    "idl/constant",
    expression.span,
    `${what} cannot be ${shown}`,
    `It is a whole number from ${least} to 2147483647.`,
  );
  return undefined;
}
