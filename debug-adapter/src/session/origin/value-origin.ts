/**
 * Where a value in a recording came from: back from the place that has it to the instruction that put it there, to what that
 * instruction took it from, and so on until a constant, something from outside, or what can't be followed. Each link is held
 * against the run: what was copied must be what is found where it was copied to, and a register that changed without an
 * instruction that is known to change it ends the walk in words. (A dynamic slice of data: Korel and Laski, 1988.)
 */
import type { DataPlace, Machine } from "@weft/weaver-bridge/machine/code";
import { type ChainLimits, orEnd, whyNoFurther } from "./chain-limits.js";
import { findComparison, readBy } from "./comparison.js";
import { type Definition, findDefinition } from "./definition.js";
import { findGathered } from "./gathered-copy.js";
import { type Location, overlap, partOf, registerValue } from "./location.js";
import type { OriginEnd, OriginLink } from "./origin-link.js";
import { type HeldValue, type RecordedTime, RunReader } from "./run-reader.js";

export interface OriginRequest extends ChainLimits {
  readonly time: RecordedTime;
  readonly machine: Machine;
  /** What was only saved and restored counts for none of the links. */
  onLink(link: OriginLink): void;
}

/** A value that one instruction makes out of its own old one, as a counter's. */
const MOST_REPEATS = 3;

export async function findOrigin(request: OriginRequest, start: HeldValue): Promise<OriginEnd> {
  const run = new RunReader(request.time, request.machine, request.signal);
  try {
    return await walk(run, request, start);
  } finally {
    await run.close();
  }
}

async function walk(run: RunReader, request: OriginRequest, start: HeldValue): Promise<OriginEnd> {
  let held = start;
  let [links, repeats] = [0, 0];
  let last: OriginLink | undefined;
  for (;;) {
    const further = whyNoFurther(links, request);
    if (further !== undefined) return { kind: "limit", held, why: further };
    const link = await linkBefore(run, held, request);
    if (!("from" in link)) return link;
    const told = isRestored(last, link) ? ({ ...link, how: "restored" } as const) : link;
    request.onLink(told);
    links += told.how === "restored" ? -1 : 1;
    repeats = link.address === last?.address && link.how === "computed" ? repeats + 1 : 0;
    const why = "the same instruction made it out of its own old value again and again";
    if (repeats === MOST_REPEATS) return { kind: "limit", held: link.from, why };
    last = told;
    held = link.from;
  }
}

function linkBefore(run: RunReader, held: HeldValue, limits: ChainLimits): Promise<OriginLink | OriginEnd> {
  const search = async () => {
    const definition = await findDefinition(run, held);
    return "kind" in definition ? definition : await explain(run, held, definition);
  };
  return orEnd<OriginLink | OriginEnd>(limits, search, (kind, why) => ({ kind, held, why }));
}

/** A register was loaded with what had been stored out of it. */
function isRestored(loaded: OriginLink | undefined, stored: OriginLink): boolean {
  if (loaded === undefined || loaded.how === "computed" || stored.how !== "copied") return false;
  const [to, from] = [loaded.to, stored.from.location];
  return (
    loaded.from.location.kind === "memory" &&
    to.kind === "register" &&
    from.kind === "register" &&
    to.number === from.number &&
    to.start === from.start &&
    to.size === from.size
  );
}

async function explain(run: RunReader, held: HeldValue, found: Definition): Promise<OriginLink | OriginEnd> {
  const { position, address, transfer } = found;
  const part = overlap(run.locate(transfer.to, position), held.location);
  const common = { position, address, to: held.location, value: held.value };
  if (part === undefined || part.size < held.location.size) return putTogether(run, held, found);
  if (transfer.how === "constant" || transfer.how === "input")
    return { kind: transfer.how, held, position, address };
  if (transfer.how === "unknown") {
    const why = "what this instruction stores is not followed (no general register)";
    return { kind: "unknown", held, position, address, why };
  }
  if (transfer.how === "copy")
    return explainCopy(run, held, transfer.from[0] as DataPlace, part.start, common);
  const own = await readBy(run, transfer, position);
  const [from, ...others] = [...own, ...((await findComparison(run, position))?.from ?? [])];
  return from === undefined
    ? { kind: "flags", held, position, address }
    : { ...common, how: "computed", from, others };
}

type Common = Pick<OriginLink, "position" | "address" | "to" | "value">;

function explainCopy(
  run: RunReader,
  held: HeldValue,
  place: DataPlace,
  start: number,
  common: Common,
): OriginLink | OriginEnd {
  const { position, address } = common;
  const source = run.locate(place, position);
  if (start >= source.size) {
    const why = "what is above a shorter value: its sign, or zero";
    return { kind: "constant", held, position, address, why };
  }
  const size = Math.min(held.location.size, source.size - start);
  const location = partOf(source, start, size);
  const copied = held.value === undefined ? undefined : BigInt.asUintN(size * 8, held.value);
  const value =
    location.kind === "register" ? registerValue(location, run.registers(position), run.machine) : copied;
  if (copied !== undefined && value !== copied)
    return { kind: "unknown", held, position, address, why: "what it was copied from had another value" };
  return { ...common, how: "copied", from: { location, position, value }, others: [] };
}

/** Of its bytes the instruction wrote a part: they are one copy, or that part is followed. */
async function putTogether(
  run: RunReader,
  held: HeldValue,
  found: Definition,
): Promise<OriginLink | OriginEnd> {
  const { position, address } = found;
  const common = { position, address, to: held.location, value: held.value };
  const part = overlap(held.location, run.locate(found.transfer.to, position));
  const gathered = await findGathered(run, held, found);
  if (gathered !== undefined) {
    const from = { location: gathered.source, position: gathered.position, value: held.value };
    return { ...common, how: "copied", from, others: [] };
  }
  if (part === undefined || held.location.kind === "register") {
    const why = "this instruction wrote a part of the register";
    return { kind: "unknown", held, position, address, why };
  }
  const pieces = [
    { start: part.start, size: part.size },
    { start: 0, size: part.start },
    { start: part.start + part.size, size: held.location.size - part.start - part.size },
  ].filter(({ size }) => size > 0);
  const [from, ...others] = pieces.map((piece) => pieceOf(held, piece, position + 1));
  return { ...common, how: "computed", from: from as HeldValue, others };
}

function pieceOf(
  held: HeldValue,
  { start, size }: { start: number; size: number },
  position: number,
): HeldValue {
  const value =
    held.value === undefined ? undefined : BigInt.asUintN(size * 8, held.value >> BigInt(start * 8));
  return { location: partOf(held.location, start, size) satisfies Location, position, value };
}
