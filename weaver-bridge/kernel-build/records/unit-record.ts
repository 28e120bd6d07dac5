/**
 * What `weft cc` leaves about each unit it compiled, one file per unit under `.weft/units/`, written atomically so that a
 * parallel make can't tear it. The sum of them is the project's weave map.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type AssemblyWays,
  type PointerDeparture,
  type Problem,
  type StubFunction,
  type UnitWeaveMap,
  unlessBroken,
  unlessRefused,
} from "../../model/index.js";
import type { CompileCommand } from "../command/compile-command.js";
import { writeAtomically } from "../files/atomic-write.js";
import { readRegular } from "../files/read-regular.js";
import { realFolder } from "../files/real-folder.js";
import { stateFolder } from "../files/state-folder.js";
import type { Project } from "../project-file/project.js";
import { realPlace } from "./link-record.js";

export interface UnitRecord {
  readonly version: 2;
  /** Real path of the project that the unit was compiled for; in a copied or moved project the record says nothing. */
  readonly root: string;
  readonly command: CompileCommand;
  /** The source that a preprocessed text names, as its marker does: make removes such texts when it is done. */
  readonly preprocessedFrom?: string;
  /** Digest of the aspect files' contents that the unit was compiled against. */
  readonly aspects: string;
  /** Digest of the woven text; absent when the unit was compiled as it is. */
  readonly text?: string;
  /** What the unit adds to the program's calls, plain data; only where aspects ask who calls whom. */
  readonly flow?: unknown;
  /** Digest of what the whole program's calls said when it was compiled; absent when nothing was known. */
  readonly decided?: string;
  /** Digest of the unit's outline, once one was made; a unit that is compiled again has none. */
  readonly outline?: string;
  /** Warnings about the aspects that the unit showed when it was analysed, and the digest of those aspects; none when absent. */
  readonly warnings?: { readonly aspects: string; readonly problems: readonly Problem[] };
  /** Digest of the declarations that it was specialized for; absent without any. */
  readonly declared?: string;
  /** By what assembly files could write a guarded term, plain data; absent without any. */
  readonly assembly?: readonly AssemblyWays[];
  /** Pointers to neighbours of guarded terms that other units get; absent without any. */
  readonly departures?: readonly PointerDeparture[];
  readonly map: UnitWeaveMap;
}

/** What a build did to all units: `.weft/weave-map.json`. */
export interface WeaveMap {
  readonly version: 2;
  readonly project: string;
  readonly units: readonly UnitWeaveMap[];
  /** Functions that IDL made, by symbol; absent where the project has no IDL. */
  readonly stubs?: readonly StubFunction[];
}

/** Throws the system's error when the project's folder can't be written. */
export function writeUnitRecord(project: Pick<Project, "root">, record: Omit<UnitRecord, "root">): void {
  const file = recordFile(project, record.command);
  const text = JSON.stringify({ ...record, root: realFolder(project.root) });
  // What takes a file's place, file systems write to the disk at once.
  if (unlessRefused(() => readRegular(file, "utf8")) !== text) writeAtomically(file, text);
}

/**
 * All readable records of this very folder, in order of their file names; a broken one is as good as none, and so is one
 * that an older Weft left of a unit that was compiled again.
 */
export function readUnitRecords(project: Pick<Project, "root">): UnitRecord[] {
  const root = realFolder(project.root);
  const all = recordsIn(project).filter(({ record }) => record.root === root);
  const files = new Set(all.map(({ file }) => file));
  return all.flatMap(({ file, record }) => {
    const own = recordFile(project, record.command);
    return own === file || !files.has(own) ? [record] : [];
  });
}

/** Whether what the unit was compiled from is still there: its source, or that of the text which the preprocessor made of it. */
export function hasSource({ command, preprocessedFrom }: UnitRecord): boolean {
  return [command.file, preprocessedFrom].some(
    (file) => file !== undefined && existsSync(resolve(command.directory, file)),
  );
}

/** The records that came with a copied or moved project; they are removed. Throws the system's error. */
export function takeForeignRecords(project: Pick<Project, "root">): UnitRecord[] {
  const root = realFolder(project.root);
  const foreign = recordsIn(project).filter(({ record }) => record.root !== root);
  for (const { file } of foreign) rmSync(file, { force: true });
  return foreign.map(({ record }) => record);
}

function recordsIn(project: Pick<Project, "root">): { file: string; record: UnitRecord }[] {
  const folder = join(stateFolder(project), "units");
  const names = unlessRefused(() => readdirSync(folder)) ?? [];
  const records = names.filter((name) => name.endsWith(".json") && !name.startsWith("."));
  return records.sort().flatMap((name) => {
    const file = join(folder, name);
    const record = unlessBroken(() => JSON.parse(readRegular(file, "utf8")) as UnitRecord | null);
    return record?.version === 2 && typeof record.root === "string" ? [{ file, record }] : [];
  });
}

/** Digest of a unit's woven (latin1) text. */
export function textDigest(text: string): string {
  return createHash("sha1").update(text, "latin1").digest("hex");
}

/**
 * One file per unit: a source, and the object that it becomes, however a command spells them and from where. What becomes
 * no object of its own (a compile that links) is known by the folder it runs in.
 */
export function recordFile(project: Pick<Project, "root">, command: CompileCommand): string {
  const at = (path: string) => realPlace(resolve(command.directory, path));
  const object = command.output === undefined ? realFolder(command.directory) : at(command.output);
  const key = [at(command.file), object].join("\0");
  const name = createHash("sha1").update(key).digest("hex").slice(0, 20);
  return join(stateFolder(project), "units", `${name}.json`);
}

export function weaveMapFile(project: Pick<Project, "root">): string {
  return join(stateFolder(project), "weave-map.json");
}
