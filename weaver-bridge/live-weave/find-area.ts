/**
 * Where in the guest's memory advice may go: where the project says, or, in Linux, what the kernel's own allocator gives. It
 * is called in a thread that comes to a system call: nothing is held there, and the thread goes on as if nothing had been.
 */

import {
  type GuestRecord,
  type StoppedGuest,
  spellAddress,
  stopGuest,
  stubOf,
  unlessUnmapped,
} from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { encodeWord, type Machine } from "../object-code/index.js";
import type { CodeArea } from "./advice/link-advice.js";
import { imageCode } from "./image/image-code-of.js";
import type { KernelImage } from "./image/kernel-image.js";
import { keepArea, keptArea, markGuest } from "./kept-area.js";
import { otherKernel } from "./other-kernel.js";
import { askAllocators, pageAllocators } from "./own-allocator.js";
import { isOfMachine, registersOf } from "./thread-registers.js";
import { areaOfAgent } from "./visit/index.js";

/** `say`: what is waited for. Rejects with GuestError. */
export async function findArea(
  project: Project,
  image: KernelImage,
  guest: GuestRecord,
  say: (text: string) => void = () => {},
): Promise<CodeArea | Problem> {
  if (guest.agent !== undefined) return areaOfAgent(guest.agent, image);
  const named = namedRoom(project, image);
  if (named !== undefined && ("code" in named || guest.isForeign !== true)) return named;
  const known = keptArea(project, guest);
  if (known !== undefined && (named === undefined || known.named === spelledArea(named)))
    return { address: known.address, size: known.size };
  const stopped = await stopGuest(stubOf(guest));
  try {
    const found =
      (await otherText(stopped, image)) ?? named ?? (await roomIn(stopped, { project, image, guest, say }));
    if ("code" in found) return found;
    const given = guest.isForeign === true ? await markGuest(stopped, found, guest.id) : found;
    keepArea(project, guest, named === undefined ? given : { ...given, named: spelledArea(named) });
    return given;
  } finally {
    await stopped.leave();
  }
}

const spelledArea = ({ address, size }: CodeArea) => `${spellAddress(address)}:${size}`;

/** Undefined where none was named. */
function namedRoom(project: Project, image: KernelImage): CodeArea | Problem | undefined {
  const area = project.live?.area;
  const named = area && namedArea(area, image);
  if (named === undefined || "code" in named) return named;
  return outOfReach(named, image) ?? named;
}

interface Asked {
  readonly project: Project;
  readonly image: KernelImage;
  readonly guest: GuestRecord;
  readonly say: (text: string) => void;
}

/** Of the kernel's own allocator. */
async function roomIn(
  stopped: StoppedGuest,
  { project, image, guest, say }: Asked,
): Promise<CodeArea | Problem> {
  const linux = linuxOf(image);
  if (linux !== undefined) return (await allocate(stopped, linux)) ?? otherMachine(image, guest);
  const code = imageCode(image);
  const allocators = code === undefined ? [] : pageAllocators(code);
  if (allocators.length === 0) return noArea(project, image, guest);
  const names = allocators.map(({ name }) => name).join(", ");
  say(`waiting until the kernel calls ${names}, for room: let a program start in it`);
  const found = await askAllocators(stopped, allocators, image.machine, ALLOCATOR_PATIENCE);
  if (found === undefined) return notAllocated(names, guest);
  if (found === "other machine") return otherMachine(image, guest);
  say(`${found.from} gave ${found.size / 1024} kB at ${spellAddress(found.address)}`);
  return { address: found.address, size: found.size };
}

const ALLOCATOR_PATIENCE = 30_000;

function namedArea(
  area: NonNullable<NonNullable<Project["live"]>["area"]>,
  { machine, symbols }: KernelImage,
) {
  if ("symbol" in area) {
    const symbol = symbols.find(({ name }) => name === area.symbol);
    return symbol === undefined ? noSymbol(area.symbol) : { address: symbol.address, size: symbol.size };
  }
  const address = BigInt(area.address);
  // As symbols have it: of 64 bits signed.
  return { address: Number(machine.bits === 64 ? BigInt.asIntN(64, address) : address), size: area.size };
}

/** Advice and the kernel reach each other by 32 bits. */
function outOfReach({ address, size }: CodeArea, { machine, sections }: KernelImage): Problem | undefined {
  const all = [...sections, { address, size }];
  const [start, end] = [
    Math.min(...all.map((one) => one.address)),
    Math.max(...all.map((one) => one.address + one.size)),
  ];
  const isNear = machine.bits === 64 ? end - start < 2 ** 31 : start >= 0 && end <= 2 ** 32;
  if (isNear) return undefined;
  return {
    ...base,
    message: `the area for advice, at ${spellAddress(address)}, is ${machine.bits === 64 ? "more than 2 GB from the kernel" : "in no memory of 32 bits"}`,
    hint: 'Correct "live": {"area": …} in weft.json.',
  };
}

