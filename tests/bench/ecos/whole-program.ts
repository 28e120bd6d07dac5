/** mini-ecos with the kernel stack by `cflow`, built by `weft build`, which decides it from the calls of the whole program. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { repository } from "../support/kernel-units.js";
import { type Built, firstError, SAMPLE } from "./builds.js";

const ASPECTS = [
  ...["concern-order", "synchronization-slices", "interrupt-synchronization"],
  ...["kernel-stack-slice", "kernel-stack-cflow"],
];
const WEFT = join(repository, "weaver-bridge/cli/bin");
const DEADLINE = 400_000;

/** In a copy of the sample, so that its records are not those of the user's own builds. */
export function buildWholeProgram(folder: string): Built {
  cpSync(SAMPLE, folder, {
    recursive: true,
    filter: (file) => !["build", ".weft"].includes(basename(file)),
  });
  const build = join(folder, "build/kernel-stack");
  const words = ["VARIANT=aspects", "CONFIG=base", "EXTENSION=kernel-stack-cflow", `BUILD=${build}`];
  const file = join(folder, "weft.json");
  const { $schema: _, ...recipe } = JSON.parse(readFileSync(file, "utf8"));
  const project = {
    ...recipe,
    aspects: ASPECTS.map((name) => `aspects/concerns/${name}.ah`),
    build: {
      ...recipe.build,
      make: ["make", "-s", "-j2", ...words, "CXX={cc}"],
      image: `${build}/functions.elf`,
    },
  };
  writeFileSync(file, JSON.stringify(project));
  // The second make links the images that are not the project's.
  for (const command of [
    [join(WEFT, "weft"), "build"],
    ["make", "-s", ...words, "CXX=weft cc -- g++"],
  ]) {
    const run = spawnSync(command[0] as string, command.slice(1), {
      cwd: folder,
      env: { ...process.env, WEFT_PROJECT: folder, PATH: `${WEFT}${delimiter}${process.env.PATH ?? ""}` },
      encoding: "utf8",
      timeout: DEADLINE,
      maxBuffer: 1 << 28,
    });
    if (run.status !== 0) return { folder: build, failure: firstError(run.stderr, run.error) };
  }
  return { folder: build };
}
