/**
 * Weaves into a running guest, and out of it. All work is done before the guest is stopped: what its kernel is, what the
 * advice compiles to, which bytes change. Then, in one stop: is it that kernel, does nobody stand in the bytes that
 * change; advice and trampolines first, the kernel's text last, the journal before and after.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type GuestRecord, type StoppedGuest, stopGuest } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { LIVE_NODES } from "../weaver/index.js";
import type { AdvisedUnit, CodeArea } from "./advice/link-advice.js";
import { fits, keyOf, places, withGeneration } from "./choose-place.js";
import { linuxLayout, linuxStacks } from "./hooks/linux-stacks.js";
import { planHooks, type Unreachable } from "./hooks/plan-hooks.js";
import { type CodeRange, rangesWithSavedAddresses } from "./hooks/saved-addresses.js";
import { type Gate, installTrapHandler, isPresent, trapGates } from "./hooks/trap-handler.js";
import type { KernelImage } from "./image/kernel-image.js";
import {
  type Generation,
  type Journal,
  type JournalHook,
  readJournal,
  writeJournal,
} from "./journal/journal.js";
import { type PreparedHooks, prepareHooks } from "./prepare-hooks.js";
import type { SharedPlan } from "./shared-accesses.js";

export interface WeaveRequest {
  readonly project: Project;
  readonly guest: GuestRecord;
  readonly image: KernelImage;
  readonly area: CodeArea;
  /** Units with live advice. */
  readonly units: readonly AdvisedUnit[];
  /** Where the accesses are that their advice on accesses is for; without it those of the units themselves. */
  readonly shared?: SharedPlan;
}

export interface LiveOutcome {
  readonly hooks: readonly JournalHook[];
  readonly unreachable: readonly Unreachable[];
  /** Milliseconds for which the guest stood. */
  readonly stopped: number;
  readonly problems: readonly Problem[];
}

/**
 * What was woven before is taken out in the same stop. Rejects with GuestError or ProcessError; what the user can mend
 * comes as problems, and the guest is as it was then.
 */
export async function weaveLive(request: WeaveRequest): Promise<LiveOutcome> {
  const { project, guest, image, area, units } = request;
  const known = readJournal(project);
  const before = known?.guest === guest.id ? known : undefined;
  const wanted = units.flatMap(({ advice, input }) =>
    advice.hooks.map((hook) => ({ hook, source: input.path })),
  );
  const { planned, unreachable } = await planHooks(wanted, image, request.shared);
  if (before !== undefined && before.kernel !== image.digest)
    return {
      ...nothing(unreachable),
      problems: [otherKernel("its file changed since the guest was woven into")],
    };
  const key = keyOf(units, planned);
  let needed = 0;
  for (const place of places(key, before, area)) {
    const prepared = await prepareHooks(planned, units, image, { base: place.base, area });
    if ("problems" in prepared) return { ...nothing(unreachable), problems: prepared.problems };
    const generation = { key, start: place.base, end: prepared.end };
    needed = prepared.end - place.base;
    if (!fits(generation, key, before, area)) continue;
    const leftBehind = place.mustBeLeft ? [generation] : [];
    const first = prepared.hooks[0]?.address ?? area.address;
    const [physical = 0, ofText] = await physicalOffsets(guest.stub, [area.address, first]);
    const isKnown = before?.generations.some((one) => one.key === key) === true;
    const isFresh = !place.mustBeLeft && !isKnown;
    const isPlaced = isFresh && guest.memory !== undefined && placePieces(guest.memory, prepared, physical);
    const outcome = await patch({
      ...request,
      before,
      prepared,
      generation,
      leftBehind,
      unreachable,
      physical,
      isPlaced,
      isTextMapped: physical === ofText,
    });
    return { ...outcome, unreachable, stopped: outcome.stopped ?? 0 };
  }
  return { ...nothing(unreachable), problems: [noRoom(needed, area.size)] };
}

interface PatchRequest extends WeaveRequest {
  readonly before: Journal | undefined;
  readonly prepared: PreparedHooks;
  readonly generation: Generation;
  /** What to take from an address of the area for the physical one. */
  readonly physical: number;
  /** Advice and trampolines are in the area already. */
  readonly isPlaced: boolean;
  /** The kernel's text lies in physical memory as the area does. */
  readonly isTextMapped: boolean;
  /** Parts of the area in which nobody may be. */
  readonly leftBehind: readonly CodeRange[];
  readonly unreachable: readonly Unreachable[];
}

