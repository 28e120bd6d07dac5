/**
 * Which constructors and destructors without a text are written out for advice: known before the first one is, because
 * each takes implicit ones of its class away, which then are asked for.
 */
import type { ClassEntity, EntityId, FunctionEntity } from "../../../model/index.js";
import type { ExpandedTail } from "../../aspect-text/aspect-tail.js";
import type { Unweavable } from "../../unweavable.js";
import type { WeaveInput } from "../../woven-unit.js";
import type { MadeExplicit } from "../cxx-site.js";
import type { Job } from "../plan-jobs.js";
import { createCxxSpeller } from "../types/spell-type.js";
import { createNeverCopied } from "./never-copied.js";
import { refusalOf } from "./refused-classes.js";
import { kindOf } from "./special-members.js";

export function planMadeExplicit(
  { facts, unitText: text, rejected, isBrief }: WeaveInput,
  jobs: readonly Job[],
  tail: ExpandedTail,
): MadeExplicit {
  const isNeverCopied = isBrief === true ? createNeverCopied(text, tail) : () => false;
  const unused = new Set<EntityId>();
  const unit = { facts, text, speller: createCxxSpeller(facts) };
  const made = new Set<EntityId>();
  const refused = new Map<EntityId, Unweavable>();
  for (const { shadow, levels } of jobs) {
    if (shadow.kind !== "construction" && shadow.kind !== "destruction") continue;
    if (shadow.definition !== undefined || levels.some(({ effect }) => rejected?.has(effect.id))) continue;
    const entity = facts.entities[shadow.entity] as FunctionEntity;
    const owner = facts.entities[shadow.ofClass] as ClassEntity;
    const kind = kindOf(entity, facts);
    const refusal = refusalOf(owner, kind, levels, unit);
    if (refusal !== undefined) refused.set(shadow.entity, refusal);
    else if (entity.isImplicit === true) {
      made.add(shadow.entity);
      if ((kind === "copy" || kind === "move") && isNeverCopied(owner)) unused.add(shadow.entity);
    }
  }
  return {
    has: (member) => made.has(member),
    isUnused: (member) => unused.has(member),
    refuse(member) {
      const refusal = refused.get(member);
      if (refusal !== undefined) throw refusal;
    },
  };
}
