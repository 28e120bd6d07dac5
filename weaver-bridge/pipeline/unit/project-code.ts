/** Keeps to the code of a project: what stands in other files (a library's headers) is known, but never rewritten. */
import { type ClassEntity, type Entity, shadowToken, type UnitFacts } from "../../model/index.js";

/** Without join points in what introductions generate (`JoinPoint` in slices, `AC::TypeInfo`). */
export function ownCode(facts: UnitFacts): UnitFacts {
  const generated = facts.lineMap.segmentsOf("<weft>");
  if (generated.length === 0) return facts;
  const inside = (at: number) => generated.some(({ start, end }) => start <= at && at < end);
  const named = new Set(facts.entities.flatMap(({ nameRange }, id) => (inside(nameRange.start) ? [id] : [])));
  const own = projectCode(facts, (file) => file !== "<weft>");
  return { ...own, shadows: own.shadows.filter(({ entity }) => !named.has(entity)) };
}

/** `isProjectFile` is asked for the file names of the unit's line markers. Entities keep their numbers. */
export function projectCode(facts: UnitFacts, isProjectFile: (file: string) => boolean): UnitFacts {
  const inProject = (offset: number) => isProjectFile(facts.lineMap.fileAt(offset));
  return {
    ...facts,
    shadows: facts.shadows.filter((shadow) => inProject(shadowToken(shadow).start)),
    entities: facts.entities.map((entity) =>
      hasForeignDefinition(entity, inProject) ? declared(entity) : entity,
    ),
  };
}

function hasForeignDefinition(
  entity: Entity,
  inProject: (offset: number) => boolean,
): entity is ClassEntity & { definition: object } {
  return (
    entity.kind === "class" && entity.definition !== undefined && !inProject(entity.definition.range.start)
  );
}

function declared({ definition: _, ...entity }: ClassEntity): ClassEntity {
  return entity;
}
