/** Which objects of the Linux sample a build makes anew. */
import { readFileSync, statSync, utimesSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";

export interface KernelObjects {
  readonly count: number;
  /** Names of the objects that are other files after `build` than before, in order. */
  rebuiltBy(build: () => void): string[];
}

/**
 * What every link makes anew: the kernel's version and its time, and what kbuild compiles from the symbols of the
 * linked kernel (voffset.h) and from its version, for the image around it.
 */
const BY_LINKING =
  /\/(?:init\/version-timestamp|arch\/x86\/boot\/compressed\/misc|arch\/x86\/boot\/version)\.o$/;

/** What every link makes anew does not count. */
export function kernelObjects(sample: string, weaveMap: string): KernelObjects {
  const units = JSON.parse(readFileSync(weaveMap, "utf8")).units as UnitWeaveMap[];
  const objects = units
    .flatMap(({ directory, output }) => (output ? [resolve(directory, output)] : []))
    .filter((object) => !BY_LINKING.test(object));
  const times = () => objects.map((object) => statSync(object, { throwIfNoEntry: false })?.mtimeMs);
  const folder = join(sample, "build/linux");
  return {
    count: objects.length,
    rebuiltBy: (build) => {
      const before = times();
      build();
      const after = times();
      const changed = objects.filter((_, at) => before[at] !== after[at]);
      return changed.map((object) => relative(folder, object)).sort();
    },
  };
}

export function touch(file: string): void {
  const now = new Date();
  utimesSync(file, now, now);
}
