/** Backwards in a recording: what the user asks for, as one place to go to, and one step back of GDB that goes there. */
import { lineBefore, type Passed, type WeaveIndex } from "../engine/index.js";
import type { Point, TimeMachine } from "../qemu/index.js";
import type { GdbConnection } from "./gdb-connection.js";
import {
  codePlace,
  deleteBreakpoints,
  evaluate,
  type FrameReference,
  functionPlace,
  insertBreakpoint,
} from "./mi-commands.js";

export interface TimeTravel {
  /** Each starts to go; the stop comes as of any step. */
  stepBack(granularity: "line" | "instruction"): Promise<void>;
  reverseContinue(): Promise<void>;
  /** To just before the last write of what the expression denotes. */
  toLastWrite(expression: string, frame: FrameReference): Promise<void>;
  /** To where advice was last entered. */
  toJoinPoint(): Promise<void>;
  /** To this instruction, before or ahead. */
  goTo(position: number): Promise<void>;
}

/** Executed instructions that are looked at for a step back, more and more of them. */
const TRAILS = [200, 2000];

export function createTimeTravel(gdb: GdbConnection, time: TimeMachine, index: () => WeaveIndex): TimeTravel {
  const places = new Map<number, { symbol: string; line: string }>();
  const placeOf = async (address: number) => {
    const known = places.get(address);
    if (known !== undefined) return known;
    const place = await codePlace(gdb, BigInt(address));
    places.set(address, place);
    return place;
  };
  const goTo = async (position: number) => {
    time.aimBackAt(position);
    await gdb.sendCommand("-exec-step-instruction --reverse");
  };
  const lineStart = async (): Promise<number | undefined> => {
    let found: ReturnType<typeof lineBefore>;
    for (const count of TRAILS) {
      const trail: Passed[] = [];
      for (const { programCounter, ...step } of await time.trail(count))
        trail.push({ ...step, ...(await placeOf(programCounter)) });
      found = lineBefore(trail, "over");
      if (found?.isWhole === true || trail[0]?.position === 0) break;
    }
    return found?.position;
  };
  const toLast = async (points: readonly Point[], never: string) => {
    const position = points.length === 0 ? undefined : await time.lastMeeting(points);
    if (position === undefined) throw new Error(never);
    await goTo(position);
  };

  return {
    async stepBack(granularity) {
      const position = granularity === "line" ? await lineStart() : undefined;
      if (position !== undefined) await goTo(position);
      else await gdb.sendCommand(`-exec-${granularity === "line" ? "next" : "step-instruction"} --reverse`);
    },
    goTo,
    async reverseContinue() {
      await gdb.sendCommand("-exec-continue --reverse");
    },
    async toLastWrite(expression, frame) {
      const address = Number(await evaluate(gdb, `(unsigned long)&(${expression})`, frame));
      const bytes = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
      await toLast(
        [{ kind: "write", address, bytes }],
        `${expression} was not written before this point of the recording.`,
      );
    },
    async toJoinPoint() {
      await toLast(await adviceEntries(gdb, index()), "No advice ran before this point of the recording.");
    },
  };
}

/** Where the code of each advice begins, in each copy of it. */
async function adviceEntries(gdb: GdbConnection, index: WeaveIndex): Promise<Point[]> {
  const addresses = new Set<number>();
  for (const symbol of index.adviceFunctions()) {
    const made = await insertBreakpoint(gdb, functionPlace(symbol));
    await deleteBreakpoints(gdb, [made.number]);
    for (const { address } of made.locations) addresses.add(address);
  }
  return [...addresses].map((address) => ({ kind: "instruction", address }));
}
