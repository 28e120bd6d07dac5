/**
 * Advice that runs in what its body calls, at once or through functions of the unit: it calls itself. Calls in advice are
 * known by name, as it is no part of the unit's facts; calls through pointers and of functions that other units define are
 * not followed.
 */

import { withoutCommentsAndStrings } from "../../../c-text/index.js";
import {
  type Advice,
  type Aspect,
  type AspectFile,
  allowedRules,
  type EntityId,
  type Problem,
  type UnitFacts,
} from "../../../model/index.js";
import { createPlaces } from "../../syntax/problem-sink.js";
import { qualifiedName } from "./describe-match.js";
import { columnsOf, SHADOW_KINDS } from "./unit-columns.js";

interface PlacedAdvice {
  readonly advice: Advice;
  readonly aspect: Aspect;
  readonly file: AspectFile;
}

/** `selected` are the indices of the advice's join points. */
export function recursionProblem(
  facts: UnitFacts,
  { advice, aspect, file }: PlacedAdvice,
  selected: readonly number[],
): Problem | undefined {
  if (selected.length === 0) return undefined;
  const called = functionsCalledBy({ advice, aspect, file }, facts);
  if (called.length === 0) return undefined;
  const { within } = columnsOf(facts);
  const way = wayTo(facts, called, new Set(selected.map((index) => within[index] as number)));
  if (way === undefined || allowedRules(file.text, advice).has("recursion")) return undefined;
  const names = way.map((id) => qualifiedName(facts.entities[id]));
  const last = names.at(-1);
  const through = names.slice(1).map((name) => `, which calls \`${name}\``);
  const exclude = `Add \`&& !within("% ${last}(...)")\` to its pointcut`;
  return {
    code: "pointcut/recursion",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.header),
    message: `this advice of \`${aspect.name}\` calls \`${names[0]}\`${through.join("")} and also runs in \`${last}\``,
    hint:
      way.length === 1
        ? `It would call itself without end. ${exclude}.`
        : `It would call itself without end unless something on that way ends it. ${exclude}, or the comment \`weft: allow recursion\` to the advice.`,
  };
}

/** The shortest way along calls from one of the functions to one in which the advice runs, both included. */
function wayTo(facts: UnitFacts, from: readonly EntityId[], runsIn: ReadonlySet<EntityId>) {
  const callees = calleesOf(facts);
  const before = new Map<EntityId, EntityId | undefined>(from.map((id) => [id, undefined]));
  for (const id of before.keys()) {
    if (runsIn.has(id)) {
      const way = [id];
      for (let at = before.get(id); at !== undefined; at = before.get(at)) way.unshift(at);
      return way;
    }
    for (const callee of callees.get(id) ?? []) if (!before.has(callee)) before.set(callee, id);
  }
  return undefined;
}

const calleeCache = new WeakMap<UnitFacts, ReadonlyMap<EntityId, ReadonlySet<EntityId>>>();

function calleesOf(facts: UnitFacts): ReadonlyMap<EntityId, ReadonlySet<EntityId>> {
  const known = calleeCache.get(facts);
  if (known !== undefined) return known;
  const { ofKind, within, entity } = columnsOf(facts);
  const callees = new Map<EntityId, Set<EntityId>>();
  for (const index of ofKind[SHADOW_KINDS.indexOf("call")] ?? []) {
    const [caller, callee] = [within[index] as number, entity[index] as number];
    const list = callees.get(caller);
    if (list === undefined) callees.set(caller, new Set([callee]));
    else list.add(callee);
  }
  calleeCache.set(facts, callees);
  return callees;
}

/** Of the unit, by what the body and the aspect's own functions that it calls name. */
function functionsCalledBy(placed: PlacedAdvice, facts: UnitFacts): EntityId[] {
  const written = calledNames(placed);
  if (written.size === 0) return [];
  const byName = functionsByName(facts);
  return [...written].flatMap((name) => {
    const parts = name.split(/::|\./);
    const found = byName.get(parts.at(-1) ?? "") ?? [];
    // Of which class an object is, is not known: only where no other function has the name.
    if (name.startsWith("."))
      return found.length === 1 && (facts.entities[found[0] as number]?.scope.length ?? 0) > 0 ? found : [];
    const scope = parts.slice(0, -1).filter((part) => part !== "");
    return found.filter((id) => facts.entities[id]?.scope.join("::") === scope.join("::"));
  });
}

const nameCache = new WeakMap<UnitFacts, ReadonlyMap<string, readonly EntityId[]>>();

function functionsByName(facts: UnitFacts): ReadonlyMap<string, readonly EntityId[]> {
  const known = nameCache.get(facts);
  if (known !== undefined) return known;
  const { names } = columnsOf(facts);
  const byName = new Map<string, EntityId[]>();
  facts.entities.forEach(({ kind }, id) => {
    if (kind !== "function") return;
    const list = byName.get(names[id] as string);
    if (list === undefined) byName.set(names[id] as string, [id]);
    else list.push(id);
  });
  nameCache.set(facts, byName);
  return byName;
}

/** Backwards from the parenthesis: a name with its scope, whether it is a member's, and of which object. */
const CALLS =
  /(?=\()(?<=(?:(?:(?<object>\w+)\s*)?(?<member>\.|->)\s*)?(?<!\w)(?<spelled>(?:(?<!\w)[A-Za-z_]\w*\s*::\s*|(?<![\w$>])::\s*)*(?<!\w)[A-Za-z_]\w*)\s*)\(/g;
const writtenCache = new WeakMap<Advice, ReadonlySet<string>>();

/** Names before `(`: `f`, `K::f`, and `.f` of a member of some object; those of functions of the aspect are followed. */
function calledNames({ advice, aspect, file }: PlacedAdvice): ReadonlySet<string> {
  const known = writtenCache.get(advice);
  if (known !== undefined) return known;
  const text = withoutCommentsAndStrings(file.text);
  const names = new Set<string>();
  const read = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const body = text.slice(start, end);
    for (const { groups: { object, member, spelled = "" } = {} } of body.matchAll(CALLS)) {
      if (object === "tjp") continue;
      const name = `${member === undefined || object === "this" ? "" : "."}${spelled.replace(/\s/g, "")}`;
      if (names.has(name)) continue;
      names.add(name);
      const own = aspect.members.find((one) => one.kind === "function" && one.name === name);
      if (own !== undefined) read(own.range);
    }
  };
  read(advice.body);
  writtenCache.set(advice, names);
  return names;
}
