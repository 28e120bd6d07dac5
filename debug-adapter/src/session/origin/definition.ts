/** The instruction that put a value where it is: the last store to its memory, or the last one that set its register. */
import type { Transfer } from "@weft/weaver-bridge/machine/code";
import { type MemoryLocation, numberOf, overlap, type RegisterLocation, registerValue } from "./location.js";
import type { OriginEnd } from "./origin-link.js";
import type { HeldValue, RunReader } from "./run-reader.js";

export interface Definition {
  /** In the stretch that the reader has open. */
  readonly position: number;
  readonly address: bigint;
  readonly transfer: Transfer;
}

/** In executed instructions: what is looked through at once for who set a register, more and more of it. */
const FIRST_SPAN = 400;
const LONGEST_SPAN = 20_000;
const WIDER = 8;
/** Before it is given up. */
const MOST_LOOKED_THROUGH = 200_000;
/** Stores that QEMU tells of and that are none to the same memory: they are passed over. */
const MOST_ELSEWHERE = 20;

export function findDefinition(run: RunReader, held: HeldValue): Promise<Definition | OriginEnd> {
  const { location } = held;
  return location.kind === "memory" ? findStore(run, held, location) : findSetter(run, held, location);
}

async function findStore(
  run: RunReader,
  held: HeldValue,
  location: MemoryLocation,
): Promise<Definition | OriginEnd> {
  const store = await lastStore(run, held.position, location);
  if (store === "never") return { kind: "never-written", held };
  if (store === "elsewhere")
    return { kind: "limit", held, why: "this address was written too often in other address spaces" };
  const { position, transfer } = store;
  const bytes = await run.span.memory(location.start, location.size);
  const left = bytes === undefined ? undefined : numberOf(bytes);
  const address = run.programCounter(position);
  if (held.value !== undefined && left !== held.value) {
    const why = `the last instruction that stored there left 0x${left?.toString(16) ?? "?"}, and a device, or a store by another address, changed it after that`;
    return { kind: "unknown", held, position, address, why };
  }
  return transfer === undefined
    ? { kind: "processor", held, position, address }
    : { position, address, transfer };
}

interface Store {
  readonly position: number;
  /** Undefined where none of the instruction's is known to be to that memory: the processor may have stored it. */
  readonly transfer: Transfer | undefined;
}

/**
 * Where it was last stored to before a position; the stretch before and including that is open then. QEMU also tells of stores
 * that are near (to an odd address beside what is watched), and of the same virtual address in other address spaces.
 */
export async function lastStore(
  run: RunReader,
  before: number,
  location: MemoryLocation,
): Promise<Store | "never" | "elsewhere"> {
  const physical = await run.physicalAt(before, location.start);
  let end = before;
  for (let elsewhere = 0; elsewhere < MOST_ELSEWHERE; elsewhere++) {
    const position = await run.lastWrite(location, end);
    if (position === undefined) return "never";
    const span = await run.open(position - FIRST_SPAN, position + 1);
    const here = await span.physical(location.start);
    const isElsewhere = physical !== undefined && here !== undefined && here !== physical;
    const store = isElsewhere ? undefined : await storeAt(run, position, location);
    if (store !== undefined) return store;
    end = position;
  }
  return "elsewhere";
}

/** Undefined where nothing was stored there, although QEMU says so. */
async function storeAt(
  run: RunReader,
  position: number,
  location: MemoryLocation,
): Promise<Store | undefined> {
  const transfer = await transferTo(run, position, location);
  const isNone =
    transfer === undefined ? await isBeside(run, position) : await keptOld(run, position, transfer);
  return isNone ? undefined : { position, transfer };
}

/** Of an instruction that does not store there: all that it stores is known, and nothing else happened. */
async function isBeside(run: RunReader, position: number): Promise<boolean> {
  const transfers = await run.transfersAt(position);
  return transfers.some(({ to }) => to.kind === "memory") && run.ranAlone(position);
}

/** A comparison that failed, and exchanged nothing. */
async function keptOld(run: RunReader, position: number, transfer: Transfer): Promise<boolean> {
  const [from] = transfer.from;
  if (transfer.isConditional !== true || from === undefined) return false;
  const [to, source] = [run.locate(transfer.to, position), run.locate(from, position)];
  if (to.kind !== "memory" || source.kind !== "register") return false;
  const bytes = await run.span.memory(to.start, to.size);
  const value = registerValue(source, run.registers(position), run.machine);
  return bytes !== undefined && value !== undefined && numberOf(bytes) !== value;
}

async function transferTo(
  run: RunReader,
  position: number,
  location: MemoryLocation,
): Promise<Transfer | undefined> {
  return (await run.transfersAt(position)).find(
    ({ to }) => to.kind === "memory" && overlap(run.locate(to, position), location) !== undefined,
  );
}

async function findSetter(
  run: RunReader,
  held: HeldValue,
  location: RegisterLocation,
): Promise<Definition | OriginEnd> {
  let end = held.position;
  for (
    let size = FIRST_SPAN;
    held.position - end < MOST_LOOKED_THROUGH;
    size = Math.min(size * WIDER, LONGEST_SPAN)
  ) {
    const span = await run.openBefore(end, size);
    for (let position = end - 1; position >= span.from; position--) {
      const transfer = (await run.transfersAt(position)).find(
        ({ to }) => to.kind === "register" && overlap(run.locate(to, position), location) !== undefined,
      );
      const isSame =
        registerValue(location, span.registers(position), run.machine) ===
        registerValue(location, span.registers(position + 1), run.machine);
      if (isSame && (transfer === undefined || transfer.isConditional === true)) continue;
      const address = run.programCounter(position);
      if (transfer !== undefined) return { position, address, transfer };
      const why = "it changed here, by nothing that this instruction is known to do";
      return { kind: "unknown", held, position, address, why };
    }
    end = span.from;
    if (end <= 0) return { kind: "never-written", held };
  }
  return { kind: "limit", held, why: `it was set more than ${held.position - end} instructions before` };
}
