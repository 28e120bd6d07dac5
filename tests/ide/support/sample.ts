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

/** Copies a sample into a folder whose path holds a space and letters beyond ASCII. */
export function copySample(name: string): SampleCopy {
  const parent = mkdtempSync(join(tmpdir(), "weft kérnel ñ-"));
  const folder = join(parent, name);
  cpSync(join(samples, name), folder, { recursive: true, filter: (path) => !/\/(build|\.weft)$/.test(path) });
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

/** Names of the samples that are Weft projects. */
export function sampleNames(): string[] {
  const isProject = (name: string) =>
    statSync(join(samples, name, "weft.json"), { throwIfNoEntry: false }) !== undefined;
  return readdirSync(samples).filter(isProject).sort();
}
