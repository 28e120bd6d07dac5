/** What became of return addresses that hooks swapped, when the hooks go while their functions run. */
import { type StoppedGuest, unlessUnmapped } from "../../guest/index.js";
import { decodeWord } from "../../object-code/index.js";
import { LIVE_NODES } from "../../weaver/index.js";
import type { JournalHook } from "../journal/journal.js";

/**
 * Functions that are running return to where they were called from, and nothing is kept for them any more. A stack that is
 * gone needs nothing. Where a CPU has just returned to a hook, the swapped address still stands below its stack, but what
 * was kept is about to be looked up.
 */
export async function giveBackReturns(
  stopped: Pick<StoppedGuest, "read" | "write" | "instructionPointers">,
  hooks: readonly Pick<JournalHook, "returns">[],
  { word }: { readonly word: 4 | 8 },
): Promise<void> {
  const size = 2 * word;
  const standing = hooks.some(({ returns }) => returns) ? await stopped.instructionPointers() : [];
  for (const { returns } of hooks) {
    if (returns === undefined) continue;
    const nodes = await stopped.read(returns.nodes, size * LIVE_NODES);
    for (let at = 0; at < nodes.length; at += size) {
      const key = decodeWord(nodes, at, { word });
      const [place, address] = [key - 1, nodes.subarray(at + word, at + size)];
      if (key === 0 || place === 0) continue;
      const there = await unlessUnmapped(stopped.read(place, word));
      if (there === undefined || decodeWord(there, 0, { word }) !== returns.second) continue;
      await stopped.write(place, address);
      if (!standing.includes(returns.second)) await stopped.write(returns.nodes + at, Buffer.alloc(word));
    }
  }
}
