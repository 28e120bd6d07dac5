/** What the last build left out of each unit, as its weave map says. */
import { resolve } from "node:path";
import type { WeaveMap } from "../kernel-build/index.js";
import { type LeftOut, leftOutOf } from "../weaver/index.js";

/**
 * By absolute path of the unit, of the text of a weave map; units of which nothing was left out are not in it. Throws where
 * the text is broken.
 */
export function leftOutByUnit(map: string): ReadonlyMap<string, LeftOut> {
  // A kernel's map is long, and mostly has none.
  if (!map.includes('"weave/rejected"')) return new Map();
  const read = JSON.parse(map) as Partial<WeaveMap> | null;
  return new Map(
    (read?.units ?? []).flatMap((unit) => {
      const rejected = leftOutOf(unit);
      return rejected.size === 0 ? [] : [[resolve(unit.directory, unit.source), rejected] as const];
    }),
  );
}
