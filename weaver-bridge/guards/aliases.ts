/**
 * Ways by which a guarded term could be written under another name: its address is taken, its object becomes bytes, bytes
 * become an object. Each with the chain that leads on from there, as far as the unit shows it.
 */
import {
  type AccessShadow,
  type CallShadow,
  contains,
  type FunctionEntity,
  type UnitFacts,
} from "../model/index.js";
import type { AliasWarning, RawAlias, Unit } from "./alias.js";
import { isFilled } from "./builtin-writers.js";
import { bulkWriter, givesBack } from "./bulk-writers.js";
import type { GuardDeclaration } from "./declaration.js";
import { type FunctionBody, functionBodies } from "./function-text.js";
import { isConst, layoutOf, pointeeOf, recordOf } from "./layout.js";
import { neighbours } from "./neighbours.js";
import { addressUses } from "./own-address.js";
import { isOwnVariable, usesOfPointer } from "./pointer-uses.js";

/** In order of the text. */
export function aliasWarnings(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
): AliasWarning[] {
  const bodyAt = functionBodies(facts, unitText);
  const uses = addressUses(facts, unitText);
  return guards
    .flatMap((guard) => {
      const layout = layoutOf(facts, guard);
      const found = guard.type === undefined ? inTables(unitText, guard.terms, bodyAt) : [];
      if (layout !== undefined) {
        const unit = { facts, unitText, layout, bodyAt, uses };
        found.push(...addresses(unit), ...asBytes(unit), ...casts(unit), ...neighbours(unit));
      }
      return distinct(found).map((one) => withReason(one, guard, bodyAt(one.range)));
    })
    .sort((left, right) => left.range.start - right.range.start);
}

/** One place may be found in two ways. */
function distinct(found: readonly RawAlias[]): RawAlias[] {
  const known = new Map<string, RawAlias>();
  for (const one of found) {
    const key = `${one.range.start}:${one.range.end}:${one.chain.join()}`;
    if (!known.has(key)) known.set(key, one);
  }
  return [...known.values()];
}

function withReason(one: RawAlias, guard: GuardDeclaration, body: FunctionBody | undefined): AliasWarning {
  const said = body && guard.harmless.get(body.name);
  return {
    guard,
    ...one,
    ...(body === undefined ? {} : { within: body.name }),
    ...(said === undefined || one.harmless !== undefined ? {} : { harmless: `declared harmless: ${said}` }),
  };
}

function addresses(unit: Unit): RawAlias[] {
  const { facts, unitText, layout } = unit;
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    const term = shadow.kind === "ref" ? layout.terms.get(shadow.entity) : undefined;
    if (term === undefined || shadow.kind !== "ref") return [];
    const before = unitText.slice(Math.max(0, shadow.range.start - 60), shadow.range.start);
    const isAddress = /^\s*&/.test(unitText.slice(shadow.range.start, shadow.range.end));
    const operand = /"[^"\n]*"\s*\([\s(&]*$/.exec(before)?.[0];
    if (operand !== undefined && !isAddress && !operand.includes("&")) return [];
    if (unit.uses.write(shadow) !== undefined || isFilled(unitText, shadow.range)) return [];
    if (operand !== undefined)
      return [
        { kind: "address", terms: [term], range: shadow.range, chain: [`&${term} is an operand of asm`] },
      ];
    if (unit.uses.isRead(shadow))
      return [
        {
          ...{ kind: "address", terms: [term], range: shadow.range, chain: [`${term} is followed there`] },
          harmless: "what it leads to is only read there",
        },
      ];
    const call = callAround(facts, shadow);
    const followed = call === undefined ? byAssignment(unit, shadow, term) : byCall(unit, shadow, call);
    if (followed === undefined) return [];
    return [{ kind: "address", terms: [term], range: shadow.range, ...followed }];
  });
}

/** `.data = &sysctl_overcommit_ratio` in a variable's first value, which is no use of it for libclang's facts. */
function inTables(unitText: string, terms: readonly string[], bodyAt: Unit["bodyAt"]): RawAlias[] {
  return terms.flatMap((term) => {
    const taken = new RegExp(`(?:\\.\\s*(\\w+)\\s*=\\s*)?(?:\\([^()]*\\)\\s*)*&\\s*${term}\\b`, "g");
    return [...unitText.matchAll(taken)].flatMap(({ index, 0: text, 1: member }): RawAlias[] => {
      const end = index + text.length;
      const range = { start: end - term.length, end };
      if (bodyAt(range) !== undefined) return [];
      const chain = [`&${term} is in a table${member === undefined ? "" : `, as ${member}`}`];
      return [{ kind: "address", terms: [term], range, chain }];
    });
  });
}

