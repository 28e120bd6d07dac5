/**
 * Where a value in a recording came from: back from the place that has it to the instruction that put it there, to what that
 * instruction took it from, and so on until a constant, something from outside, or what can't be followed. Each link is held
 * against the run: what was copied must be what is found where it was copied to, and a register that changed without an
 * instruction that is known to change it ends the walk in words. (A dynamic slice of data: Korel and Laski, 1988.)
 */
import { nameOf } from "@weft/weaver-bridge/machine";
import type { DataPlace, Machine, Transfer } from "@weft/weaver-bridge/machine/code";
import type { ExecutedSpan, TimeMachine } from "../../../qemu/index.js";
import { type Location, locate, numberOf, overlap, partOf, registerValue } from "./location.js";

/** What a location holds just before the instruction of a position. */
export interface HeldValue {
  readonly location: Location;
  /** Executed instructions since power-on. */
  readonly position: number;
  readonly value: bigint | undefined;
}

export interface OriginLink {
  /** Of the instruction; the value is where it is after it. */
  readonly position: number;
  /** Of the instruction. */
  readonly address: bigint;
  readonly how: "copied" | "computed";
  readonly to: Location;
  readonly value: bigint | undefined;
  /** What is followed. */
  readonly from: HeldValue;
  /** What else it was computed from. */
  readonly others: readonly HeldValue[];
}

export interface OriginEnd {
  readonly kind: "constant" | "input" | "flags" | "never-written" | "processor" | "unknown" | "limit";
  readonly held: HeldValue;
  /** Of the instruction, where it ends at one. */
  readonly position?: number;
  readonly address?: bigint;
  /** Where it is known: why, a clause. */
  readonly why?: string;
}

export interface OriginRequest {
  readonly time: Pick<TimeMachine, "lastMeeting" | "span">;
  readonly machine: Machine;
  readonly signal: AbortSignal;
  /** At most so many links. */
  readonly most: number;
  onLink(link: OriginLink): void;
}

/** In executed instructions: what is looked through at once for who set a register, more and more of it. */
const FIRST_SPAN = 400;
const LONGEST_SPAN = 20_000;
const WIDER = 8;
/** Before it is given up. */
const MOST_LOOKED_THROUGH = 200_000;
/** Writes of other memory at the same virtual address that are passed over. */
const MOST_ELSEWHERE = 20;
/** A value that one instruction makes out of its own old one, as a counter's. */
const MOST_REPEATS = 3;

export async function findOrigin(request: OriginRequest, start: HeldValue): Promise<OriginEnd> {
  const walk = new OriginWalk(request);
  try {
    return await walk.run(start);
  } finally {
    await walk.close();
  }
}

/** An instruction that put a value where it is. */
interface Definition {
  readonly position: number;
  readonly address: bigint;
  readonly transfer: Transfer;
}

class OriginWalk {
  private span: ExecutedSpan | undefined;
  private readonly decoded = new Map<string, readonly Transfer[]>();

  constructor(private readonly request: OriginRequest) {}

  async close(): Promise<void> {
    await this.span?.close();
    this.span = undefined;
  }

  async run(start: HeldValue): Promise<OriginEnd> {
    let held = start;
    let repeats = 0;
    let before: OriginLink | undefined;
    for (let links = 0; ; links++) {
      if (links === this.request.most) return { kind: "limit", held, why: `${links} links were followed` };
      if (this.request.signal.aborted)
        return { kind: "limit", held, why: "the time that it may take is over" };
      const found =
        held.location.kind === "memory"
          ? await this.lastStore(held, held.location)
          : await this.lastSet(held, held.location);
      if ("kind" in found) return found;
      const link = await this.explain(held, found);
      if ("kind" in link) return link;
      this.request.onLink(link);
      repeats = link.address === before?.address && link.how === "computed" ? repeats + 1 : 0;
      if (repeats === MOST_REPEATS)
        return {
          kind: "limit",
          held: link.from,
          why: "the same instruction made it out of its own old value again and again",
        };
      before = link;
      held = link.from;
    }
  }

