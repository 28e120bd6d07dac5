/** The instruction that put a value where it is: the last store to its memory, or the last one that set its register. */
import type { Transfer } from "@weft/weaver-bridge/machine/code";
import { type Location, numberOf, overlap, registerValue } from "./location.js";
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
/** Writes of other memory at the same virtual address that are passed over. */
const MOST_ELSEWHERE = 20;

export function findDefinition(run: RunReader, held: HeldValue): Promise<Definition | OriginEnd> {
  const { location } = held;
  return location.kind === "memory" ? findStore(run, held, location) : findSetter(run, held, location);
}

async function findStore(
  run: RunReader,
  held: HeldValue,
  location: Location & { readonly kind: "memory" },
): Promise<Definition | OriginEnd> {
  const points = [{ kind: "write", address: location.start, bytes: location.size } as const];
  const physical = await run.physicalAt(held.position, location.start);
  let end = held.position;
  for (let elsewhere = 0; elsewhere < MOST_ELSEWHERE; elsewhere++) {
    const position = await run.time.lastMeeting(points, end);
    if (position === undefined) return { kind: "never-written", held };
    const span = await run.open(position - FIRST_SPAN, position + 1);
    const here = await span.physical(location.start);
    if (physical !== undefined && here !== undefined && here !== physical) {
      end = position;
      continue;
    }
    const bytes = await span.memory(location.start, location.size);
    const left = bytes === undefined ? undefined : numberOf(bytes);
    if (held.value !== undefined && left !== held.value)
      return {
        ...{ kind: "unknown", held, position, address: run.programCounter(position) },
        why: `the last instruction that stored there left 0x${left?.toString(16) ?? "?"}, and a device, or a store by another address, changed it after that`,
      };
    return storeAt(run, held, position);
  }
  return { kind: "limit", held, why: "this address was written too often in other address spaces" };
}

async function storeAt(run: RunReader, held: HeldValue, position: number): Promise<Definition | OriginEnd> {
  const address = run.programCounter(position);
  for (const transfer of await run.transfersAt(position)) {
    if (transfer.to.kind !== "memory") continue;
    if (overlap(run.locate(transfer.to, position), held.location) !== undefined)
      return { position, address, transfer };
  }
  return { kind: "processor", held, position, address };
}

async function findSetter(
  run: RunReader,
  held: HeldValue,
  location: Location & { readonly kind: "register" },
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
