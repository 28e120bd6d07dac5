/** What became of return addresses that hooks swapped, when the hooks go while their functions run. */
import type { StoppedGuest } from "../../guest/index.js";
import { LIVE_NODES } from "../../weaver/index.js";
import type { JournalHook } from "../journal/journal.js";

const NONE = Buffer.alloc(4);

/**
 * Functions that are running return to where they were called from, and nothing is kept for them any more. A stack that is
 * gone needs nothing. Where a CPU has just returned to a hook, the swapped address still stands below its stack, but what
 * was kept is about to be looked up.
 */
export async function giveBackReturns(
  stopped: Pick<StoppedGuest, "read" | "write" | "instructionPointers">,
  hooks: readonly Pick<JournalHook, "returns">[],
): Promise<void> {
  const standing = hooks.some(({ returns }) => returns) ? await stopped.instructionPointers() : [];
  for (const { returns } of hooks) {
    if (returns === undefined) continue;
    const nodes = await stopped.read(returns.nodes, 8 * LIVE_NODES);
    for (let at = 0; at < nodes.length; at += 8) {
      const [place, address] = [nodes.readUInt32LE(at) - 1, nodes.subarray(at + 4, at + 8)];
      if (place <= 0) continue;
      const there = await stopped.read(place, 4).catch(() => undefined);
      if (there?.readUInt32LE(0) !== returns.second) continue;
      await stopped.write(place, address);
      if (!standing.includes(returns.second)) await stopped.write(returns.nodes + at, NONE);
    }
  }
}
