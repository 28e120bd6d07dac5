/**
 * Ways by which a guarded term could be written under another name: its address is taken, its object becomes bytes, bytes
 * become an object. Each with the chain that leads on from there, as far as the unit shows it.
 */
import {
  type AccessShadow,
  type CallShadow,
  contains,
  type FunctionEntity,
  type PointerDeparture,
  type SourceRange,
  type TextRange,
  type UnitFacts,
} from "../../model/index.js";
import { bulkWriter, givesBack } from "../facts/bulk-writers.js";
import { shownFunction } from "../facts/called-function.js";
import type { GuardDeclaration } from "../facts/declaration.js";
import { type FunctionBody, functionBodies, statementStart } from "../facts/function-text.js";
import { callsGiven, shadowsOf } from "../facts/indexed-facts.js";
import { isArray, layoutOf, pointeeOf, recordOf } from "../facts/layout.js";
import { isOffsetOf } from "../facts/object-place.js";
import { isOwnVariable, usesOfPointer } from "../pointers/pointer-uses.js";
import { subjectOf } from "../weave/weave-guards.js";
import { followedOperand } from "../writes/asm-writes.js";
import { isFilled } from "../writes/builtin-writers.js";
import { addressUses } from "../writes/own-address.js";
import type { AliasWarning, RawAlias, Unit } from "./alias.js";
import { staysConst, takesConst } from "./const-pointers.js";
import { conversions } from "./conversions.js";
import { addressedPart, unnamedWays } from "./mentions-of-terms.js";
import { leavingNeighbours, neighbours } from "./neighbours.js";

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
      const layout = layoutOf(facts, unitText, guard);
      const found: RawAlias[] = [];
      if (layout !== undefined) {
        const unit = { facts, unitText, layout, bodyAt, uses };
        found.push(...addresses(unit), ...asBytes(unit), ...casts(unit), ...conversions(unit));
        found.push(...unnamedWays(unit), ...neighbours(unit));
      }
      return distinct(found).map((one) => withReason(one, guard, bodyAt(one.range)));
    })
    .sort((left, right) => left.range.start - right.range.start);
}

/** What `placed` says of a place is taken on; addresses of what stands beside a term that other units get. */
export function pointerDepartures(
  facts: UnitFacts,
  unitText: string,
  guards: readonly GuardDeclaration[],
  placed: (range: TextRange) => SourceRange,
): PointerDeparture[] {
  const bodyAt = functionBodies(facts, unitText);
  const uses = addressUses(facts, unitText);
  return guards.flatMap((guard): PointerDeparture[] => {
    const layout = guard.areAliasesTold === true ? undefined : layoutOf(facts, unitText, guard);
    if (layout === undefined) return [];
    const all = leavingNeighbours({ facts, unitText, layout, bodyAt, uses });
    return all.flatMap(({ alias, to, pointer }): PointerDeparture[] => {
      const callee = to.is === "argument" ? { callee: to.name } : {};
      const { harmless, within, terms, chain, range } = withReason(
        { ...alias, ...callee },
        guard,
        bodyAt(alias.range),
      );
      if (harmless !== undefined) return [];
      const inside = within === undefined ? {} : { within };
      return [{ subject: subjectOf(guard), terms, range: placed(range), ...inside, chain, to, pointer }];
    });
  });
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
  const said = guard.harmlessGiven?.get(one.callee ?? "") ?? (body && guard.harmless.get(body.name));
  return {
    guard,
    ...one,
    // Of a type that the unit does not define.
    terms: one.terms.length === 0 ? guard.terms : one.terms,
    ...(body === undefined ? {} : { within: body.name }),
    ...(said === undefined || one.harmless !== undefined ? {} : { harmless: `declared harmless: ${said}` }),
  };
}

/** A use of the address of a term, or of a part of one; `name` is what is said of it. */
interface AddressUse {
  readonly shadow: AccessShadow;
  readonly term: string;
  readonly name: string;
}

