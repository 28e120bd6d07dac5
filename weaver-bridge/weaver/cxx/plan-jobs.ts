/** What is woven together: one join point, or the read and the write of one compound assignment. */
import type { AccessShadow, BuiltinShadow, Effect, Shadow, UnitFacts } from "../../model/index.js";
import type { CflowTrigger } from "../../pointcut/index.js";
import { triggersByShadow, withTriggers } from "../cflow/index.js";
import type { WeaveInput } from "../woven-unit.js";
import type { AspectClasses } from "./aspect-classes.js";
import type { CxxLevel } from "./operation.js";
import { rangeKey } from "./range-key.js";
import type { CxxAccess } from "./weave-access.js";

export interface Job {
  readonly shadow: Shadow;
  readonly levels: readonly CxxLevel[];
  readonly access?: CxxAccess;
  /** The `cflow` pointcuts that select the join point. */
  readonly triggers: readonly CflowTrigger[];
}

/** `effects` has one entry per advice of each match, in order. */
export function planJobs(
  { facts, matches, cflows = [] }: Pick<WeaveInput, "facts" | "matches" | "cflows">,
  effects: readonly Effect[],
  classes: AspectClasses,
): Job[] {
  const jobs: Job[] = [];
  const compounds = new Map<string, number>();
  const wholeWrites = writesByLvalue(facts);
  let at = 0;
  const triggersOf = triggersByShadow(cflows);
  for (const { shadow, advice } of withTriggers(facts, matches, triggersOf)) {
    const triggers = triggersOf.get(shadow) ?? [];
    const levels = advice.flatMap((match): CxxLevel[] => {
      const effect = effects[at++] as Effect;
      const scan = classes.scan(match.advice, match.aspect);
      return scan === undefined ? [] : [{ match, effect, scan }];
    });
    if (levels.length === 0 && triggers.length === 0) continue;
    if (shadow.kind !== "get" && shadow.kind !== "set" && shadow.kind !== "ref") {
      jobs.push({ shadow, levels, triggers });
      continue;
    }
    const key = rangeKey(shadow.lvalue);
    const twin = shadow.write === undefined ? undefined : compounds.get(key);
    if (twin !== undefined) {
      const { shadow: whole, levels: known, access, triggers: others } = jobs[twin] as Job;
      const joined = { ...(access as CxxAccess), [shadow.kind]: levels };
      const all = [...new Set([...others, ...triggers])];
      jobs[twin] = { shadow: whole, levels: [...known, ...levels], access: joined, triggers: all };
      continue;
    }
    if (shadow.write !== undefined) compounds.set(key, jobs.length);
    const whole = shadow.write === undefined ? shadow : (wholeWrites.get(key) ?? shadow);
    const access: CxxAccess = { shadow: whole, get: [], set: [], ref: [], [shadow.kind]: levels };
    jobs.push({ shadow: whole, levels, access, triggers });
  }
  return withOperators(jobs);
}

/** An assignment that is advised as a write and as an operator is one job; the operator encloses the write. */
function withOperators(jobs: readonly Job[]): Job[] {
  const operators = new Map<string, Job & { readonly shadow: BuiltinShadow }>();
  for (const job of jobs)
    if (job.shadow.kind === "builtin")
      operators.set(rangeKey(job.shadow.range), { ...job, shadow: job.shadow });
  if (operators.size === 0) return [...jobs];
  const merged = new Set<Shadow>();
  const all = jobs.map((job): Job => {
    const { access } = job;
    if (access === undefined) return job;
    const { write, range, lvalue, indices } = access.shadow;
    const isElement = indices.length > 0 && operators.has(rangeKey(lvalue));
    const operator = write === undefined ? undefined : operators.get(rangeKey(range));
    const placed = isElement ? { ...access, isElement } : access;
    if (operator === undefined) return { ...job, access: placed };
    merged.add(operator.shadow);
    return {
      shadow: job.shadow,
      levels: [...operator.levels, ...job.levels],
      triggers: [...new Set([...operator.triggers, ...job.triggers])],
      access: { ...placed, operator: { shadow: operator.shadow, levels: operator.levels } },
    };
  });
  return all.filter(({ shadow }) => !merged.has(shadow)).sort(elementsFirst);
}

/** The access encloses the operator that finds its place. */
const elementsFirst = (a: Job, b: Job) =>
  Number(b.access?.isElement === true) - Number(a.access?.isElement === true);

/** The read half of `a += b` covers `a` alone; what is rewritten is the range of its write half. */
function writesByLvalue(facts: UnitFacts): Map<string, AccessShadow> {
  const writes = new Map<string, AccessShadow>();
  for (const shadow of facts.shadows) {
    if (shadow.kind === "set") writes.set(rangeKey(shadow.lvalue), shadow);
  }
  return writes;
}
