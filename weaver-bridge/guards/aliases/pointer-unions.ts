/**
 * A pointer to an object that is read as something else: `u.pointer = p; *(int *)u.number = 1`. Facts have no unions without
 * a name, and no members that only a first value sets, so unions are found in the text.
 */
import { contains, type TextRange, type UnitFacts, type VariableEntity } from "../../model/index.js";
import type { Braces } from "../facts/braces.js";
import { shadowsOf } from "../facts/indexed-facts.js";
import { coreOf, type Layout, recordOf } from "../facts/layout.js";
import { bracesOf } from "../facts/unit-texts.js";
import type { RawAlias, Unit } from "./alias.js";

/** Told where another member of such a union is read, or a part of one. */
export function throughUnions(unit: Unit): RawAlias[] {
  const { facts, unitText, layout } = unit;
  if (layout.own === undefined) return [];
  const braces = bracesOf(unit);
  const unions = unionsWithPointers({ facts, unitText, layout }, braces);
  if (unions.length === 0) return [];
  const terms = [...new Set(layout.terms.values())];
  const pointers = facts.entities.map((one) =>
    one.kind === "field" && !leads(facts, layout, one)
      ? pointerBeside(unitText, braces, unions, one)
      : undefined,
  );
  const { gets, refs } = shadowsOf(facts);
  return [...gets, ...refs].flatMap((one): RawAlias[] => {
    const { object, entity, range } = one;
    const pointer = pointers[entity] ?? (object && pointerBesidePart(facts, unitText, unions, object));
    if (pointer === undefined) return [];
    const name = facts.entities[entity]?.name;
    const chain = [`${name} shares its bytes with ${pointer}, a pointer to an object, in a union`];
    return [{ kind: "cast", terms, range, chain }];
  });
}

const leads = (facts: UnitFacts, { holders }: Layout, { type }: Pick<VariableEntity, "type">): boolean => {
  const { depth, usr } = coreOf(facts, type);
  return depth > 0 && holders.has(usr ?? "");
};

interface PointerUnion {
  /** From brace to brace. */
  readonly range: TextRange;
  /** Members that lead to an object, or have inside what does. */
  readonly pointers: readonly { readonly name: string; readonly at: number }[];
  /** Members of types that are defined elsewhere, each with the tag. */
  readonly parts: ReadonlyMap<string, string>;
}

function unionsWithPointers(
  { facts, unitText, layout }: Pick<Unit, "facts" | "unitText" | "layout">,
  braces: Braces,
): PointerUnion[] {
  if (layout.names.size === 0) return [];
  const names = namesThatLead(facts, unitText, layout);
  const pointer = `\\b(?:${[...layout.names].join("|")})\\b(?:\\s|\\bconst\\b|\\bvolatile\\b|\\()*\\*(?:[\\s*(]|\\b(?:const|volatile|restrict|__restrict)\\b)*(\\w+)`;
  const value = names.size === 0 ? "(?!)()" : `\\b(?:${[...names].join("|")})\\s+(\\w+)`;
  const leading = new RegExp(`${pointer}|${value}`, "g");
  return Array.from(unitText.matchAll(/\bunion\b[^{};()=]*\{/g), ({ index, 0: head }) => {
    const start = index + head.length - 1;
    return { start, end: braces.closing(start) };
  }).flatMap((range) => {
    const text = unitText.slice(range.start, range.end);
    const pointers = Array.from(text.matchAll(leading), ({ index, 1: one, 2: other }) => ({
      name: one ?? other ?? "",
      at: range.start + index,
    }));
    if (pointers.length === 0) return [];
    const parts = text.matchAll(/\b(?:struct|union)\s+(\w+)\s+(\w+)\s*[;,[]/g);
    return [{ range, pointers, parts: new Map(Array.from(parts, ([, tag = "", name = ""]) => [name, tag])) }];
  });
}

/** Types whose members lead to an object, and names of pointers to one. */
function namesThatLead(facts: UnitFacts, unitText: string, layout: Layout): Set<string> {
  const records = new Set<string>();
  for (let before = -1; before !== records.size; ) {
    before = records.size;
    for (const one of facts.entities) {
      if (one.kind !== "class") continue;
      const type = facts.types[one.type];
      const isLeading = one.members.some((id) => {
        const field = facts.entities[id];
        if (field?.kind !== "field") return false;
        return leads(facts, layout, field) || records.has(recordOf(facts, field.type) ?? "");
      });
      if (isLeading && type?.kind === "record" && !layout.holders.has(type.usr)) records.add(type.usr);
    }
  }
  const names = facts.types.flatMap((type) => {
    if (type.kind === "record") return records.has(type.usr) ? [type.name] : [];
    return type.kind === "typedef" && records.has(recordOf(facts, type.underlying) ?? "") ? [type.name] : [];
  });
  // Facts have no type that nobody uses by name.
  const pointers = unitText.matchAll(
    new RegExp(
      `\\btypedef\\b[^;{}()]*\\b(?:${[...layout.names].join("|")})\\b[^;{}()]*\\*\\s*(\\w+)\\s*;`,
      "g",
    ),
  );
  return new Set([...names, ...Array.from(pointers, ([, name = ""]) => name)].filter((name) => name !== ""));
}

/** What stands beside it in a structure inside the union is no other name of it. */
function pointerBeside(
  unitText: string,
  braces: Braces,
  unions: readonly PointerUnion[],
  { nameRange }: VariableEntity,
) {
  for (const { range, pointers } of unions) {
    if (!contains(range, nameRange)) continue;
    const inner = braces.opening(nameRange.start);
    const end = inner === range.start ? -1 : braces.closing(inner);
    const beside = pointers.find(({ at }) =>
      inner === range.start ? !isOwn(unitText, at, nameRange) : at < inner || at > end,
    );
    if (beside !== undefined) return beside.name;
  }
  return undefined;
}

/** The declaration of a member, which is found by its type. */
const isOwn = (unitText: string, at: number, { start }: TextRange): boolean =>
  at < start && !unitText.slice(at, start).includes(";");

/** `u.part.number`, where the part's type is defined elsewhere. */
function pointerBesidePart(
  facts: UnitFacts,
  unitText: string,
  unions: readonly PointerUnion[],
  { range, type }: { readonly range: TextRange; readonly type: number },
): string | undefined {
  const name = /$(?<=(?<!\w)(\w+)[\s)]*)/.exec(unitText.slice(range.start, range.end))?.[1] ?? "";
  const union = unions.find(({ parts }) => parts.has(name));
  if (union === undefined) return undefined;
  const usr = recordOf(facts, type);
  const of = facts.types.find((one) => one.kind === "record" && one.usr === usr);
  return of?.kind === "record" && of.name === union.parts.get(name) ? union.pointers[0]?.name : undefined;
}
