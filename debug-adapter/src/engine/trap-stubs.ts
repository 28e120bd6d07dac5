/**
 * Assembler of kernels that enters C for an exception, an interrupt or a system call, without a word for debuggers. Its
 * way back says what lies on the stack: what is popped and skipped between a call's return and `iret` is where the
 * registers of whoever was interrupted are. From there the code before it is followed backwards, up to where the CPU
 * enters, so that each of its instructions knows.
 */
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
export function readDisassembly(text: string): Instruction[] {
  const found = [
    ...text.matchAll(
      /^ *([\da-f]+):\t(?:(?:rep\w*|lock|data16|addr\d+|cs|ds|es|notrack)\s+)*(\w+)[ \t]*(.*)$/gm,
    ),
  ];
  return found.map(([, at = "", mnemonic = "", rest = ""], index) => {
    const address = BigInt(`0x${at}`);
    const next = found[index + 1]?.[1];
    const size = next === undefined ? 1 : Number(BigInt(`0x${next}`) - address);
    // Behind a gap the size is not known; no instruction is longer than this.
    return { address, size: size > 0 && size <= 15 ? size : 1, mnemonic, operands: rest.trim() };
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
  is64: boolean,
): StubInstruction[] {
  const code = new Code(instructions, described, is64);
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

/** By how much an instruction moves the stack pointer, and which registers it loads from where over it. */
interface StackChange {
  readonly by: number;
  /** Register by DWARF's number, bytes over the stack pointer. */
  readonly restored: readonly (readonly [number, number])[];
}

class Code {
  readonly word: 4 | 8;
  private readonly known: ReadonlyMap<bigint, Instruction>;
  /** Instructions that lead to one, by its address. */
  private readonly leading = new Map<bigint, Instruction[]>();
  private readonly registers: ReadonlyMap<string, number>;
  private readonly counter: string;

  constructor(
    instructions: readonly Instruction[],
    private readonly described: readonly AddressRange[],
    is64: boolean,
  ) {
    this.word = is64 ? 8 : 4;
    this.registers = is64 ? REGISTERS_64 : REGISTERS_32;
    this.counter = is64 ? "%rsp" : "%esp";
    this.known = new Map(instructions.map((one) => [one.address, one]));
    for (const one of instructions) {
      if (!/^(?:jmp|ret|iret|hlt|ud2|sysret|sysexit)/.test(one.mnemonic))
        this.lead(one, one.address + BigInt(one.size));
      const target = /^j/.test(one.mnemonic) ? targetOf(one) : undefined;
      if (target !== undefined) this.lead(one, target);
    }
  }

  private lead(from: Instruction, to: bigint): void {
    const list = this.leading.get(to);
    if (list === undefined) this.leading.set(to, [from]);
    else list.push(from);
  }

  at = (address: bigint) => this.known.get(address);
  isCall = ({ mnemonic }: Instruction) => mnemonic.startsWith("call");
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

  /** States at the call and from its return to `iret`; empty when it does not lead there. */
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
      if (one.mnemonic.startsWith("iret")) return { passed, depth: height, saved: places };
      if (/^(?:ret|hlt|ud2|sysret|sysexit|leave|int3)/.test(one.mnemonic)) return undefined;
      const change = this.change(one);
      if (change === undefined) return undefined;
      for (const [register, offset] of change.restored) places.set(register, height + offset);
      height += change.by;
      const target = one.mnemonic.startsWith("j") ? targetOf(one) : undefined;
      if (one.mnemonic.startsWith("jmp")) {
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

  private change({ mnemonic, operands }: Instruction): StackChange | undefined {
    const { word } = this;
    if (/^popa/.test(mnemonic)) return { by: 8 * word, restored: POPPED_BY_POPA };
    if (/^pusha/.test(mnemonic)) return moved(-8 * word);
    if (/^push/.test(mnemonic)) return moved(-word);
    if (/^pop/.test(mnemonic) && !/^popcnt/.test(mnemonic)) {
      const register = this.registers.get(operands);
      return register === undefined ? moved(word) : { by: word, restored: [[register, 0]] };
    }
    const [from = "", to = ""] = splitOperands(operands);
    if (to === this.counter && /^(?:add|sub|lea|and|xchg)/.test(mnemonic))
      return addedToPointer(mnemonic, from);
    // Another task's stack: what lies on it is the same.
    return /^mov/.test(mnemonic) && to !== this.counter ? this.loaded(from, to) : moved(0);
  }

  private loaded(from: string, to: string): StackChange {
    const register = this.registers.get(to);
    const offset = /^(?:0x([\da-f]+))?\(%[er]sp\)$/.exec(from);
    if (register === undefined || offset === null) return moved(0);
    return { by: 0, restored: [[register, Number.parseInt(offset[1] ?? "0", 16)]] };
  }

  /** `undefined` where the stack is another one, or the CPU's frame is not there yet. */
  stateBefore(one: Instruction, after: InterruptedState): InterruptedState | undefined {
    if (this.isDescribed(one.address)) return undefined;
    if (/^mov/.test(one.mnemonic) && splitOperands(one.operands)[1] === this.counter) return undefined;
    const change = this.change(one);
    if (change === undefined) return undefined;
    const counter = after.counter + change.by;
    if (counter < 0) return undefined;
    const saved = [...after.saved].map(([register, place]) => [register, place + change.by] as const);
    return { counter, saved: new Map(saved.filter(([, place]) => place >= 0)) };
  }
}

function moved(by: number): StackChange {
  return { by, restored: [] };
}

/** `undefined` where it is not a number that is added. */
function addedToPointer(mnemonic: string, from: string): StackChange | undefined {
  const number = /^(-?)(?:\$(-?))?0x([\da-f]+)(?:\(%[er]sp\))?$/.exec(from);
  if (number === null || /^(?:and|xchg)/.test(mnemonic)) return undefined;
  const size = Number.parseInt(number[3] ?? "", 16) | 0;
  const sign = number[1] === "-" || number[2] === "-" ? -1 : 1;
  return moved((mnemonic.startsWith("sub") ? -sign : sign) * size);
}

/** Of a jump: `c0103021 <alltraps+0x3>`. */
function targetOf({ operands }: Instruction): bigint | undefined {
  const target = /^([\da-f]+)(?:\s|$)/.exec(operands)?.[1];
  return target === undefined ? undefined : BigInt(`0x${target}`);
}

/** `0x4(%esp),%eax` in two. */
function splitOperands(text: string): string[] {
  return text.split(/,(?![^(]{0,40}\))/).map((part) => part.trim());
}

/** DWARF's numbers. */
const REGISTERS_32 = new Map(
  ["%eax", "%ecx", "%edx", "%ebx", "", "%ebp", "%esi", "%edi"].map((name, number) => [name, number]),
);
const REGISTERS_64 = new Map(
  [
    ...["%rax", "%rdx", "%rcx", "%rbx", "%rsi", "%rdi", "%rbp", ""],
    ...["%r8", "%r9", "%r10", "%r11", "%r12", "%r13", "%r14", "%r15"],
  ].map((name, number) => [name, number]),
);
/** edi, esi, ebp, (esp), ebx, edx, ecx, eax. */
const POPPED_BY_POPA: readonly (readonly [number, number])[] = [7, 6, 5, undefined, 3, 2, 1, 0].flatMap(
  (register, index) => (register === undefined ? [] : [[register, 4 * index] as const]),
);
