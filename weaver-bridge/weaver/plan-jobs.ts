/** What is woven together, in both languages: one join point, or the read and the write of one compound assignment. */
import type { AccessShadow, AspectEffect, Shadow, UnitFacts } from "../model/index.js";
import type { AdviceMatch, CflowTrigger } from "../pointcut/index.js";
import { triggersByShadow, withTriggers } from "./cflow/index.js";
import { rangeKey } from "./text/range-key.js";
import type { WeaveInput } from "./woven-unit.js";

/** `Level` is one advice as the weaver of a language knows it. */
export interface PlannedJob<Level> {
  readonly shadow: Shadow;
  readonly levels: readonly Level[];
  readonly access?: Access<Level>;
  /** The `cflow` pointcuts that select the join point. */
  readonly triggers: readonly CflowTrigger[];
}

/** Advice at one place; a compound assignment is advised as a read, as a write, or as both. */
export interface Access<Level> {
  readonly shadow: AccessShadow;
  readonly get: readonly Level[];
  readonly set: readonly Level[];
  readonly ref: readonly Level[];
}

/** `effects` has one entry per advice of each match, in order. Advice without a level is left out. */
export function planJobs<Level>(
  { facts, matches, cflows = [] }: Pick<WeaveInput, "facts" | "matches" | "cflows">,
  effects: readonly AspectEffect[],
  levelOf: (match: AdviceMatch, effect: AspectEffect) => Level | undefined,
): PlannedJob<Level>[] {
  const jobs: PlannedJob<Level>[] = [];
  const compounds = new Map<string, number>();
  const wholeWrites = writesByLvalue(facts);
  let at = 0;
  const triggersOf = triggersByShadow(cflows);
  for (const { shadow, advice } of withTriggers(facts, matches, triggersOf)) {
    const triggers = triggersOf.get(shadow) ?? [];
    const levels = advice.flatMap((match) => levelOf(match, effects[at++] as AspectEffect) ?? []);
    if (levels.length === 0 && triggers.length === 0) continue;
    if (shadow.kind !== "get" && shadow.kind !== "set" && shadow.kind !== "ref") {
      jobs.push({ shadow, levels, triggers });
      continue;
    }
    const key = rangeKey(shadow.lvalue);
    const twin = shadow.write === undefined ? undefined : compounds.get(key);
    if (twin !== undefined) {
      const { shadow: whole, levels: known, access, triggers: others } = jobs[twin] as PlannedJob<Level>;
      const joined = { ...(access as Access<Level>), [shadow.kind]: levels };
      const all = [...new Set([...others, ...triggers])];
      jobs[twin] = { shadow: whole, levels: [...known, ...levels], access: joined, triggers: all };
      continue;
    }
    if (shadow.write !== undefined) compounds.set(key, jobs.length);
    const whole = shadow.write === undefined ? shadow : (wholeWrites.get(key) ?? shadow);
    const access: Access<Level> = { shadow: whole, get: [], set: [], ref: [], [shadow.kind]: levels };
    jobs.push({ shadow: whole, levels, access, triggers });
  }
  return jobs;
}

/** The read half of `a += b` covers `a` alone; what is rewritten is the range of its write half. */
function writesByLvalue(facts: UnitFacts): Map<string, AccessShadow> {
  const writes = new Map<string, AccessShadow>();
  for (const shadow of facts.shadows) {
    if (shadow.kind === "set") writes.set(rangeKey(shadow.lvalue), shadow);
  }
  return writes;
}
