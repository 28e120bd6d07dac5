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
  /** The same unit with the concerns written in by hand, where there is one. */
  readonly tangled?: Pick<BenchUnit, "source" | "flags">;
}

const SAMPLE = join(repository, "sample-projects/mini-ecos");
const HOSTED = join(fileURLToPath(import.meta.url), "..", "hosted");

/** Asked of make, so that nobody repeats its flags. */
export function kernelUnits(configuration: string, folder: string): BenchUnit[] {
  const tangled = compiles(["VARIANT=original", "CXX=g++"], configuration, folder);
  return compiles(["VARIANT=aspects", "CXX=weft ag++"], configuration, folder).map((words): BenchUnit => {
    const source = words.at(-1) as string;
    const aspects = words.flatMap((word, at) => (words[at - 1] === "-a" ? [word] : []));
    const peer = tangled.find((other) => other.at(-1) === source.replace(/^aspects\//, "original/"));
    return {
      directory: SAMPLE,
      source,
      flags: flagsOf(words),
      aspects,
      peerWords: ["--target", "i686-pc-linux-gnu"],
      ...(peer === undefined ? {} : { tangled: { source: peer.at(-1) as string, flags: flagsOf(peer) } }),
    };
  });
}

/** The commands of the kernel's units, word by word. The applications use what aspects introduce, so g++ alone can't compile them. */
function compiles(variables: readonly string[], configuration: string, folder: string): string[][] {
  const build = [`CONFIG=${configuration}`, `BUILD=${join(folder, "build")}`];
  const said = execFileSync("make", ["-n", "-C", SAMPLE, ...variables, ...build], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return said
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => {
      const source = words.at(-1) ?? "";
      return words.includes("-c") && source.endsWith(".cxx") && !source.startsWith("applications/");
    });
}

function flagsOf(words: readonly string[]): string[] {
  const start = words.indexOf("--Xcompiler");
  return words
    .slice(start === -1 ? 1 : start + 1, words.indexOf("-c"))
    .filter((word) => !/^-M/.test(word) && word !== "-fstack-usage");
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