interface Linux {
  readonly machine: Machine;
  readonly allocate: number;
  readonly makeExecutable: number | undefined;
  /** Entries of system calls. */
  readonly calls: readonly number[];
}

/** Calls that do not return, or not to where they came from. */
const STRANGE = /_(?:exit|exit_group|sigreturn|rt_sigreturn|execve|execveat|vfork|reboot)$/;

function linuxOf({ symbols, machine }: KernelImage): Linux | undefined {
  const { systemCalls } = machine.linux;
  if (systemCalls === undefined || machine.kernelArguments === undefined) return undefined;
  const address = (name: string) => symbols.find((symbol) => symbol.name === name)?.address;
  const allocator = address("alloc_pages_exact");
  const calls = symbols.flatMap((symbol) =>
    symbol.kind === "function" && systemCalls.test(symbol.name) && !STRANGE.test(symbol.name)
      ? [symbol.address]
      : [],
  );
  if (allocator === undefined || calls.length === 0) return undefined;
  return {
    machine,
    allocate: allocator,
    makeExecutable: address("set_memory_x"),
    calls: [...new Set(calls)],
  };
}

/** Of so many functions, of which hooks of somebody else may have changed some. */
const COMPARED = 16;
const BEGINNING = 32;

/** Waiting at places that the guest does not have would come to nothing. */
async function otherText(stopped: StoppedGuest, image: KernelImage): Promise<Problem | undefined> {
  const linux = linuxOf(image);
  const compared = (linux?.calls ?? someFunctions(image)).slice(0, COMPARED);
  const same = async (functions: readonly number[], by: number) => sameAs(stopped, image, functions, by);
  const [here, read] = await same(compared, 0);
  if (2 * here >= read && (read > 0 || linux !== undefined)) return undefined;
  const where = `${linux === undefined ? "functions" : "system calls"} do not begin where ${image.file} has them`;
  if (linux === undefined) return otherKernel(where, ANOTHER);
  for (let by = -FARTHEST; by <= FARTHEST; by += STEP)
    if (by !== 0 && (await same(compared.slice(0, FEW), by))[0] > 0) {
      const [there, all] = await same(compared, by);
      if (2 * there > all) return otherKernel(`${where}, but ${spelt(by)}`, MOVED);
    }
  return otherKernel(where, ANOTHER);
}

/** Spread over the kernel: some of it may be there only while it boots. */
function someFunctions({ symbols }: KernelImage): number[] {
  const all = symbols.flatMap(({ kind, size, address }) =>
    kind === "function" && size >= BEGINNING ? [address] : [],
  );
  const step = Math.max(1, Math.floor(all.length / COMPARED));
  return all.filter((_, index) => index % step === 0);
}

/** In bytes: Linux moves itself by whole steps (CONFIG_PHYSICAL_ALIGN), up to the end of what it maps in one piece. */
const [STEP, FARTHEST] = [1 << 21, 1 << 29];
/** To be asked for at each place. */
const FEW = 3;

const spelt = (by: number) => `0x${Math.abs(by).toString(16)} bytes ${by < 0 ? "before" : "behind"} that`;

const MOVED =
  "It moved itself when it booted (KASLR), and Weft weaves where the file says: boot it with nokaslr on its command line. Nothing was changed.";
const ANOTHER = "It has not come so far yet, or was built anew. Nothing was changed.";

/** How many of the functions begin so far from where the image has them, and how many could be read there. */
async function sameAs(
  stopped: StoppedGuest,
  image: KernelImage,
  functions: readonly number[],
  by: number,
): Promise<readonly [same: number, read: number]> {
  let [same, read] = [0, 0];
  for (const address of functions) {
    const there = await unlessUnmapped(stopped.read(address + by, BEGINNING));
    // The page table of a process may have no kernel.
    if (there === undefined) continue;
    read++;
    if (image.bytesAt(address, BEGINNING)?.equals(there) === true) same++;
  }
  return [same, read];
}

const PAGE = 4096;
/** What is asked for, largest first. */
const SIZES = [1 << 22, 1 << 21, 1 << 20, 1 << 19, 1 << 18, 1 << 16];
/** `GFP_KERNEL` since 4.15. */
const MAY_SLEEP = 0xcc0;
const PATIENCE = 10_000;

