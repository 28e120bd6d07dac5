/**
 * Assembler of kernels that enters C for an exception, an interrupt or a system call, without a word for debuggers. Its
 * way back says what lies on the stack: what is popped and skipped between a call's return and the interrupt's is where the
 * registers of whoever was interrupted are. From there the code before it is followed backwards, up to where the CPU
 * enters, so that each of its instructions knows.
 */
import type { MachineFacts } from "@weft/weaver-bridge/machine";

export interface Instruction {
  readonly address: bigint;
  readonly size: number;
  /** As objdump prints it in AT&T's syntax. */
  readonly mnemonic: string;
  readonly operands: string;
}

/** What lies on the stack at an instruction. */
export interface InterruptedState {
  /** Bytes from the stack pointer up to the saved program counter. */
  readonly counter: number;
  /** The same for registers, by DWARF's numbers; those that are not saved are as they were. */
  readonly saved: ReadonlyMap<number, number>;
}

export interface StubInstruction {
  readonly start: bigint;
  readonly size: number;
  readonly state: InterruptedState;
  /**
   * What is below was interrupted and did not call: said from the call on, where stacks pass, and of what the CPU
   * enters. Between these GDB would not step by lines.
   */
  readonly isEdge: boolean;
}

export interface AddressRange {
  readonly start: bigint;
  readonly end: bigint;
}

/** Of `objdump -d --no-show-raw-insn`. */
export function readDisassembly(text: string, { entries }: MachineFacts): Instruction[] {
  const line = new RegExp(`^ *([\\da-f]+):\\t(?:(?:${entries.prefixes})\\s+)*(\\w+)[ \\t]*(.*)$`, "gm");
  const found = [...text.matchAll(line)];
  return found.map(([, at = "", mnemonic = "", rest = ""], index) => {
    const address = BigInt(`0x${at}`);
    const next = found[index + 1]?.[1];
    const size = next === undefined ? 1 : Number(BigInt(`0x${next}`) - address);
    // Behind a gap the size is not known.
    return {
      address,
      size: size > 0 && size <= entries.longestInstruction ? size : 1,
      mnemonic,
      operands: rest.trim(),
    };
  });
}

/** Of `objdump --dwarf=frames`: what call frame information covers, sorted. */
export function readFrameRanges(text: string): AddressRange[] {
  const found = [...text.matchAll(/ FDE \S+ pc=([\da-f]+)\.\.([\da-f]+)/g)].map(
    ([, start = "", end = ""]) => ({
      start: BigInt(`0x${start}`),
      end: BigInt(`0x${end}`),
    }),
  );
  return found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
}

/** How far a way back from a call may lead. */
const LONGEST_WAY = 200;
/** Of one kernel; what has more is no kernel's entry code. */
const MOST = 20_000;

/** `described`: code that the kernel's own call frame information covers, sorted by start. */
export function trapStubs(
  instructions: readonly Instruction[],
  described: readonly AddressRange[],
  machine: MachineFacts,
): StubInstruction[] {
  const code = new Code(instructions, described, machine);
  const states = new Map<bigint, InterruptedState>();
  const edges = new Set<bigint>();
  const open: bigint[] = [];
  for (const instruction of instructions) {
    if (!code.isCall(instruction) || code.isDescribed(instruction.address)) continue;
    for (const [address, state] of code.wayBack(instruction)) {
      if (states.has(address)) continue;
      states.set(address, state);
      edges.add(address);
      open.push(address);
    }
  }
  for (let address = open.pop(); address !== undefined && states.size < MOST; address = open.pop()) {
    const after = states.get(address) as InterruptedState;
    for (const before of code.before(address)) {
      if (states.has(before.address)) continue;
      const state = code.stateBefore(before, after);
      if (state === undefined) continue;
      states.set(before.address, state);
      open.push(before.address);
    }
  }
  return [...states].map(([start, state]) => {
    const instruction = code.at(start) as Instruction;
    const isEntry =
      state.counter <= code.word && !code.before(start).some(({ address }) => states.has(address));
    return { start, size: instruction.size, state, isEdge: edges.has(start) || isEntry };
  });
}

class Code {
  readonly word: 4 | 8;
  private readonly known: ReadonlyMap<bigint, Instruction>;
  /** Instructions that lead to one, by its address. */
  private readonly leading = new Map<bigint, Instruction[]>();
  private readonly assembler: MachineFacts["entries"];

