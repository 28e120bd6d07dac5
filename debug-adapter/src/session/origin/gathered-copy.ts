/** A value whose bytes were copied one after another, by a loop or a repeated instruction, is one copy. */
import type { Transfer } from "@weft/weaver-bridge/machine/code";
import { type Definition, findDefinition } from "./definition.js";
import { type Location, type MemoryLocation, overlap } from "./location.js";
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
  let whole: Read | undefined;
  const oldest = Math.max(run.span.from, last.position - NEAR);
  for (let position = last.position; missing.size > 0 && position >= oldest; position--) {
    for (const { transfer, part, distance } of await storesAt(run, position, location)) {
      const bytes = part.filter((byte) => missing.has(byte));
      if (bytes.length === 0) continue;
      const isSame = run.programCounter(position) === last.address;
      const read = isSame ? await readBy(run, position, transfer) : undefined;
      const address = read === undefined ? undefined : read.address - distance;
      if (read === undefined || address === undefined || (whole?.address ?? address) !== address)
        return undefined;
      whole = { address, position: read.position };
      for (const byte of bytes) missing.delete(byte);
    }
  }
  if (whole === undefined || missing.size > 0) return undefined;
  return { source: { kind: "memory", start: whole.address, size: location.size }, position: whole.position };
}

/** Bytes that begin at an address, before the instruction at a position. */
interface Read {
  readonly address: bigint;
  readonly position: number;
}

/** What an instruction stores into a place: `part` numbers the place's bytes, `distance` is from its beginning to the store's. */
async function storesAt(
  run: RunReader,
  position: number,
  place: MemoryLocation,
): Promise<{ transfer: Transfer; part: number[]; distance: bigint }[]> {
  return (await run.transfersAt(position)).flatMap((transfer) => {
    const to = run.locate(transfer.to, position);
    const part = overlap(place, to);
    if (part === undefined || to.kind !== "memory") return [];
    return [{ transfer, part: bytesOf(part), distance: to.start - place.start }];
  });
}

const bytesOf = ({ start, size }: { start: number; size: number }) =>
  Array.from({ length: size }, (_, byte) => start + byte);

/** Where what an instruction stores was read from memory: by itself, or by what set its register. */
async function readBy(run: RunReader, position: number, transfer: Transfer): Promise<Read | undefined> {
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
