/** Which units contain each body: a header's function is in most of them. */
import type { MemoryIndex } from "../memory/memory-index.js";
import { unpackSet } from "../records/packed-numbers.js";
import type { UnitRecord } from "../records/records.js";
import { type TurnedAround, turnedAround } from "../records/turned-around.js";

/** Numbers of bodies that some unit contains; of each the units, as their indices. */
export function usersOfBodies(index: MemoryIndex, units: readonly UnitRecord[]): TurnedAround {
  const bodies = units.map((unit): Int32Array => {
    const outdated = index.outdatedFiles(unit);
    const own = unpackSet(unit.bodies);
    return outdated.size === 0 ? own : own.filter((id) => !outdated.has(index.body(id).file));
  });
  const limit = bodies.reduce((most, list) => Math.max(most, (list.at(-1) ?? -1) + 1), 0);
  return turnedAround(units.length, limit, (at) => bodies[at] as Int32Array);
}