  constructor(
    instructions: readonly Instruction[],
    private readonly described: readonly AddressRange[],
    machine: MachineFacts,
  ) {
    this.word = machine.word;
    this.assembler = machine.entries;
    this.known = new Map(instructions.map((one) => [one.address, one]));
    for (const one of instructions) {
      if (!this.assembler.endsStraightCode(one.mnemonic)) this.lead(one, one.address + BigInt(one.size));
      const target = this.assembler.isJump(one.mnemonic) ? targetOf(one) : undefined;
      if (target !== undefined) this.lead(one, target);
    }
  }

  private lead(from: Instruction, to: bigint): void {
    const list = this.leading.get(to);
    if (list === undefined) this.leading.set(to, [from]);
    else list.push(from);
  }

  at = (address: bigint) => this.known.get(address);
  isCall = ({ mnemonic }: Instruction) => this.assembler.isCall(mnemonic);
  before = (address: bigint) => this.leading.get(address) ?? [];

  isDescribed(address: bigint): boolean {
    let [low, high] = [0, this.described.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.described[middle] as AddressRange).start <= address) low = middle + 1;
      else high = middle;
    }
    const range = this.described[low - 1];
    return range !== undefined && address < range.end;
  }

  /** States at the call and from its return to that from the interrupt; empty when it does not lead there. */
  wayBack(call: Instruction): (readonly [bigint, InterruptedState])[] {
    const start = call.address + BigInt(call.size);
    const way = this.search(start, 0, new Map(), new Set(), LONGEST_WAY);
    if (way === undefined) return [];
    const { passed, depth, saved } = way;
    const at = (height: number): InterruptedState => ({
      counter: depth - height,
      // What was popped already is back in its register.
      saved: new Map(
        [...saved]
          .map(([register, place]) => [register, place - height] as const)
          .filter(([, place]) => place >= 0),
      ),
    });
    return [[call.address, at(0)], ...passed.map(([address, height]) => [address, at(height)] as const)];
  }

  /** Depth first: the way that falls through, then the one that jumps. `height`: of the stack pointer over that at the call. */
  private search(
    from: bigint,
    height: number,
    saved: ReadonlyMap<number, number>,
    seen: Set<bigint>,
    left: number,
  ): { passed: [bigint, number][]; depth: number; saved: ReadonlyMap<number, number> } | undefined {
    const passed: [bigint, number][] = [];
    const places = new Map(saved);
    for (let address = from; left > 0; left--) {
      const one = this.known.get(address);
      if (one === undefined || seen.has(address) || this.isDescribed(address)) return undefined;
      seen.add(address);
      passed.push([address, height]);
      if (this.assembler.returnsFromInterrupt(one.mnemonic)) return { passed, depth: height, saved: places };
      if (this.assembler.leavesOtherwise(one.mnemonic)) return undefined;
      const change = this.assembler.stackChange(one.mnemonic, one.operands);
      if (change === undefined) return undefined;
      for (const [register, offset] of change.restored) places.set(register, height + offset);
      height += change.by;
      const target = this.assembler.isJump(one.mnemonic) ? targetOf(one) : undefined;
      if (this.assembler.isUnconditionalJump(one.mnemonic)) {
        if (target === undefined) return undefined;
        address = target;
        continue;
      }
      address += BigInt(one.size);
      if (target === undefined) continue;
      const straight =
        this.search(address, height, places, seen, left - 1) ??
        this.search(target, height, places, seen, left - 1);
      return straight === undefined ? undefined : { ...straight, passed: [...passed, ...straight.passed] };
    }
    return undefined;
  }

  /** `undefined` where the stack is another one, or the CPU's frame is not there yet. */
  stateBefore(one: Instruction, after: InterruptedState): InterruptedState | undefined {
    if (this.isDescribed(one.address)) return undefined;
    if (this.assembler.switchesStack(one.mnemonic, one.operands)) return undefined;
    const change = this.assembler.stackChange(one.mnemonic, one.operands);
    if (change === undefined) return undefined;
    const counter = after.counter + change.by;
    if (counter < 0) return undefined;
    const saved = [...after.saved].map(([register, place]) => [register, place + change.by] as const);
    return { counter, saved: new Map(saved.filter(([, place]) => place >= 0)) };
  }
}

/** Of a jump: `c0103021 <alltraps+0x3>`. */
function targetOf({ operands }: Instruction): bigint | undefined {
  const target = /^([\da-f]+)(?:\s|$)/.exec(operands)?.[1];
  return target === undefined ? undefined : BigInt(`0x${target}`);
}
