/**
 * The index on disk: one SQLite file in the project's `.weft` folder. The only place that knows SQLite (compiled to
 * WebAssembly, so nothing has to be built). What can't be read is thrown away and made anew: every record can be
 * computed again from the sources.
 *
 * Only the owner writes: one process per project, known by a file with its process id. Another window reads what
 * is there and keeps what it learns to itself.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { packBodies, type StoredBodies, unpackBodies } from "../records/body-batch.js";
import { createNumberPool, type PackedNumbers } from "../records/packed-numbers.js";
import type {
  BatchRecord,
  BodyRecord,
  ContextRecord,
  FileRecord,
  UnitRecord,
  VersionRecord,
} from "../records/records.js";
import { indexFile } from "./index-file.js";
import { claimOwnership } from "./owner.js";

/** Another number: what older versions stored is not read. */
const SCHEMA = 5;

const BUSY_MS = 10_000;

export interface StoredIndex {
  readonly files: readonly FileRecord[];
  readonly versions: readonly VersionRecord[];
  readonly types: readonly BatchRecord[];
  readonly entities: readonly BatchRecord[];
  readonly contexts: readonly ContextRecord[];
  readonly bodies: readonly BodyRecord[];
  readonly units: readonly UnitRecord[];
}

/** What is new since the last call. */
export interface IndexChange extends StoredIndex {
  /** No unit contains them any more. */
  readonly goneBodies: readonly number[];
  readonly goneUnits: readonly string[];
}

export interface Store {
  /** Everything stored; empty after a rebuild. */
  load(): StoredIndex;
  /** All or nothing. Nothing in a window that doesn't own the file. */
  save(change: IndexChange): void;
  close(): void;
}

type Log = (message: string) => void;

const TABLES = `
create table meta (schema integer not null);
create table files (id integer primary key, directory text not null, name text not null);
create table versions (id integer primary key, file integer not null, stamp text not null);
create table types (first integer primary key, data text not null, hashes blob not null);
create table entities (first integer primary key, data text not null, hashes blob not null);
create table bodies (first integer primary key, heads text not null, data blob not null);
create table contexts (name text primary key, epoch integer not null, types blob not null);
create table units (path text primary key, data text not null, versions blob not null, bodies blob not null);
insert into meta values (${SCHEMA});
`;

/** Never throws: where nothing can be stored, nothing is. */
export function openStore(root: string, log: Log): Store {
  const folder = join(root, ".weft");
  const file = indexFile(root);
  let release: (() => void) | undefined;
  let database: sqlite.Database | undefined;
  const give = (what: string, error: unknown) => {
    log(`the index ${file} can't be ${what}: ${(error as Error).message}; what is read now is not kept`);
    close(database);
    database = undefined;
  };
  try {
    mkdirSync(folder, { recursive: true });
    release = claimOwnership(join(folder, "index.owner"));
    if (release === undefined) log(`another window keeps the index of ${root}; this one reads it`);
    // Left by a process that was killed while it wrote; nobody else does.
    if (release !== undefined) rmSync(`${file}.lock`, { recursive: true, force: true });
    database = openDatabase(file, release !== undefined, log);
  } catch (error) {
    give("opened", error);
  }
  return {
    load() {
      if (database === undefined) return NOTHING;
      try {
        return readAll(database);
      } catch (error) {
        if (release === undefined) return NOTHING;
        log(`the index ${file} is damaged (${(error as Error).message}) and is built again`);
        close(database);
        database = undefined;
        try {
          rmSync(file, { force: true });
          database = openDatabase(file, true, log);
        } catch (again) {
          give("built again", again);
        }
        return NOTHING;
      }
    },
    save(change) {
      if (database === undefined || release === undefined) return;
      try {
        write(database, change);
      } catch (error) {
        give("written", error);
      }
    },
    close() {
      close(database);
      database = undefined;
      release?.();
      release = undefined;
    },
  };
}

/** What a project's owner stored, for who writes nothing. Throws where there is none that can be read. */
export function readKept(root: string): StoredIndex {
  const database = prepared(
    new sqlite.Database(indexFile(root), { readOnly: true, fileMustExist: true }),
    false,
  );
  try {
    return readAll(database);
  } finally {
    close(database);
  }
}

const NOTHING: StoredIndex = {
  files: [],
  versions: [],
  types: [],
  entities: [],
  contexts: [],
  bodies: [],
  units: [],
};

function openDatabase(file: string, owner: boolean, log: Log): sqlite.Database | undefined {
  try {
    return prepared(new sqlite.Database(file, { readOnly: !owner }), owner);
  } catch (error) {
    if (!owner) return undefined;
    log(
      `the index ${file} is of another version or damaged (${(error as Error).message}) and is built again`,
    );
    for (const part of ["", "-journal"]) rmSync(`${file}${part}`, { force: true });
    return prepared(new sqlite.Database(file), true);
  }
}