function addressUsesOf(unit: Unit): AddressUse[] {
  const { facts, unitText, layout } = unit;
  const own = shadowsOf(facts).refs.flatMap((shadow): AddressUse[] => {
    const term = isOffsetOf(unitText, shadow.object) ? undefined : layout.terms.get(shadow.entity);
    return term === undefined ? [] : [{ shadow, term, name: term }];
  });
  const parts = (facts.escapes?.mentions ?? []).flatMap((one): AddressUse[] => {
    const term = layout.terms.get(one.entity);
    const shadow = term === undefined ? undefined : addressedPart(unit, one);
    if (term === undefined || shadow === undefined) return [];
    const name = unitText.slice(one.range.start, one.range.end).replace(/\s+/g, " ");
    return [{ shadow, term, name }];
  });
  return [...own, ...parts];
}

function addresses(unit: Unit): RawAlias[] {
  const { facts, unitText } = unit;
  return addressUsesOf(unit).flatMap(({ shadow, term, name }): RawAlias[] => {
    const before = unitText.slice(Math.max(0, shadow.range.start - 60), shadow.range.start);
    const isAddress = /^\s*&/.test(unitText.slice(shadow.range.start, shadow.range.end));
    const operand = /"[^"\n]*"\s*\([\s(&]*$/.exec(before)?.[0];
    const isGiven = operand !== undefined && !/"[^"]*[moVX<>,g]/.test(operand) && isArray(facts, shadow.type);
    if (operand !== undefined && !isAddress && !operand.includes("&") && !isGiven) return [];
    if (isSite(unit, shadow)) return [];
    if (operand !== undefined)
      return [
        { kind: "address", terms: [term], range: shadow.range, chain: [`&${name} is an operand of asm`] },
      ];
    if (unit.uses.isRead(shadow))
      return [
        {
          ...{ kind: "address", terms: [term], range: shadow.range, chain: [`${name} is followed there`] },
          harmless: "what it leads to is only read there",
        },
      ];
    const call = callAround(facts, shadow);
    const followed = call === undefined ? byAssignment(unit, shadow, name) : byCall(unit, name, shadow, call);
    if (followed === undefined) return [];
    return [{ kind: "address", terms: [term], range: shadow.range, ...followed }];
  });
}

/** What writes, or reads, right there. */
function isSite({ facts, unitText, uses }: Unit, shadow: AccessShadow): boolean {
  const isWrite = uses.write(shadow) !== undefined || isFilled(unitText, shadow.range);
  return isWrite || followedOperand(facts, unitText, shadow) !== undefined;
}

function callAround(facts: UnitFacts, { range }: AccessShadow): CallShadow | undefined {
  return callsGiven(facts, range).sort(
    (a, b) => a.range.end - a.range.start - (b.range.end - b.range.start),
  )[0];
}

/** Undefined: it is a site, not a warning. */
function byCall(unit: Unit, name: string, shadow: AccessShadow, call: CallShadow): Followed | undefined {
  const { facts } = unit;
  const callee = facts.entities[call.entity] as FunctionEntity;
  const at = call.arguments.findIndex(({ range }) => contains(range, shadow.range));
  if (bulkWriter(callee.name)?.to === at) return undefined;
  const parameter = callee.parameters[at];
  const chain = [
    `&${name} is argument ${at + 1} of ${callee.name}${parameter?.name ? ` (${parameter.name})` : ""}`,
  ];
  return byParameter(unit, call, at, chain);
}

type Followed = Pick<RawAlias, "callee" | "chain" | "harmless">;

