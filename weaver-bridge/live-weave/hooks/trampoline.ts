/**
 * The code that a hook runs, in the guest's free area:
 *
 *     lock incl HITS        hits of this hook, also where two CPUs meet it at once
 *     push eax, ecx, edx    what C may change, and arguments may be in
 *     mov eax, esp          where the advice reads arguments
 *     call ADVICE           for before advice
 *     pop edx, ecx, eax
 *     …                     the displaced instructions, encoded for their new place
 *     jmp BACK
 *
 * Likewise what replaces the return address, for after advice; it gets a byte behind the place of that, and leaves ecx.
 *
 * Where a call is hooked, it calls this instead, and in place of the last two a jump leads to what it called;
 * and where the function returns to, for after advice:
 *
 *     push 0                room for the return address
 *     push eax, ecx, edx    the result, and what callers may rely on
 *     lea eax, [esp + 13]   a byte behind that room
 *     call ADVICE           which puts the return address there
 *     pop edx, ecx, eax
 *     ret
 *
 * With around advice, the advice runs in place of the function, and the function as it was is the last line of the above:
 *
 *     lock incl HITS; push ecx, edx; push [esp + …] for each argument on the stack
 *     call ADVICE; add esp, …; pop edx, ecx; ret
 *
 * At a function's entry and return the flags hold nothing. In the middle of one they do, and what advice is behind runs
 * between the displaced instructions:
 *
 *     pushf; lock incl HITS; popf
 *     pushf; push eax, ecx, edx; call BEFORE; pop edx, ecx, eax; popf
 *     the first displaced instruction
 *     pushf; push eax, ecx, edx; call AFTER; pop edx, ecx, eax; popf
 *     …                         the others
 *     jmp BACK
 */

import { BlockEncoder, BlockEncoderOptions, type Instruction } from "iced-x86";
import type { TrampolineFrame } from "../../model/index.js";
import { isCall } from "./displaced-block.js";
import { decode, endOf, type HookSite, JUMP_LENGTH } from "./hook-site.js";
import { loadObject, type ObjectPlace } from "./load-object.js";
import { createFrames } from "./trampoline-frames.js";
import { TRAP } from "./trap-handler.js";

export interface Trampoline {
  readonly address: number;
  readonly bytes: Buffer;
  /** That it runs from its first to its last, with the displaced ones. */
  readonly instructions?: number;
  /** How stacks go on from its code, for a debugger. */
  readonly frames?: readonly TrampolineFrame[];
}

/** A function in the area that gets the frame in eax, the accessed object in edx and an address in ecx, if it looks at them. */
export interface CalledAdvice {
  readonly address: number;
  readonly usesFrame: boolean;
  /** It gets a byte behind the return address's place in place of the frame, and changes no more than eax and edx. */
  readonly isEnter?: boolean;
  readonly pc?: number;
  readonly target?: ObjectPlace;
}

/** What runs at one of the displaced instructions. */
export interface HookCode {
  readonly at: number;
  /** The flags hold something there: it is no function's entry. */
  readonly isInside: boolean;
  /** Address of the counter of hits. */
  readonly hits: number;
  readonly before: readonly CalledAdvice[];
  /** Behind the instruction. */
  readonly after: readonly CalledAdvice[];
}

const COUNT = [0xf0, 0xff, 0x05];
const PUSH_FLAGS = 0x9c;
const POP_FLAGS = 0x9d;
const SAVE = [0x50, 0x51, 0x52];
const RESTORE = [0x5a, 0x59, 0x58];
const SAVE_FEW = [0x50, 0x52];
const RESTORE_FEW = [0x5a, 0x58];
const FRAME = [0x89, 0xe0];
/** `lea eax, [esp + …]` */
const ABOVE = [0x8d, 0x44, 0x24];
const MOVE_TO_ECX = 0xb9;
/** Bytes between the stack in the middle of a function and that of what is called there: flags and three registers. */
const PUSHED = 16;
const JUMP = 0xe9;
const PUSH_WORD = 0x68;
const PUSH_0 = [0x6a, 0];
const RETURN = [0xc3];
const KEEP = [0x51, 0x52];
const KEPT = [0x5a, 0x59];
/** `push dword [esp + …]`, `add esp, …` */
const PUSH_AGAIN = [0xff, 0xb4, 0x24];
const DROP = [0x81, 0xc4];

