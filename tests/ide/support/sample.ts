/** A sample project to work on: copied, because the IDE writes beside what it builds, under a name that tests paths. */
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const samples = fileURLToPath(new URL("../../../sample-projects/", import.meta.url));

export interface SampleCopy {
  readonly folder: string;
  remove(): void;
}

/** Copies a sample into a folder whose path holds a space and letters beyond ASCII; several stand side by side in it. */
export function copySample(...names: readonly [string, ...string[]]): SampleCopy {
  const parent = mkdtempSync(join(tmpdir(), "weft kérnel ñ-"));
  const isSource = (path: string) => !/\/(build|\.weft)$/.test(path);
  for (const name of names)
    cpSync(join(samples, name), join(parent, name), { recursive: true, filter: isSource });
  const folder = names.length === 1 ? join(parent, names[0]) : parent;
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Names of the samples that are Weft projects. */
export function sampleNames(): string[] {
  const isProject = (name: string) =>
    statSync(join(samples, name, "weft.json"), { throwIfNoEntry: false }) !== undefined;
  return readdirSync(samples).filter(isProject).sort();
}
