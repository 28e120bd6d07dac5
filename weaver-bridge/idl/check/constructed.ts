/** Structs, unions and enums to types with members, offsets and labels; bit-fields and labels are checked here. */
import type { Declarator, Member, Parameter, StructNode, TypeNode, UnionNode } from "../parse/ast.js";
import { findAttribute } from "../parse/attributes.js";
import type { Span } from "../parse/source.js";
import { asInteger, evaluate, misfit } from "./constants.js";
import type { Resolver } from "./resolver.js";
import type { IdlSymbol, Scope } from "./scope.js";
import {
  alignOf,
  cIdentifier,
  ERROR,
  layOut,
  type MemberType,
  roundUp,
  sizeOf,
  type Type,
  unalias,
} from "./types.js";
import { checkKind } from "./union-labels.js";
import { count, evaluation, find, valueOfSymbol } from "./values.js";

/** How members get their types; `resolve.ts` knows. */
export interface TypeRules {
  resolve(resolver: Resolver, node: TypeNode, scope: Scope, hintName?: string): Type;
  declare(resolver: Resolver, declared: DeclaredName, scope: Scope, hintName?: string): Type;
  ofSymbol(resolver: Resolver, symbol: IdlSymbol, use: Span): Type;
  pointerTo(resolver: Resolver, target: () => Type): Type;
}

/** A name's declaration, apart from those beside it that share its type. */
export type DeclaredName = Pick<Parameter, "type" | "declarator" | "attributes">;

/** What a type is called: in problems, and in C. */
interface TypeNames {
  readonly name: string;
  readonly cName: string;
}

export function constructed(
  resolver: Resolver,
  types: TypeRules,
  node: TypeNode,
  scope: Scope,
  names: TypeNames,
): Type {
  if (node.kind === "struct") return structType(resolver, types, node, scope, names);
  if (node.kind === "union") return unionType(resolver, types, node, scope, names);
  if (node.kind !== "enum") return ERROR;
  let last = -1n;
  const items = node.items.map((item) => {
    const symbol = scope.names.get(item.name.text);
    const own = symbol?.declared.kind === "enumerator" && symbol.declared.item === item;
    const value = own
      ? valueOfSymbol(resolver, symbol, item.span)
      : item.value && evaluate(evaluation(resolver, scope), item.value);
    last = (value === undefined ? undefined : asInteger(value)) ?? last + 1n;
    return { name: item.name.text, value: last };
  });
  return { kind: "enum", ...names, items, size: 4, align: 4 };
}

function structType(
  resolver: Resolver,
  types: TypeRules,
  node: StructNode,
  scope: Scope,
  { name, cName }: TypeNames,
): Type {
  const members: MemberType[] = [];
  if (node.base !== undefined) {
    const base = find(resolver, scope, node.base, "struct");
    const type = base && unalias(types.ofSymbol(resolver, base, node.base.span));
    if (type?.kind === "struct") members.push(...type.members);
  }
  for (const member of node.members)
    members.push(...memberTypes(resolver, types, member, scope, `${cName}_`));
  const type: Type = { kind: "struct", name, cName, members, ...sizeAndAlign(members) };
  return withBoundedParts(resolver, node, type);
}

/** A type that is made of twice another, forty times, has more parts than can be gone through. */
const MOST_PARTS = 100_000;
const PARTS = new WeakMap<Type, number>();

function partsOf(given: Type): number {
  const type = unalias(given);
  if (type.kind === "array") return partsOf(type.element);
  return PARTS.get(type) ?? 1;
}

function withBoundedParts(
  { report }: Resolver,
  { span }: { readonly span: Span },
  type: Extract<Type, { kind: "struct" | "union" }>,
): Type {
  const parts = type.members.reduce((sum, member) => sum + partsOf(member.type), 1);
  PARTS.set(type, parts);
  if (parts <= MOST_PARTS) return type;
  const what = `this ${type.kind} has more than ${MOST_PARTS} parts, with those of its members`;
  report.error("idl/type", span, what, "Messages end far below that; name fewer members, or use an array.");
  return ERROR;
}

function sizeAndAlign(members: readonly MemberType[]): { size: number; align: number } {
  const { size, align } = layOut(members);
  return { size, align };
}

function memberTypes(
  resolver: Resolver,
  types: TypeRules,
  member: Member,
  scope: Scope,
  prefix: string,
): MemberType[] {
  if (member.declarators.length === 0)
    return [{ name: "", type: types.resolve(resolver, member.type, scope, prefix), bits: undefined }];
  return member.declarators.map((declarator) => {
    const name = cIdentifier(declarator.name?.text ?? declarator.inner?.name?.text ?? "");
    const external = findAttribute(member.attributes, "external") !== undefined;
    const value = () => types.declare(resolver, { ...member, declarator }, scope, `${prefix}${name}`);
    const type = external ? types.pointerTo(resolver, value) : value();
    if (type.kind === "void")
      resolver.report.error(
        "idl/type",
        declarator.span,
        `member ${name} has type void`,
        "Give it a type with a value.",
      );
    return { name, type, bits: bitsOf(resolver, declarator, type, scope) };
  });
}

