/**
 * What `weft cc` leaves about each unit it compiled, one file per unit under `.weft/units/`, written atomically so that a
 * parallel make can't tear it. The sum of them is the project's weave map.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { UnitWeaveMap } from "../model/index.js";
import { writeAtomically } from "./atomic-write.js";
import type { CompileCommand } from "./compile-command.js";
import { type Project, stateFolder } from "./project.js";

export interface UnitRecord {
  readonly version: 1;
  /** Real path of the project that the unit was compiled for; in a copied or moved project the record says nothing. */
  readonly root: string;
  readonly command: CompileCommand;
  /** Digest of the aspect files' contents that the unit was compiled against. */
  readonly aspects: string;
  /** Digest of the woven text; absent when the unit was compiled as it is. */
  readonly text?: string;
  readonly map: UnitWeaveMap;
}

/** What a build did to all units: `.weft/weave-map.json`. */
export interface WeaveMap {
  readonly version: 1;
  readonly project: string;
  readonly units: readonly UnitWeaveMap[];
}

/** Throws the system's error when the project's folder can't be written. */
export function writeUnitRecord(project: Pick<Project, "root">, record: Omit<UnitRecord, "root">): void {
  writeAtomically(
    recordFile(project, record.command),
    JSON.stringify({ ...record, root: realFolder(project) }),
  );
}

/** All readable records of this very folder, in order of their file names; a broken one is as good as none. */
export function readUnitRecords(project: Pick<Project, "root">): UnitRecord[] {
  const folder = join(stateFolder(project), "units");
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json") && !name.startsWith("."));
  } catch {
    return [];
  }
  const root = realFolder(project);
  return names.sort().flatMap((name) => {
    try {
      const record = JSON.parse(readFileSync(join(folder, name), "utf8")) as UnitRecord;
      return record.root === root ? [record] : [];
    } catch {
      return [];
    }
  });
}

/** The same folder under whatever link it was reached. */
function realFolder({ root }: Pick<Project, "root">): string {
  try {
    return realpathSync(root);
  } catch {
    return root;
  }
}

/** Digest of a unit's woven (latin1) text. */
export function textDigest(text: string): string {
  return createHash("sha1").update(text, "latin1").digest("hex");
}

/** One file per (directory, source, output). */
export function recordFile(project: Pick<Project, "root">, command: CompileCommand): string {
  const key = [command.directory, command.file, command.output ?? ""].join("\0");
  const name = createHash("sha1").update(key).digest("hex").slice(0, 20);
  return join(stateFolder(project), "units", `${name}.json`);
}

export function weaveMapFile(project: Pick<Project, "root">): string {
  return join(stateFolder(project), "weave-map.json");
}