type Patched = Omit<LiveOutcome, "unreachable" | "stopped"> & { readonly stopped?: number };

const ATTEMPTS = 40;
const BETWEEN_ATTEMPTS = 15;

async function patch(request: PatchRequest): Promise<Patched> {
  for (let attempt = 1; ; attempt++) {
    const started = Date.now();
    const stopped = await stopGuest(request.guest.stub);
    try {
      const wrong = await differences(stopped, request);
      if (wrong !== undefined) return { hooks: request.before?.hooks ?? [], problems: [wrong] };
      const busy = await busyHooks(stopped, request);
      if (busy.length === 0) {
        const hooks = await write(stopped, request);
        return { hooks, problems: [], stopped: Date.now() - started };
      }
      if (attempt >= ATTEMPTS) return { hooks: request.before?.hooks ?? [], problems: [standsThere(busy)] };
    } finally {
      await stopped.leave();
    }
    await sleep(BETWEEN_ATTEMPTS);
  }
}

/** The guest's text must be that of the kernel's file, with the hooks that the journal knows. */
async function differences(stopped: StoppedGuest, request: PatchRequest): Promise<Problem | undefined> {
  const { image, before, prepared } = request;
  const read = textReader(stopped, request);
  const known = new Map(before?.hooks.map((hook) => [hook.address, hook]) ?? []);
  const places = new Map([...prepared.hooks, ...known.values()].map((hook) => [hook.address, hook]));
  for (const hook of places.values()) {
    const there = (await read(hook.address, hook.original.length / 2)).toString("hex");
    const mine = known.get(hook.address);
    if (there !== hook.original && there !== mine?.woven)
      return otherKernel(`${hook.place} has other code in the guest than in ${image.file}`);
  }
  if (prepared.trapHandler === undefined) return undefined;
  const gates = await trapGates(stopped, before?.gates ?? []);
  return gates.length === 0 || !gates.every(isPresent) ? noGate() : undefined;
}

/** A packet for each hook would take longer than all the rest. */
function textReader(
  stopped: StoppedGuest,
  { guest: { memory }, physical, isTextMapped }: Pick<PatchRequest, "guest" | "physical" | "isTextMapped">,
) {
  return async (address: number, length: number): Promise<Buffer> => {
    if (memory === undefined || !isTextMapped) return stopped.read(address, length);
    const bytes = Buffer.alloc(length);
    const file = openSync(memory, "r");
    try {
      readSync(file, bytes, 0, length, address - physical);
    } finally {
      closeSync(file);
    }
    return bytes;
  };
}

/** What a CPU or an interrupted thread stands in; of bytes that change, between two whole instructions. */
async function busyHooks(
  stopped: StoppedGuest,
  { guest, image, prepared, before, area, leftBehind, physical }: PatchRequest,
): Promise<string[]> {
  const woven = new Set(before?.hooks.map(({ address }) => address));
  const fresh = prepared.hooks.filter(({ address, trap }) => !woven.has(address) && trap === undefined);
  const ranges = [
    ...fresh.map(({ address, original, place }) => ({
      ...{ start: address + 1, end: address + original.length / 2 },
      what: `the first instructions of ${place}`,
    })),
    ...leftBehind.map(({ start, end }) => ({ start, end, what: "advice that was woven before" })),
  ];
  const standing = await stopped.instructionPointers();
  const busy = ranges.filter(({ start, end }) => standing.some((at) => start <= at && at < end));
  if (busy.length > 0 || guest.memory === undefined) return busy.map(({ what }) => what);
  const at = area.address - physical;
  const stacks = stacksOf(guest.memory, image, physical);
  const own = { start: at, end: at + area.size };
  const saved = new Set(rangesWithSavedAddresses(guest.memory, ranges, own, stacks));
  return ranges.filter((range) => saved.has(range)).map(({ what }) => what);
}

