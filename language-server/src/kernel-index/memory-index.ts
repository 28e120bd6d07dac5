/** The index in memory: which bodies a unit contains, and what there is in all of them together. Reads no file. */
import { resolve } from "node:path";
import type { FunctionText, KnownText } from "@weft/weaver-bridge/clang-ast";
import type { Shadow, UnitFacts } from "@weft/weaver-bridge/model";
import { encodeShadows } from "./body-codec.js";
import { createContexts } from "./contexts.js";
import { createEntityNumbers, type EntityNumbers } from "./entity-numbers.js";
import { createNumberPool } from "./number-pool.js";
import type { BodyRecord, FileRecord, UnitRecord, VersionRecord } from "./records.js";
import type { IndexChange, StoredIndex } from "./store.js";

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
  const numbers = createEntityNumbers();
  const files: FileRecord[] = [];
  const fileNumbers = new Map<string, number>();
  const bodies = new Map<number, BodyRecord>();
  const contextBodies = new Map<string, ContextBodies>();
  const users = new Map<number, number>();
  const units = new Map<string, UnitRecord>();
  const contexts = createContexts();
  const versions: VersionRecord[] = [];
  const versionNumbers = new Map<string, number>();
  /** Version of each file that was read last. */
  const newest: number[] = [];
  let nextBody = 0;
  let version = 0;
  let pending = noChange();

  const fileNumber = (directory: string, name: string): number => {
    const key = `${directory}\0${name}`;
    let id = fileNumbers.get(key);
    if (id === undefined) {
      id = files.length;
      addFile({ id, directory, name });
      pending.files.push(files[id] as FileRecord);
    }
    return id;
  };
  const addFile = (file: FileRecord) => {
    files[file.id] = file;
    fileNumbers.set(`${file.directory}\0${file.name}`, file.id);
  };
  const addVersion = (version: VersionRecord) => {
    versions[version.id] = version;
    versionNumbers.set(`${version.file} ${version.stamp}`, version.id);
  };
  const versionNumber = (file: number, stamp: string): number => {
    const known = versionNumbers.get(`${file} ${stamp}`);
    if (known !== undefined) return known;
    const version = { id: versions.length, file, stamp };
    addVersion(version);
    pending.versions.push(version);
    return version.id;
  };
  const bodiesOf = (context: string): ContextBodies => {
    let found = contextBodies.get(context);
    if (found === undefined)
      contextBodies.set(context, (found = { byKey: new Map(), variants: new Map(), keys: createKeyList() }));
    return found;
  };
  const isVariant = (key: string) => key.includes("/");
  const addBody = (body: BodyRecord) => {
    bodies.set(body.id, body);
    const { byKey, variants, keys } = bodiesOf(body.context);
    if (isVariant(body.key)) variants.set(body.key, body.id);
    else {
      byKey.set(BigInt(body.key), body.id);
      keys.add(BigInt(body.key));
    }
  };
  const pool = createNumberPool();
  const newBody = (body: Omit<BodyRecord, "id">): number => {
    const id = nextBody++;
    const { entities, shadows } = body;
    addBody({ ...body, id, entities: pool.keep(entities), shadows: pool.keep(shadows) });
    pending.bodies.set(id, bodies.get(id) as BodyRecord);
    return id;
  };
  const dropBody = (id: number) => {
    const body = bodies.get(id) as BodyRecord;
    bodies.delete(id);
    users.delete(id);
    const { byKey, variants, keys } = bodiesOf(body.context);
    if (isVariant(body.key)) variants.delete(body.key);
    else {
      byKey.delete(BigInt(body.key));
      keys.delete(BigInt(body.key));
    }
    if (!pending.bodies.delete(id)) pending.goneBodies.add(id);
  };
  const use = (ids: Int32Array, by: 1 | -1) => {
    for (const id of ids) {
      const count = (users.get(id) ?? 0) + by;
      users.set(id, count);
      if (count === 0) dropBody(id);
    }
  };
  const put = (unit: UnitRecord) => {
    version++;
    const before = units.get(unit.path);
    use(unit.bodies, 1);
    if (before !== undefined) use(before.bodies, -1);
    units.set(unit.path, unit);
    pending.units.set(unit.path, unit);
    pending.goneUnits.delete(unit.path);
    for (const id of unit.versions) newest[(versions[id] as VersionRecord).file] = id;
  };
  const versionsOf = (directory: string, stamps: ReadonlyMap<string, string>) =>
    Int32Array.from(stamps, ([name, stamp]) => versionNumber(fileNumber(directory, name), stamp));

  return {
    numbers,
    units,
    get version() {
      return version;
    },
    files: () => files,
    file: (id) => files[id] as FileRecord,
    fileVersion: (id) => versions[id] as VersionRecord,
    body: (id) => bodies.get(id) as BodyRecord,
    known: (context) => ({
      functions: bodiesOf(contexts.current(context)).keys.keys(),
      types: contexts.typesOf(context),
    }),
    outdatedFiles(unit) {
      const outdated = new Set<number>();
      for (const id of unit.versions) {
        const { file } = versions[id] as VersionRecord;
        if (newest[file] !== id) outdated.add(file);
      }
      return outdated;
    },
    restore(stored) {
      for (const file of stored.files) addFile(file);
      for (const one of stored.versions) addVersion(one);
      for (const type of stored.types) numbers.restoreType(type);
      for (const entity of stored.entities) numbers.restoreEntity(entity);
      for (const context of stored.contexts) contexts.restore(context);
      for (const body of stored.bodies) {
        addBody(body);
        nextBody = Math.max(nextBody, body.id + 1);
      }
      for (const unit of stored.units) {
        if (
          unit.bodies.some((id) => !bodies.has(id)) ||
          unit.versions.some((id) => versions[id] === undefined)
        )
          continue;
        put(unit);
      }
      for (const id of [...bodies.keys()]) if (!users.has(id)) dropBody(id);
      pending = { ...noChange(), goneBodies: pending.goneBodies };
      version++;
    },
    add(unit) {
      const file = (name: string) => fileNumber(unit.directory, name);
      // Known bodies were left out on the strength of what the context was until now.
      const before = contexts.current(unit.context);
      const wasShared = units.get(unit.path)?.shared !== false && units.has(unit.path);
      // A type of the unit's own file is no reason to think that a header changed.
      const isOwn =
        unit.message === undefined &&
        unit.sharedUntil < BEYOND &&
        resolve(unit.directory, unit.facts.lineMap.positionAt(unit.sharedUntil).file) === unit.path;
      const {
        common,
        name: joined,
        shared,
      } = unit.message === undefined
        ? contexts.join(unit.context, unit.types, wasShared && !isOwn)
        : { common: `${before}/${unit.path}`, name: `${before}/${unit.path}`, shared: false };
      const own = numbers.numbersFor(unit.facts, file);
      /** What each name stands for in this unit: where it defines a function itself, that. */
      const meaning = new Map<number, number>();
      for (const id of unit.facts.entities.keys()) {
        if (unit.facts.entities[id]?.kind === "class") continue;
        const number = own.entity(id);
        meaning.set(numbers.nameOf(number), number);
      }
      const beforeBodies = bodiesOf(before).byKey;
      const knownBodies = unit.functions.map(({ key, known }) =>
        known ? bodies.get(beforeBodies.get(key) ?? -1) : undefined,
      );
      for (const body of knownBodies) {
        const definition = body?.entities[0];
        if (definition !== undefined) meaning.set(numbers.nameOf(definition), definition);
      }
      const meant = (number: number) => meaning.get(numbers.nameOf(number)) ?? number;
      const main = mainFile(unit, file);
      const shadows = shadowsByFunction(unit.facts.shadows, unit.functions);
      const ids = unit.functions.map(({ key, range }, index) => {
        const known = knownBodies[index];
        if (known !== undefined) return bodyMeaning(known, meant);
        const context = range.start < unit.sharedUntil ? common : joined;
        const found = bodiesOf(context).byKey.get(key);
        if (found !== undefined) return bodyMeaning(bodies.get(found) as BodyRecord, meant);
        const entities = createLocalNumbers((id) => meant(own.entity(id)));
        const encoded = encodeShadows(shadows[index] ?? [], unit.facts.lineMap, {
          entity: entities.number,
          type: own.type,
          file,
        });
        const home = encoded.length === 0 ? -1 : (encoded[3] as number);
        // Other units only declare what this one defines: to them the header's function means something else.
        const isOnlyHere =
          home !== main && entities.all.some((entity) => numbers.placeOf(entity).file === main);
        return newBody({
          key: `${key}`,
          context: isOnlyHere ? `${context}/${unit.path}` : context,
          file: home,
          entities: Int32Array.from(entities.all),
          shadows: encoded,
        });
      });
      const { path, command, directory, message } = unit;
      put({
        path,
        command,
        directory,
        context: unit.context,
        status: "read",
        ...(message === undefined ? {} : { message }),
        versions: versionsOf(directory, unit.files),
        bodies: Int32Array.from(new Set(ids)),
        shared: shared || isOwn,
      });
    },
    addEmpty(unit, stamps) {
      put({
        ...unit,
        context: "",
        versions: versionsOf(unit.directory, stamps),
        bodies: new Int32Array(),
        shared: false,
      });
    },
    remove(path) {
      const unit = units.get(path);
      if (unit === undefined) return;
      version++;
      use(unit.bodies, -1);
      units.delete(path);
      pending.units.delete(path);
      pending.goneUnits.add(path);
    },
    takeChange() {
      const { types, entities } = numbers.takeNew();
      const taken: IndexChange = {
        files: pending.files,
        versions: pending.versions,
        types,
        entities,
        contexts: contexts.takeChanged(),
        bodies: [...pending.bodies.values()],
        units: [...pending.units.values()],
        goneBodies: [...pending.goneBodies],
        goneUnits: [...pending.goneUnits],
      };
      pending = noChange();
      return taken;
    },
  };

  /** The body as this unit means it: names in it may stand for what the unit itself defines. */
  function bodyMeaning(body: BodyRecord, meant: (entity: number) => number): number {
    if (body.entities.every((entity) => meant(entity) === entity)) return body.id;
    const entities = body.entities.map(meant);
    const key = `${body.key}/${entities.join(",")}`;
    const found = bodiesOf(body.context).variants.get(key);
    if (found !== undefined) return found;
    return newBody({ ...body, key, entities });
  }
}

