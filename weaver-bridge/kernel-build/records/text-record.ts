/**
 * What `weft cc` leaves of each preprocessor run that a build does by itself, a file a text under `.weft/texts/`: the unit
 * that such a text becomes (`gcc -E -o k.i k.c`, then `gcc -c k.i`) is one of the source that it was made of.
 */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { unlessBroken, unlessRefused } from "../../model/index.js";
import type { CompileCommand } from "../command/compile-command.js";
import { writeAtomically } from "../files/atomic-write.js";
import { readRegular } from "../files/read-regular.js";
import { realFolder } from "../files/real-folder.js";
import { stateFolder } from "../files/state-folder.js";
import type { Project } from "../project-file/project.js";
import { realPlace } from "./link-record.js";

interface TextRecord {
  readonly version: 1;
  /** Real path of the project; in a copied or moved one the record says nothing. */
  readonly root: string;
  readonly command: CompileCommand;
}

/** `command`: of the preprocessor run, with the text as its output. Throws the system's error when the folder can't be written. */
export function writeTextRecord(
  project: Pick<Project, "root">,
  command: CompileCommand & { readonly output: string },
): void {
  const record: TextRecord = { version: 1, root: realFolder(project.root), command };
  const file = fileOf(project, resolve(command.directory, command.output));
  const text = JSON.stringify(record);
  if (unlessRefused(() => readRegular(file, "utf8")) !== text) writeAtomically(file, text);
}

/** By which command the text, absolute, was made last; `undefined` where nobody saw that. */
export function readTextRecord(project: Pick<Project, "root">, text: string): CompileCommand | undefined {
  const record = unlessBroken(
    () => JSON.parse(readRegular(fileOf(project, text), "utf8")) as TextRecord | null,
  );
  return record?.version === 1 && record.root === realFolder(project.root) ? record.command : undefined;
}

function fileOf(project: Pick<Project, "root">, text: string): string {
  const name = createHash("sha1").update(realPlace(text)).digest("hex").slice(0, 20);
  return join(stateFolder(project), "texts", `${name}.json`);
}