/** Physical addresses of the stacks, where the kernel's are known. */
function stacksOf(memory: string, image: KernelImage, physical: number): CodeRange[] | undefined {
  const layout = linuxLayout(image);
  if (layout === undefined) return undefined;
  const file = openSync(memory, "r");
  try {
    const bytes = Buffer.alloc(4);
    const word = (address: number) => {
      if (address >= physical) readSync(file, bytes, 0, 4, address - physical);
      return bytes.readUInt32LE(0);
    };
    const stacks = linuxStacks(layout, word);
    return stacks?.map(({ start, end }) => ({ start: start - physical, end: end - physical }));
  } finally {
    closeSync(file);
  }
}

async function write(stopped: StoppedGuest, request: PatchRequest): Promise<readonly JournalHook[]> {
  const { project, guest, image, prepared, before, generation, physical, isPlaced } = request;
  const { trapHandler } = prepared;
  const gates = trapHandler === undefined ? [] : await trapGates(stopped, before?.gates ?? []);
  const journal: Journal = {
    ...{ version: 2, guest: guest.id, kernel: image.digest, physical, gates },
    ...(prepared.log === undefined ? {} : { log: prepared.log }),
    ...{ state: "woven", generations: withGeneration(before, generation), hooks: prepared.hooks },
    unreachable: request.unreachable.map(({ hook: { effects }, place, reason }) => ({
      ...{ place, reason, effects },
    })),
  };
  const isKnown = before?.generations.some(({ key }) => key === generation.key) === true;
  if (!isPlaced)
    for (const { address, bytes } of isKnown ? withoutNodes(prepared) : prepared.pieces)
      await stopped.write(address, bytes);
  const now = new Set(prepared.hooks.map(({ address }) => address));
  const gone = before?.hooks.filter(({ address }) => !now.has(address)) ?? [];
  const changed = gates.length > 0 ? gates : (before?.gates ?? []);
  writeJournal(project, {
    ...journal,
    state: "changing",
    hooks: [...prepared.hooks, ...gone],
    gates: changed,
  });
  if (trapHandler !== undefined) await installTrapHandler(stopped, trapHandler, gates);
  const isChecked = !request.isTextMapped;
  for (const { address, original } of gone)
    await stopped.write(address, Buffer.from(original, "hex"), isChecked);
  await giveBackReturns(stopped, before?.hooks ?? []);
  for (const { address, woven } of prepared.hooks)
    await stopped.write(address, Buffer.from(woven, "hex"), isChecked);
  if (trapHandler === undefined) await restoreGates(stopped, before?.gates);
  writeJournal(project, journal);
  return prepared.hooks;
}

/** A thread may be about to look up where it returns to: what was kept for it stays. */
function withoutNodes({ pieces, hooks }: PreparedHooks): PreparedHooks["pieces"] {
  const kept = hooks.flatMap(({ returns }) => (returns === undefined ? [] : [returns.nodes]));
  return kept.reduce(
    (all, nodes) => all.flatMap((piece) => cut(piece, nodes, nodes + 8 * LIVE_NODES)),
    [...pieces],
  );
}

function cut(
  piece: PreparedHooks["pieces"][number],
  start: number,
  end: number,
): PreparedHooks["pieces"][number][] {
  const { address, bytes } = piece;
  if (end <= address || start >= address + bytes.length) return [piece];
  const rest = [
    { address, bytes: bytes.subarray(0, Math.max(0, start - address)) },
    { address: end, bytes: bytes.subarray(Math.min(bytes.length, end - address)) },
  ];
  return rest.filter((one) => one.bytes.length > 0);
}

/** Functions that are running return to where they were called from. A stack that is gone needs nothing. */
async function giveBackReturns(stopped: StoppedGuest, hooks: readonly JournalHook[]): Promise<void> {
  for (const { returns } of hooks) {
    if (returns === undefined) continue;
    const nodes = await stopped.read(returns.nodes, 8 * LIVE_NODES);
    for (let at = 0; at < nodes.length; at += 8) {
      const [place, address] = [nodes.readUInt32LE(at), nodes.subarray(at + 4, at + 8)];
      if (place === 0 || address.readUInt32LE(0) === 0) continue;
      const there = await stopped.read(place, 4).catch(() => undefined);
      if (there?.readUInt32LE(0) === returns.second) await stopped.write(place, address);
    }
  }
}

