/** What `weft ag++` is measured on: units of a kernel, small and without a library, and units that use the standard one. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repository } from "../support/kernel-units.js";

export interface BenchUnit {
  readonly directory: string;
  readonly source: string;
  /** Flags of g++, without compiler, output and input. */
  readonly flags: readonly string[];
  readonly aspects: readonly string[];
  /** What AspectC++'s ag++ must be told besides. */
  readonly peerWords: readonly string[];
}

const SAMPLE = join(repository, "sample-projects/mini-ecos");
const HOSTED = join(fileURLToPath(import.meta.url), "..", "hosted");

/** Asked of make, so that nobody repeats its flags. */
export function kernelUnits(configuration: string, folder: string): BenchUnit[] {
  const said = execFileSync(
    "make",
    [
      "-n",
      "-C",
      SAMPLE,
      "VARIANT=aspects",
      `CONFIG=${configuration}`,
      "CXX=weft ag++",
      `BUILD=${join(folder, "build")}`,
    ],
    { encoding: "utf8", timeout: 60_000 },
  );
  return said.split("\n").flatMap((line): BenchUnit[] => {
    const words = line.trim().split(/\s+/);
    const start = words.indexOf("--Xcompiler");
    const source = words.at(-1) ?? "";
    // The applications use what aspects introduce, so g++ alone can't compile them.
    const isKernel = source.endsWith(".cxx") && !source.startsWith("applications/");
    if (words[0] !== "weft" || start === -1 || !isKernel) return [];
    const aspects = words.flatMap((word, at) => (words[at - 1] === "-a" ? [word] : []));
    const flags = words.slice(start + 1, words.indexOf("-c")).filter((word) => !/^-M/.test(word));
    return [
      {
        directory: SAMPLE,
        source,
        flags: flags.filter((word) => word !== "-fstack-usage"),
        aspects,
        peerWords: ["--target", "i686-pc-linux-gnu"],
      },
    ];
  });
}

export function hostedUnits(): BenchUnit[] {
  return readdirSync(HOSTED)
    .filter((name) => name.endsWith(".cc"))
    .map((source) => ({
      directory: HOSTED,
      source,
      flags: ["-std=gnu++17", "-O2", "-Wall", "-Wextra"],
      aspects: ["watch.ah"],
      peerWords: [],
    }));
}