  // Who put it there.

  private async lastStore(
    held: HeldValue,
    location: Location & { readonly kind: "memory" },
  ): Promise<Definition | OriginEnd> {
    const points = [{ kind: "write", address: location.start, bytes: location.size } as const];
    const physical = await this.physicalAt(held.position, location.start);
    let end = held.position;
    for (let elsewhere = 0; elsewhere < MOST_ELSEWHERE; elsewhere++) {
      const position = await this.request.time.lastMeeting(points, end);
      if (position === undefined) return { kind: "never-written", held };
      const span = await this.open(position - FIRST_SPAN, position + 1);
      const here = await span.physical(location.start);
      if (physical !== undefined && here !== undefined && here !== physical) {
        end = position;
        continue;
      }
      const bytes = await span.memory(location.start, location.size);
      const value = bytes === undefined ? undefined : numberOf(bytes);
      if (held.value !== undefined && value !== held.value)
        return {
          ...{ kind: "unknown", held, position, address: this.programCounter(position) },
          why: `the last instruction that stored there left 0x${value?.toString(16) ?? "?"}: a device, or a store by another address, changed it after that`,
        };
      return this.storeAt(held, position);
    }
    return { kind: "limit", held, why: "this address was written too often in other address spaces" };
  }

  private async storeAt(held: HeldValue, position: number): Promise<Definition | OriginEnd> {
    const address = this.programCounter(position);
    const registers = this.opened.registers(position);
    for (const transfer of await this.transfersAt(position)) {
      if (transfer.to.kind !== "memory") continue;
      const to = locate(transfer.to, registers, this.request.machine);
      if (overlap(to, held.location) !== undefined) return { position, address, transfer };
    }
    return { kind: "processor", held, position, address };
  }

  private async lastSet(
    held: HeldValue,
    location: Location & { readonly kind: "register" },
  ): Promise<Definition | OriginEnd> {
    const { machine } = this.request;
    let looked = 0;
    for (let size = FIRST_SPAN; ; size = Math.min(size * WIDER, LONGEST_SPAN)) {
      const end = held.position - looked;
      const span =
        this.span !== undefined && this.span.from < end && end <= this.span.to
          ? this.span
          : await this.open(end - size, end);
      for (let position = end - 1; position >= span.from; position--, looked++) {
        const transfer = (await this.transfersAt(position)).find(
          ({ to }) => to.kind === "register" && overlap(locate(to, EMPTY, machine), location) !== undefined,
        );
        const [old, value] = [position, position + 1].map((at) =>
          registerValue(location, span.registers(at), machine),
        );
        if (transfer === undefined && old === value) continue;
        if (transfer?.isConditional === true && old === value) continue;
        const address = this.programCounter(position);
        if (transfer !== undefined) return { position, address, transfer };
        const why = "it changed here, by nothing that this instruction is known to do";
        return { kind: "unknown", held, position, address, why };
      }
      if (span.from === 0) return { kind: "never-written", held };
      if (looked >= MOST_LOOKED_THROUGH)
        return { kind: "limit", held, why: `it was set more than ${looked} instructions before` };
    }
  }

  // What it put there.

