/**
 * Whether a label is of its discriminator's kind (OMG IDL 4.2, 7.4.1.4.4.4.2): C takes `case 1` of a char or an enum, the
 * standard takes the discriminator's own literals, and constants of its type.
 */
import type { Expression } from "../parse/ast.js";
import { nameText } from "../parse/expression.js";
import type { Resolver } from "./resolver.js";
import { type IdlSymbol, lookup, type Scope } from "./scope.js";
import { type Type, unalias } from "./types.js";

type Kind = "an integer" | "a character" | "a boolean" | "an item of an enum";

/** Tells a label that is another enum's, or that selects by its value alone, which not every compiler takes. */
export function checkKind(resolver: Resolver, scope: Scope, label: Expression, discriminator: Type): void {
  const { loose, report } = resolver;
  const wanted = kindOfType(discriminator);
  const symbol = label.kind === "name" ? lookup(scope, label.name, loose) : undefined;
  const given = kindOfLabel(label, typeof symbol === "object" ? symbol : undefined);
  if (resolver.dce || wanted === undefined || given === undefined) return;
  const real = unalias(discriminator);
  if (given !== wanted)
    report.warning(
      "idl/union",
      label.span,
      `this label is ${given}, and the union is switched by ${wanted}`,
      "It selects by its value here; other compilers of IDL refuse it.",
    );
  else if (real.kind === "enum" && typeof symbol === "object" && !hasItem(real, symbol))
    report.error(
      "idl/union",
      label.span,
      `this label cannot occur: ${symbol.name} is no item of ${real.name}`,
      "Labels are values of the discriminator.",
    );
}

function hasItem({ items }: Extract<Type, { kind: "enum" }>, { name }: IdlSymbol): boolean {
  return items.some((item) => item.name === name);
}

function kindOfType(type: Type): Kind | undefined {
  const real = unalias(type);
  if (real.kind === "enum") return "an item of an enum";
  return real.kind === "scalar" ? kindNamed(real.name) : undefined;
}

function kindNamed(name: string): Kind {
  if (name === "boolean") return "a boolean";
  return name === "char" || name === "wchar" ? "a character" : "an integer";
}

/** `symbol`: what a name means. */
function kindOfLabel(label: Expression, symbol: IdlSymbol | undefined): Kind | undefined {
  if (label.kind === "literal") return LITERALS[label.type];
  if (label.kind === "unary") return kindOfLabel(label.operand, undefined);
  if (label.kind !== "name") return undefined;
  if (/^(TRUE|FALSE|true|false)$/.test(nameText(label.name))) return "a boolean";
  if (symbol?.declared.kind === "enumerator") return "an item of an enum";
  if (symbol?.declared.kind !== "constant") return undefined;
  const { type } = symbol.declared.node;
  return type.kind === "primitive" ? kindNamed(type.name) : undefined;
}

const LITERALS: Readonly<Record<Extract<Expression, { kind: "literal" }>["type"], Kind | undefined>> = {
  number: "an integer",
  char: "a character",
  string: undefined,
  "wide-string": undefined,
};
