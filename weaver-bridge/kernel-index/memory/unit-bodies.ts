/**
 * Which bodies a unit contains, and which of them it has in common with other units. A function means the same where the
 * same types are defined before it (`contexts.ts`) and its names stand for the same declarations; else it is a body of its
 * own.
 */
import { resolve } from "node:path";
import type { FunctionText } from "../../clang-ast/src/index.js";
import type { Shadow, UnitFacts } from "../../model/index.js";
import { encodeShadows } from "../records/body-codec.js";
import { packNumbers } from "../records/packed-numbers.js";
import { type BodyRecord, entitiesOf, shadowsOf } from "../records/records.js";
import type { BodyTable } from "./body-table.js";
import type { Contexts } from "./contexts.js";
import type { EntityNumbers } from "./entity-numbers.js";

/** A unit as it was just read. */
export interface ReadUnit {
  readonly path: string;
  readonly command: string;
  readonly directory: string;
  readonly context: string;
  readonly files: ReadonlyMap<string, string>;
  readonly facts: UnitFacts;
  readonly functions: readonly FunctionText[];
  /** Types that the unit defines: hashes of names and of definitions, in turns. */
  readonly types: BigUint64Array;
  /** From this offset on, functions mean other types than those of other units do. */
  readonly sharedUntil: number;
  readonly message?: string;
}

/** Under which names of contexts a unit knows bodies. */
export interface UnitSharing {
  /** Under which it was read: known bodies were left out on the strength of it. */
  readonly before: string;
  /** What stands before {@link ReadUnit.sharedUntil} or before the first type that is its own, and what follows. */
  readonly common: string;
  readonly joined: string;
  /** See `UnitRecord.shared`. */
  readonly shared: boolean;
}

/** `wasShared`: an edit is made to a unit that shared all. */
export function sharingOf(unit: ReadUnit, contexts: Contexts, wasShared: boolean): UnitSharing {
  const before = contexts.current(unit.context);
  if (unit.message !== undefined) {
    const alone = `${before}/${unit.path}`;
    return { before, common: alone, joined: alone, shared: false };
  }
  const isOwn = hasOwnTypes(unit);
  const { common, name, shared } = contexts.join(unit.context, unit.types, wasShared && !isOwn);
  return { before, common, joined: name, shared: shared || isOwn };
}

/** A type of the unit's own file is no reason to think that a header changed. */
function hasOwnTypes({ sharedUntil, directory, facts, path }: ReadUnit): boolean {
  return sharedUntil < BEYOND && resolve(directory, facts.lineMap.positionAt(sharedUntil).file) === path;
}

/** No text is that long. */
const BEYOND = 2 ** 31 - 1;

export interface Tables {
  readonly numbers: EntityNumbers;
  readonly bodies: BodyTable;
  /** Number of a file as the unit names it. */
  readonly file: (name: string) => number;
}

/** Numbers of the unit's functions, in their order; those that no unit had are made. */
export function bodiesOfUnit(unit: ReadUnit, sharing: UnitSharing, tables: Tables): number[] {
  const { numbers, bodies, file } = tables;
  const own = numbers.numbersFor(unit.facts, file);
  const before = bodies.sharedIn(sharing.before);
  const known = unit.functions.map(({ key, known }) => {
    const id = known ? before.of(key) : undefined;
    return id === undefined ? undefined : bodies.body(id);
  });
  const meant = meaningsIn(unit.facts, own.entity, known, numbers);
  const main = mainFile(unit, file);
  const shadows = shadowsByFunction(unit.facts.shadows, unit.functions);
  const encoded = (index: number) => {
    const entities = createLocalNumbers((id) => meant(own.entity(id)));
    const to = { entity: entities.number, type: own.type, file };
    return { shadows: encodeShadows(shadows[index] ?? [], unit.facts.lineMap, to), entities: entities.all };
  };
  return unit.functions.map(({ key, range }, index) => {
    const context = range.start < unit.sharedUntil ? sharing.common : sharing.joined;
    const found = known[index]?.id ?? bodies.sharedIn(context).of(key);
    if (found !== undefined) return variantOf(bodies.body(found), meant, bodies);
    const made = encoded(index);
    const home = made.shadows.length === 0 ? -1 : (made.shadows[3] as number);
    // Other units only declare what this one defines: to them the header's function means something else.
    const isOnlyHere = home !== main && made.entities.some((entity) => numbers.placeOf(entity).file === main);
    return bodies.make({
      key: `${key}`,
      context: isOnlyHere ? `${context}/${unit.path}` : context,
      file: home,
      data: packNumbers(made.entities, made.shadows),
    });
  });
}

/** What each name stands for in a unit: where it defines a function itself, that. */
function meaningsIn(
  facts: UnitFacts,
  numberOf: (id: number) => number,
  known: readonly (BodyRecord | undefined)[],
  { nameOf }: EntityNumbers,
): (entity: number) => number {
  const meaning = new Map<number, number>();
  for (const [id, { kind }] of facts.entities.entries()) {
    if (kind === "class") continue;
    const number = numberOf(id);
    meaning.set(nameOf(number), number);
  }
  for (const body of known) {
    const definition = body && entitiesOf(body)[0];
    if (definition !== undefined) meaning.set(nameOf(definition), definition);
  }
  return (entity) => meaning.get(nameOf(entity)) ?? entity;
}

/** The body as a unit means it: names in it may stand for what the unit itself defines. */
export function variantOf(body: BodyRecord, meant: (entity: number) => number, bodies: BodyTable): number {
  const named = entitiesOf(body);
  if (named.every((entity) => meant(entity) === entity)) return body.id;
  const entities = named.map(meant);
  const key = `${body.key}/${entities.join(",")}`;
  const { context, file } = body;
  const found = bodies.sharedIn(context).ofVariant(key);
  return found ?? bodies.make({ key, context, file, data: packNumbers(entities, shadowsOf(body)) });
}

/** Number of the unit's own file. */
function mainFile({ path, directory, files }: ReadUnit, number: (name: string) => number): number {
  for (const name of files.keys()) if (resolve(directory, name) === path) return number(name);
  return -1;
}

/** Shadows are in the order of the text; those of no function are left out. */
export function shadowsByFunction<S extends Pick<Shadow, "range">>(
  shadows: readonly S[],
  functions: readonly Pick<FunctionText, "range">[],
): (S[] | undefined)[] {
  const found: (S[] | undefined)[] = [];
  let at = 0;
  for (const shadow of shadows) {
    while (at < functions.length && functionAt(functions, at).end <= shadow.range.start) at++;
    if (at === functions.length) break;
    if (shadow.range.start < functionAt(functions, at).start) continue;
    (found[at] ??= []).push(shadow);
  }
  return found;
}

const functionAt = (functions: readonly Pick<FunctionText, "range">[], at: number) =>
  (functions[at] as FunctionText).range;

/** Numbers from 0 in the order of asking. */
function createLocalNumbers(number: (id: number) => number): { number(id: number): number; all: number[] } {
  const all: number[] = [];
  const local = new Map<number, number>();
  return {
    all,
    number(id) {
      let found = local.get(id);
      if (found === undefined) {
        found = all.push(number(id)) - 1;
        local.set(id, found);
      }
      return found;
    },
  };
}