function callAround(facts: UnitFacts, { range }: AccessShadow): CallShadow | undefined {
  const calls = facts.shadows.filter(
    (one): one is CallShadow =>
      one.kind === "call" && one.arguments.some((argument) => contains(argument.range, range)),
  );
  return calls.sort((a, b) => a.range.end - a.range.start - (b.range.end - b.range.start))[0];
}

/** Undefined: it is a site, not a warning. */
function byCall(
  unit: Unit,
  shadow: AccessShadow,
  call: CallShadow,
): Pick<RawAlias, "chain" | "harmless"> | undefined {
  const { facts, layout } = unit;
  const callee = facts.entities[call.entity] as FunctionEntity;
  const at = call.arguments.findIndex(({ range }) => contains(range, shadow.range));
  if (bulkWriter(callee.name)?.to === at) return undefined;
  const parameter = callee.parameters[at];
  const chain = [
    `&${layout.terms.get(shadow.entity)} is argument ${at + 1} of ${callee.name}${parameter?.name ? ` (${parameter.name})` : ""}`,
  ];
  return byParameter(unit, call, at, chain);
}

/** A cast that forgets that it leads to const. */
function losesConst(name: string, text: string): boolean {
  return new RegExp(`\\((?!\\s*const\\b)[^()]*\\*[\\s*]*\\)\\s*\\(*\\s*${name}\\b`).test(text);
}

/** What a function does with a pointer that it gets. */
function byParameter(
  { facts, bodyAt }: Unit,
  call: CallShadow,
  at: number,
  chain: readonly string[],
): Pick<RawAlias, "chain" | "harmless"> {
  const { name, parameters } = facts.entities[call.entity] as FunctionEntity;
  const parameter = parameters[at];
  const body = facts.shadows.find((one) => one.kind === "execution" && one.entity === call.entity);
  const text = body?.kind === "execution" ? (bodyAt(body.body)?.text ?? "") : "";
  if (isConst(facts, pointeeOf(facts, parameter?.type)) && !losesConst(parameter?.name || "(?!)", text))
    return { chain, harmless: `${name} takes a pointer to const` };
  if (body?.kind !== "execution" || !parameter?.name) return { chain };
  const uses = usesOfPointer(parameter.name, text);
  if (uses.isWritten) return { chain: [...chain, `${name} writes *${parameter.name}`] };
  if (uses.kept !== undefined) return { chain: [...chain, `${name} ${uses.kept}`] };
  return { chain, harmless: `${name} only reads it` };
}

function byAssignment(unit: Unit, shadow: AccessShadow, term: string): Pick<RawAlias, "chain" | "harmless"> {
  const { unitText, bodyAt } = unit;
  const body = bodyAt(shadow.range);
  const before = unitText.slice(body?.start ?? 0, shadow.range.start);
  if (/\breturn\s*\(*\s*(\([^()]*\)\s*)?$/.test(before))
    return { chain: [`&${term} is what ${body?.name} returns`] };
  const kept = /([A-Za-z_][\w]*(?:\s*(?:->|\.)\s*\w+)*)\s*=\s*(\([^()]*\)\s*)?$/.exec(before);
  if (kept === null) return { chain: [`&${term} is used in an expression`] };
  const name = kept[1] as string;
  const first = `${name} = &${term}`;
  if (body === undefined || !/^\w+$/.test(name) || !isOwnVariable(name, body))
    return { chain: [first, `${name} keeps it, for whoever reads that`] };
  const isToConst = new RegExp(`\\bconst\\b[^;{}()]*\\*\\s*${name}\\s*=\\s*$`).test(before);
  if (isToConst && !losesConst(name, body.text))
    return { chain: [first], harmless: `${name} is a pointer to const` };
  const uses = usesOfPointer(name, body.text);
  if (uses.isWritten) return { chain: [first, `*${name} is written in ${body.name}`] };
  if (uses.kept !== undefined) return { chain: [first, `${body.name} ${uses.kept}`] };
  return { chain: [first], harmless: `${body.name} only reads through ${name}` };
}

/** A pointer to a holder becomes `void *`: by a parameter of a function that is none of those that are known. */
function asBytes(unit: Unit): RawAlias[] {
  const { facts, layout } = unit;
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    if (shadow.kind !== "call") return [];
    const callee = facts.entities[shadow.entity];
    if (callee?.kind !== "function" || givesBack(callee.name) !== undefined) return [];
    return shadow.arguments.flatMap((argument, at): RawAlias[] => {
      const usr = recordOf(facts, pointeeOf(facts, argument.type));
      const parameter = callee.parameters[at];
      const to = pointeeOf(facts, parameter?.type);
      if (usr === undefined || !layout.holders.has(usr) || to === undefined) return [];
      if (recordOf(facts, to) !== undefined || bulkWriter(callee.name)?.to === at) return [];
      const name = parameter?.name === "" ? `argument ${at + 1}` : (parameter?.name ?? "");
      const step = `a pointer to ${facts.types[pointeeOf(facts, argument.type) ?? 0]?.spelling} is ${name} of ${callee.name}, a pointer to ${facts.types[to]?.spelling}`;
      return [
        {
          kind: "bytes",
          terms: [...new Set(layout.terms.values())],
          range: argument.range,
          ...byParameter(unit, shadow, at, [step]),
        },
      ];
    });
  });
}

