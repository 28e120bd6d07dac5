/** Answers over merged facts: the same functions that answer over one unit, and paths made absolute. */
import { relative, resolve } from "node:path";
import type { AspectEffect, Entity, Problem, Shadow } from "../../model/index.js";
import {
  type EmptyExplanation,
  entitiesMeeting,
  explainEmpty,
  filterOf,
  kindsSelected,
  matchAspects,
  selectByPointcut,
} from "../../pointcut/index.js";
import { adviceKey, effectsOf, type JoinPointShape, shapesOf } from "../../weaver/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import { type EntityNames, entityNames } from "../protocol/entity-names.js";
import type {
  EffectsAnswer,
  EffectsQuestion,
  JoinPointHit,
  NameAnswer,
  NameQuestion,
  SearchAnswer,
  SearchQuestion,
} from "../protocol/index-protocol.js";
import { unpackSet } from "../records/packed-numbers.js";
import { entitiesOf, type UnitRecord } from "../records/records.js";
import type { Steps } from "../steps.js";
import type { MergedFacts, Wanted } from "./merged-facts.js";
import { FEW, NOWHERE, type PlaceOrder, placeOrder } from "./place-order.js";
import { unitsToAnalyse } from "./touched-units.js";

/** `few`: {@link FEW}, but in tests. */
export function search(
  all: readonly MergedFacts[],
  index: MemoryIndex,
  question: SearchQuestion,
  few = FEW,
): SearchAnswer {
  const { expression, aspects, aspect } = question;
  const parts = narrowed(all, {
    isWanted: entitiesMeeting(filterOf(expression, aspects, aspect)),
    kinds: kindsSelected(expression, aspects, aspect),
  });
  const chosen = new Map(
    parts.map((part) => [part, selectByPointcut(expression, part.facts, { files: aspects, aspect })]),
  );
  const order = placeOrder(parts, chosen, few);
  /** What is selected, by its number. */
  const selected = new Uint8Array(order.count);
  const problems = new Map<string, Problem>();
  for (const [part, result] of chosen) {
    for (const problem of result.problems) problems.set(JSON.stringify(problem), problem);
    const numbers = order.of(part);
    for (const shadow of result.shadows) {
      const number = numbers.shadow(shadow);
      // The same place may be certain in one unit and not in another.
      if (!result.isCertain(shadow)) selected[number] = CONDITIONAL;
      else selected[number] ||= CERTAIN;
    }
    for (const id of result.entities) {
      const number = numbers.entity(id);
      if (number !== NOWHERE) selected[number] = CERTAIN;
    }
  }
  return {
    ...told(order, selected, question.limit),
    unitsSearched: parts.reduce((sum, { units }) => sum + units.length, 0),
    unitsFailed: unitsWith(index, "failed").length,
    missing: unitsWith(index, "skipped"),
    problems: [...problems.values()],
  };
}

/** The same list for the same parts: what was made for it is found again. */
function narrowed(parts: readonly MergedFacts[], wanted: Wanted): readonly MergedFacts[] {
  const narrow = parts.map((part) => part.narrowed(wanted));
  const [first] = narrow;
  if (first === undefined) return parts;
  const before = lists.get(first);
  if (before?.length === narrow.length && before.every((part, at) => part === narrow[at])) return before;
  lists.set(first, narrow);
  return narrow;
}

const lists = new WeakMap<MergedFacts, readonly MergedFacts[]>();

function unitsWith(index: MemoryIndex, wanted: UnitRecord["status"]): string[] {
  return [...index.units.values()].flatMap(({ path, status }) => (status === wanted ? [path] : []));
}

const CERTAIN = 1;
const CONDITIONAL = 2;

