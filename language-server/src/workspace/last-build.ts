/** What the last builds left out of units because the compiler rejects it: from their weave maps. */
import { readFile } from "node:fs/promises";
import { weaveMapFile } from "@weft/weaver-bridge/kernel-build";
import { leftOutByUnit } from "@weft/weaver-bridge/pipeline";
import type { LeftOut } from "@weft/weaver-bridge/weaver";

export interface LastBuild {
  leftOutOf(unit: string): LeftOut | undefined;
  /** Reads the map of the project anew; resolves with the units of which something else is left out now. */
  read(root: string): Promise<readonly string[]>;
}

export function createLastBuild(): LastBuild {
  const projects = new Map<string, ReadonlyMap<string, LeftOut>>();
  return {
    leftOutOf: (unit) => [...projects.values()].find((units) => units.has(unit))?.get(unit),
    async read(root) {
      const before = projects.get(root) ?? new Map<string, LeftOut>();
      const now = await readMap(root);
      projects.set(root, now);
      const text = (units: ReadonlyMap<string, LeftOut>, unit: string) =>
        JSON.stringify([...(units.get(unit) ?? [])]);
      return [...new Set([...before.keys(), ...now.keys()])].filter(
        (unit) => text(before, unit) !== text(now, unit),
      );
    },
  };
}

/** Without a map, or with a broken one, nothing is known. */
async function readMap(root: string): Promise<ReadonlyMap<string, LeftOut>> {
  try {
    return leftOutByUnit(await readFile(weaveMapFile({ root }), "utf8"));
  } catch {
    return new Map();
  }
}
