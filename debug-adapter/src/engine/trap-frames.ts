/**
 * How stacks go on below the places where Linux is entered: by an exception, an interrupt or a system call. These are
 * written in assembler, without a word for debuggers, so stacks would end in what lies there by chance. All leave the
 * registers of whoever was interrupted as a `struct pt_regs` at their stack pointer when they call C, which is written
 * down here as what GDB reads: a file with call frame information, and nothing else. For other kernels the same is
 * written of what their own assembler tells (`trap-stubs`).
 */
import type { StubInstruction } from "./trap-stubs.js";

export interface CodeRange {
  readonly name: string;
  readonly start: bigint;
  readonly size: bigint;
}

/** Offsets in `struct pt_regs`, by the number that DWARF has for the register. */
interface Saved {
  readonly word: 4 | 8;
  readonly stackRegister: number;
  readonly counter: number;
  readonly places: readonly (readonly [register: number, offset: number])[];
}

export const I386: Saved = {
  word: 4,
  stackRegister: 4,
  counter: 8,
  // ebx, ecx, edx, esi, edi, ebp, eax, eip, eflags, esp
  places: [
    [3, 0],
    [1, 4],
    [2, 8],
    [6, 12],
    [7, 16],
    [5, 20],
    [0, 24],
    [8, 48],
    [9, 56],
    [4, 60],
  ],
};
const X86_64: Saved = {
  word: 8,
  stackRegister: 7,
  counter: 16,
  // r15, r14, r13, r12, rbp, rbx, r11, r10, r9, r8, rax, rcx, rdx, rsi, rdi, rip, eflags, rsp
  places: [
    ...[
      [15, 0],
      [14, 8],
      [13, 16],
      [12, 24],
      [6, 32],
      [3, 40],
      [11, 48],
      [10, 56],
      [9, 64],
    ],
    ...[
      [8, 72],
      [0, 80],
      [2, 88],
      [1, 96],
      [4, 104],
      [5, 112],
      [16, 128],
      [49, 144],
      [7, 152],
    ],
  ] as [number, number][],
};

/** Entries that call C with the saved registers at the top of their stack. */
const ENTRIES =
  /^(?:asm_(?:exc|sysvec)_\w+|asm_\w*interrupt|handle_exception|common_exception|entry_(?:INT80_32|SYSENTER_32|INT80_compat|SYSCALL_64|SYSCALL_64_after_hwframe))$/;
/** What threads begin with: nobody called it. */
const BEGINNINGS = /^(?:ret_from_fork(?:_asm)?|rewind_stack_and_make_dead)$/;

/** Of these functions those that stacks have to be led through; none in kernels other than Linux. */
export function trapEntries(functions: readonly CodeRange[]): CodeRange[] {
  const entries = functions.filter(({ name, size }) => size > 0n && ENTRIES.test(name));
  return entries.length === 0 ? [] : [...entries, ...functions.filter(({ name }) => BEGINNINGS.test(name))];
}

export const DW = {
  offset: 0x80,
  undefined: 0x07,
  defineAddress: 0x0c,
  offsetExtended: 0x05,
  valueExpression: 0x16,
} as const;

/** An ELF file that says all of it; not of an entry's first byte, where {@link handlerFrames} holds. */
export function trapFrames(entries: readonly CodeRange[], is64: boolean): Buffer {
  const saved = is64 ? X86_64 : I386;
  const top = [DW.defineAddress, saved.stackRegister, 0];
  const ranges = entries.map((entry): Described => {
    if (BEGINNINGS.test(entry.name)) return { common: 1, ...entry };
    return { common: 0, start: entry.start + 1n, size: entry.size - 1n };
  });
  const commons = [
    describe(saved, "S", [...top, ...rules(saved.places)]),
    describe(saved, "", [...top, DW.undefined, saved.counter]),
  ];
  return fileOf(saved.word, commons, ranges);
}

/** First instruction of what the CPU calls for an exception. */
export interface Handler {
  readonly start: bigint;
  readonly hasErrorCode: boolean;
}

/**
 * The same for handlers of whatever kernel: at their first instruction, before they saved anything, whoever met the
 * exception in the kernel's own code.
 */
export function handlerFrames(handlers: readonly Handler[], is64: boolean): Buffer {
  const saved = is64 ? X86_64 : I386;
  const commons = [false, true].map((hasErrorCode) => {
    const first = hasErrorCode ? saved.word : 0;
    // A CPU of 32 bits pushes no stack pointer where the stack stays: it is what lies above the three that it pushes.
    if (!is64)
      return describe(
        saved,
        "S",
        [DW.defineAddress, saved.stackRegister, first + 12, DW.offset | saved.counter, 3, DW.offset | 9, 1],
        MINUS_FOUR,
      );
    const places: Saved["places"] = [
      [saved.counter, first],
      [49, first + 16],
      [saved.stackRegister, first + 24],
    ];
    return describe(saved, "S", [DW.defineAddress, saved.stackRegister, 0, ...rules(places)]);
  });
  const ranges = handlers.map(({ start, hasErrorCode }) => ({
    common: hasErrorCode ? 1 : 0,
    start,
    size: 1n,
  }));
  return fileOf(saved.word, commons, ranges);
}

