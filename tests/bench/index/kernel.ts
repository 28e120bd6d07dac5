/** Units to read for the index. `WEFT_BENCH_UNITS=all` (or a number) says how many. */
import { resolve } from "node:path";
import { type Project, projectCommands } from "@weft/weaver-bridge/kernel-build";

export interface Unit {
  readonly path: string;
  readonly directory: string;
  readonly argv: readonly string[];
}

export interface Kernel {
  readonly name: string;
  readonly all: readonly Unit[];
  /** Those to measure. */
  readonly units: readonly Unit[];
}

/** Spread evenly over the kernel, so that large and small units are in it as they are in the whole. */
export function spread(project: Project, byDefault: number): Kernel {
  const all = projectCommands(project).value.map(({ directory, file, arguments: argv }) => ({
    path: resolve(directory, file),
    directory,
    argv,
  }));
  const wanted = process.env.WEFT_BENCH_UNITS ?? `${byDefault}`;
  const count = wanted === "all" ? all.length : Math.min(all.length, Number(wanted));
  const units = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Unit);
  return { name: project.name, all, units };
}