function bitsOf(resolver: Resolver, declarator: Declarator, type: Type, scope: Scope): number | undefined {
  if (declarator.bits === undefined) return undefined;
  const bits = count(resolver, scope, declarator.bits, "the width of a bit-field", 0n);
  const real = unalias(type);
  if (real.kind !== "scalar" || real.floating) {
    if (real.kind !== "error" && real.kind !== "enum")
      resolver.report.error(
        "idl/type",
        declarator.span,
        "only integers can be bit-fields",
        "Use an integer type.",
      );
    return bits;
  }
  if (bits !== undefined && bits > real.size * 8) {
    resolver.report.error(
      "idl/type",
      declarator.bits.span,
      `${real.name} has only ${real.size * 8} bits`,
      "Lower the width, or take a wider type.",
    );
    return real.size * 8;
  }
  return bits;
}

/** What a union may be switched by (OMG IDL 4.2, 7.4.1.4.4.4.2 and 7.4.13.4.2): integers, characters, booleans, enums. */
function checkDiscriminator(resolver: Resolver, type: Type, span: Span): void {
  const real = unalias(type);
  const fits =
    (real.kind === "scalar" && !real.floating) ||
    (real.kind === "imported" && real.integer) ||
    real.kind === "enum" ||
    real.kind === "error";
  if (!fits)
    resolver.report.error(
      "idl/union",
      span,
      `a union cannot be switched by ${real.kind === "scalar" ? real.name : `a value of kind ${real.kind}`}`,
      "Take an integer, char, boolean or an enum.",
    );
}

/** A default that no value of the discriminator can select, or a second one. */
function checkDefault(
  resolver: Resolver,
  node: UnionNode,
  discriminator: Type,
  seen: ReadonlyMap<string, Span>,
): void {
  const defaults = node.cases.filter(({ labels }) => labels.includes("default"));
  const last = defaults.at(-1);
  if (last === undefined) return;
  const span = last.member?.type.span ?? node.span;
  const values = valuesOf(discriminator);
  if (defaults.length > 1)
    resolver.report.error("idl/union", span, "this union has two defaults", "Keep one of them.");
  else if (values !== undefined && seen.size >= values)
    resolver.report.error(
      "idl/union",
      span,
      "this default cannot occur: every value of the discriminator has a label",
      "Remove the default, or one of the labels.",
    );
}

/** How many values a discriminator has, where labels could name them all. */
function valuesOf(type: Type): number | undefined {
  const real = unalias(type);
  if (real.kind === "enum") return real.items.length;
  if (real.kind !== "scalar" || real.size > 1) return undefined;
  return real.name === "boolean" ? 2 : 256;
}

function unionType(
  resolver: Resolver,
  types: TypeRules,
  node: UnionNode,
  scope: Scope,
  { name, cName }: TypeNames,
): Type {
  const discriminator =
    node.discriminator && types.resolve(resolver, node.discriminator, scope, `${cName}_d`);
  if (node.discriminator !== undefined && discriminator !== undefined)
    checkDiscriminator(resolver, discriminator, node.discriminator.span);
  const members: (MemberType & { labels: (string | "default")[] })[] = [];
  const seen = new Map<string, Span>();
  for (const branch of node.cases) {
    const labels = branch.labels.map((label) => {
      if (label === "default") return "default";
      const value = evaluate(evaluation(resolver, scope), label);
      const why =
        value !== undefined && discriminator !== undefined ? misfit(value, discriminator) : undefined;
      if (why !== undefined)
        resolver.report.error(
          "idl/union",
          label.span,
          `this label cannot occur: ${why}`,
          "Labels are values of the discriminator.",
        );
      else if (discriminator !== undefined) checkKind(resolver, scope, label, discriminator);
      const text = String(value ?? "?");
      if (seen.has(text) && value !== undefined)
        resolver.report.error(
          "idl/union",
          label.span,
          `label ${text} occurs twice in ${name}`,
          "Each value selects one member.",
        );
      seen.set(text, label.span);
      return text;
    });
    if (branch.member === undefined) continue;
    if (branch.labels.length === 0 && discriminator !== undefined && !resolver.dce)
      resolver.report.error(
        "idl/union",
        branch.member.span,
        "no value of the discriminator selects this member",
        "Write case VALUE: or default: before it.",
      );
    for (const member of memberTypes(resolver, types, branch.member, scope, `${cName}_`))
      members.push({ ...member, labels });
  }
  if (discriminator !== undefined && !resolver.dce) checkDefault(resolver, node, discriminator, seen);
  const size = Math.max(0, ...members.map((member) => sizeOf(member.type)));
  const align = Math.max(
    1,
    ...members.map((member) => alignOf(member.type)),
    discriminator === undefined ? 1 : alignOf(discriminator),
  );
  const head =
    discriminator === undefined
      ? 0
      : roundUp(sizeOf(discriminator), Math.max(1, ...members.map((member) => alignOf(member.type))));
  const whole = roundUp(head + size, align);
  const type: Type = { kind: "union", name, cName, discriminator, members, size: whole, align };
  return withBoundedParts(resolver, node, type);
}
