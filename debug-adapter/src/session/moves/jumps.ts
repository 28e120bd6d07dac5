/** Execution moved by the user: to another line of the same function, and back to the beginning of a call in a recording. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { RawFrame } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import {
  deleteBreakpoints,
  evaluate,
  type FrameReference,
  functionAt,
  functionStart,
  insertBreakpoint,
  numberOf,
  sourcePlace,
  stackFrames,
  wordSize,
} from "../gdb/mi-commands.js";

export interface Jumps {
  /** Where the line's code is in the function that the thread stands in. Throws why one can't go there. */
  targets(threadId: number, file: string, line: number): Promise<DebugProtocol.GotoTarget[]>;
  /** Moves the thread to a target. */
  jump(threadId: number, targetId: number): Promise<void>;
  /** Targets are those of a stop. */
  forget(): void;
}

export function createJumps(gdb: GdbConnection): Jumps {
  let addresses: number[] = [];
  return {
    async targets(threadId, file, line) {
      const counter = Number(await numberOf(gdb, "$pc", { threadId, frameId: 0 }));
      const [top, around] = await stackFrames(gdb, threadId, 0, 1);
      const here = await functionAt(gdb, counter);
      if (isInlined(top, around))
        throw new Error(
          `${top?.symbol ?? "This code"} is inlined into ${here}: what its lines need stands elsewhere in each copy.`,
        );
      const made = await insertBreakpoint(gdb, sourcePlace(file, line));
      await deleteBreakpoints(gdb, [made.number]);
      if (made.locations.length === 0) throw new Error(`The kernel has no code from line ${line}.`);
      const start = await functionStart(gdb, counter);
      const starts = await Promise.all(made.locations.map(({ address }) => functionStart(gdb, address)));
      const inside = made.locations.filter(
        ({ symbol }, index) =>
          start !== undefined && starts[index] === start && symbol === (top?.symbol ?? here),
      );
      if (inside.length === 0) {
        const [there = ""] = made.locations.map(({ symbol }) => symbol);
        throw new Error(
          `Line ${line} belongs to ${there}, and the thread is in ${here}: a jump stays in its function.`,
        );
      }
      return inside.map(({ address }) => ({
        id: addresses.push(address),
        label: `${here}, line ${made.line ?? line}`,
        line: made.line ?? line,
        instructionPointerReference: `0x${address.toString(16)}`,
      }));
    },
    async jump(threadId, targetId) {
      const address = addresses[targetId - 1];
      if (address === undefined) throw new Error("The machine has run since; this place is of another stop.");
      await evaluate(gdb, `$pc = 0x${address.toString(16)}`, { threadId, frameId: 0 });
    },
    forget: () => {
      addresses = [];
    },
  };
}

/** A frame that was inlined stands at the address of the one around it; so do calls of a function in itself, by one name. */
function isInlined(frame: RawFrame | undefined, around: RawFrame | undefined): boolean {
  return (
    frame !== undefined &&
    around !== undefined &&
    frame.address === around.address &&
    frame.symbol !== around.symbol
  );
}

/**
 * A breakpoint of GDB, met once, where the frame's call began: behind the call instruction, before the function's first.
 * Throws why there is no such place.
 */
export async function callBeginning(gdb: GdbConnection, frame: FrameReference): Promise<void> {
  const { threadId, frameId } = frame;
  const [shown, around] = await stackFrames(gdb, threadId, frameId, frameId + 1);
  const entry = shown === undefined ? undefined : await functionStart(gdb, Number(shown.address));
  if (entry === undefined || isInlined(shown, around))
    throw new Error(
      `${shown?.symbol ?? "This frame"} is no function of its own here: it has no call to go back to.`,
    );
  const about = await gdb.consoleCommand("info frame", `--thread ${threadId} --frame ${frameId}`);
  const top = /frame at (0x[\da-f]+)/.exec(about)?.[1];
  if (top === undefined) throw new Error("The stack does not say where this frame lies.");
  // What the CPU pushed is the return address alone.
  const stack = BigInt(top) - BigInt(await wordSize(gdb));
  await insertBreakpoint(gdb, `*0x${entry.toString(16)}`, {
    temporary: true,
    condition: `$sp == 0x${stack.toString(16)}`,
  });
}
