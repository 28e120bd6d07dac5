/** The innermost class in whose body a place of the unit's text is. */
import type { ClassEntity, UnitFacts } from "../../model/index.js";

export function classAt({ entities }: UnitFacts, at: number): ClassEntity | undefined {
  let found: ClassEntity | undefined;
  for (const entity of entities) {
    if (entity.kind !== "class" || entity.template === "instance") continue;
    const body = entity.definition?.body;
    if (body === undefined || body.start >= at || at >= body.end) continue;
    if (found === undefined || body.start > found.definition!.body.start) found = entity;
  }
  return found;
}
