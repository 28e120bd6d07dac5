/** The index in memory: which bodies a unit contains, and what there is in all of them together. Reads no file. */
import type { KnownText } from "../../clang-ast/src/index.js";
import type { IndexChange, StoredIndex } from "../disk/store.js";
import { packSet, unpackSet } from "../records/packed-numbers.js";
import type { BodyRecord, FileRecord, UnitRecord, VersionRecord } from "../records/records.js";
import { createBodyTable } from "./body-table.js";
import { createContexts } from "./contexts.js";
import { createEntityNumbers, type EntityNumbers } from "./entity-numbers.js";
import { createFileTable } from "./file-table.js";
import { bodiesOfUnit, type ReadUnit, sharingOf } from "./unit-bodies.js";

export interface MemoryIndex {
  readonly numbers: EntityNumbers;
  readonly units: ReadonlyMap<string, UnitRecord>;
  /** Grows with every change. */
  readonly version: number;
  files(): readonly FileRecord[];
  file(id: number): FileRecord;
  /** A file as a unit saw it. */
  fileVersion(id: number): VersionRecord;
  body(id: number): BodyRecord;
  /** What need not be read again in this context. */
  known(context: string): KnownText;
  /** Files of which the unit saw an older version than the one that was read last. */
  outdatedFiles(unit: UnitRecord): ReadonlySet<number>;
  restore(stored: StoredIndex): void;
  add(unit: ReadUnit): void;
  /** A unit without bodies: it can't be read, or is not read here. */
  addEmpty(
    unit: Omit<UnitRecord, "bodies" | "versions" | "shared" | "context">,
    files: ReadonlyMap<string, string>,
  ): void;
  remove(path: string): void;
  /** What changed since the last call, for the store. */
  takeChange(): IndexChange;
}

export function createMemoryIndex(): MemoryIndex {
  const tables = createTables();
  const { numbers, files, bodies, contexts, units } = tables;
  return {
    numbers,
    units: units.all,
    get version() {
      return units.version;
    },
    files: files.all,
    file: files.file,
    fileVersion: files.version,
    body: bodies.body,
    known: (context) => ({
      functions: bodies.sharedIn(contexts.current(context)).keys(),
      types: contexts.typesOf(context),
    }),
    outdatedFiles: ({ versions }) => files.outdated(versions),
    restore: (stored) => restore(tables, stored),
    add: (unit) => add(tables, unit),
    addEmpty(unit, stamps) {
      const versions = files.seen(unit.directory, stamps);
      put(tables, { ...unit, context: "", versions, bodies: packSet([]), shared: false });
    },
    remove(path) {
      const unit = units.remove(path);
      if (unit !== undefined) bodies.use(unpackSet(unit.bodies), -1);
    },
    takeChange: () => ({
      ...files.takeNew(),
      ...numbers.takeNew(),
      contexts: contexts.takeChanged(),
      ...bodies.takeChange(),
      ...units.takeChange(),
    }),
  };
}

type Tables = ReturnType<typeof createTables>;

function createTables() {
  return {
    numbers: createEntityNumbers(),
    files: createFileTable(),
    bodies: createBodyTable(),
    contexts: createContexts(),
    units: createUnitTable(),
  };
}

function restore(tables: Tables, stored: StoredIndex): void {
  const { numbers, files, bodies, contexts, units } = tables;
  files.restore(stored.files, stored.versions);
  for (const batch of stored.types) numbers.restoreTypes(batch);
  for (const batch of stored.entities) numbers.restoreEntities(batch);
  for (const context of stored.contexts) contexts.restore(context);
  bodies.restore(stored.bodies);
  for (const unit of stored.units) {
    const own = unpackSet(unit.bodies);
    if (own.every(bodies.has) && files.hasVersions(unit.versions)) put(tables, unit, own);
  }
  bodies.dropUnused(stored.bodies);
  units.takeChange();
}

function add(tables: Tables, unit: ReadUnit): void {
  const { numbers, files, bodies, contexts, units } = tables;
  const { path, command, directory, context, message } = unit;
  const sharing = sharingOf(unit, contexts, units.all.get(path)?.shared === true);
  const file = (name: string) => files.number(directory, name);
  const own = bodiesOfUnit(unit, sharing, { numbers, bodies, file });
  put(tables, {
    ...{ path, command, directory, context, status: "read" },
    ...(message === undefined ? {} : { message }),
    versions: files.seen(directory, unit.files),
    bodies: packSet(own),
    shared: sharing.shared,
  });
}

function put({ units, bodies, files }: Tables, unit: UnitRecord, own = unpackSet(unit.bodies)): void {
  bodies.use(own, 1);
  const before = units.put(unit);
  if (before !== undefined) bodies.use(unpackSet(before.bodies), -1);
  files.read(unit.versions);
}

function createUnitTable() {
  const all = new Map<string, UnitRecord>();
  let put = new Map<string, UnitRecord>();
  let gone = new Set<string>();
  let version = 0;
  return {
    all,
    get version() {
      return version;
    },
    /** Returns what it replaces. */
    put(unit: UnitRecord): UnitRecord | undefined {
      version++;
      const before = all.get(unit.path);
      all.set(unit.path, unit);
      put.set(unit.path, unit);
      gone.delete(unit.path);
      return before;
    },
    remove(path: string): UnitRecord | undefined {
      const unit = all.get(path);
      if (unit === undefined) return undefined;
      version++;
      all.delete(path);
      put.delete(path);
      gone.add(path);
      return unit;
    },
    takeChange() {
      const taken = { units: [...put.values()], goneUnits: [...gone] };
      put = new Map();
      gone = new Set();
      return taken;
    },
  };
}
