/**
 * The Linux sample as the gate builds it: half of its units, in a folder of its own below `.work`, which no tool looks
 * into. What users get is checked alike by `npm run bench -- linux`.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
const sample = join(repository, "sample-projects/linux");

/** Makes or renews the folder, keeping what was built in it, and returns its path. */
export function makeGateSample(): string {
  const copy = join(repository, ".work/linux");
  const isSource = (path: string) => !/\/(build|\.weft)$/.test(path);
  cpSync(sample, copy, { recursive: true, filter: isSource, preserveTimestamps: true });
  const read = (file: string) => readFileSync(file, "utf8");
  const text = configuration(read(join(sample, "kernel.config")), read(join(here, "gate.config")));
  writeFileSync(join(copy, "kernel.config"), text);
  return copy;
}

/** The lines of both, without those of the first whose options the second sets. */
function configuration(base: string, over: string): string {
  const option = (line: string) => /^(?:# )?(CONFIG_\w+)[= ]/.exec(line)?.[1];
  const set = new Set(over.split("\n").map(option));
  const kept = base.split("\n").filter((line) => option(line) === undefined || !set.has(option(line)));
  return `${kept.join("\n")}\n${over}`;
}
