/** Backwards in a recording: what the user asks for, as one place to go to, and one step back of GDB that goes there. */
import { basename } from "node:path";
import { lineBefore, type Passed, runsFor, type WeaveIndex } from "../../engine/index.js";
import type { InstructionPoint, Point, TimeMachine } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { GdbRefusal } from "../gdb/gdb-refusal.js";
import {
  codePlace,
  deleteBreakpoints,
  evaluate,
  type FrameReference,
  functionPlace,
  insertBreakpoint,
  sourcePlace,
  wordSize,
} from "../gdb/mi-commands.js";
import { lastStore } from "../origin/definition.js";
import { RunReader } from "../origin/run-reader.js";
import { inlineChains } from "../values/inline-chains.js";

export interface TimeTravel {
  /** Each starts to go; the stop comes as of any step. */
  stepBack(granularity: "line" | "instruction"): Promise<void>;
  reverseContinue(): Promise<void>;
  /** To just before the last write of what the expression denotes. */
  toLastWrite(expression: string, frame: FrameReference): Promise<void>;
  /** To where advice was last entered. */
  toJoinPoint(): Promise<void>;
  /** To where advice on this line was last entered. `file` is absolute. */
  toAdviceOn(file: string, line: number): Promise<void>;
  /** To where this line was last executed. `file` is absolute. */
  toLine(file: string, line: number): Promise<void>;
  /** To this instruction, before or ahead. */
  goTo(position: number): Promise<void>;
}

/** Executed instructions that are looked at for a step back, more and more of them. */
const TRAILS = [200, 2000, 20_000];

const instructionBack = (gdb: GdbConnection) => gdb.sendCommand("-exec-step-instruction --reverse");

/** In firmware, and at power-on, there are no lines. */
async function lineBack(gdb: GdbConnection): Promise<void> {
  await gdb.sendCommand("-exec-next --reverse").catch((error: Error) => {
    if (!(error instanceof GdbRefusal)) throw error;
    return instructionBack(gdb);
  });
}

/** `symbols`: the recorded kernel's file. */
export function createTimeTravel(
  gdb: GdbConnection,
  time: TimeMachine,
  index: () => WeaveIndex,
  symbols: string,
): TimeTravel {
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
      if (position !== undefined) return goTo(position);
      await (granularity === "instruction" ? instructionBack(gdb) : lineBack(gdb));
    },
    goTo,
    async reverseContinue() {
      await gdb.sendCommand("-exec-continue --reverse");
    },
    async toLastWrite(expression, frame) {
      const at = await evaluate(gdb, `(unsigned long)&(${expression})`, frame).catch((error: Error) => {
        if (!/optimized out/.test(error.message)) throw error;
        throw new Error(
          `What ${expression} begins with is in no register here any more (optimized out). Step back to where it is, or name the same memory by something global.`,
        );
      });
      const size = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
      const { machineOfBits } = await import("@weft/weaver-bridge/machine/code");
      const run = new RunReader(time, machineOfBits((await wordSize(gdb)) === 8 ? 64 : 32));
      const memory = { kind: "memory", start: BigInt(at), size } as const;
      const store = await lastStore(run, await time.position(), memory).finally(() => run.close());
      if (store === "never")
        throw new Error(`${expression} was not written before this point of the recording.`);
      if (store === "elsewhere")
        throw new Error(`The address of ${expression} was written too often in other address spaces.`);
      await goTo(store.position);
    },
    async toJoinPoint() {
      const points = await adviceEntries(gdb, index().adviceFunctions());
      await toLast(points, "No advice ran before this point of the recording.");
    },
    async toAdviceOn(file, line) {
      const places = index().adviceOn(file, line);
      const where = `${basename(file)}:${line}`;
      if (places.length === 0) throw new Error(`No advice is woven at ${where} of this kernel.`);
      const points = await adviceEntries(gdb, new Set(places.map(({ symbol }) => symbol)));
      const chains = await inlineChains(
        symbols,
        points.map(({ address }) => address),
      );
      const own = points.filter(({ address }) =>
        places.some((place) => runsFor(place, chains.get(address) ?? [])),
      );
      await toLast(own, `The advice at ${where} did not run before this point of the recording.`);
    },
    async toLine(file, line) {
      const points = await codeAt(gdb, sourcePlace(file, line));
      const where = `${basename(file)}:${line}`;
      if (points.length === 0) throw new Error(`The kernel has no code from ${where}.`);
      await toLast(points, `${where} was not executed before this point of the recording.`);
    },
  };
}

/** Where the code of each advice begins, in each copy of it. */
async function adviceEntries(
  gdb: GdbConnection,
  advice: Iterable<string>,
): Promise<InstructionPoint<number>[]> {
  const points: InstructionPoint<number>[] = [];
  for (const symbol of advice) points.push(...(await codeAt(gdb, functionPlace(symbol))));
  return [...new Map(points.map((point) => [point.address, point])).values()];
}

/** Where breakpoints at a place lie. */
async function codeAt(gdb: GdbConnection, place: string): Promise<InstructionPoint<number>[]> {
  const made = await insertBreakpoint(gdb, place);
  await deleteBreakpoints(gdb, [made.number]);
  return made.locations.map(({ address }) => ({ kind: "instruction", address }));
}
