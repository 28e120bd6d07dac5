/** The index in memory: which bodies a unit contains, and what there is in all of them together. Reads no file. */
import { resolve } from "node:path";
import type { FunctionText, KnownText } from "../clang-ast/src/index.js";
import type { Shadow, UnitFacts } from "../model/index.js";
import { encodeShadows } from "./body-codec.js";
import { createContexts } from "./contexts.js";
import { createEntityNumbers, type EntityNumbers } from "./entity-numbers.js";
import { createKeyTable } from "./key-table.js";
import { createNumberPool, packNumbers, packSet, unpackSet } from "./packed-numbers.js";
import {
  type BodyRecord,
  entitiesOf,
  type FileRecord,
  shadowsOf,
  type UnitRecord,
  type VersionRecord,
} from "./records.js";
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
  /** By number; those that are gone leave holes. */
  const bodies: (BodyRecord | undefined)[] = [];
  /** Units that contain each. */
  let users = new Int32Array(1024);
  /** Made when a unit is read: questions need none of it. */
  let contextBodies: Map<string, ContextBodies> | undefined;
  const units = new Map<string, UnitRecord>();
  const contexts = createContexts();
  const versions: VersionRecord[] = [];
  const versionNumbers = new Map<string, number>();
  /** Version of each file that was read last. */
  const newest: number[] = [];
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
    if (contextBodies === undefined) {
      contextBodies = new Map();
      for (const body of bodies) if (body !== undefined) bodiesOf(body.context).add(body);
    }
    let found = contextBodies.get(context);
    if (found === undefined) contextBodies.set(context, (found = createContextBodies()));
    return found;
  };
  const addBody = (body: BodyRecord) => {
    bodies[body.id] = body;
    if (body.id >= users.length) {
      const larger = new Int32Array(2 * body.id);
      larger.set(users);
      users = larger;
    }
    users[body.id] = 0;
    if (contextBodies !== undefined) bodiesOf(body.context).add(body);
  };
  const pool = createNumberPool();
  const newBody = (body: Omit<BodyRecord, "id">): number => {
    const made = { ...body, id: bodies.length, data: pool.keep(body.data) };
    addBody(made);
    pending.bodies.set(made.id, made);
    return made.id;
  };
  const dropBody = (id: number) => {
    const body = bodies[id] as BodyRecord;
    bodies[id] = undefined;
    if (contextBodies !== undefined) bodiesOf(body.context).delete(body);
    if (!pending.bodies.delete(id)) pending.goneBodies.add(id);
  };
  const use = (unit: UnitRecord, by: 1 | -1, own = unpackSet(unit.bodies)) => {
    for (let at = 0; at < own.length; at++) {
      const id = own[at] as number;
      const count = (users[id] as number) + by;
      users[id] = count;
      if (count === 0) dropBody(id);
    }
  };
  /** What it names is there. */
  const isWhole = (unit: UnitRecord, own: Int32Array): boolean => {
    for (let at = 0; at < own.length; at++) if (bodies[own[at] as number] === undefined) return false;
    return unpackSet(unit.versions).every((id) => versions[id] !== undefined);
  };
  const put = (unit: UnitRecord, own = unpackSet(unit.bodies)) => {
    version++;
    const before = units.get(unit.path);
    use(unit, 1, own);
    if (before !== undefined) use(before, -1);
    units.set(unit.path, unit);
    pending.units.set(unit.path, unit);
    pending.goneUnits.delete(unit.path);
    for (const id of unpackSet(unit.versions)) newest[(versions[id] as VersionRecord).file] = id;
  };
  const versionsOf = (directory: string, stamps: ReadonlyMap<string, string>) =>
    packSet(Array.from(stamps, ([name, stamp]) => versionNumber(fileNumber(directory, name), stamp)));

  return {
    numbers,
    units,
    get version() {
      return version;
    },
    files: () => files,
    file: (id) => files[id] as FileRecord,
    fileVersion: (id) => versions[id] as VersionRecord,
    body: (id) => bodies[id] as BodyRecord,
    known: (context) => ({
      functions: bodiesOf(contexts.current(context)).keys(),
      types: contexts.typesOf(context),
    }),
    outdatedFiles(unit) {
      const outdated = new Set<number>();
      for (const id of unpackSet(unit.versions)) {
        const { file } = versions[id] as VersionRecord;
        if (newest[file] !== id) outdated.add(file);
      }
      return outdated;
    },
    restore(stored) {
      for (const file of stored.files) addFile(file);
      for (const one of stored.versions) addVersion(one);
      for (const batch of stored.types) numbers.restoreTypes(batch);
      for (const batch of stored.entities) numbers.restoreEntities(batch);
      for (const context of stored.contexts) contexts.restore(context);
      for (const body of stored.bodies) addBody(body);
      for (const unit of stored.units) {
        const own = unpackSet(unit.bodies);
        if (isWhole(unit, own)) put(unit, own);
      }
      for (const { id } of stored.bodies) if (users[id] === 0) dropBody(id);
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
      const beforeBodies = bodiesOf(before);
      const knownBodies = unit.functions.map(({ key, known }) =>
        known ? bodies[beforeBodies.of(key) ?? -1] : undefined,
      );
      for (const body of knownBodies) {
        const definition = body && entitiesOf(body)[0];
        if (definition !== undefined) meaning.set(numbers.nameOf(definition), definition);
      }
      const meant = (number: number) => meaning.get(numbers.nameOf(number)) ?? number;
      const main = mainFile(unit, file);
      const shadows = shadowsByFunction(unit.facts.shadows, unit.functions);
      const ids = unit.functions.map(({ key, range }, index) => {
        const known = knownBodies[index];
        if (known !== undefined) return bodyMeaning(known, meant);
        const context = range.start < unit.sharedUntil ? common : joined;
        const found = bodiesOf(context).of(key);
        if (found !== undefined) return bodyMeaning(bodies[found] as BodyRecord, meant);
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
          data: packNumbers(entities.all, encoded),
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
        bodies: packSet(ids),
        shared: shared || isOwn,
      });
    },
    addEmpty(unit, stamps) {
      put({
        ...unit,
        context: "",
        versions: versionsOf(unit.directory, stamps),
        bodies: packSet([]),
        shared: false,
      });
    },
    remove(path) {
      const unit = units.get(path);
      if (unit === undefined) return;
      version++;
      use(unit, -1);
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
    const named = entitiesOf(body);
    if (named.every((entity) => meant(entity) === entity)) return body.id;
    const entities = named.map(meant);
    const key = `${body.key}/${entities.join(",")}`;
    const found = bodiesOf(body.context).ofVariant(key);
    if (found !== undefined) return found;
    const { context, file } = body;
    return newBody({ key, context, file, data: packNumbers(entities, shadowsOf(body)) });
  }
}

