/**
 * Disassembly of a kernel that is woven into while it runs: what a hook displaced is shown as the kernel has it, with where
 * it went. Behind a jump the rest of what it displaced is left, and nonsense when it is read as instructions.
 */
import type { HookedText } from "@weft/weaver-bridge/model";

export interface CodeLine {
  /** `0xc0100000`. */
  readonly address: string;
  /** `89 e5`. */
  readonly instructionBytes?: string;
  readonly instruction: string;
}

export interface CodeReader {
  /** As the kernel's file has it; `end` is exclusive. */
  ofFile(start: number, end: number): Promise<readonly CodeLine[]>;
  /** As the machine has it. */
  ofMachine(start: number, end: number): Promise<readonly CodeLine[]>;
}

/** `lines`: as the machine has them, by address. */
export async function withHooks<Line extends CodeLine>(
  lines: readonly Line[],
  hooked: readonly HookedText[],
  read: CodeReader,
): Promise<readonly (Line | CodeLine)[]> {
  const [from, to] = [Number(lines[0]?.address), Number(lines.at(-1)?.address)];
  const isShown = (at: number) => from <= at && at <= to;
  const entries = new Map(hooked.map((text) => [text.trampoline, text]));
  let shown: readonly (Line | CodeLine)[] = lines.map((line) => {
    const text = entries.get(Number(line.address));
    return text === undefined
      ? line
      : noted(line, `runs for ${hex(text.address)}: ${text.titles.join(", ")}`);
  });
  for (const text of hooked) if (isShown(text.address)) shown = await withHook(shown, text, read);
  return shown;
}

async function withHook(
  lines: readonly CodeLine[],
  text: HookedText,
  read: CodeReader,
): Promise<readonly CodeLine[]> {
  const { address, original } = text;
  const end = address + original.length / 2;
  const first = lines.findIndex((line) => Number(line.address) >= address);
  const behind = lines.filter((line) => Number(line.address) >= end);
  const there = lines[first];
  if (there === undefined || Number(there.address) >= end) return lines;
  const own = await read.ofFile(address, end);
  const way = text.isTrap ? "trap" : "jump";
  const told = `hooked by a ${way} to ${hex(text.trampoline)}: ${text.titles.join(", ")}`;
  const isOriginal =
    own.map(({ instructionBytes = "" }) => instructionBytes.replace(/\s/g, "")).join("") === original;
  const displaced = isOriginal
    ? own.map((line, index) => ({ ...there, ...noted(line, index === 0 ? told : "runs there") }))
    : [noted(there, `${told}; in place of ${original}`)];
  return [...lines.slice(0, first), ...displaced, ...(await aligned(behind, end, read))];
}

/** Instructions that are read from the middle of others come back to the right ones soon. */
const RESYNC = 32;

async function aligned(
  lines: readonly CodeLine[],
  start: number,
  read: CodeReader,
): Promise<readonly CodeLine[]> {
  if (lines.length === 0 || Number(lines[0]?.address) === start) return lines;
  const right = await read.ofMachine(start, start + RESYNC);
  for (const [index, { address }] of right.entries()) {
    const same = lines.findIndex((line) => line.address === address);
    if (same >= 0) return [...right.slice(0, index), ...lines.slice(same)];
  }
  return lines;
}

const noted = <Line extends CodeLine>(line: Line, note: string): Line => ({
  ...line,
  instruction: `${line.instruction.padEnd(WIDTH)}  # ${note}`,
});
const WIDTH = 32;
/** The highest 2 GB of x86_64 have negative numbers. */
const hex = (address: number) =>
  `0x${(address < 0 ? BigInt.asUintN(64, BigInt(address)) : address).toString(16)}`;