/** Undefined, and nothing is done, where a larger machine runs the kernel. */
async function allocate(stopped: StoppedGuest, linux: Linux): Promise<CodeArea | Problem | undefined> {
  const thread = await stopped.runToAny(linux.calls, PATIENCE);
  if (thread === undefined) return noThread();
  const before = await stopped.registers(thread);
  if (!isOfMachine(linux.machine, before)) return undefined;
  try {
    for (const size of SIZES) {
      const address = await call({ stopped, thread, before, linux }, linux.allocate, [size, MAY_SLEEP]);
      if (address === undefined) return noThread();
      if (address === 0) continue;
      if (linux.makeExecutable !== undefined)
        await call({ stopped, thread, before, linux }, linux.makeExecutable, [address, size / PAGE]);
      return { address, size };
    }
    return noMemory();
  } finally {
    await stopped.setRegisters(thread, before);
  }
}

/** A thread that stands, with its registers as the stub gave them. */
interface Standing {
  readonly stopped: StoppedGuest;
  readonly thread: string;
  readonly before: Buffer;
  readonly linux: Linux;
}

/** Arguments in registers, as all kernels of the machine take them; returns to where the thread stands. */
async function call(
  { stopped, thread, before, linux: { machine } }: Standing,
  address: number,
  given: readonly number[],
): Promise<number | undefined> {
  const at = registersOf(machine, before);
  const registers = Buffer.from(before);
  const set = registersOf(machine, registers);
  const [back, stack] = [at.read("programCounter"), at.read("stackPointer")];
  await stopped.write(stack - machine.word, encodeWord(back, machine));
  for (const [index, value] of given.entries()) set.writeArgument(index, value);
  set.write("stackPointer", stack - machine.word);
  set.write("programCounter", address);
  await stopped.setRegisters(thread, registers);
  for (;;) {
    const came = await stopped.runToAny([back], PATIENCE);
    if (came === undefined) return undefined;
    const now = registersOf(machine, await stopped.registers(came));
    if (now.read("stackPointer") === stack) return now.read("result");
    // Another thread makes the same call meanwhile.
    await stopped.stepThread(came);
  }
}

const base = { code: "live/no-area", severity: "error" } as const;

function noArea(project: Project, { machine }: KernelImage, guest: GuestRecord): Problem {
  const why =
    machine.kernelArguments === undefined
      ? `on ${machine.name} no kernel's allocator is asked for it`
      : "the kernel is no Linux, and has no function that gives a page, which could be asked";
  const whose = guest.isForeign === true ? "nothing was said of" : `${project.file} does not say`;
  return {
    ...base,
    message: `${whose} where in the kernel's memory advice may go, and ${why}`,
    hint: nameIt(guest),
  };
}

/** How memory for advice is named. */
const nameIt = ({ isForeign }: GuestRecord) =>
  isForeign === true
    ? "Say --area ADDRESS:SIZE, or a symbol: memory that is mapped and that nothing else uses."
    : 'Add "live": {"area": {"address": "0x…", "size": …}}: memory that is mapped and that nothing else uses.';

function notAllocated(names: string, guest: GuestRecord): Problem {
  return {
    ...base,
    message: `the kernel did not call ${names} in ${ALLOCATOR_PATIENCE / 1000} seconds, or what came is no memory, so there is no room for advice`,
    hint: `Let a program start in it, and try again. ${nameIt(guest)}`,
  };
}

/** What is written to its registers through QEMU's stub ends a machine of 64 bits that runs a kernel of 32. */
function otherMachine({ machine }: KernelImage, guest: GuestRecord): Problem {
  return {
    ...base,
    message: `the kernel is for ${machine.name} and runs on a larger machine, whose debug stub can't have it call its allocator, so there is no room for advice`,
    hint: `Run it on its own machine ("run": {"architecture": …}). ${nameIt(guest)}`,
  };
}

function noSymbol(symbol: string): Problem {
  return {
    ...base,
    message: `the kernel has no symbol '${symbol}' for advice to go to`,
    hint: 'Correct "live": {"area": …} in weft.json.',
  };
}

function noThread(): Problem {
  return {
    ...base,
    message:
      "no process made a system call within ten seconds, so the kernel's allocator could not be called",
    hint: "Wait until the guest has started its programs, or let one of them do something; then try again.",
  };
}

function noMemory(): Problem {
  return {
    ...base,
    message: "the kernel's allocator gave no memory for advice",
    hint: "Give the guest more memory, or end programs in it.",
  };
}
