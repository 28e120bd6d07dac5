/** Which units contain each body: a header's function is in most of them. */
import type { MemoryIndex } from "./memory-index.js";
import { unpackSet } from "./packed-numbers.js";
import type { UnitRecord } from "./records.js";

export type UnitNumbers = Uint16Array | Uint32Array;

export interface BodyUsers {
  /** Numbers of those that some unit contains, ascending. */
  readonly bodies: readonly number[];
  /** As indices of the units. */
  of(body: number): UnitNumbers;
}

export function usersOfBodies(index: MemoryIndex, units: readonly UnitRecord[]): BodyUsers {
  const bodiesOf = (unit: UnitRecord): Int32Array => {
    const outdated = index.outdatedFiles(unit);
    const bodies = unpackSet(unit.bodies);
    return outdated.size === 0 ? bodies : bodies.filter((id) => !outdated.has(index.body(id).file));
  };
  const bodies = units.map(bodiesOf);
  const most = bodies.reduce((last, list) => Math.max(last, list.at(-1) ?? -1), -1);
  /** Where the units of each body start; those of the next one start where they end. */
  const starts = new Int32Array(most + 2);
  for (const list of bodies)
    for (let at = 0; at < list.length; at++) {
      const end = (list[at] as number) + 1;
      starts[end] = (starts[end] as number) + 1;
    }
  const used: number[] = [];
  for (let id = 0; id <= most; id++) {
    if (starts[id + 1] !== 0) used.push(id);
    starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  }
  const next = starts.slice();
  const count = starts[most + 1] as number;
  const users = units.length > 0xffff ? new Uint32Array(count) : new Uint16Array(count);
  bodies.forEach((list, number) => {
    for (let each = 0; each < list.length; each++) {
      const id = list[each] as number;
      const at = next[id] as number;
      users[at] = number;
      next[id] = at + 1;
    }
  });
  return {
    bodies: used,
    of: (id) => users.subarray(starts[id], starts[id + 1]),
  };
}
