/** A stretch of a recorded run, instruction by instruction, and the machine as it stands behind it. */
import { type AllRegisters, readRegisters, splitExecuted } from "./executed.js";
import type { ReplayTake } from "./replay-take.js";
import type { TakePool } from "./take-pool.js";

export interface ExecutedSpan {
  /** The first instruction's, in executed instructions since power-on. */
  readonly from: number;
  /** Where the machine stands: just before the instruction of this position. */
  readonly to: number;
  /** Before the instruction at a position from `from` to `to`. */
  registers(position: number): AllRegisters;
  /** Where the machine stands; `undefined` where nothing can be read. */
  memory(address: bigint, bytes: number): Promise<Buffer | undefined>;
  /** Where the memory at a virtual address is, where the machine stands; `undefined` where nothing is. */
  physical(address: bigint): Promise<bigint | undefined>;
  close(): Promise<void>;
}

export async function openSpan(
  takes: TakePool,
  from: number,
  to: number,
  until?: AbortSignal,
): Promise<ExecutedSpan> {
  const take = await takes.at(from, "nearby", until);
  try {
    const states = from < to ? splitExecuted(await take.executeTo(to)) : [];
    if (states.length !== to - from)
      throw new Error(
        `QEMU told of ${states.length} instructions where ${to - from} ran: what it says of them is not believed.`,
      );
    states.push(await take.monitor("info registers"));
    return new Span(takes, take, states, to);
  } catch (error) {
    await takes.drop(take);
    throw error;
  }
}

class Span implements ExecutedSpan {
  readonly from: number;
  private readonly read = new Map<number, AllRegisters>();

  constructor(
    private readonly takes: TakePool,
    private readonly take: ReplayTake,
    private readonly states: readonly string[],
    readonly to: number,
  ) {
    this.from = to - states.length + 1;
  }

  registers(position: number): AllRegisters {
    let registers = this.read.get(position);
    if (registers === undefined)
      this.read.set(position, (registers = readRegisters(this.states[position - this.from] ?? "")));
    return registers;
  }

  async memory(address: bigint, bytes: number): Promise<Buffer | undefined> {
    const answer = await this.take.stub.ask(`m${address.toString(16)},${bytes.toString(16)}`);
    const content = Buffer.from(answer, "hex");
    return /^E/.test(answer) || content.length !== bytes ? undefined : content;
  }

  async physical(address: bigint): Promise<bigint | undefined> {
    const told = await this.take.monitor(`gva2gpa 0x${address.toString(16)}`);
    const found = /^gpa: (?:0x)?([0-9a-f]+)/.exec(told)?.[1];
    return found === undefined ? undefined : BigInt(`0x${found}`);
  }

  close(): Promise<void> {
    return this.takes.drop(this.take);
  }
}