/** A call or a tail jump that is hooked leads here: its target comes last, and returns to where the call is. */
export function callTrampoline(site: HookSite, address: number, hook: HookCode): Trampoline {
  const code = createCode(address);
  runBefore(code, hook);
  code.branch(JUMP, targetOf(site));
  return code.trampoline();
}

/** In place of the displaced instructions, with what runs at them. */
export function blockTrampoline(block: HookSite, address: number, hooks: readonly HookCode[]): Trampoline {
  const code = createCode(address);
  for (const instruction of decode(block.original, block.address)) {
    const at = Number(instruction.ip);
    const own = hooks.filter((hook) => hook.at === at);
    code.standsFor(at);
    for (const hook of own) runBefore(code, hook);
    moveInstruction(instruction, block, code);
    code.standsFor(at + instruction.length);
    for (const { after } of [...own].reverse())
      if (after.length > 0) keepingFlags(code, () => run(code, after));
  }
  code.branch(JUMP, endOf(block));
  return code.trampoline();
}

function runBefore(code: Code, { isInside, hits, before }: HookCode): void {
  const counted = () => {
    code.add([...COUNT, ...word(hits)]);
    if (before.length > 0) run(code, before);
  };
  if (isInside) keepingFlags(code, counted);
  else counted();
}

function keepingFlags(code: Code, what: () => void): void {
  code.stack([PUSH_FLAGS]);
  what();
  code.stack([POP_FLAGS]);
}

function run(code: Code, calls: readonly CalledAdvice[]): void {
  const isFew = calls.every(({ isEnter }) => isEnter === true);
  const saved = isFew ? SAVE_FEW : SAVE;
  code.stack(saved);
  for (const call of calls) {
    if (call.isEnter === true) code.add([...ABOVE, 4 * saved.length + 1]);
    code.call(call);
  }
  code.stack(isFew ? RESTORE_FEW : RESTORE);
}

export interface AroundPlan {
  readonly block: HookSite;
  readonly address: number;
  readonly hits: number;
  /** Of what else is hooked in the block. */
  readonly others: readonly HookCode[];
  /** Of the function that runs in place of the hooked one. */
  readonly advice: number;
  /** How many arguments are on the stack. */
  readonly stacked: number;
}

/** Callers of the same unit may know what the function leaves alone: ecx and edx are kept, whatever the advice does. */
export function aroundTrampoline({ block, address, hits, others, advice, stacked }: AroundPlan): {
  readonly entry: Trampoline;
  readonly original: Trampoline;
} {
  const code = createCode(address);
  code.standsFor(block.address);
  code.add([...COUNT, ...word(hits)]);
  code.stack(KEEP);
  for (let count = stacked; count > 0; count--) {
    code.add([...PUSH_AGAIN, ...word(8 + 4 * stacked)]);
    code.moved(4);
  }
  code.branch(0xe8, advice);
  if (stacked > 0) code.add([...DROP, ...word(4 * stacked)]);
  code.moved(-4 * stacked);
  code.stack(KEPT);
  code.add(RETURN);
  return {
    entry: code.trampoline(),
    original: blockTrampoline(block, code.next(), others),
  };
}

/** `nodes`: where return addresses are kept. */
export function returnTrampoline(address: number, leave: CalledAdvice, nodes: number): Trampoline {
  const code = createCode(address);
  code.returnsFrom(nodes);
  code.add(PUSH_0);
  code.moved(4);
  code.stack(SAVE);
  code.add([...ABOVE, 4 * SAVE.length + 1]);
  code.call(leave);
  code.stack(RESTORE);
  code.add(RETURN);
  return code.trampoline();
}

