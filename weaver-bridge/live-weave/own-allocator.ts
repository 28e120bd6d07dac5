/**
 * Room from a kernel's own allocator, of which nothing is known but that the kernel calls it: when it does, the same call is
 * made several times more before it, with its own arguments, at a place where the kernel itself thinks that right. No argument
 * is changed, because an allocator may take it for an error to be asked for much.
 */
import { type StoppedGuest, unlessUnmapped } from "../guest/index.js";
import type { MachineFacts } from "../machine/index.js";
import { AT, type EntryId, encodeWord, TAG } from "../object-code/index.js";
import type { CodeArea } from "./advice/link-advice.js";
import type { ImageCode } from "./resolve/index.js";
import { isOfMachine, registersOf } from "./thread-registers.js";

export interface Allocator {
  readonly name: string;
  readonly address: number;
  /** Memory of the kernel is not below that. */
  readonly lowest: number;
}

const PAGE = 4096;
/** Of pages in one piece. */
const WANTED = 16;
/** Pages that came in no order are lost to the kernel. */
const MOST_CALLS = 24;
const ARGUMENTS = 4;

/** Functions that give whole pages: they return memory of no type, or its address, and are asked for no bytes. */
export function pageAllocators({ debug, machine, elf }: ImageCode): Allocator[] {
  if (machine.kernelArguments === undefined) return [];
  const found: Allocator[] = [];
  const least = Math.min(...elf.sections.flatMap((one) => (one.isLoaded ? [one.address] : [])));
  const lowest = Math.floor(least / MAPPED) * MAPPED;
  debug.entries.tags.forEach((tag, entry) => {
    if (tag !== TAG.subprogram) return;
    const name = debug.text(entry, AT.name) ?? "";
    const [range] = isAllocators(name) && isUntyped(debug.entry(entry, AT.type)) ? debug.ranges(entry) : [];
    if (range !== undefined && !hasSize(entry, name)) found.push({ name, address: range.start, lowest });
  });
  return found;

  function isUntyped(type: EntryId | undefined): boolean {
    let at = type;
    while (at !== undefined && NAMED.has(debug.entries.tags[at] as number)) at = debug.entry(at, AT.type);
    if (at === undefined) return false;
    if (debug.entries.tags[at] === TAG.base_type) return debug.number(at, AT.byte_size) === machine.word;
    if (debug.entries.tags[at] !== TAG.pointer_type) return false;
    let to = debug.entry(at, AT.type);
    while (to !== undefined && NAMED.has(debug.entries.tags[to] as number)) to = debug.entry(to, AT.type);
    return to === undefined || debug.number(to, AT.byte_size) === 1;
  }

  function hasSize(entry: EntryId, name: string): boolean {
    const sizes = /page|frame/i.test(name) ? BYTES : NUMBERS;
    return debug.entries
      .childrenOf(entry)
      .some(
        (child) =>
          debug.entries.tags[child] === TAG.formal_parameter && sizes.test(debug.text(child, AT.name) ?? ""),
      );
  }
}

/** The name of what gives a page or bytes; not of what gives several, makes ready for that, or takes back. */
function isAllocators(name: string): boolean {
  if (!/^\w+$/.test(name) || /s$/i.test(name)) return false;
  const other = name.search(/free|dealloc|init/i);
  const lastOther = /$(?<=((?:free|init).*?))/i.exec(name)?.[1]?.length ?? 0;
  return Array.from(name.matchAll(GIVES_PAGE)).some(
    ({ index, 1: said = "" }) =>
      (other < 0 || index <= other) && (lastOther === 0 || index + said.length > name.length - lastOther),
  );
}

