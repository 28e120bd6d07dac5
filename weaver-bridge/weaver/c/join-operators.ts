/** Advice on a built-in operator of C and on the access that the operator makes: one join point in the text. */

import type { PlannedJob } from "../plan-jobs.js";
import { rangeKey } from "../text/range-key.js";
import type { Level } from "./glue/operation.js";

/** `access` beside a built-in operator: advice on the write or reference that the operator makes. */
export interface Job extends PlannedJob<Level> {
  /** The job that `access` came from; done alone where the operator can't be woven. */
  readonly joined?: Job;
}

/**
 * The built-in operator and the write or reference that it makes are one job, the operator outside. A read of `a[i]`
 * is outside the operator `[]`, which only finds the place.
 */
export function joinOperators(jobs: readonly Job[]): Job[] {
  if (!jobs.some(({ shadow }) => shadow.kind === "builtin")) return [...jobs];
  const accesses = new Map<string, Job>();
  for (const job of jobs) if (job.access !== undefined) accesses.set(rangeKey(job.shadow.range), job);
  const placed = new Set<Job>();
  return jobs.flatMap((job): Job[] => {
    if (placed.has(job)) return [];
    const { shadow, triggers } = job;
    const access = shadow.kind === "builtin" ? accesses.get(rangeKey(shadow.range)) : undefined;
    if (access?.access === undefined || shadow.kind !== "builtin") return [job];
    placed.add(access);
    if (shadow.form === "index") return [access, job];
    const both = [...new Set([...triggers, ...access.triggers])];
    return [{ ...job, triggers: both, access: access.access, joined: access }];
  });
}
