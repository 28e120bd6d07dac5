/** A value whose bytes were copied one after another, by a loop or a repeated instruction, is one copy. */
import type { Transfer } from "@weft/weaver-bridge/machine/code";
import { type Definition, findDefinition } from "./definition.js";
import { type Location, overlap } from "./location.js";
import type { HeldValue, RunReader } from "./run-reader.js";

/** Executed instructions before the last store that are looked through. */
const NEAR = 300;

/** The whole it was copied from, and where the first of it was read; `undefined` where it is no such copy. */
export async function findGathered(
  run: RunReader,
  held: HeldValue,
  last: Definition,
): Promise<{ source: Location; position: number } | undefined> {
  const { location } = held;
  if (location.kind !== "memory") return undefined;
  const missing = new Set(Array.from({ length: location.size }, (_, byte) => byte));
  let start: bigint | undefined;
  let read = last.position;
  const oldest = Math.max(run.span.from, last.position - NEAR);
  for (let position = last.position; missing.size > 0 && position >= oldest; position--) {
    for (const transfer of await run.transfersAt(position)) {
      const to = run.locate(transfer.to, position);
      const part = overlap(location, to);
      const bytes = part === undefined ? [] : bytesOf(part).filter((byte) => missing.has(byte));
      if (part === undefined || bytes.length === 0) continue;
      if (run.programCounter(position) !== last.address) return undefined;
      const from = await readBy(run, position, transfer);
      if (from === undefined || to.kind !== "memory") return undefined;
      const whole = from.address - (to.start - location.start);
      if (start !== undefined && start !== whole) return undefined;
      start = whole;
      read = from.position;
      for (const byte of bytes) missing.delete(byte);
    }
  }
  if (start === undefined || missing.size > 0) return undefined;
  return { source: { kind: "memory", start, size: location.size }, position: read };
}

const bytesOf = ({ start, size }: { start: number; size: number }) =>
  Array.from({ length: size }, (_, byte) => start + byte);

/** Where what an instruction stores was read from memory: by itself, or by what set its register. */
async function readBy(
  run: RunReader,
  position: number,
  transfer: Transfer,
): Promise<{ address: bigint; position: number } | undefined> {
  const [place] = transfer.from;
  if (transfer.how !== "copy" || place === undefined) return undefined;
  const from = run.locate(place, position);
  if (from.kind === "memory") return { address: from.start, position };
  if (from.start !== 0) return undefined;
  const { from: oldest } = run.span;
  const set = await findDefinition(run, { location: from, position, value: undefined });
  // What was set before is of another stretch, which is open now.
  if ("kind" in set || run.span.from !== oldest) return undefined;
  const [source] = set.transfer.from;
  if (set.transfer.how !== "copy" || source === undefined) return undefined;
  const read = run.locate(source, set.position);
  return read.kind === "memory" && read.size >= from.size
    ? { address: read.start, position: set.position }
    : undefined;
}