/** What a function does with a pointer that it gets. */
function byParameter(unit: Unit, call: CallShadow, at: number, chain: readonly string[]): Followed {
  const { facts } = unit;
  const { name: callee, parameters } = facts.entities[call.entity] as FunctionEntity;
  const pointee = pointeeOf(facts, parameters[at]?.type);
  if (pointee !== undefined && isArray(facts, pointee)) return { callee, chain };
  if (takesConst(unit, call, at)) return { callee, chain, harmless: `${callee} takes a pointer to const` };
  const shown = shownFunction(unit, call.entity);
  const own = shown?.parameters[at]?.name;
  if (shown === undefined || !own) return { callee, chain };
  const uses = usesOfPointer(own, shown.body.text);
  if (uses.isWritten) return { callee, chain: [...chain, `${callee} writes *${own}`] };
  if (uses.kept !== undefined) return { callee, chain: [...chain, `${callee} ${uses.kept}`] };
  if (shown.isReplaceable) return { callee, chain: [...chain, `another ${callee} may be linked`] };
  return { callee, chain, harmless: `${callee} only reads it` };
}

function byAssignment(unit: Unit, shadow: AccessShadow, name: string): Pick<RawAlias, "chain" | "harmless"> {
  const { unitText, bodyAt } = unit;
  const body = bodyAt(shadow.range);
  const before = unitText.slice(body?.start ?? 0, shadow.range.start);
  if (/\breturn\s*(?:\(+\s*)?(\([^()]*\)\s*)?$/.test(before))
    return { chain: [`&${name} is what ${body?.name} returns`] };
  const kept = /$(?<=((?<!\w)([A-Za-z_]\w*(?:\s*(?:->|\.)\s*\w+)*)\s*=\s*(?:\([^()]*\)\s*)?))/.exec(before);
  if (kept === null) return { chain: [`&${name} is used in an expression`] };
  // `q = p = &on`, `f(p = &on)`
  if (!isStatement(before.slice(0, -(kept[1] as string).length)))
    return { chain: [`&${name} is used in an expression`] };
  const keeper = kept[2] as string;
  const first = `${keeper} = &${name}`;
  const isRow = isArray(unit.facts, shadow.type) && /^\s*&|&[\s(]*$/.test(ownText(unit, shadow));
  if (isRow) return { chain: [first, `${keeper} is the address of an array`] };
  // `{ .keeper = &on }`
  const isMember = /\.\s*$/.test(before.slice(0, -(kept[1] as string).length));
  if (body === undefined || isMember || !/^\w+$/.test(keeper) || !isOwnVariable(keeper, body))
    return { chain: [first, `${keeper} keeps it, for whoever reads that`] };
  const isToConst = new RegExp(`\\bconst\\b[^;{}()*]*\\*\\s*(?:const\\s+)?${keeper}\\s*=\\s*$`).test(before);
  if (isToConst && staysConst(unit, keeper, body, 3))
    return { chain: [first], harmless: `${keeper} is a pointer to const` };
  const uses = usesOfPointer(keeper, body.text);
  if (uses.isWritten) return { chain: [first, `*${keeper} is written in ${body.name}`] };
  if (uses.kept !== undefined) return { chain: [first, `${body.name} ${uses.kept}`] };
  return { chain: [first], harmless: `${body.name} only reads through ${keeper}` };
}

const ownText = ({ unitText }: Unit, { range }: AccessShadow) => unitText.slice(range.start, range.end);

/** Whether an assignment that follows is one of its own, whose value nobody takes. */
function isStatement(before: string): boolean {
  const statement = before.slice(statementStart(before, before.length));
  if (/=\s*$|\breturn\s*$|\?\s*$/.test(statement)) return false;
  const open = statement.match(/[([]/g)?.length ?? 0;
  const closed = statement.match(/[)\]]/g)?.length ?? 0;
  return open <= closed || /^[\s)]*for\s*\([^()]*$/.test(statement) || /\bfor\s*\($/.test(before.trimEnd());
}

/** A pointer to a holder becomes `void *`: by a parameter of a function that is none of those that are known. */
function asBytes(unit: Unit): RawAlias[] {
  const { facts, layout } = unit;
  return shadowsOf(facts).calls.flatMap((shadow): RawAlias[] => {
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
    const isContainer = /offsetof|^\s*\(+\s*(?:\(\s*)?(?:void|char)\s*\*\s*\)/.test(operand);
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
  return found;
}
