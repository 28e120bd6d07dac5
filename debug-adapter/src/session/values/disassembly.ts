/**
 * Instructions before and behind an address. Those before it are decoded from where code is known to begin, the function's
 * start, since x86 instructions can't be read backwards; where no symbol tells a start, nothing is guessed.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { functionStart, numberOf } from "../gdb/mi-commands.js";

type Instruction = DebugProtocol.DisassembledInstruction;

interface MiInstruction {
  readonly address: string;
  readonly inst: string;
  readonly opcodes?: string;
  readonly "func-name"?: string;
  readonly offset?: string;
}

interface MiLine {
  readonly line?: string;
  readonly file?: string;
  readonly fullname?: string;
  readonly line_asm_insn: readonly MiInstruction[];
}

/** The longest instruction of x86, in bytes. */
const LONGEST = 15;
/** Functions begin at multiples of these. */
const PADDING = [4, 8, 16, 32, 64];
/** So many bytes are decoded at a time. */
const MOST_BYTES = 1 << 14;

/** As many as were asked for; those that can't be read say so. */
export async function disassemble(
  gdb: GdbConnection,
  args: DebugProtocol.DisassembleArguments,
): Promise<Instruction[]> {
  const { memoryReference, offset = 0, instructionOffset = 0, instructionCount } = args;
  const at = Number(BigInt.asUintN(64, (await numberOf(gdb, memoryReference)) + BigInt(offset)));
  const before = Math.max(-instructionOffset, 0);
  const behind = Math.max(instructionOffset + instructionCount, 0);
  const first = before === 0 ? [] : await instructionsBefore(gdb, at, before);
  const rest = behind === 0 ? [] : await instructionsFrom(gdb, at, behind);
  const skipped = Math.max(instructionOffset, 0);
  return [...first, ...rest].slice(skipped, skipped + instructionCount);
}

/** Exactly so many, ending where `end` begins. */
async function instructionsBefore(gdb: GdbConnection, end: number, count: number): Promise<Instruction[]> {
  let known: Instruction[] = [];
  let upTo = end;
  while (known.length < count && upTo > 0) {
    const start = await startOfLast(gdb, upTo);
    if (start === undefined || start >= upTo) break;
    const decoded = await decode(gdb, start, upTo);
    const last = decoded.at(-1);
    if (last === undefined || endOf(last) !== upTo) break;
    known = [...decoded, ...known];
    upTo = start;
  }
  const lacking = Math.max(count - known.length, 0);
  return [...unknown(upTo - lacking, lacking), ...known.slice(-count)];
}

/** What fills up to the next function belongs to no symbol; it is told to be code by ending where that function begins. */
async function startOfLast(gdb: GdbConnection, upTo: number): Promise<number | undefined> {
  for (const back of [1, ...PADDING]) {
    const start = back <= upTo ? await functionStart(gdb, upTo - back) : undefined;
    if (start !== undefined) return start;
  }
  return undefined;
}

async function instructionsFrom(gdb: GdbConnection, start: number, count: number): Promise<Instruction[]> {
  const known: Instruction[] = [];
  let from = start;
  while (known.length < count) {
    const bytes = Math.min((count - known.length) * LONGEST, MOST_BYTES);
    const decoded = await decode(gdb, from, from + bytes);
    if (decoded.length === 0) break;
    known.push(...decoded);
    from = endOf(decoded.at(-1) as Instruction);
  }
  return [...known.slice(0, count), ...unknown(from, count - known.length)];
}

/** Those that begin in the range; none where the memory can't be read. Of a range that ends in such memory, what can be read. */
async function decode(gdb: GdbConnection, start: number, end: number): Promise<Instruction[]> {
  try {
    const { asm_insns: told } = await gdb.sendCommand<{ asm_insns: readonly (MiLine | MiInstruction)[] }>(
      `-data-disassemble -s ${start} -e ${end} -- 5`,
    );
    return told.flatMap((part) => ("line_asm_insn" in part ? ofLine(part) : [shown(part)]));
  } catch (error) {
    if (!/Cannot access memory/i.test((error as Error).message)) throw error;
    const half = Math.floor((end - start) / 2);
    return half < 1 ? [] : decode(gdb, start, start + half);
  }
}

function ofLine({ line, file, fullname, line_asm_insn: instructions }: MiLine): Instruction[] {
  return instructions.map((instruction) => ({
    ...shown(instruction),
    ...(fullname === undefined
      ? {}
      : { location: { ...(file === undefined ? {} : { name: file }), path: fullname } }),
    ...(line === undefined ? {} : { line: Number(line) }),
  }));
}

function shown({ address, inst, opcodes, offset, "func-name": name }: MiInstruction): Instruction {
  const symbol = name === undefined || offset === undefined || offset === "0" ? name : `${name}+${offset}`;
  return {
    address,
    instruction: inst,
    ...(opcodes === undefined ? {} : { instructionBytes: opcodes }),
    ...(symbol === undefined ? {} : { symbol }),
  };
}

function endOf({ address, instructionBytes = "" }: Instruction): number {
  return Number(address) + Math.max(instructionBytes.trim().split(/\s+/).length, 1);
}

/** A byte each. */
function unknown(from: number, count: number): Instruction[] {
  return Array.from({ length: Math.max(count, 0) }, (_, place) => ({
    address: `0x${Math.max(from + place, 0).toString(16)}`,
    instruction: "nobody knows where an instruction begins here",
    presentationHint: "invalid" as const,
  }));
}
