/** What the aspects of a project do in all units: the functions that tell it of one unit, and paths made absolute. */
import { resolve } from "node:path";
import type { AspectEffect, AspectFile, Entity, Problem } from "../../model/index.js";
import {
  type EmptyExplanation,
  entitiesMeeting,
  explainEmpty,
  filterOf,
  matchAspects,
  type ShadowMatch,
} from "../../pointcut/index.js";
import { adviceKey, effectsOf, type JoinPointShape, shapesOf } from "../../weaver/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import { type EntityNames, entityNames } from "../protocol/entity-names.js";
import type { EffectsAnswer, EffectsQuestion } from "../protocol/index-protocol.js";
import { unpackSet } from "../records/packed-numbers.js";
import type { UnitRecord } from "../records/records.js";
import type { Steps } from "../steps.js";
import type { MergedFacts } from "./merged-facts.js";
import { unitsToAnalyse } from "./touched-units.js";

/** In steps: what it says of slices takes reading files. */
export function* effects(
  parts: readonly MergedFacts[],
  index: MemoryIndex,
  { aspects, covered }: EffectsQuestion,
): Steps<EffectsAnswer> {
  const gathered = createGathered(aspects, new Set(covered));
  for (const part of parts) gathered.add(part);
  const told = gathered.told();
  yield;
  const names = liveNames(parts, index);
  yield;
  const incomplete = [...(yield* unitsToAnalyse(parts, index, aspects, gathered.touched))];
  return {
    ...told,
    ...names,
    includers: includersOf(index),
    incomplete,
    unitsRead: parts.reduce((sum, { units }) => sum + units.length, 0),
    missing: [...index.units.values()].flatMap(({ path, status }) => (status === "read" ? [] : [path])),
  };
}

type Gathered = Pick<EffectsAnswer, "effects" | "problems" | "unmatched" | "shapes" | "covers">;

/** Put together part by part. */
function createGathered(aspects: readonly AspectFile[], hidden: ReadonlySet<string>) {
  const found: AspectEffect[] = [];
  const problems = new Map<string, Problem>();
  const unmatched = createUnmatched(aspects);
  const kept = createKeptOfMatches();
  const wanted = { isWanted: entitiesMeeting(filterOf(aspects)) };
  return {
    /** Units in which some advice may match. */
    touched: kept.touched,
    add(whole: MergedFacts) {
      const part = whole.narrowed(wanted);
      const { matches, problems: told, coverage } = matchAspects(part.facts, aspects);
      for (const problem of told)
        problems.set(JSON.stringify([problem.code, problem.range, problem.message]), problem);
      for (const effect of effectsOf(part.facts, shownOf(part, matches, hidden)).effects)
        found.push({ ...effect, target: part.absolute(effect.target), origin: part.absolute(effect.origin) });
      for (const match of matches) kept.add(part, match);
      unmatched.add(whole, coverage);
    },
    told: (): Gathered => ({
      effects: found,
      problems: [...problems.values()],
      unmatched: unmatched.told(kept.covers),
      shapes: kept.shapes,
      covers: new Map([...kept.covers].map(([key, paths]) => [key, [...paths]])),
    }),
  };
}

/** What no asker knows better. */
function shownOf(
  { units, unitsOf }: MergedFacts,
  matches: readonly ShadowMatch[],
  hidden: ReadonlySet<string>,
) {
  if (hidden.size === 0) return matches;
  const isHidden = units.map(({ path }) => hidden.has(path));
  return matches.filter(({ shadow }) => unitsOf(shadow).some((at) => isHidden[at] !== true));
}

/** Of each advice one shape, and units that together have all that it matches; of all of it the units. */
function createKeptOfMatches() {
  const shapes = new Map<string, JoinPointShape>();
  const covers = new Map<string, Set<string>>();
  const touched = new Set<string>();
  return {
    ...{ shapes, covers, touched },
    add({ facts, units, unitsOf }: MergedFacts, match: ShadowMatch) {
      const paths = Array.from(unitsOf(match.shadow), (at) => (units[at] as UnitRecord).path);
      for (const path of paths) touched.add(path);
      for (const advice of match.advice) {
        const key = adviceKey(advice.file.file, advice.advice.aspect, advice.advice.index);
        addToCover(covers, key, paths);
        if (shapes.has(key) || paths[0] === undefined) continue;
        for (const [name, shape] of shapesOf(paths[0], facts, [{ ...match, advice: [advice] }]))
          shapes.set(name, shape);
      }
    },
  };
}

function addToCover(covers: Map<string, Set<string>>, key: string, paths: readonly string[]): void {
  let cover = covers.get(key);
  if (cover === undefined) covers.set(key, (cover = new Set()));
  if (paths[0] !== undefined && !paths.some((path) => cover.has(path))) cover.add(paths[0]);
}

/** Advice that matches nothing; why takes all facts, so only of advice that matches nowhere. */
function createUnmatched(aspects: readonly AspectFile[]) {
  const empty: { readonly key: string; readonly explain: () => EmptyExplanation | undefined }[] = [];
  return {
    add(whole: MergedFacts, coverage: ReturnType<typeof matchAspects>["coverage"]) {
      for (const { aspect, advice, file, matched } of coverage)
        if (matched === 0)
          empty.push({
            key: adviceKey(file.file, advice.aspect, advice.index),
            explain: () => explainEmpty({ aspect, advice }, whole.facts, aspects),
          });
    },
    told(covers: ReadonlyMap<string, unknown>) {
      const told = new Map<string, EmptyExplanation>();
      for (const { key, explain } of empty) {
        const explanation = covers.has(key) ? undefined : explain();
        if (explanation !== undefined) told.set(key, explanation);
      }
      return told;
    },
  };
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
