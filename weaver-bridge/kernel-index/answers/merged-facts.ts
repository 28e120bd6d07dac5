/**
 * All units of one folder as if they were one: facts that the matcher of the weaver reads like those of a unit. What
 * a pointcut selects in the whole kernel is decided by the same code that decides it while weaving, over each function
 * once, and only over functions that use what it asks for, until all are wanted.
 */
import { resolve } from "node:path";
import { sourceNames } from "../../kernel-build/index.js";
import type { Entity, Shadow, SourceNames, SourceRange, UnitFacts } from "../../model/index.js";
import type { EntityTest } from "../../pointcut/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import { unpackSet } from "../records/packed-numbers.js";
import { entitiesOf, type UnitRecord } from "../records/records.js";
import { type TurnedAround, turnedAround } from "../records/turned-around.js";
import { type BodyFacts, bodyFacts } from "./body-facts.js";
import { usersOfBodies } from "./users-of-bodies.js";

export interface MergedFacts {
  readonly directory: string;
  readonly facts: UnitFacts;
  /** Units that are in it. */
  readonly units: readonly UnitRecord[];
  /** Units that contain the shadow, as indices of {@link units}. */
  unitsOf(shadow: Shadow): ReturnType<TurnedAround["of"]>;
  readonly copyPlace: BodyFacts["copyPlace"];
  /** Absolute path of a file. */
  pathOf(file: number): string;
  /** The range at an absolute path. */
  absolute(range: SourceRange): SourceRange;
  /** Entities that are used; none where only join points are wanted. */
  readonly live: ReadonlySet<number>;
  /** What most answers need is made ready. */
  prepare(): void;
  /** Units that together contain every function that uses one of the entities, or is one. */
  unitsWith(isWanted: EntityTest): readonly UnitRecord[];
  /** Only what is wanted, or more where that is there already. */
  narrowed(wanted: Wanted): MergedFacts;
}

export interface Wanted {
  /** Functions that use such entities; any without. */
  readonly isWanted?: EntityTest | undefined;
  /** Join points of these kinds, and no names unless there are none; any without. */
  readonly kinds?: ReadonlySet<Shadow["kind"]> | undefined;
}

/** One per folder: relative names in the units start there. `root` is the project's folder. */
export function mergeFacts(index: MemoryIndex, root?: string): readonly MergedFacts[] {
  const byDirectory = new Map<string, UnitRecord[]>();
  for (const unit of index.units.values()) {
    if (unit.status !== "read") continue;
    const list = byDirectory.get(unit.directory);
    if (list === undefined) byDirectory.set(unit.directory, [unit]);
    else list.push(unit);
  }
  return [...byDirectory].map(([directory, units]) =>
    createPart(index, sourceNames(directory, root), directory, units),
  );
}

function createPart(
  index: MemoryIndex,
  sources: SourceNames,
  directory: string,
  units: readonly UnitRecord[],
): MergedFacts {
  const users = usersOfBodies(index, units);
  const files = () => filesOf(index, units);
  const absolutePaths = new Map<string, string>();
  const { numbers: bodies } = users;
  const factsOf = (own: readonly number[], kinds?: Wanted["kinds"]) =>
    bodyFacts(index, own, { files, sources }, kinds);
  let known: BodiesByEntity | undefined;
  const byEntity = () => (known ??= bodiesByEntity(index, bodies));
  let live: ReadonlySet<number> | undefined;
  let all: BodyFacts | undefined;
  const part = (own: () => BodyFacts, hasNames: boolean, narrowed: MergedFacts["narrowed"]): MergedFacts => ({
    directory,
    units,
    get facts() {
      return own().facts;
    },
    get live() {
      if (!hasNames) return NONE;
      live ??= new Set(byEntity().entities);
      return live;
    },
    prepare: () => void byEntity(),
    unitsWith(isWanted) {
      const found = new Set<number>();
      const containers = byEntity()
        .using(isWanted)
        .map((id) => users.of(id));
      // What is in one unit alone decides; most of what headers have is in one of these as well.
      for (const containing of containers.sort((a, b) => a.length - b.length))
        if (!containing.some((at) => found.has(at))) found.add(containing[0] as number);
      return Array.from(found, (at) => units[at] as UnitRecord);
    },
    unitsOf: ({ range }) => users.of(own().bodyAt(range.start)),
    copyPlace: (offset, to, at) => own().copyPlace(offset, to, at),
    pathOf: (file) => resolve(directory, index.file(file).name),
    absolute(range) {
      let file = absolutePaths.get(range.file);
      if (file === undefined) absolutePaths.set(range.file, (file = resolve(directory, range.file)));
      return { ...range, file };
    },
    narrowed,
  });
  // A second of a processor for a kernel, so only when a question is about all of it.
  const everything = () => {
    all ??= factsOf(bodies);
    ofKinds.clear();
    return all;
  };
  const some = (own: readonly number[], kinds: Wanted["kinds"]): MergedFacts => {
    const isOfNames = kinds?.size === 0;
    let facts: BodyFacts | undefined;
    const decoded = () => (facts ??= factsOf(isOfNames ? [] : own, kinds));
    const narrow: MergedFacts = part(decoded, isOfNames || kinds === undefined, () => narrow);
    return narrow;
  };
  /** All functions, but only join points of some kinds. */
  const ofKinds = new Map<string, MergedFacts>();
  const whole = part(everything, true, ({ isWanted, kinds }) => {
    if (isWanted !== undefined) {
      const using = byEntity().using(isWanted);
      return all !== undefined && using.length > bodies.length / MANY ? whole : some(using, kinds);
    }
    if (kinds === undefined || all !== undefined) return whole;
    const key = [...kinds].sort().join(" ");
    let narrow = ofKinds.get(key);
    if (narrow === undefined) ofKinds.set(key, (narrow = some(bodies, kinds)));
    return narrow;
  });
  return whole;
}

const NONE: ReadonlySet<number> = new Set();
/** More than this part of all functions, known already, are gone through sooner than unpacked again. */
const MANY = 8;

interface BodiesByEntity {
  /** Those that are used, ascending. */
  readonly entities: readonly number[];
  /** Bodies that use one of the wanted or are one, in the order of all. */
  using(isWanted: EntityTest): readonly number[];
}

function bodiesByEntity({ numbers, body }: MemoryIndex, bodies: readonly number[]): BodiesByEntity {
  const { entities } = numbers;
  const users = turnedAround(bodies.length, entities.length, (at) => entitiesOf(body(bodies[at] as number)));
  return {
    entities: users.numbers,
    using(isWanted) {
      const found = new Uint8Array(bodies.length);
      for (const entity of users.numbers)
        if (isWanted(entities[entity] as Entity)) for (const at of users.of(entity)) found[at] = 1;
      return bodies.filter((_, at) => found[at] === 1);
    },
  };
}

function filesOf(index: MemoryIndex, units: readonly UnitRecord[]): Set<number> {
  const files = new Set<number>();
  for (const { versions } of units)
    for (const id of unpackSet(versions)) files.add(index.fileVersion(id).file);
  return files;
}
