/**
 * Uses of a term that no access tells: of a part of it, in a first value, in text of asm that says a variable's name, and
 * through another member of a union that a pointer to an object stands in.
 */
import type { AccessShadow, Mention, TextRange } from "../../model/index.js";
import { accessOf, shadowsOf } from "../facts/indexed-facts.js";
import { coreOf, recordOf } from "../facts/layout.js";
import { asmStatementsOf, fileScopeNamesOf, secondNamesOf } from "../facts/unit-texts.js";
import type { RawAlias, Unit } from "./alias.js";
import { throughUnions } from "./pointer-unions.js";

export function unnamedWays(unit: Unit): RawAlias[] {
  return [
    ...partsAndFirstValues(unit),
    ...throughUnions(unit),
    ...namedInAsm(unit),
    ...secondNames(unit),
    ...callsOfAsm(unit),
  ];
}

function partsAndFirstValues(unit: Unit): RawAlias[] {
  const { facts, unitText, layout, bodyAt } = unit;
  return (facts.escapes?.mentions ?? []).flatMap((one): RawAlias[] => {
    const shared = layout.siblings.get(one.entity);
    if (shared !== undefined) {
      const name = facts.entities[one.entity]?.name;
      const chain = [
        `${name} shares its bytes with ${shared} in a union`,
        `a part of ${name} is written, or its address used`,
      ];
      return [{ kind: "bytes", terms: [shared], range: one.range, chain }];
    }
    const term = layout.terms.get(one.entity);
    if (term === undefined || one.role === "set") return [];
    if (addressedPart(unit, one) !== undefined) return [];
    const text = unitText.slice(one.range.start, one.range.end).replace(/\s+/g, " ");
    const chain =
      one.role === "unknown"
        ? `${text} is used in a way that is not understood`
        : bodyAt(one.range) === undefined
          ? `&${text} ${inTable(unitText, one.range)}`
          : `&${text} is used in an expression`;
    return [{ kind: "address", terms: [term], range: one.range, chain: [chain] }];
  });
}

/** The part of a term of which a function uses the address: followed as the term's own. */
export function addressedPart({ facts, bodyAt }: Unit, one: Mention): AccessShadow | undefined {
  if (one.role !== "ref" || bodyAt(one.range) === undefined) return undefined;
  return accessOf(facts, one);
}