/** Wherever one begins, also within another. */
const GIVES_PAGE = /(?=(kalloc|page_?alloc|alloc_?(?:a_?)?(?:k?page|frame)|get_?(?:free_?)?page|palloc))/gi;
const BYTES = /size|sz|byte|len/i;
const NUMBERS = /size|sz|byte|len|count|cnt|num|order|^n/i;
/** What is mapped with the kernel begins at such a step: below it are programs. */
const MAPPED = 1 << 24;
const NAMED: ReadonlySet<number> = new Set([TAG.typedef, TAG.const_type, TAG.volatile_type]);

/**
 * Undefined where none was called in so many milliseconds, or what it gave is no memory; nothing is done where a larger
 * machine runs the kernel.
 */
export async function askAllocators(
  stopped: StoppedGuest,
  allocators: readonly Allocator[],
  machine: MachineFacts,
  patience: number,
): Promise<(CodeArea & { readonly from: string }) | "other machine" | undefined> {
  const thread = await stopped.runToAny(
    allocators.map(({ address }) => address),
    patience,
  );
  if (thread === undefined) return undefined;
  const before = await stopped.registers(thread);
  if (!isOfMachine(machine, before)) return "other machine";
  const entry = registersOf(machine, before).read("programCounter");
  const { name = "", lowest = 0 } = allocators.find(({ address }) => address === entry) ?? {};
  const pages: number[] = [];
  try {
    while (pages.length < MOST_CALLS && (longestRun(pages)?.size ?? 0) < WANTED * PAGE) {
      const page = await callAgain({ stopped, thread, before, machine }, patience);
      if (page === undefined || page === 0 || page < lowest || page % PAGE !== 0) break;
      if (!(await isMemory(stopped, page))) break;
      pages.push(page);
    }
  } finally {
    await stopped.setRegisters(thread, before);
  }
  const found = longestRun(pages);
  return found && { ...found, from: name };
}

interface Standing {
  readonly stopped: StoppedGuest;
  readonly thread: string;
  readonly before: Buffer;
  readonly machine: MachineFacts;
}

/** The call that the thread is about to make, from the function's own beginning, where it comes back to. */
async function callAgain(
  { stopped, thread, before, machine }: Standing,
  patience: number,
): Promise<number | undefined> {
  const { word } = machine;
  const at = registersOf(machine, before);
  const [entry, stack] = [at.read("programCounter"), at.read("stackPointer")];
  const frame = await stopped.read(stack, word * (1 + ARGUMENTS));
  encodeWord(entry, machine).copy(frame);
  const top = stack - frame.length;
  await stopped.write(top, frame);
  const registers = Buffer.from(before);
  registersOf(machine, registers).write("stackPointer", top);
  await stopped.setRegisters(thread, registers);
  // It stands at the place where it comes back to.
  await stopped.stepThread(thread);
  for (;;) {
    const came = await stopped.runToAny([entry], patience);
    if (came === undefined) return undefined;
    const now = registersOf(machine, await stopped.registers(came));
    if (now.read("stackPointer") === top + word) return now.read("result");
    // Another thread makes the same call meanwhile.
    await stopped.stepThread(came);
  }
}

/** What is written there can be read again; it is as it was then. */
async function isMemory(stopped: StoppedGuest, page: number): Promise<boolean> {
  const was = await unlessUnmapped(stopped.read(page, 4));
  if (was === undefined) return false;
  const other = Buffer.from(was.map((byte) => byte ^ 0xff));
  await stopped.write(page, other, false);
  const isWritten = (await stopped.read(page, 4)).equals(other);
  await stopped.write(page, was, false);
  return isWritten;
}

function longestRun(pages: readonly number[]): CodeArea | undefined {
  let longest: CodeArea | undefined;
  let run: CodeArea | undefined;
  for (const page of [...new Set(pages)].sort((left, right) => left - right)) {
    const isNext = run !== undefined && page === run.address + run.size;
    run = isNext && run !== undefined ? { ...run, size: run.size + PAGE } : { address: page, size: PAGE };
    if (longest === undefined || run.size > longest.size) longest = run;
  }
  return longest;
}