async function restoreGates(stopped: StoppedGuest, gates: readonly Gate[] = []): Promise<void> {
  for (const { address, original } of gates) await stopped.write(address, Buffer.from(original, "hex"));
}

/** Where nothing has been run yet, advice is put to the guest's memory while it runs. */
function placePieces(memory: string, { pieces }: PreparedHooks, physical: number): boolean {
  const file = openSync(memory, "r+");
  try {
    for (const { address, bytes } of pieces) writeSync(file, bytes, 0, bytes.length, address - physical);
    return true;
  } finally {
    closeSync(file);
  }
}

/** What to take from a virtual address for the physical one: of the area, and of all that the kernel maps as it does that. */
async function physicalOffsets(stub: string, addresses: readonly number[]): Promise<number[]> {
  const stopped = await stopGuest(stub);
  try {
    const found: number[] = [];
    for (const address of addresses) {
      const said = await stopped.monitor(`gva2gpa 0x${address.toString(16)}`);
      const place = /gpa: (0x)?([0-9a-f]+)/i.exec(said)?.[2];
      found.push(place === undefined ? address : address - Number.parseInt(place, 16));
    }
    return found;
  } finally {
    await stopped.leave();
  }
}

/** Kernel text is what it was then, byte for byte; also after a weaving that was killed. */
export async function unweaveLive(project: Project, guest: GuestRecord): Promise<LiveOutcome> {
  const known = readJournal(project);
  const journal = known?.guest === guest.id ? known : undefined;
  const started = Date.now();
  // Who was killed during a visit left the guest stopped: also where nothing was woven yet, it is let run on.
  const stopped = await stopGuest(guest.stub);
  try {
    if (journal === undefined || journal.hooks.length === 0)
      return { hooks: [], unreachable: [], stopped: Date.now() - started, problems: [] };
    for (const hook of journal.hooks) {
      const there = (await stopped.read(hook.address, hook.original.length / 2)).toString("hex");
      if (there !== hook.original && there !== hook.woven)
        return { hooks: journal.hooks, unreachable: [], stopped: 0, problems: [foreignText(hook)] };
    }
    writeJournal(project, { ...journal, state: "changing" });
    for (const { address, original } of journal.hooks)
      await stopped.write(address, Buffer.from(original, "hex"));
    await giveBackReturns(stopped, journal.hooks);
    await restoreGates(stopped, journal.gates);
    writeJournal(project, { ...journal, state: "woven", hooks: [], gates: [], unreachable: [] });
  } finally {
    await stopped.leave();
  }
  return { hooks: [], unreachable: [], stopped: Date.now() - started, problems: [] };
}

const nothing = (unreachable: readonly Unreachable[]) => ({ hooks: [], unreachable, stopped: 0 });

function otherKernel(why: string): Problem {
  return {
    code: "live/other-kernel",
    severity: "error",
    message: `the guest does not run this kernel: ${why}`,
    hint: "Build it and start it again with weft run --live; nothing was changed.",
  };
}

function noRoom(needed: number, size: number): Problem {
  return {
    code: "live/no-room",
    severity: "error",
    message: `advice and hooks need ${needed} bytes, which the area of ${size} has not beside those that are woven`,
    hint: "Name a larger one in weft.json (live.area), or start the guest anew.",
  };
}

function noGate(): Problem {
  return {
    code: "live/no-trap",
    severity: "error",
    message: "some hooks must be breakpoints, and the kernel has no gate for their exception",
    hint: "Narrow the pointcut to what weft live resolve shows where a jump fits, or weave once the kernel has set up its interrupts.",
  };
}

function standsThere(places: readonly string[]): Problem {
  return {
    code: "live/busy",
    severity: "error",
    message: `a thread stands in ${places.join(", ")}, and stayed there`,
    hint: "Nothing was changed. Try again, or exclude it from the pointcut.",
  };
}

function foreignText(hook: JournalHook): Problem {
  return {
    code: "live/foreign-text",
    severity: "error",
    message: `${hook.place} has code in the guest that is neither the kernel's nor a hook`,
    hint: "Something else patches this kernel. Nothing was changed.",
  };
}
