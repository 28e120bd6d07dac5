/** A recorded run as who follows a value reads it: a stretch of it at a time, its instructions as what they put where. */
import { nameOf } from "@weft/weaver-bridge/machine";
import type { FlagUse, Machine, MachineInstruction, Transfer } from "@weft/weaver-bridge/machine/code";
import { type AllRegisters, CODE_BITS, type ExecutedSpan, type TimeMachine } from "../../qemu/index.js";
import { type Location, locate, type MemoryLocation, numberOf, registerValue } from "./location.js";

/** What a location holds just before the instruction of a position. */
export interface HeldValue {
  readonly location: Location;
  /** Executed instructions since power-on. */
  readonly position: number;
  readonly value: bigint | undefined;
}

export type RecordedTime = Pick<TimeMachine, "lastMeeting" | "span">;

export interface ReadInstruction {
  readonly transfers: readonly Transfer[];
  readonly flags: FlagUse | undefined;
  readonly flow: MachineInstruction["flow"];
  /** Where the one behind it begins. */
  readonly behind: bigint;
}
const PAGE = 4096;

function readInstruction(bytes: Buffer, address: bigint, { code }: Machine): ReadInstruction | undefined {
  const [first] = code.decode(bytes, 0);
  if (first === undefined || first.isInvalid) return undefined;
  return {
    transfers: code.transfers(bytes, address),
    flags: code.flagUse(bytes, address),
    flow: first.flow,
    behind: address + BigInt(first.length),
  };
}

export class RunReader {
  private opened: ExecutedSpan | undefined;
  private readonly decoded = new Map<string, ReadInstruction | undefined>();

  constructor(
    private readonly time: RecordedTime,
    readonly machine: Machine,
    /** Then whoever waits is refused. */
    private readonly until?: AbortSignal,
  ) {}

  /** The stretch that was opened last. */
  get span(): ExecutedSpan {
    if (this.opened === undefined) throw new Error("no part of the run is open");
    return this.opened;
  }

  async open(from: number, to: number): Promise<ExecutedSpan> {
    await this.close();
    return (this.opened = await this.time.span(from, to, this.until));
  }

  /** Whether a position is in the stretch that is open, with the instruction before it. */
  has(position: number): boolean {
    const { opened } = this;
    return opened !== undefined && opened.from < position && position <= opened.to;
  }

  /** One in which there is something before this position, and all up to it. */
  async openBefore(position: number, instructions: number): Promise<ExecutedSpan> {
    return this.has(position) ? this.span : this.open(position - instructions, position);
  }

  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }

  registers(position: number): AllRegisters {
    return this.span.registers(position);
  }

  programCounter(position: number): bigint {
    return this.registers(position).get(nameOf(this.machine, "programCounter")) ?? 0n;
  }

  /** Of the instruction at a position of the stretch. */
  async transfersAt(position: number): Promise<readonly Transfer[]> {
    return (await this.instructionAt(position))?.transfers ?? [];
  }

  /** The instruction at a position was carried out, and nothing else, as an interrupt, before the next one. */
  async ranAlone(position: number): Promise<boolean> {
    const instruction = await this.instructionAt(position);
    return instruction?.flow === "next" && instruction.behind === this.programCounter(position + 1);
  }

  /**
   * At a position of the stretch; `undefined` where there is none that can be read, as in firmware: it may be in another mode
   * than the kernel's code.
   */
  async instructionAt(position: number): Promise<ReadInstruction | undefined> {
    const bits = BigInt(this.machine.bits);
    if ((this.registers(position).get(CODE_BITS) ?? bits) !== bits) return undefined;
    const address = this.programCounter(position);
    const key = `${address} ${this.registers(position).get(this.machine.addressSpace)}`;
    if (!this.decoded.has(key)) {
      const { code } = this.machine;
      const inPage = PAGE - Number(address % BigInt(PAGE));
      const bytes =
        (await this.span.memory(address, code.longestInstruction)) ??
        (await this.span.memory(address, Math.min(inPage, code.longestInstruction)));
      this.decoded.set(key, bytes === undefined ? undefined : readInstruction(bytes, address, this.machine));
    }
    return this.decoded.get(key);
  }

  /** Where a place of an instruction is, that stands at a position of the stretch. */
  locate(place: Transfer["to"], position: number): Location {
    return locate(place, this.registers(position), this.machine);
  }

  /** Where memory was last written before a position; `undefined` when never. */
  lastWrite({ start, size }: MemoryLocation, before: number): Promise<number | undefined> {
    const points = [{ kind: "write", address: start, bytes: size } as const];
    return this.time.lastMeeting(points, before, this.until);
  }

  /** Where one of these instructions was last come by before a position; `undefined` when never. */
  lastExecution(addresses: Iterable<bigint>, before: number): Promise<number | undefined> {
    const points = [...new Set(addresses)].map((address) => ({ kind: "instruction", address }) as const);
    return this.time.lastMeeting(points, before, this.until);
  }

  /** Where virtual memory is at a position; `undefined` where nobody knows. */
  async physicalAt(position: number, address: bigint): Promise<bigint | undefined> {
    const { opened } = this;
    const { addressSpace } = this.machine;
    const isOpen = opened !== undefined && opened.from <= position && position <= opened.to;
    if (
      isOpen &&
      opened.registers(position).get(addressSpace) === opened.registers(opened.to).get(addressSpace)
    )
      return opened.physical(address);
    const look = await this.time.span(position, position, this.until);
    return look.physical(address).finally(() => look.close());
  }

  async heldAt(location: Location, position: number): Promise<HeldValue> {
    const { opened } = this;
    if (
      location.kind === "register" &&
      opened !== undefined &&
      opened.from <= position &&
      position <= opened.to
    )
      return { location, position, value: registerValue(location, opened.registers(position), this.machine) };
    const look = await this.time.span(position, position, this.until);
    try {
      if (location.kind === "register")
        return { location, position, value: registerValue(location, look.registers(position), this.machine) };
      const bytes = await look.memory(location.start, location.size);
      return { location, position, value: bytes === undefined ? undefined : numberOf(bytes) };
    } finally {
      await look.close();
    }
  }
}