/** `.data = &sysctl_overcommit_ratio` */
function inTable(unitText: string, { start }: TextRange): string {
  const before = unitText.slice(Math.max(0, start - 100), start);
  const member = /\.\s*(\w+)\s*=\s*(?:\([^()]*\)\s*)*(?:[(&][\s(&]*)?$/.exec(before)?.[1];
  return member === undefined ? "is a first value" : `is in a table, as ${member}`;
}

/** `asm("movl $1, kernel_mode")` */
function namedInAsm(unit: Unit): RawAlias[] {
  const { unitText, layout } = unit;
  const statements = asmStatementsOf(unit);
  if (statements.length === 0) return [];
  const names = objectNames(unit);
  const terms = [...new Set(layout.terms.values())];
  if (names.size === 0) return [];
  const named = new RegExp(`(?<![\\w%.$[])(?:${[...names].join("|")})\\b(?!:)`);
  return statements.flatMap((range: TextRange): RawAlias[] => {
    const text = (
      unitText.slice(range.start, range.end).match(/^[^(]*\(\s*(?:"(?:[^"\\]|\\.)*"\s*)*/)?.[0] ?? ""
    )
      .replace(/\\[nt]/g, " ")
      .replace(/^[^"]*/, "");
    const name = named.exec(text.replace(/\.(?:globl|global|type|size|section|weak)\s+[^\s;]+/g, ""))?.[0];
    if (name === undefined || isNotedFunction(unit, range, name)) return [];
    return [{ kind: "address", terms, range, chain: [`asm names ${name}`] }];
  });
}

/** Data about where a function is, as `EXPORT_SYMBOL` has it: directives and labels in a section of its own, nothing that runs. */
function isNotedFunction({ facts, unitText, bodyAt }: Unit, range: TextRange, name: string): boolean {
  if (bodyAt(range) !== undefined) return false;
  const quoted = unitText.slice(range.start, range.end).matchAll(/"((?:[^"\\]|\\[\s\S])*)"?/g);
  const lines = Array.from(quoted, ([, text = ""]) => text)
    .join("")
    .split(/\\n|;/)
    .map((line) => line.replaceAll("\\t", " ").trim());
  const [first = ""] = lines;
  if (!/^\.(?:push)?section\b/.test(first)) return false;
  const isData = lines.every(
    (line) => /^(?:[\w.$]+:\s*)?(?:\.[a-z_]\w*\b|#|$)/.test(line) && !isOfCode(line),
  );
  return isData && facts.entities.some((one) => one.kind === "function" && one.name === name);
}

const isOfCode = (line: string) =>
  /\.(?:text|init|fini)\b/.test(line) ||
  (line.includes("section") && /\\"[a-wyzA-Z]{0,20}x[a-zA-Z]{0,20}\\"/.test(line));

const DECLARED = /$(?<=(?<!\w)([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*__attribute(?:__)?\s*\(\([^;{}]*)/;

/** `extern int other[4] __attribute__((alias("kernel_mode")))`: of another type, by which no member is named. */
function secondNames(unit: Unit): RawAlias[] {
  const { facts, unitText, layout } = unit;
  const found = secondNamesOf(unit);
  if (found.length === 0) return [];
  const names = objectNames(unit);
  const terms = [...new Set(layout.terms.values())];
  return found.flatMap(({ index, 0: text, 1: quoted, 2: pragma, 3: named }): RawAlias[] => {
    const name = quoted ?? named ?? "";
    if (!names.has(name)) return [];
    const other = pragma ?? DECLARED.exec(unitText.slice(Math.max(0, index - 200), index))?.[1] ?? "this";
    const type = facts.entities.find((one) => one.kind === "variable" && one.name === other);
    if (type?.kind === "variable" && layout.holders.has(recordOf(facts, type.type) ?? "")) return [];
    return [
      {
        kind: "address",
        terms,
        range: { start: index, end: index + text.length },
        chain: [`${other} is another name of ${name}, and of another type`],
      },
    ];
  });
}

/** Names of variables that are a term, or hold some. */
function objectNames({ facts, unitText, layout: { guard } }: Unit): Set<string> {
  if (guard.type === undefined) return new Set(guard.terms);
  return fileScopeNamesOf({ facts, unitText }, guard.type);
}

/** Calls of what file-scope asm of the unit defines, with an object. */
function callsOfAsm(unit: Unit): RawAlias[] {
  const { facts, unitText, layout, bodyAt } = unit;
  const labels = new Set(
    asmStatementsOf(unit)
      .filter((range) => bodyAt(range) === undefined)
      .flatMap(({ start, end }) =>
        Array.from(
          unitText.slice(start, end).matchAll(/(?:"|\\n|\\t|;)\s*([A-Za-z_]\w*):/g),
          ([, name]) => name as string,
        ),
      ),
  );
  if (labels.size === 0) return [];
  const terms = [...new Set(layout.terms.values())];
  return shadowsOf(facts).calls.flatMap((one): RawAlias[] => {
    const name = facts.entities[one.entity]?.name ?? "";
    if (!labels.has(name)) return [];
    return one.arguments.flatMap(({ range, type }): RawAlias[] => {
      const { usr, depth } = coreOf(facts, type);
      if (depth === 0 || !layout.holders.has(usr ?? "")) return [];
      return [
        { kind: "address", terms, range, chain: [`an object is an argument of ${name}, which is asm`] },
      ];
    });
  });
}