function told(
  order: PlaceOrder,
  selected: Uint8Array,
  limit: number,
): Pick<SearchAnswer, "total" | "hits" | "perFile"> {
  const hits: JoinPointHit[] = [];
  const perFile = new Map<string, number>();
  let total = 0;
  let number = 0;
  for (const { path, end } of order.files) {
    const before = total;
    for (; number < end; number++) {
      const how = selected[number];
      if (how === 0) continue;
      if (total++ < limit)
        hits.push({ ...order.hit(number), certainty: how === CONDITIONAL ? "conditional" : "certain" });
    }
    if (total > before) perFile.set(path, total - before);
  }
  return { total, hits, perFile };
}

/** In steps: what it says of slices takes reading files. */
export function* effects(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  { aspects, covered }: EffectsQuestion,
): Steps<EffectsAnswer> {
  const hidden = new Set(covered);
  const found: AspectEffect[] = [];
  const problems = new Map<string, Problem>();
  const unmatched = new Map<string, EmptyExplanation>();
  const shapes = new Map<string, JoinPointShape>();
  const covers = new Map<string, Set<string>>();
  const touched = new Set<string>();
  const empty: { readonly key: string; readonly explain: () => EmptyExplanation | undefined }[] = [];
  const filter = filterOf(aspects);
  for (const whole of parts) {
    const part = whole.narrowed({ isWanted: entitiesMeeting(filter) });
    const { facts, absolute, units } = part;
    const isHidden = units.map(({ path }) => hidden.has(path));
    const matching = matchAspects(facts, aspects);
    for (const problem of matching.problems)
      problems.set(JSON.stringify([problem.code, problem.range, problem.message]), problem);
    const shown =
      hidden.size === 0
        ? matching.matches
        : matching.matches.filter(({ shadow }) => part.unitsOf(shadow).some((at) => isHidden[at] !== true));
    for (const effect of effectsOf(facts, shown).effects)
      found.push({
        ...effect,
        target: absolute(effect.target),
        origin: absolute(effect.origin),
      });
    for (const { shadow } of matching.matches)
      for (const at of part.unitsOf(shadow)) touched.add((units[at] as UnitRecord).path);
    for (const match of matching.matches)
      for (const advice of match.advice) {
        const key = adviceKey(advice.file.file, advice.advice.aspect, advice.advice.index);
        addToCover(covers, key, part, match.shadow);
        if (shapes.has(key)) continue;
        const unit = units[part.unitsOf(match.shadow)[0] ?? -1]?.path;
        if (unit !== undefined)
          for (const [name, shape] of shapesOf(unit, facts, [{ ...match, advice: [advice] }]))
            shapes.set(name, shape);
      }
    for (const { aspect, advice, file, matched: count } of matching.coverage)
      if (count === 0)
        empty.push({
          key: adviceKey(file.file, advice.aspect, advice.index),
          explain: () => explainEmpty({ aspect, advice }, whole.facts, aspects),
        });
  }
  // That takes all facts, so only of advice that matches nowhere.
  for (const { key, explain } of empty) {
    const explanation = covers.has(key) ? undefined : explain();
    if (explanation !== undefined) unmatched.set(key, explanation);
  }
  yield;
  const names = liveNames(parts, index);
  yield;
  const incomplete = [...(yield* unitsToAnalyse(parts, index, aspects, touched))];
  return {
    effects: found,
    problems: [...problems.values()],
    unmatched,
    shapes,
    includers: includersOf(index),
    covers: new Map([...covers].map(([key, paths]) => [key, [...paths]])),
    incomplete,
    ...names,
    unitsRead: parts.reduce((sum, { units }) => sum + units.length, 0),
    missing: [...index.units.values()].flatMap(({ path, status }) => (status === "read" ? [] : [path])),
  };
}

function addToCover(
  covers: Map<string, Set<string>>,
  key: string,
  { unitsOf, units }: MergedFacts,
  shadow: Shadow,
): void {
  let cover = covers.get(key);
  if (cover === undefined) covers.set(key, (cover = new Set()));
  const paths = Array.from(unitsOf(shadow), (at) => (units[at] as UnitRecord).path);
  if (paths[0] !== undefined && !paths.some((path) => cover.has(path))) cover.add(paths[0]);
}

