/** The comparison, or the sum, whose outcome an instruction goes by: it set the processor's flags. */
import type { DataPlace } from "@weft/weaver-bridge/machine/code";
import type { HeldValue, RunReader } from "./run-reader.js";

export interface Comparison {
  readonly position: number;
  readonly address: bigint;
  /** What it read. */
  readonly from: readonly HeldValue[];
}

/** Executed instructions before it that are looked through. */
const NEAR = 400;

/** Of the instruction at a position of the stretch that is open; `undefined` where it goes by none, or none is found near. */
export async function findComparison(run: RunReader, position: number): Promise<Comparison | undefined> {
  const use = (await run.instructionAt(position))?.flags;
  if (use === undefined || use.read === 0) return undefined;
  const oldest = Math.max(run.span.from, position - NEAR);
  let at = position - 1;
  while (at >= oldest) {
    const instruction = await run.instructionAt(at);
    const resumed = await beforeInterrupt(run, at, oldest);
    if (resumed !== undefined) at = resumed;
    else if (instruction?.flags !== undefined && (instruction.flags.written & use.read) !== 0)
      return {
        position: at,
        address: run.programCounter(at),
        from: await readBy(run, instruction.flags, at),
      };
    else at--;
  }
  return undefined;
}

/** Where an interrupt ended at a position that had come between two instructions: the first of them. */
async function beforeInterrupt(run: RunReader, end: number, oldest: number): Promise<number | undefined> {
  const last = await run.instructionAt(end);
  if (last?.flow !== "return" || last.flags?.written === 0) return undefined;
  const resumed = run.programCounter(end + 1);
  for (let at = end - 1; at >= oldest; at--) {
    const isBefore = (await run.instructionAt(at))?.behind === resumed;
    if (isBefore && run.programCounter(at + 1) !== resumed) return at;
  }
  return undefined;
}

/** What an instruction at a position reads, with what is in it. */
export async function readBy(
  run: RunReader,
  { from }: { readonly from: readonly DataPlace[] },
  position: number,
): Promise<HeldValue[]> {
  const held: HeldValue[] = [];
  for (const place of from) held.push(await run.heldAt(run.locate(place, position), position));
  return held;
}
