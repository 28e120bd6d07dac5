/**
 * Carries one step of the user through as many steps of GDB as it needs. `engine/stepping` decides, this asks GDB
 * where execution stands and sends the next command.
 */
import {
  type Enters,
  firstMove,
  type Move,
  nextMove,
  type Position,
  positionOf,
  type RawFrame,
  type StepIntent,
  showStack,
  type WeaveIndex,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { GdbRefusal } from "../gdb/gdb-refusal.js";
import { finishFrame, stackDepth, stackFrames } from "../gdb/mi-commands.js";
import { withSources } from "../values/frame-sources.js";

export interface Stepper {
  /** Starts a step; the machine runs when this resolves. Throws GDB's error. */
  start(intent: StepIntent, threadId: number): Promise<void>;
  /** After a stop on the way (a step of GDB has ended, a logpoint was met): `true` when the user's step goes on and the machine runs again. */
  proceed(threadId: number): Promise<boolean>;
  /** Whether a step of the user is under way. */
  isActive(): boolean;
  /** Something else stopped the machine. */
  cancel(): void;
}

/** More steps of GDB than any real glue needs; then the user sees where it stands. */
const MOST_MOVES = 200;
/** Inlined frames of one machine function, at most. */
const NEAR_FRAMES = 24;

export function createStepper(
  gdb: GdbConnection,
  index: () => WeaveIndex,
  enters: Enters,
  named: (frames: readonly RawFrame[]) => readonly RawFrame[],
): Stepper {
  let active: { intent: StepIntent; start: Position; threadId: number; moves: number } | undefined;

  const positionNow = async (threadId: number): Promise<Position | undefined> => {
    const depth = await stackDepth(gdb, threadId);
    const near = named(await stackFrames(gdb, threadId, 0, Math.min(NEAR_FRAMES, depth) - 1));
    const frames = await withSources(gdb, near, index());
    return positionOf(showStack(frames, index()), frames, depth);
  };
  const perform = (move: Move, threadId: number): Promise<unknown> => {
    if (move.kind === "finish") return finishFrame(gdb, { threadId, frameId: move.level });
    return stepLine(gdb, move.kind === "step" ? "step" : "next", threadId);
  };

  return {
    start: async (intent, threadId) => {
      active = undefined;
      const start = await positionNow(threadId);
      if (start === undefined) {
        await stepLine(gdb, intent === "in" ? "step" : "next", threadId);
        return;
      }
      active = { intent, start, threadId, moves: 0 };
      try {
        await perform(firstMove(intent, start), threadId);
      } catch (error) {
        active = undefined;
        throw error;
      }
    },
    proceed: async (threadId) => {
      if (active === undefined || active.threadId !== threadId || ++active.moves > MOST_MOVES) {
        active = undefined;
        return false;
      }
      const move = nextMove(active.intent, active.start, await positionNow(threadId), enters);
      if (move.kind === "done") {
        active = undefined;
        return false;
      }
      try {
        await perform(move, threadId);
        return true;
      } catch (error) {
        if (!(error instanceof GdbRefusal)) throw error;
        active = undefined; // GDB can't go on from here, say out of the outermost frame: show where it stands.
        return false;
      }
    },
    isActive: () => active !== undefined,
    cancel: () => {
      active = undefined;
    },
  };
}

/** Code that GDB knows nothing of, say of a program without symbols, is stepped by instruction. */
async function stepLine(gdb: GdbConnection, command: "step" | "next", threadId: number): Promise<void> {
  try {
    await gdb.sendCommand(`-exec-${command} --thread ${threadId}`);
  } catch (error) {
    if (!/find bounds of current function/.test((error as Error).message)) throw error;
    await gdb.sendCommand(`-exec-${command}-instruction --thread ${threadId}`);
  }
}
