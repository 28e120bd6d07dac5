/**
 * What `weft cc` leaves of each link that it did: which files became which, a file a product under `.weft/links/`. Linkers
 * and `ar` that a build calls by themselves are not seen.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { unlessBroken, unlessRefused } from "../../model/index.js";
import { type CompilerCommand, parseCompilerCommand } from "../command/compiler-command.js";
import { writeAtomically } from "../files/atomic-write.js";
import { readRegular } from "../files/read-regular.js";
import { realFolder } from "../files/real-folder.js";
import { stateFolder } from "../files/state-folder.js";
import type { Project } from "../project-file/project.js";

export interface LinkRecord {
  readonly version: 1;
  /** Real path of the project that it was linked for; in a copied or moved project the record says nothing. */
  readonly root: string;
  /** Absolute, under real folders: the program, the library, or what `-r` joins. */
  readonly output: string;
  /** Objects and archives, and sources that the same call compiled; alike. */
  readonly inputs: readonly string[];
}

/** Of a call whose mode is `link`, with its response files read. */
export function linkOf({
  argv,
  directory,
}: Pick<CompilerCommand, "argv" | "directory">): Omit<LinkRecord, "root"> {
  const { inputs, output } = parseCompilerCommand(argv, directory);
  const at = (path: string) => realPlace(resolve(directory, path));
  return { version: 1, output: at(output ?? "a.out"), inputs: inputs.map(({ path }) => at(path)) };
}

/** Throws the system's error when the project's folder can't be written. */
export function writeLinkRecord(project: Pick<Project, "root">, record: Omit<LinkRecord, "root">): void {
  const name = createHash("sha1").update(record.output).digest("hex").slice(0, 20);
  const file = join(folderOf(project), `${name}.json`);
  const text = JSON.stringify({ ...record, root: realFolder(project.root) });
  if (unlessRefused(() => readRegular(file, "utf8")) !== text) writeAtomically(file, text);
}

/** All that can be read; of each product, how it was linked last. */
export function readLinkRecords(project: Pick<Project, "root">): LinkRecord[] {
  const folder = folderOf(project);
  const names = unlessRefused(() => readdirSync(folder)) ?? [];
  const root = realFolder(project.root);
  return names.sort().flatMap((name) => {
    if (!name.endsWith(".json") || name.startsWith(".")) return [];
    const record = unlessBroken(
      () => JSON.parse(readRegular(join(folder, name), "utf8")) as LinkRecord | null,
    );
    return record?.version === 1 && record.root === root && Array.isArray(record.inputs) ? [record] : [];
  });
}

/** The path with its folder's links followed; the file itself may be one. */
export function realPlace(path: string): string {
  return join(realFolder(dirname(path)), basename(path));
}

const folderOf = (project: Pick<Project, "root">) => join(stateFolder(project), "links");
