/**
 * A unit's facts as columns, for sweeps over tens of thousands of shadows and entities: one array per property
 * instead of one object per item. Built once per facts object.
 */
import type { Entity, EntityId, Shadow, UnitFacts } from "../../../model/index.js";
import { isOperatorName } from "../../patterns/match-name.js";

export interface UnitColumns {
  /** Index of {@link SHADOW_KINDS} per shadow. */
  readonly kind: Uint8Array;
  /** Subject ({@link subjectOf}) and enclosing function per shadow. */
  readonly entity: Int32Array;
  readonly within: Int32Array;
  /** Indices of all shadows, in order. */
  readonly all: readonly number[];
  /** The same for each kind, by index of {@link SHADOW_KINDS}. */
  readonly ofKind: readonly (readonly number[])[];
  /** Name per entity, without template arguments. */
  readonly names: readonly string[];
}

export const SHADOW_KINDS: readonly Shadow["kind"][] = [
  "execution",
  "call",
  "get",
  "set",
  "ref",
  "builtin",
  "construction",
  "destruction",
];

/** What a join point is named by: the function or variable, and for constructors and destructors the class. */
export function subjectOf(shadow: Shadow): EntityId {
  return shadow.kind === "construction" || shadow.kind === "destruction" ? shadow.ofClass : shadow.entity;
}

const cache = new WeakMap<UnitFacts, UnitColumns>();

export function columnsOf(facts: UnitFacts): UnitColumns {
  let columns = cache.get(facts);
  if (columns === undefined) cache.set(facts, (columns = readColumns(facts)));
  return columns;
}

/** Plain loops: a whole kernel has some 400,000 shadows, and going through them by functions takes ten times as long. */
function readColumns({ shadows, entities }: UnitFacts): UnitColumns {
  const { length } = shadows;
  const [kind, entity, within] = [new Uint8Array(length), new Int32Array(length), new Int32Array(length)];
  const all: number[] = [];
  const ofKind: number[][] = SHADOW_KINDS.map(() => []);
  for (let index = 0; index < length; index++) {
    const shadow = shadows[index] as Shadow;
    const number = SHADOW_KINDS.indexOf(shadow.kind);
    kind[index] = number;
    entity[index] = subjectOf(shadow);
    within[index] = shadow.within;
    all.push(index);
    ofKind[number]?.push(index);
  }
  return { kind, ofKind, entity, within, all, names: namesOf(entities) };
}

const namesKnown = new WeakMap<readonly Entity[], string[]>();

/** All that is asked of an index is about parts of the same entities, which only become more. */
function namesOf(entities: readonly Entity[]): readonly string[] {
  let names = namesKnown.get(entities);
  if (names === undefined) namesKnown.set(entities, (names = []));
  for (let id = names.length; id < entities.length; id++)
    names.push(plainName((entities[id] as Entity).name));
  return names;
}

/** `f<int>` is also named by `f`. */
function plainName(name: string): string {
  if (isOperatorName(name)) return name.replace(/^operator\s+(?=[^\w\s])/, "operator");
  const open = name.indexOf("<");
  return open === -1 ? name : name.slice(0, open);
}
