/** Files that units read, each once, and the versions of them that units saw: of a header most saw the same. */
import { type PackedNumbers, packSet, unpackSet } from "../records/packed-numbers.js";
import type { FileRecord, VersionRecord } from "../records/records.js";

export interface FileTable {
  all(): readonly FileRecord[];
  file(id: number): FileRecord;
  version(id: number): VersionRecord;
  /** All of these versions are known. */
  hasVersions(versions: PackedNumbers): boolean;
  /** Of a file as it is named from a folder. */
  number(directory: string, name: string): number;
  /** Numbers of what a unit saw: stamps by names. */
  seen(directory: string, stamps: ReadonlyMap<string, string>): PackedNumbers;
  /** A unit was read that saw these: they are the newest of their files. */
  read(versions: PackedNumbers): void;
  /** Files of which newer versions were read than these. */
  outdated(versions: PackedNumbers): ReadonlySet<number>;
  restore(files: readonly FileRecord[], versions: readonly VersionRecord[]): void;
  /** Made since the last call. */
  takeNew(): { readonly files: readonly FileRecord[]; readonly versions: readonly VersionRecord[] };
}

export function createFileTable(): FileTable {
  const files = createFiles();
  const versions = createVersions();
  return {
    ...{ all: files.all, file: files.file, number: files.number },
    version: versions.version,
    hasVersions: (packed) => unpackSet(packed).every(versions.has),
    seen: (directory, stamps) =>
      packSet(Array.from(stamps, ([name, stamp]) => versions.number(files.number(directory, name), stamp))),
    read: versions.read,
    outdated: versions.outdated,
    restore(knownFiles, knownVersions) {
      for (const file of knownFiles) files.add(file);
      for (const version of knownVersions) versions.add(version);
    },
    takeNew: () => ({ files: files.takeNew(), versions: versions.takeNew() }),
  };
}

function createFiles() {
  const files: FileRecord[] = [];
  const numbers = new Map<string, number>();
  let fresh: FileRecord[] = [];
  const add = (file: FileRecord) => {
    files[file.id] = file;
    numbers.set(`${file.directory}\0${file.name}`, file.id);
  };
  return {
    add,
    all: () => files,
    file: (id: number) => files[id] as FileRecord,
    number(directory: string, name: string): number {
      const known = numbers.get(`${directory}\0${name}`);
      if (known !== undefined) return known;
      const file = { id: files.length, directory, name };
      add(file);
      fresh.push(file);
      return file.id;
    },
    takeNew() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

function createVersions() {
  const versions: VersionRecord[] = [];
  const numbers = new Map<string, number>();
  /** Version of each file that was read last. */
  const newest: number[] = [];
  let fresh: VersionRecord[] = [];
  const version = (id: number) => versions[id] as VersionRecord;
  const add = (one: VersionRecord) => {
    versions[one.id] = one;
    numbers.set(`${one.file} ${one.stamp}`, one.id);
  };
  return {
    version,
    add,
    has: (id: number) => versions[id] !== undefined,
    number(file: number, stamp: string): number {
      const known = numbers.get(`${file} ${stamp}`);
      if (known !== undefined) return known;
      const made = { id: versions.length, file, stamp };
      add(made);
      fresh.push(made);
      return made.id;
    },
    read(packed: PackedNumbers) {
      for (const id of unpackSet(packed)) newest[version(id).file] = id;
    },
    outdated(packed: PackedNumbers): ReadonlySet<number> {
      const outdated = new Set<number>();
      for (const id of unpackSet(packed)) {
        const { file } = version(id);
        if (newest[file] !== id) outdated.add(file);
      }
      return outdated;
    },
    takeNew() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
