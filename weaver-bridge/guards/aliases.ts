/**
 * Ways by which a guarded term could be written under another name: its address is taken, its object becomes bytes, bytes
 * become an object. Each with the chain that leads on from there, as far as the unit shows it.
 */
import {
  type AccessShadow,
  type CallShadow,
  contains,
  type FunctionEntity,
  type TextRange,
  type UnitFacts,
} from "../model/index.js";
import { bulkWriter, givesBack } from "./bulk-writers.js";
import type { GuardDeclaration } from "./declaration.js";
import { type FunctionBody, functionBodies } from "./function-text.js";
import { isConst, type Layout, layoutOf, pointeeOf, recordOf } from "./layout.js";

export interface AliasWarning {
  readonly guard: GuardDeclaration;
  readonly terms: readonly string[];
  readonly kind: "address" | "bytes" | "cast" | "container";
  readonly range: TextRange;
  readonly within?: string;
  /** From the place to where it is used, one step each. */
  readonly chain: readonly string[];
  /** Why nothing can be written by it; absent where it can. */
  readonly harmless?: string;
}

type Raw = Omit<AliasWarning, "guard" | "within">;

/** In order of the text. */
export function aliasWarnings(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
): AliasWarning[] {
  const bodyAt = functionBodies(facts, unitText);
  return guards
    .flatMap((guard) => {
      const layout = layoutOf(facts, guard);
      const found = guard.type === undefined ? inTables(unitText, guard.terms, bodyAt) : [];
      if (layout !== undefined) {
        const unit = { facts, unitText, layout, bodyAt };
        found.push(...addresses(unit), ...asBytes(unit), ...casts(unit));
      }
      return found.map((one) => withReason(one, guard, bodyAt(one.range)));
    })
    .sort((left, right) => left.range.start - right.range.start);
}

interface Unit {
  readonly facts: UnitFacts;
  readonly unitText: string;
  readonly layout: Layout;
  readonly bodyAt: (at: TextRange) => FunctionBody | undefined;
}

function withReason(one: Raw, guard: GuardDeclaration, body: FunctionBody | undefined): AliasWarning {
  const said = body && guard.harmless.get(body.name);
  return {
    guard,
    ...one,
    ...(body === undefined ? {} : { within: body.name }),
    ...(said === undefined || one.harmless !== undefined ? {} : { harmless: `declared harmless: ${said}` }),
  };
}

function addresses(unit: Unit): Raw[] {
  const { facts, unitText, layout } = unit;
  return facts.shadows.flatMap((shadow): Raw[] => {
    const term = shadow.kind === "ref" ? layout.terms.get(shadow.entity) : undefined;
    if (term === undefined || shadow.kind !== "ref") return [];
    const before = unitText.slice(Math.max(0, shadow.range.start - 60), shadow.range.start);
    if (/"[^"\n]*"\s*\(\s*$/.test(before)) return [];
    const call = callAround(facts, shadow);
    const followed = call === undefined ? byAssignment(unit, shadow, term) : byCall(unit, shadow, call);
    if (followed === undefined) return [];
    return [{ kind: "address", terms: [term], range: shadow.range, ...followed }];
  });
}

