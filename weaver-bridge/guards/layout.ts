/** What a guard's names mean in one unit: which fields are its terms, and which types hold them by value. */
import type { ClassEntity, EntityId, TypeId, UnitFacts } from "../model/index.js";
import type { GuardDeclaration } from "./declaration.js";

export interface Layout {
  readonly guard: GuardDeclaration;
  /** Fields and variables, by the name of their term. */
  readonly terms: ReadonlyMap<EntityId, string>;
  /** USR of the guarded type. */
  readonly own: string | undefined;
  /** USRs of the guarded type and of all types that hold one. */
  readonly holders: ReadonlySet<string>;
  /** Names by which code speaks of them: tags and typedefs. */
  readonly names: ReadonlySet<string>;
  /** Members that share their bytes with a term, by the name of the term: others of a union, of a whole object as well. */
  readonly siblings: ReadonlyMap<EntityId, string>;
}

/** Undefined where the unit has none of it. */
export function layoutOf(facts: UnitFacts, guard: GuardDeclaration): Layout | undefined {
  if (guard.type === undefined) return variablesOf(facts, guard);
  const own = guardedType(facts, guard.type);
  if (own === undefined) return undefined;
  // Members of anonymous structs inside are the guarded type's own.
  const members = new Set(classes(facts).flatMap((one) => (usrOf(facts, one) === own ? one.members : [])));
  const unsorted = new Map<EntityId, string>();
  facts.entities.forEach((entity, id) => {
    if (entity.kind !== "field" || !guard.terms.includes(entity.name)) return;
    if (entity.scope.at(-1) === guard.type || members.has(id)) unsorted.set(id, entity.name);
  });
  const place = (name: string) => guard.terms.indexOf(name);
  const terms = new Map([...unsorted].sort(([, left], [, right]) => place(left) - place(right)));
  const holders = holdersOf(facts, own);
  const names = new Set<string>([guard.type]);
  for (const type of facts.types) {
    if (type.kind === "record" && holders.has(type.usr) && type.name !== "") names.add(type.name);
    if (type.kind === "typedef" && holders.has(recordOf(facts, type.underlying) ?? "")) names.add(type.name);
  }
  return { guard, terms, own, holders, names, siblings: siblingsOf(facts, terms, holders) };
}

/** A variable that is used by its members alone is no entity. */
function variablesOf(facts: UnitFacts, guard: GuardDeclaration): Layout {
  const terms = new Map<EntityId, string>();
  facts.entities.forEach((entity, id) => {
    if (entity.kind === "variable" && entity.scope.length === 0 && guard.terms.includes(entity.name))
      terms.set(id, entity.name);
  });
  return { guard, terms, own: undefined, holders: new Set(), names: new Set(), siblings: new Map() };
}

function siblingsOf(
  facts: UnitFacts,
  terms: ReadonlyMap<EntityId, string>,
  holders: ReadonlySet<string>,
): Map<EntityId, string> {
  const found = new Map<EntityId, string>();
  const first = [...terms.values()][0];
  for (const one of classes(facts)) {
    if (one.key !== "union") continue;
    const term = [...terms].find(([id]) => one.members.includes(id))?.[1];
    const shared = term ?? (one.members.some((id) => isHolder(facts, id, holders)) ? first : undefined);
    if (shared === undefined) continue;
    for (const member of one.members)
      if (!terms.has(member) && !isHolder(facts, member, holders)) found.set(member, shared);
  }
  return found;
}

/** A member that is, or has inside, an object with the terms. */
function isHolder(facts: UnitFacts, id: EntityId, holders: ReadonlySet<string>): boolean {
  const field = facts.entities[id];
  if (field?.kind === "field") return holders.has(recordOf(facts, field.type) ?? "");
  return field?.kind === "class" && field.name === "" && holders.has(usrOf(facts, field));
}

const classes = (facts: UnitFacts) =>
  facts.entities.filter((entity): entity is ClassEntity => entity.kind === "class");

function usrOf(facts: UnitFacts, { type, usr }: ClassEntity): string {
  const of = facts.types[type];
  return of?.kind === "record" ? of.usr : usr;
}

function guardedType(facts: UnitFacts, name: string): string | undefined {
  for (const type of facts.types) {
    if (type.kind === "record" && type.name === name) return type.usr;
    if (type.kind === "typedef" && type.name === name) {
      const usr = recordOf(facts, type.underlying);
      if (usr !== undefined) return usr;
    }
  }
  return undefined;
}

/** The record that a type is, looked for through typedefs and arrays; its USR. */
export function recordOf(facts: UnitFacts, id: TypeId | undefined): string | undefined {
  const type = id === undefined ? undefined : facts.types[id];
  if (type?.kind === "record") return type.usr;
  if (type?.kind === "typedef") return recordOf(facts, type.underlying);
  if (type?.kind === "array") return recordOf(facts, type.of);
  return undefined;
}

/** What a pointer type points to. */
export function pointeeOf(facts: UnitFacts, id: TypeId | undefined): TypeId | undefined {
  const type = id === undefined ? undefined : facts.types[id];
  if (type?.kind === "pointer") return type.to;
  if (type?.kind === "array") return type.of;
  if (type?.kind === "typedef") return pointeeOf(facts, type.underlying);
  return undefined;
}

export function isConst(facts: UnitFacts, id: TypeId | undefined): boolean {
  const type = id === undefined ? undefined : facts.types[id];
  return type !== undefined && (type.isConst || (type.kind === "typedef" && isConst(facts, type.underlying)));
}

function holdersOf(facts: UnitFacts, own: string): Set<string> {
  const found = new Set([own]);
  const all = classes(facts);
  for (let before = 0; before !== found.size; ) {
    before = found.size;
    for (const one of all)
      for (const member of one.members) {
        const field = facts.entities[member];
        const usr = field?.kind === "field" ? recordOf(facts, field.type) : undefined;
        const inner = field?.kind === "class" && field.name === "" ? usrOf(facts, field) : usr;
        if (inner !== undefined && found.has(inner)) found.add(usrOf(facts, one));
      }
  }
  return found;
}