/** Number of the unit's own file. */
function mainFile({ path, directory, files }: ReadUnit, number: (name: string) => number): number {
  for (const name of files.keys()) if (resolve(directory, name) === path) return number(name);
  return -1;
}

/** No text is that long. */
const BEYOND = 2 ** 31 - 1;

interface ContextBodies {
  readonly byKey: Map<bigint, number>;
  /** Bodies in which names stand for what a unit itself defines. */
  readonly variants: Map<string, number>;
  readonly keys: KeyList;
}

function noChange() {
  return {
    files: [] as FileRecord[],
    versions: [] as VersionRecord[],
    bodies: new Map<number, BodyRecord>(),
    units: new Map<string, UnitRecord>(),
    goneBodies: new Set<number>(),
    goneUnits: new Set<string>(),
  };
}

/** Shadows are in the order of the text; those of no function are left out. */
function shadowsByFunction(
  shadows: readonly Shadow[],
  functions: readonly FunctionText[],
): (Shadow[] | undefined)[] {
  const found: (Shadow[] | undefined)[] = [];
  let at = 0;
  for (const shadow of shadows) {
    while (at < functions.length && (functions[at] as FunctionText).range.end <= shadow.range.start) at++;
    const around = functions[at];
    if (around === undefined) break;
    if (shadow.range.start < around.range.start) continue;
    (found[at] ??= []).push(shadow);
  }
  return found;
}

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

interface KeyList {
  add(key: bigint): void;
  delete(key: bigint): void;
  keys(): BigUint64Array;
}

/** Keys as the parser takes them, without making the array anew for every unit. */
function createKeyList(): KeyList {
  let list = new BigUint64Array(1024);
  let count = 0;
  const index = new Map<bigint, number>();
  return {
    add(key) {
      if (index.has(key)) return;
      if (count === list.length) {
        const larger = new BigUint64Array(count * 2);
        larger.set(list);
        list = larger;
      }
      index.set(key, count);
      list[count++] = key;
    },
    delete(key) {
      const at = index.get(key);
      if (at === undefined) return;
      const last = list[--count] as bigint;
      list[at] = last;
      index.set(last, at);
      index.delete(key);
    },
    keys: () => list.subarray(0, count),
  };
}