/** The same for instructions of a kernel's own entries, each with what lies on the stack there. */
export function stubFrames(stubs: readonly StubInstruction[], is64: boolean): Buffer {
  const saved = is64 ? X86_64 : I386;
  // The frame's address is what the CPU pushed last in going up: it is the same for all instructions of a way.
  const pushed = is64 ? 5 : 3;
  const counterRules = is64
    ? [saved.counter | DW.offset, 5, DW.offsetExtended, 49, 3, DW.offset | saved.stackRegister, 2]
    : [
        saved.counter | DW.offset,
        3,
        DW.offset | 9,
        1,
        DW.valueExpression,
        saved.stackRegister,
        ...INTERRUPTED_ESP,
      ];
  const factor = is64 ? MINUS_EIGHT : MINUS_FOUR;
  const commons = ["", "S"].map((augmentation) => describe(saved, augmentation, counterRules, factor));
  const ranges = stubs.map(({ start, size, state, isEdge }): Described => {
    const top = state.counter / saved.word + pushed;
    const program = [...state.saved].flatMap(([register, place]) => [
      ...[DW.offset | register, ...unsigned(top - place / saved.word)],
    ]);
    const frame = [DW.defineAddress, saved.stackRegister, ...unsigned(top * saved.word)];
    return { common: isEdge ? 1 : 0, start, size: BigInt(size), program: [...frame, ...program] };
  });
  return fileOf(saved.word, commons, ranges);
}

/** A CPU of 32 bits pushes the stack pointer only when it comes from a program: the saved code segment tells. */
const INTERRUPTED_ESP = [12, 0x12, 0x38, 0x1c, 0x06, 0x33, 0x1a, 0x30, 0x29, 0x28, 1, 0, 0x06];

export function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >> 7)];
}

/** A range of code and the entry that it has in common with others. */
export interface Described {
  readonly common: number;
  readonly start: bigint;
  readonly size: bigint;
  /** Rules of its own. */
  readonly program?: readonly number[];
}

export function fileOf(word: 4 | 8, commons: readonly Buffer[], ranges: readonly Described[]): Buffer {
  const starts = commons.map((_, index) =>
    commons.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const pieces = ranges.map((range) => covers(word, starts[range.common] ?? 0, range));
  return elfWith(Buffer.concat([...commons, ...pieces]), word);
}

function rules(places: Saved["places"]): number[] {
  return places.flatMap(([register, offset]) =>
    register < 64 && offset < 128
      ? [DW.offset | register, offset]
      : [DW.offsetExtended, register, (offset & 127) | 128, offset >> 7],
  );
}

/** As a signed LEB128 number. */
export const MINUS_FOUR = 0x7c;
const MINUS_EIGHT = 0x78;

/** A common information entry, version 1. `factor`: what offsets in rules are multiplied with. */
export function describe(
  { word, counter }: Saved,
  augmentation: string,
  program: number[],
  factor = 1,
): Buffer {
  const head = [1, ...Buffer.from(`${augmentation}\0`), 1, factor, counter];
  return entry(word, Buffer.alloc(4, 0xff), Buffer.from([...head, ...program]));
}

function covers(word: 4 | 8, common: number, { start, size, program = [] }: Described): Buffer {
  const range = Buffer.alloc(2 * word);
  writeWord(range, 0, start, word);
  writeWord(range, word, size, word);
  const pointer = Buffer.alloc(4);
  pointer.writeUInt32LE(common);
  return entry(word, pointer, Buffer.concat([range, Buffer.from(program)]));
}

/** Padded with nothing-to-dos to whole words. */
function entry(word: number, pointer: Buffer, content: Buffer): Buffer {
  const bytes = pointer.length + content.length;
  const padded = Math.ceil((bytes + 4) / word) * word - 4;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(padded);
  return Buffer.concat([length, pointer, content, Buffer.alloc(padded - bytes)]);
}

const NAMES = "\0.debug_frame\0.shstrtab\0";

function elfWith(frames: Buffer, word: 4 | 8): Buffer {
  const [headSize, sectionSize] = word === 4 ? [52, 40] : [64, 64];
  const namesAt = headSize + frames.length;
  const tableAt = Math.ceil((namesAt + NAMES.length) / 8) * 8;
  const file = Buffer.alloc(tableAt + 3 * sectionSize);
  file.write("\x7fELF", "latin1");
  file.set([word / 4, 1, 1], 4);
  file.writeUInt16LE(2, 16); // linked
  file.writeUInt16LE(word === 4 ? 3 : 62, 18);
  file.writeUInt32LE(1, 20);
  writeWord(file, word === 4 ? 32 : 40, BigInt(tableAt), word);
  const rest = word === 4 ? 40 : 52;
  for (const [index, value] of [headSize, 0, 0, sectionSize, 3, 2].entries())
    file.writeUInt16LE(value, rest + 2 * index);
  frames.copy(file, headSize);
  file.write(NAMES, namesAt, "latin1");
  const section = (index: number, name: number, type: number, offset: number, size: number) => {
    const at = tableAt + index * sectionSize;
    file.writeUInt32LE(name, at);
    file.writeUInt32LE(type, at + 4);
    writeWord(file, at + (word === 4 ? 16 : 24), BigInt(offset), word);
    writeWord(file, at + (word === 4 ? 20 : 32), BigInt(size), word);
    writeWord(file, at + (word === 4 ? 32 : 48), 1n, word);
  };
  section(1, 1, 1, headSize, frames.length);
  section(2, NAMES.indexOf(".shstrtab"), 3, namesAt, NAMES.length);
  return file;
}

function writeWord(buffer: Buffer, at: number, value: bigint, word: 4 | 8): void {
  if (word === 4) buffer.writeUInt32LE(Number(BigInt.asUintN(32, value)), at);
  else buffer.writeBigUInt64LE(BigInt.asUintN(64, value), at);
}