/** `.data = &sysctl_overcommit_ratio` in a variable's first value, which is no use of it for libclang's facts. */
function inTables(unitText: string, terms: readonly string[], bodyAt: Unit["bodyAt"]): Raw[] {
  return terms.flatMap((term) => {
    const taken = new RegExp(`(?:\\.\\s*(\\w+)\\s*=\\s*)?(?:\\([^()]*\\)\\s*)*&\\s*${term}\\b`, "g");
    return [...unitText.matchAll(taken)].flatMap(({ index, 0: text, 1: member }): Raw[] => {
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
): Pick<Raw, "chain" | "harmless"> | undefined {
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

/** What a function does with a pointer that it gets. */
function byParameter(
  { facts, unitText }: Unit,
  call: CallShadow,
  at: number,
  chain: readonly string[],
): Pick<Raw, "chain" | "harmless"> {
  const { name, parameters } = facts.entities[call.entity] as FunctionEntity;
  const parameter = parameters[at];
  if (isConst(facts, pointeeOf(facts, parameter?.type)))
    return { chain, harmless: `${name} takes a pointer to const` };
  const body = facts.shadows.find((one) => one.kind === "execution" && one.entity === call.entity);
  if (body?.kind !== "execution" || !parameter?.name) return { chain };
  const uses = writesThrough(parameter.name, unitText.slice(body.body.start, body.body.end));
  if (uses.isWritten) return { chain: [...chain, `${name} writes *${parameter.name}`] };
  if (uses.isKept) return { chain: [...chain, `${name} hands ${parameter.name} on`] };
  return { chain, harmless: `${name} only reads it` };
}

function byAssignment(unit: Unit, shadow: AccessShadow, term: string): Pick<Raw, "chain" | "harmless"> {
  const { unitText, bodyAt } = unit;
  const body = bodyAt(shadow.range);
  const before = unitText.slice(body?.start ?? 0, shadow.range.start);
  if (/\breturn\s*\(*\s*(\([^()]*\)\s*)?$/.test(before))
    return { chain: [`&${term} is what ${body?.name} returns`] };
  const kept = /([A-Za-z_][\w]*(?:\s*(?:->|\.)\s*\w+)*)\s*=\s*(\([^()]*\)\s*)?$/.exec(before);
  if (kept === null) return { chain: [`&${term} is used in an expression`] };
  const name = kept[1] as string;
  const first = `${name} = &${term}`;
  if (new RegExp(`\\bconst\\b[^;{}()]*\\*\\s*${name}\\s*=\\s*$`).test(before))
    return { chain: [first], harmless: `${name} is a pointer to const` };
  if (body === undefined || !/^\w+$/.test(name)) return { chain: [first, `${name} keeps it`] };
  const after = body.text.slice(shadow.range.end - body.start);
  const uses = writesThrough(name, after);
  if (uses.isWritten) return { chain: [first, `*${name} is written in ${body.name}`] };
  if (uses.isKept) return { chain: [first, `${body.name} hands ${name} on`] };
  return { chain: [first], harmless: `${body.name} only reads through ${name}` };
}

/** What a text does with a pointer, by how it is spelled. */
function writesThrough(name: string, text: string): { isWritten: boolean; isKept: boolean } {
  const target = `(?:\\*\\s*\\(?\\s*${name}\\b\\)?|\\b${name}\\s*\\[[^\\]]*\\])`;
  const isWritten = new RegExp(
    `${target}\\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)|(?:\\+\\+|--)\\s*${target}|${target}\\s*(?:\\+\\+|--)`,
  ).test(text);
  const read = new RegExp(
    `\\*\\s*\\(?\\s*${name}\\b\\)?|\\b${name}\\s*\\[|!\\s*${name}\\b|\\b${name}\\s*[!=]=|[!=]=\\s*${name}\\b(?!\\s*[-+])|\\(\\s*${name}\\s*(?:\\)|&&|\\|\\|)`,
    "g",
  );
  const isKept = new RegExp(`(?<![\\w.>])${name}\\b`).test(text.replace(read, " "));
  return { isWritten, isKept };
}

/** A pointer to a holder becomes `void *`: by a parameter of a function that is none of those that are known. */
function asBytes(unit: Unit): Raw[] {
  const { facts, layout } = unit;
  return facts.shadows.flatMap((shadow): Raw[] => {
    if (shadow.kind !== "call") return [];
    const callee = facts.entities[shadow.entity];
    if (callee?.kind !== "function" || givesBack(callee.name) !== undefined) return [];
    return shadow.arguments.flatMap((argument, at): Raw[] => {
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
function casts({ facts, unitText, layout, bodyAt }: Unit): Raw[] {
  if (layout.names.size === 0) return [];
  const names = [...layout.names].join("|");
  const terms = [...new Set(layout.terms.values())];
  const found: Raw[] = [];
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
  const unit = { facts, unitText, layout, bodyAt };
  return [...found, ...castsAway(unit, names, terms), ...addressesCast(unit, names, terms)];
}

function castsAway({ facts, bodyAt }: Unit, names: string, terms: readonly string[]): Raw[] {
  const found: Raw[] = [];
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
function addressesCast({ facts, unitText, layout }: Unit, names: string, terms: readonly string[]): Raw[] {
  return facts.shadows.flatMap((shadow): Raw[] => {
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
