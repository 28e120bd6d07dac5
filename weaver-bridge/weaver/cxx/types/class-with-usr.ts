/** A unit's classes by their USR, which types have in place of them. */
import type { ClassEntity, UnitFacts } from "../../../model/index.js";

export function classWithUsr(facts: UnitFacts, usr: string): ClassEntity | undefined {
  let classes = CLASSES.get(facts);
  if (classes === undefined) {
    classes = new Map();
    for (const entity of facts.entities)
      if (entity.kind === "class" && !classes.has(entity.usr)) classes.set(entity.usr, entity);
    CLASSES.set(facts, classes);
  }
  return classes.get(usr);
}

const CLASSES = new WeakMap<UnitFacts, Map<string, ClassEntity>>();