/** What stands at the join point then: a breakpoint, or the jump (the call keeps being one), and behind it what nobody reaches, as it was. */
export function encodeHook(site: HookSite, trampoline: number, isCall: boolean): Buffer {
  if (site.trap !== undefined) return Buffer.from([TRAP, ...site.original.subarray(1)]);
  const code = createCode(site.address);
  code.branch(isCall ? (site.original[0] as number) : JUMP, trampoline);
  code.add(site.original.subarray(JUMP_LENGTH));
  return code.bytes();
}

function targetOf({ address, original }: HookSite): number {
  return address + JUMP_LENGTH + original.readInt32LE(1);
}

type Code = ReturnType<typeof createCode>;

function createCode(address: number) {
  const bytes: number[] = [];
  let instructions = 0;
  const add = (instruction: Iterable<number>) => {
    bytes.push(...instruction);
    instructions++;
  };
  const next = () => address + bytes.length;
  const branch = (opcode: number, target: number) => add([opcode, ...word(target - (next() + 5))]);
  const frames = createFrames(address);
  return {
    add,
    next,
    branch,
    /** Instructions of one byte that push or pop one register. */
    stack: (instructions: readonly number[]) => {
      for (const instruction of instructions) {
        add([instruction]);
        frames.passed(next(), instruction);
      }
    },
    /** The stack grew by these bytes. */
    moved: (more: number) => frames.moved(next(), more),
    /** What comes stands for the kernel's code at that address. */
    standsFor: (at: number) => frames.standsFor(next(), at),
    returnsFrom: (nodes: number) => frames.returnsFrom(next(), nodes),
    trampoline: (): Trampoline => ({
      ...{ address, bytes: Buffer.from(bytes), instructions, frames: frames.upTo(next()) },
    }),
    call: (advice: CalledAdvice) => {
      if (advice.target !== undefined) add(loadObject(advice.target, PUSHED));
      if (advice.pc !== undefined) add([MOVE_TO_ECX, ...word(advice.pc)]);
      if (advice.usesFrame) add(FRAME);
      branch(0xe8, advice.address);
    },
    bytes: () => Buffer.from(bytes),
  };
}

function word(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, (value >>> 24) & 0xff];
}

/** Branches lead where they led, and a call returns to where it would have. */
function moveInstruction(instruction: Instruction, block: HookSite, code: Code): void {
  const at = Number(instruction.ip) - block.address;
  const bytes = block.original.subarray(at, at + instruction.length);
  if (isCall(instruction)) {
    code.add([PUSH_WORD, ...word(endOf({ address: block.address + at, original: bytes }))]);
    code.moved(4);
    if (instruction.isCallNear) code.branch(JUMP, Number(instruction.nearBranchTarget));
    else code.add(jumpLikeCall(bytes));
    code.moved(-4);
  } else if (
    instruction.isJmpShortOrNear ||
    instruction.isJccShortOrNear ||
    instruction.isLoop ||
    instruction.isLoopcc ||
    instruction.isJcxShort
  )
    code.add(encodedAt(instruction, code.next()));
  else code.add(bytes);
}

/** Of an indirect one: the operation is in three bits of the second byte. */
function jumpLikeCall(bytes: Buffer): Buffer {
  const jump = Buffer.from(bytes);
  jump[1] = ((bytes[1] as number) & 0xc7) | (4 << 3);
  return jump;
}

function encodedAt(instruction: Instruction, address: number): Uint8Array {
  const encoder = new BlockEncoder(32, BlockEncoderOptions.None);
  try {
    encoder.add(instruction);
    return encoder.encode(BigInt(address));
  } finally {
    encoder.free();
  }
}
