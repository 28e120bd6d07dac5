/** What a guard's names mean in one unit: which fields are its terms, and which types hold them by value. */
import type { ClassEntity, EntityId, TextRange, TypeId, UnitFacts } from "../../model/index.js";
import type { Braces } from "./braces.js";
import type { GuardDeclaration } from "./declaration.js";
import { once } from "./once.js";
import { bracesOf } from "./unit-texts.js";

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

const layouts = once((_: UnitFacts) => new Map<GuardDeclaration, Layout | undefined>());

/** Undefined where the unit has none of it. */
export function layoutOf(facts: UnitFacts, unitText: string, guard: GuardDeclaration): Layout | undefined {
  const known = layouts(facts);
  if (!known.has(guard)) known.set(guard, readLayout(facts, unitText, guard));
  return known.get(guard);
}

function readLayout(facts: UnitFacts, unitText: string, guard: GuardDeclaration): Layout | undefined {
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
  return { guard, terms, own, holders, names, siblings: siblingsOf(facts, unitText, terms, holders) };
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
  unitText: string,
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
  for (const [id, term] of inNamelessUnions(facts, unitText, terms, holders))
    if (!terms.has(id) && !isHolder(facts, id, holders)) found.set(id, term);
  return found;
}

/** Unions without a name are no classes of their own in facts: their members are found by where they stand. */
function inNamelessUnions(
  facts: UnitFacts,
  unitText: string,
  terms: ReadonlyMap<EntityId, string>,
  holders: ReadonlySet<string>,
): (readonly [EntityId, string])[] {
  const first = [...terms.values()][0];
  if (first === undefined) return [];
  const fields = facts.entities.flatMap((entity, id) => (entity.kind === "field" ? [{ entity, id }] : []));
  const meant = fields.filter(({ id }) => terms.has(id) || isHolder(facts, id, holders));
  if (meant.length === 0) return [];
  const braces = bracesOf({ facts, unitText });
  return meant.flatMap(({ entity, id }) => {
    const at = entity.nameRange.start;
    const union = namelessUnion(unitText, braces, at);
    if (union === undefined) return [];
    const inner = braces.opening(at);
    return fields.flatMap((other): (readonly [EntityId, string])[] => {
      const place = other.entity.nameRange.start;
      if (other.id === id || place < union.start || place > union.end) return [];
      if (inner !== union.start && braces.opening(place) === inner) return [];
      return [[other.id, terms.get(id) ?? first]];
    });
  });
}

/** From brace to brace; the innermost around a place, behind structs without a name. */
function namelessUnion(text: string, braces: Braces, at: number): TextRange | undefined {
  for (let open = braces.opening(at); open >= 0; open = braces.opening(open)) {
    const head = /\b(struct|union)\s*(?:\b(\w+)\s*)?$/.exec(text.slice(Math.max(0, open - 80), open));
    if (head?.[1] === "union") return { start: open, end: braces.closing(open) };
    if (head === null || head[2] !== undefined) return undefined;
  }
  return undefined;
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

/** The record that a type is or leads to, and through how many pointers. */
export function coreOf(
  facts: UnitFacts,
  id: TypeId | undefined,
): { readonly depth: number; readonly usr?: string } {
  let depth = 0;
  for (let of = id === undefined ? undefined : facts.types[id]; of !== undefined; ) {
    if (of.kind === "record") return { depth, usr: of.usr };
    if (of.kind === "typedef") of = facts.types[of.underlying];
    else {
      if (of.kind === "pointer") of = facts.types[of.to];
      else if (of.kind === "array") of = facts.types[of.of];
      else break;
      depth++;
    }
  }
  return { depth };
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

/** Typedefs looked through. */
export function isArray(facts: UnitFacts, id: TypeId): boolean {
  const type = facts.types[id];
  return type?.kind === "array" || (type?.kind === "typedef" && isArray(facts, type.underlying));
}

/** A type as code writes it. */
export function spelled(facts: UnitFacts, usr: string): string {
  return facts.types.find((type) => type.kind === "record" && type.usr === usr)?.spelling ?? "the type";
}
