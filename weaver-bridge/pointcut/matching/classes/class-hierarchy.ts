/** Who derives from whom among the classes of a unit, and who redefines whose functions. Empty in C. */
import type { ClassEntity, EntityId, UnitFacts } from "../../../model/index.js";

export interface ClassHierarchy {
  /** Every class entity, in order. */
  readonly classes: readonly EntityId[];
  /** The class at a path of scopes, `["n", "K"]`; a definition rather than a declaration. */
  classAt(path: readonly string[]): EntityId | undefined;
  /** Of a record type's name and USR. */
  classOf(usr: string): EntityId | undefined;
  /** All proper bases, each once, nearest first. */
  basesOf(id: EntityId): readonly EntityId[];
  /** All classes properly derived from it. */
  derivedOf(id: EntityId): readonly EntityId[];
  /** Functions of bases that the function redefines, at every level, without itself. */
  redefinedBy(id: EntityId): readonly EntityId[];
}

const cache = new WeakMap<UnitFacts, ClassHierarchy>();
const NONE: readonly EntityId[] = [];

/** Remembered per facts object. */
export function hierarchyOf(facts: UnitFacts): ClassHierarchy {
  let hierarchy = cache.get(facts);
  if (hierarchy === undefined) cache.set(facts, (hierarchy = create(facts)));
  return hierarchy;
}

/** `["n", "K"]` */
export function pathOf(entity: { readonly scope: readonly string[]; readonly name: string }): string[] {
  return [...entity.scope, entity.name];
}

function create({ entities }: UnitFacts): ClassHierarchy {
  const classes: EntityId[] = [];
  const byPath = new Map<string, EntityId>();
  const byUsr = new Map<string, EntityId>();
  entities.forEach((entity, id) => {
    if (entity.kind !== "class") return;
    classes.push(id);
    const path = pathOf(entity).join("::");
    const known = entities[byPath.get(path) ?? -1] as ClassEntity | undefined;
    if (known?.definition === undefined) byPath.set(path, id);
    byUsr.set(entity.usr, id);
  });
  const basesOf = remembered((id) => {
    const entity = entities[id];
    return entity?.kind === "class" ? entity.bases.map((base) => base.entity) : NONE;
  });
  const redefinedBy = remembered((id) => {
    const entity = entities[id];
    return entity?.kind === "function" ? (entity.overrides ?? NONE) : NONE;
  });
  let derived: Map<EntityId, EntityId[]> | undefined;
  return {
    classes,
    classAt: (path) => byPath.get(path.join("::")),
    classOf: (usr) => byUsr.get(usr),
    basesOf,
    derivedOf: (id) => {
      derived ??= inverted(classes, basesOf);
      return derived.get(id) ?? NONE;
    },
    redefinedBy,
  };
}

/** Everything reachable by one or more steps, breadth first. */
function remembered(step: (id: EntityId) => readonly EntityId[]): (id: EntityId) => readonly EntityId[] {
  const known = new Map<EntityId, readonly EntityId[]>();
  return (id) => {
    let found = known.get(id);
    if (found === undefined) {
      const reached = new Set(step(id));
      for (const item of reached) for (const next of step(item)) reached.add(next);
      reached.delete(id);
      known.set(id, (found = [...reached]));
    }
    return found;
  };
}

function inverted(
  classes: readonly EntityId[],
  basesOf: (id: EntityId) => readonly EntityId[],
): Map<EntityId, EntityId[]> {
  const derived = new Map<EntityId, EntityId[]>();
  for (const id of classes)
    for (const base of basesOf(id)) {
      const list = derived.get(base);
      if (list === undefined) derived.set(base, [id]);
      else list.push(id);
    }
  return derived;
}
