/**
 * What a hook leaves behind, beside what the kernel's own instructions do from the same state: the processor stands before a
 * block that a hook displaced, goes through the hook, is put back with all of its memory, and goes through the block as the
 * kernel has it. Advice must do nothing that the kernel sees.
 */
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type StoppedGuest, stopGuest } from "@weft/weaver-bridge/guest";

interface Text {
  readonly address: number;
  readonly original: string;
  readonly woven: string;
  readonly place: string;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface ComparedBlocks {
  readonly compared: number;
  /** Of hooks after which something differs, and what. */
  readonly differences: readonly string[];
}

/** As many blocks of what is woven as the guest comes to, each once. `area` and physical addresses: the advice's memory. */
export async function compareBlocks(root: string, most: number, area: Range): Promise<ComparedBlocks> {
  const read = (name: string) => JSON.parse(readFileSync(join(root, ".weft/live", name), "utf8"));
  const { stub, memory } = read("guest.json") as { stub: string; memory: string };
  const { texts, physical } = read("journal.json") as { texts: readonly Text[]; physical: number };
  const left = new Map(texts.map((text) => [text.address, text]));
  const differences: string[] = [];
  let compared = 0;
  const guest = await stopGuest(stub);
  try {
    while (left.size > 0 && compared < most) {
      const thread = await guest.runToAny([...left.keys()], PATIENCE);
      const text = left.get((await guest.instructionPointers())[0] ?? 0);
      if (thread === undefined || text === undefined) break;
      left.delete(text.address);
      const found = await compareBlock({ guest, thread, memory, area, physical }, text);
      if (found !== undefined) differences.push(`${text.place}: ${found}`);
      compared++;
    }
  } finally {
    await guest.leave();
  }
  return { compared, differences };
}

const PATIENCE = 3000;

interface Machine {
  readonly guest: StoppedGuest;
  readonly thread: string;
  readonly memory: string;
  readonly area: Range;
  readonly physical: number;
}

async function compareBlock(machine: Machine, text: Text): Promise<string | undefined> {
  const { guest, thread, memory } = machine;
  const before = { registers: await guest.registers(thread), bytes: readFileSync(memory) };
  const hooked = await goThrough(machine, text);
  putBack(memory, before.bytes, hooked.bytes);
  await guest.setRegisters(thread, before.registers);
  await guest.write(text.address, Buffer.from(text.original, "hex"));
  const own = await goThrough(machine, text);
  await guest.write(text.address, Buffer.from(text.woven, "hex"));
  return differenceOf(hooked, own, machine, text);
}

interface State {
  readonly registers: Buffer;
  readonly bytes: Buffer;
}

const MOST_STEPS = 500;

/** Until the processor is neither in the block nor in the hook's code. */
async function goThrough({ guest, thread, memory, area }: Machine, text: Text): Promise<State> {
  const block = { start: text.address, end: text.address + text.original.length / 2 };
  const isIn = (at: number) => (block.start <= at && at < block.end) || (area.start <= at && at < area.end);
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    await guest.step(0);
    if (!isIn((await guest.instructionPointers())[0] ?? 0)) break;
  }
  return { registers: await guest.registers(thread), bytes: readFileSync(memory) };
}

const PAGE = 4096;

function* changedPages(left: Buffer, right: Buffer): Generator<number> {
  for (let at = 0; at < left.length; at += PAGE)
    if (left.compare(right, at, at + PAGE, at, at + PAGE) !== 0) yield at;
}

function putBack(memory: string, before: Buffer, now: Buffer): void {
  const file = openSync(memory, "r+");
  try {
    for (const at of changedPages(before, now)) writeSync(file, before, at, PAGE, at);
  } finally {
    closeSync(file);
  }
}

const REGISTERS = ["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "eip", "eflags"];

function differenceOf(
  hooked: State,
  own: State,
  { area, physical }: Machine,
  text: Text,
): string | undefined {
  for (const [index, name] of REGISTERS.entries()) {
    const [one, other] = [hooked.registers.readUInt32LE(4 * index), own.registers.readUInt32LE(4 * index)];
    if (one !== other)
      return `${name} is 0x${one.toString(16)}, and 0x${other.toString(16)} without the hook`;
  }
  const stack = own.registers.readUInt32LE(16);
  for (const page of changedPages(hooked.bytes, own.bytes))
    for (let at = page; at < page + PAGE; at++) {
      if (hooked.bytes[at] === own.bytes[at]) continue;
      const word = at - (at % 4);
      const [one, other] = [hooked.bytes.readUInt32LE(word), own.bytes.readUInt32LE(word)];
      if (isMarkOfUse(one, other, { start: area.start - physical, end: area.end - physical })) continue;
      const address = at + physical;
      const isOwn = area.start <= address && address < area.end;
      const isText = text.address <= address && address < text.address + text.woven.length / 2;
      // What the hook pushed, and nobody reads.
      const isBelowStack = address < stack && stack - address < PAGE;
      if (!isOwn && !isText && !isBelowStack)
        return `memory at 0x${(word + physical).toString(16)} is 0x${one.toString(16)}, and 0x${other.toString(16)} without the hook`;
    }
  return undefined;
}

/** Accessed and dirty, of an entry in a page table. */
const USED = 0x60;

/** The processor marks the pages of the hook's own memory when they are used for the first time. */
function isMarkOfUse(one: number, other: number, { start, end }: Range): boolean {
  const page = other - (other % PAGE);
  return ((one ^ other) & ~USED) === 0 && start <= page && page < end;
}