function includersOf(index: MemoryIndex): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const paths = new Map<number, string>();
  for (const { path, versions } of index.units.values())
    for (const id of unpackSet(versions)) {
      const { file } = index.fileVersion(id);
      if (paths.has(file)) continue;
      const { directory, name } = index.file(file);
      const absolute = resolve(directory, name);
      paths.set(file, absolute);
      found.set(absolute, path);
    }
  return found;
}

const namesNow = new WeakMap<readonly MergedFacts[], EntityNames>();

/** Names of all that is used; aspects are edited more often than they change. No function is unpacked for it. */
function liveNames(parts: readonly MergedFacts[], { numbers }: MemoryIndex): EntityNames {
  let names = namesNow.get(parts);
  if (names === undefined) {
    const live = parts.flatMap((part) => Array.from(part.live, (id) => numbers.entities[id] as Entity));
    namesNow.set(parts, (names = entityNames(live)));
  }
  return names;
}

/** By name; `root` is what files are named from. */
export function names(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  root: string,
  { prefix, name: kind, limit }: NameQuestion,
): NameAnswer {
  const counts = kind === "file" ? fileCounts(index, root) : nameCounts(parts, index, kind);
  const found = [...counts].filter(([name]) => name.startsWith(prefix));
  found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { names: found.slice(0, limit).map(([name, units]) => ({ name, units })) };
}

function fileCounts(index: MemoryIndex, root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const units = new Map<number, number>();
  for (const { versions } of index.units.values())
    for (const id of unpackSet(versions)) {
      const { file } = index.fileVersion(id);
      units.set(file, (units.get(file) ?? 0) + 1);
    }
  for (const [file, count] of units) {
    const { directory, name } = index.file(file);
    const path = relative(root, resolve(directory, name));
    counts.set(path, (counts.get(path) ?? 0) + count);
  }
  return counts;
}

const cache = new WeakMap<MergedFacts, Map<string, ReadonlyMap<string, number>>>();

function nameCounts(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  kind: Exclude<NameQuestion["name"], "file">,
): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const part of parts) {
    let known = cache.get(part);
    if (known === undefined) cache.set(part, (known = new Map()));
    let counts = known.get(kind);
    if (counts === undefined) known.set(kind, (counts = countNames(part, index, kind)));
    for (const [name, count] of counts) all.set(name, (all.get(name) ?? 0) + count);
  }
  return all;
}

function countNames(
  { live, units }: MergedFacts,
  index: MemoryIndex,
  kind: Exclude<NameQuestion["name"], "file">,
): ReadonlyMap<string, number> {
  const { entities, types } = index.numbers;
  const namesOf = (id: number): readonly string[] => {
    const entity = entities[id] as Entity;
    if (kind === "record")
      return entity.kind === "field" && entity.scope.length > 0 ? [entity.scope.join("::")] : [];
    if (kind === "type") {
      const type = types[entity.type];
      return type?.kind === "record" || type?.kind === "typedef" || type?.kind === "enum" ? [type.name] : [];
    }
    return entity.kind === kind ? [[...entity.scope, entity.name].join("::")] : [];
  };
  const counts = new Map<string, number>();
  const unitsOfEntity = new Map<number, number>();
  for (const { bodies } of units) {
    const seen = new Set<number>();
    for (const body of unpackSet(bodies)) for (const entity of entitiesOf(index.body(body))) seen.add(entity);
    for (const entity of seen) unitsOfEntity.set(entity, (unitsOfEntity.get(entity) ?? 0) + 1);
  }
  for (const id of live)
    for (const name of namesOf(id))
      if (name !== "") counts.set(name, Math.max(counts.get(name) ?? 0, unitsOfEntity.get(id) ?? 1));
  return counts;
}