/** Throws where the file is not an index of this version. */
function prepared(database: sqlite.Database, owner: boolean): sqlite.Database {
  try {
    // Another window that reads is waited for.
    database.exec(`pragma busy_timeout = ${BUSY_MS}`);
    // What a crash of the machine tears is built again; a crash of the process tears nothing.
    if (owner) database.exec("pragma synchronous = off; pragma journal_mode = truncate");
    const tables = database.all("select name from sqlite_master where name = 'meta'");
    // Large pages: each is read by a call of its own, and rows are hundreds of kilobytes.
    if (tables.length === 0 && owner) database.exec(`pragma page_size = 65536; begin; ${TABLES} commit`);
    const found = database.get("select schema from meta")?.schema;
    if (found !== SCHEMA) throw new Error(`its version is ${found}, not ${SCHEMA}`);
    return database;
  } catch (error) {
    close(database);
    throw error;
  }
}

function close(database: sqlite.Database | undefined): void {
  try {
    database?.close();
  } catch (error) {
    // It is gone either way.
    if (!(error instanceof sqlite.SQLite3Error)) throw error;
  }
}

function readAll(database: sqlite.Database): StoredIndex {
  const pool = createNumberPool();
  const batches = (table: string) =>
    rowsOf<StoredBatch, BatchRecord>(
      database,
      `select first, data, hashes from ${table} order by first`,
      (row) => ({ ...row, hashes: new Float64Array(row.hashes.slice().buffer) }),
    );
  const contexts = new Map<string, string>();
  /** Thousands of records name one of a few. */
  const sameText = (text: string): string => {
    const known = contexts.get(text) ?? text;
    contexts.set(text, known);
    return known;
  };
  return {
    files: rowsOf<FileRecord>(database, "select id, directory, name from files", (row) => row),
    versions: rowsOf<VersionRecord>(database, "select id, file, stamp from versions", (row) => row),
    types: batches("types"),
    entities: batches("entities"),
    contexts: rowsOf<StoredContext, ContextRecord>(
      database,
      "select name, epoch, types from contexts",
      (row) => ({ ...row, types: new BigUint64Array(row.types.slice().buffer) }),
    ),
    bodies: rowsOf<StoredBodies, BodyRecord[]>(
      database,
      "select heads, data from bodies order by first",
      (row) => unpackBodies(row, sameText),
    ).flat(),
    units: rowsOf<StoredUnit, UnitRecord>(database, "select data, versions, bodies from units", (row) => ({
      ...JSON.parse(row.data),
      versions: pool.keep(row.versions),
      bodies: pool.keep(row.bodies),
    })),
  };
}

/** One after another: all rows of a large table at once, with the bytes in them, take much more than what is made of them. */
function rowsOf<Row, Made = Row>(database: sqlite.Database, query: string, make: (row: Row) => Made): Made[] {
  const statement = database.prepare(query);
  try {
    return Array.from(statement.iterate() as Iterable<unknown>, (row) => make(row as Row));
  } finally {
    statement.finalize();
  }
}

interface StoredContext {
  readonly name: string;
  readonly epoch: number;
  readonly types: Uint8Array;
}
interface StoredBatch {
  readonly first: number;
  readonly data: string;
  readonly hashes: Uint8Array;
}
interface StoredUnit {
  readonly data: string;
  readonly versions: PackedNumbers;
  readonly bodies: PackedNumbers;
}

function write(database: sqlite.Database, change: IndexChange): void {
  database.exec("begin immediate");
  try {
    const each = <T>(sql: string, items: readonly T[], values: (item: T) => sqlite.BindValues) => {
      if (items.length === 0) return;
      const statement = database.prepare(sql);
      try {
        for (const item of items) statement.run(values(item));
      } finally {
        statement.finalize();
      }
    };
    each("insert into files values (?, ?, ?)", change.files, ({ id, directory, name }) => [
      id,
      directory,
      name,
    ]);
    each("insert into versions values (?, ?, ?)", change.versions, ({ id, file, stamp }) => [
      id,
      file,
      stamp,
    ]);
    const batch = ({ first, data, hashes }: BatchRecord) => [first, data, toBytes(hashes)];
    each("insert into types values (?, ?, ?)", change.types, batch);
    each("insert into entities values (?, ?, ?)", change.entities, batch);
    if (change.bodies.length > 0) putBodies(database, change.bodies);
    each("insert or replace into contexts values (?, ?, ?)", change.contexts, ({ name, epoch, types }) => [
      name,
      epoch,
      toBytes(types),
    ]);
    each(
      "insert or replace into units values (?, ?, ?, ?)",
      change.units,
      ({ versions, bodies, ...unit }) => [unit.path, JSON.stringify(unit), versions, bodies],
    );
    dropBodies(database, new Set(change.goneBodies));
    each("delete from units where path = ?", change.goneUnits, (path) => [path]);
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
}

function putBodies(database: sqlite.Database, bodies: readonly BodyRecord[]): void {
  const { first, heads, data } = packBodies(bodies);
  database.run("insert into bodies values (?, ?, ?)", [first, heads, data]);
}

/** Each row that has one of them is written again without. */
function dropBodies(database: sqlite.Database, gone: Set<number>): void {
  for (const id of gone) {
    const row = database.get("select * from bodies where first <= ? order by first desc limit 1", id);
    if (row === null || row === undefined) continue;
    const stored = row as unknown as StoredBodies;
    const all = unpackBodies(stored);
    const kept = all.filter((body) => !gone.has(body.id));
    for (const body of all) gone.delete(body.id);
    database.run("delete from bodies where first = ?", [stored.first]);
    if (kept.length > 0) putBodies(database, kept);
  }
}

function toBytes(numbers: Float64Array | BigUint64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