/** Number of the unit's own file. */
function mainFile({ path, directory, files }: ReadUnit, number: (name: string) => number): number {
  for (const name of files.keys()) if (resolve(directory, name) === path) return number(name);
  return -1;
}

/** No text is that long. */
const BEYOND = 2 ** 31 - 1;

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

/** Bodies of one context, by what they are known by. */
interface ContextBodies {
  add(body: BodyRecord): void;
  delete(body: BodyRecord): void;
  /** Number of the body with this key. */
  of(key: bigint): number | undefined;
  /** Of a body in which names stand for what a unit itself defines. */
  ofVariant(key: string): number | undefined;
  /** As the parser takes them, without making the array anew for every unit. */
  keys(): BigUint64Array;
}

function createContextBodies(): ContextBodies {
  const variants = new Map<string, number>();
  const bodies = createKeyTable();
  const isVariant = (key: string) => key.includes("/");
  return {
    add({ key, id }) {
      if (isVariant(key)) variants.set(key, id);
      else bodies.set(BigInt(key), id);
    },
    delete({ key: text, id }) {
      if (isVariant(text)) return void (variants.get(text) === id && variants.delete(text));
      const key = BigInt(text);
      if (bodies.get(key) === id) bodies.delete(key);
    },
    of: bodies.get,
    ofVariant: (key) => variants.get(key),
    keys: bodies.slots,
  };
}