/** `(struct process *)…`, `container_of`; and `(char *)process`. */
function casts(unit: Unit): RawAlias[] {
  const { unitText, layout, bodyAt } = unit;
  if (layout.names.size === 0) return [];
  const names = [...layout.names].join("|");
  const terms = [...new Set(layout.terms.values())];
  const found: RawAlias[] = [];
  const to = new RegExp(
    `\\(\\s*(?:const\\s+)?(?:struct\\s+|union\\s+)?(?:${names})\\s*(?:const\\s*)?\\*\\s*\\)\\s*(?=[\\w(&*])`,
    "g",
  );
  for (const { index, 0: text } of unitText.matchAll(to)) {
    const range = { start: index, end: index + text.length };
    const body = bodyAt(range);
    if (body === undefined || index < body.shadow.body.start) continue;
    const operand = unitText.slice(range.end, range.end + 160);
    const isContainer = /offsetof|^\s*\(+\s*\(?\s*(?:void|char)\s*\*\s*\)/.test(operand);
    const type = text.replace(/[()]/g, "").trim();
    const chain = [
      isContainer ? `a member's address becomes ${type} (container_of)` : `another pointer becomes ${type}`,
    ];
    found.push({
      kind: isContainer ? "container" : "cast",
      terms,
      range,
      chain,
      harmless: /\bconst\b/.test(type)
        ? "it is a pointer to const"
        : `what is written by it names its members, and is listed`,
    });
  }
  return [...found, ...castsAway(unit, names, terms), ...addressesCast(unit, names, terms)];
}

function castsAway({ facts, bodyAt }: Unit, names: string, terms: readonly string[]): RawAlias[] {
  const found: RawAlias[] = [];
  for (const shadow of facts.shadows) {
    if (shadow.kind !== "execution") continue;
    const body = bodyAt(shadow.body);
    if (body === undefined) continue;
    const declared = new RegExp(
      `\\b(?:struct\\s+)?(?:${names})\\s*\\*\\s*(?:const\\s+)?([A-Za-z_]\\w*)\\s*[;,=)]`,
      "g",
    );
    for (const name of new Set([...body.text.matchAll(declared)].map((one) => one[1] as string))) {
      const away = new RegExp(
        `(?:\\(\\s*(const\\s+)?((?:unsigned |signed )?\\w+(?: \\w+)*)\\s*\\*+\\s*\\)|\\bvoid\\s*\\*\\s*\\w+\\s*=)\\s*&?\\s*${name}\\b(?!\\s*(?:->|\\.|\\[))`,
        "g",
      );
      for (const one of body.text.matchAll(away)) {
        if (one[2] !== undefined && new RegExp(`\\b(?:${names})$`).test(one[2])) continue;
        const start = body.start + one.index;
        const type = one[2] === undefined ? "void" : one[2];
        found.push({
          kind: "cast",
          terms,
          range: { start, end: start + one[0].length },
          chain: [`${name} becomes a pointer to ${type}`],
          ...(one[1] === undefined ? {} : { harmless: "it is a pointer to const" }),
        });
      }
    }
  }
  return found;
}

/** `(char *)&process->credentials`, `(char *)current` */
function addressesCast(
  { facts, unitText, layout }: Unit,
  names: string,
  terms: readonly string[],
): RawAlias[] {
  return facts.shadows.flatMap((shadow): RawAlias[] => {
    if (shadow.kind !== "ref" && shadow.kind !== "get") return [];
    const usr = recordOf(facts, shadow.kind === "ref" ? shadow.type : pointeeOf(facts, shadow.type));
    if (usr === undefined || !layout.holders.has(usr)) return [];
    const before = unitText.slice(Math.max(0, shadow.range.start - 60), shadow.range.start);
    const cast = /\(\s*(const\s+)?([\w ]+?)\s*\*+\s*\)\s*\(*\s*$/.exec(before);
    if (cast === null || new RegExp(`\\b(?:${names})$`).test(cast[2] as string)) return [];
    const name = facts.entities[shadow.entity]?.name;
    const what = shadow.kind === "ref" ? `the address of ${name}` : name;
    const chain = [`${what} becomes a pointer to ${cast[2]}`];
    const harmless = cast[1] === undefined ? {} : { harmless: "it is a pointer to const" };
    return [{ kind: "cast", terms, range: shadow.range, chain, ...harmless }];
  });
}
