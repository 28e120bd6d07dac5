/**
 * How stacks go on below the places where Linux is entered: by an exception, an interrupt or a system call. These are
 * written in assembler, without a word for debuggers, so stacks would end in what lies there by chance. All leave the
 * registers of whoever was interrupted as a `struct pt_regs` at their stack pointer when they call C, which is written
 * down here as what GDB reads: a file with call frame information, and nothing else. For other kernels the same is
 * written of what their own assembler tells (`trap-stubs`).
 */
import type { MachineFacts } from "@weft/weaver-bridge/machine";
import type { StubInstruction } from "./trap-stubs.js";

export interface CodeRange {
  readonly name: string;
  readonly start: bigint;
  readonly size: bigint;
}

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
export function trapFrames(entries: readonly CodeRange[], machine: MachineFacts): Buffer {
  const top = [DW.defineAddress, machine.stackPointer, 0];
  const ranges = entries.map((entry): Described => {
    if (BEGINNINGS.test(entry.name)) return { common: 1, ...entry };
    return { common: 0, start: entry.start + 1n, size: entry.size - 1n };
  });
  const commons = [
    describe(machine, "S", [...top, ...rules(machine.interrupts.linuxSaved)]),
    describe(machine, "", [...top, DW.undefined, machine.programCounter]),
  ];
  return fileOf(machine, commons, ranges);
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
export function handlerFrames(handlers: readonly Handler[], machine: MachineFacts): Buffer {
  const { word, stackPointer, programCounter, flags } = machine;
  const { pushed, flagsAt, stackAt } = machine.interrupts;
  const commons = [false, true].map((hasErrorCode) => {
    const first = hasErrorCode ? word : 0;
    // Where the stack stays, and no stack pointer is pushed, it is what lies above all that is pushed.
    if (stackAt === undefined)
      return describe(
        machine,
        "S",
        [
          ...[DW.defineAddress, stackPointer, first + pushed * word],
          ...[...offsetRule(programCounter, pushed), ...offsetRule(flags, pushed - flagsAt)],
        ],
        -word,
      );
    const places: Places = [
      [programCounter, first],
      [flags, first + flagsAt * word],
      [stackPointer, first + stackAt * word],
    ];
    return describe(machine, "S", [DW.defineAddress, stackPointer, 0, ...rules(places)]);
  });
  const ranges = handlers.map(({ start, hasErrorCode }) => ({
    common: hasErrorCode ? 1 : 0,
    start,
    size: 1n,
  }));
  return fileOf(machine, commons, ranges);
}

/** The same for instructions of a kernel's own entries, each with what lies on the stack there. */
export function stubFrames(stubs: readonly StubInstruction[], machine: MachineFacts): Buffer {
  const { word, stackPointer, programCounter, flags } = machine;
  // The frame's address is what the CPU pushed last in going up: it is the same for all instructions of a way.
  const { pushed, flagsAt, stackAt, stackRule } = machine.interrupts;
  const counterRules = [
    ...[...offsetRule(programCounter, pushed), ...offsetRule(flags, pushed - flagsAt)],
    ...(stackAt === undefined
      ? [DW.valueExpression, stackPointer, ...stackRule]
      : offsetRule(stackPointer, pushed - stackAt)),
  ];
  const commons = ["", "S"].map((augmentation) => describe(machine, augmentation, counterRules, -word));
  const ranges = stubs.map(({ start, size, state, isEdge }): Described => {
    const top = state.counter / word + pushed;
    const program = [...state.saved].flatMap(([register, place]) => offsetRule(register, top - place / word));
    const frame = [DW.defineAddress, stackPointer, ...unsigned(top * word)];
    return { common: isEdge ? 1 : 0, start, size: BigInt(size), program: [...frame, ...program] };
  });
  return fileOf(machine, commons, ranges);
}

type Places = MachineFacts["interrupts"]["linuxSaved"];

/** The register is so many times the factor from the frame's address. */
const offsetRule = (register: number, times: number): number[] =>
  register < 64
    ? [DW.offset | register, ...unsigned(times)]
    : [DW.offsetExtended, register, ...unsigned(times)];

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

export function fileOf(
  machine: MachineFacts,
  commons: readonly Buffer[],
  ranges: readonly Described[],
): Buffer {
  const { word } = machine;
  const starts = commons.map((_, index) =>
    commons.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const pieces = ranges.map((range) => covers(word, starts[range.common] ?? 0, range));
  return elfWith(Buffer.concat([...commons, ...pieces]), machine);
}

function rules(places: Places): number[] {
  return places.flatMap(([register, offset]) =>
    register < 64 && offset < 128
      ? [DW.offset | register, offset]
      : [DW.offsetExtended, register, (offset & 127) | 128, offset >> 7],
  );
}

/** A common information entry, version 1. `factor`: what offsets in rules are multiplied with, a signed LEB128 number of one byte. */
export function describe(
  { word, programCounter }: MachineFacts,
  augmentation: string,
  program: number[],
  factor = 1,
): Buffer {
  const head = [1, ...Buffer.from(`${augmentation}\0`), 1, factor & 0x7f, programCounter];
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

function elfWith(frames: Buffer, { word, elfMachine }: MachineFacts): Buffer {
  const [headSize, sectionSize] = word === 4 ? [52, 40] : [64, 64];
  const namesAt = headSize + frames.length;
  const tableAt = Math.ceil((namesAt + NAMES.length) / 8) * 8;
  const file = Buffer.alloc(tableAt + 3 * sectionSize);
  file.write("\x7fELF", "latin1");
  file.set([word / 4, 1, 1], 4);
  file.writeUInt16LE(2, 16); // linked
  file.writeUInt16LE(elfMachine, 18);
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
