/** Which call of a function runs at a moment of a recording: two moments are of the same one if their frames are at one address. */
import type { TimeMachine } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { connectGdb } from "../gdb/gdb-session.js";

export interface Activations {
  /** The address of the innermost frame, as GDB unwinds it; `undefined` where it can't. */
  frameAt(position: number): Promise<bigint | undefined>;
}

/** Milliseconds. */
const DEADLINE = 60_000;

/** By a GDB that looks at one machine after the other. */
export function createActivations(
  time: Pick<TimeMachine, "scout">,
  gdb: GdbConnection,
  until: AbortSignal,
): Activations {
  return {
    async frameAt(position) {
      const scout = await time.scout(position, until);
      try {
        await connectGdb(gdb, await scout.openForReading(), DEADLINE);
        const told = await gdb.consoleCommand("info frame");
        const frame = /frame at 0x([0-9a-f]+)/.exec(told)?.[1];
        await gdb.sendCommand("-target-disconnect");
        return frame === undefined ? undefined : BigInt(`0x${frame}`);
      } finally {
        await scout.end();
      }
    },
  };
}