  private async explain(
    held: HeldValue,
    { position, address, transfer }: Definition,
  ): Promise<OriginLink | OriginEnd> {
    const { machine } = this.request;
    const registers = this.opened.registers(position);
    const to = locate(transfer.to, registers, machine);
    const at = { position, address };
    const part = overlap(to, held.location);
    if (part === undefined || part.size < held.location.size)
      return {
        kind: "unknown",
        held,
        ...at,
        why: `it was put together: this instruction wrote ${part?.size ?? 0} of its ${held.location.size} bytes`,
      };
    if (transfer.how === "constant" || transfer.how === "input") return { kind: transfer.how, held, ...at };
    if (transfer.how === "unknown")
      return {
        kind: "unknown",
        held,
        ...at,
        why: "what this instruction stores is not followed (no general register)",
      };
    const common = { ...at, to: held.location, value: held.value };
    if (transfer.how === "copy")
      return this.explainCopy(held, transfer.from[0] as DataPlace, part.start, common);
    const sources = await Promise.all(
      transfer.from.map((place) => this.heldAt(locate(place, registers, machine), position)),
    );
    const [from, ...others] = sources;
    if (from === undefined) return { kind: "flags", held, ...at };
    return { ...common, how: "computed", from, others };
  }

  private explainCopy(
    held: HeldValue,
    place: DataPlace,
    start: number,
    common: Pick<OriginLink, "position" | "address" | "to" | "value">,
  ): OriginLink | OriginEnd {
    const { machine } = this.request;
    const registers = this.opened.registers(common.position);
    const source = locate(place, registers, machine);
    const { position, address } = common;
    if (start >= source.size)
      return {
        kind: "constant",
        held,
        position,
        address,
        why: "what is above a shorter value: its sign, or zero",
      };
    const size = Math.min(held.location.size, source.size - start);
    const location = partOf(source, start, size);
    const copied = held.value === undefined ? undefined : BigInt.asUintN(size * 8, held.value);
    const value = location.kind === "register" ? registerValue(location, registers, machine) : copied;
    if (copied !== undefined && value !== copied)
      return { kind: "unknown", held, position, address, why: "what it was copied from had another value" };
    return { ...common, how: "copied", from: { location, position, value }, others: [] };
  }

  private async heldAt(location: Location, position: number): Promise<HeldValue> {
    if (location.kind === "register") {
      const value = registerValue(location, this.opened.registers(position), this.request.machine);
      return { location, position, value };
    }
    const look = await this.request.time.span(position, position);
    try {
      const bytes = await look.memory(location.start, location.size);
      return { location, position, value: bytes === undefined ? undefined : numberOf(bytes) };
    } finally {
      await look.close();
    }
  }

  // The run.

  private get opened(): ExecutedSpan {
    if (this.span === undefined) throw new Error("no part of the run is open");
    return this.span;
  }

  private async open(from: number, to: number): Promise<ExecutedSpan> {
    await this.close();
    return (this.span = await this.request.time.span(from, to));
  }

  private programCounter(position: number): bigint {
    return this.opened.registers(position).get(nameOf(this.request.machine, "programCounter")) ?? 0n;
  }

  /** Where virtual memory is at a position; `undefined` where nobody knows. */
  private async physicalAt(position: number, address: bigint): Promise<bigint | undefined> {
    const { span } = this;
    const isOpen = span !== undefined && span.from <= position && position <= span.to;
    if (
      isOpen &&
      span.registers(position).get(this.request.machine.addressSpace) ===
        span.registers(span.to).get(this.request.machine.addressSpace)
    )
      return span.physical(address);
    const look = await this.request.time.span(position, position);
    return look.physical(address).finally(() => look.close());
  }

  private async transfersAt(position: number): Promise<readonly Transfer[]> {
    const address = this.programCounter(position);
    const key = `${address} ${this.opened.registers(position).get(this.request.machine.addressSpace)}`;
    let transfers = this.decoded.get(key);
    if (transfers === undefined) {
      const { code } = this.request.machine;
      const inPage = PAGE - Number(address % BigInt(PAGE));
      const bytes =
        (await this.opened.memory(address, code.longestInstruction)) ??
        (await this.opened.memory(address, Math.min(inPage, code.longestInstruction)));
      transfers = bytes === undefined ? [] : code.transfers(bytes, address);
      this.decoded.set(key, transfers);
    }
    return transfers;
  }
}

const EMPTY = new Map<string, bigint>();
const PAGE = 4096;
