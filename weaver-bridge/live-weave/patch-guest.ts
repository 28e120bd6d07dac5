/**
 * The one stop in which a kernel's text changes: is it that kernel, does nobody stand in the bytes that change; then the
 * text, in few packets. The journal says before the stop what is about to be done, and behind it that it was.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { GuestError, type GuestRecord, type StoppedGuest, stopGuest } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { LIVE_NODES } from "../weaver/index.js";
import type { CodeArea } from "./advice/link-advice.js";
import { withGeneration } from "./choose-place.js";
import {
  originalText,
  type ReadText,
  textReader,
  withoutHooks,
  wovenText,
  writeArea,
  writePieces,
} from "./guest-text.js";
import { linuxLayout, linuxStacks } from "./hooks/linux-stacks.js";
import type { Unreachable } from "./hooks/plan-hooks.js";
import { type CodeRange, rangesWithSavedAddresses } from "./hooks/saved-addresses.js";
import { type Gate, installTrapHandler, isPresent } from "./hooks/trap-handler.js";
import type { KernelImage } from "./image/kernel-image.js";
import {
  type Generation,
  type Journal,
  type JournalHook,
  type JournalText,
  writeJournal,
} from "./journal/journal.js";
import type { PreparedHooks } from "./prepare-hooks.js";

export interface PatchRequest {
  readonly project: Project;
  readonly guest: GuestRecord;
  readonly image: KernelImage;
  readonly area: CodeArea;
  readonly before: Journal | undefined;
  readonly prepared: PreparedHooks;
  readonly generation: Generation;
  /** The same advice was at the same place already. */
  readonly isKnown: boolean;
  /** What to take from an address of the area for the physical one. */
  readonly physical: number;
  /** Advice and trampolines are in the area already. */
  readonly isPlaced: boolean;
  /** Of the breakpoint exception, as the kernel has them. */
  readonly gates: readonly Gate[];
  /** Parts of the area in which nobody may be. */
  readonly leftBehind: readonly CodeRange[];
  readonly unreachable: readonly Unreachable[];
}

interface Patched {
  readonly hooks: readonly JournalHook[];
  readonly problems: readonly Problem[];
  readonly stopped?: number;
  /** Bytes of the kernel's text that somebody may stand in and that did not come free. */
  readonly busy?: readonly CodeRange[];
}

const ATTEMPTS = 40;
/** Of jumps, which breakpoints can take the place of. */
const TEXT_ATTEMPTS = 8;
const BETWEEN_ATTEMPTS = 15;

export async function patchGuest(request: PatchRequest): Promise<Patched> {
  const { project, before, prepared, gates } = request;
  const refused = (problem: Problem): Patched => ({ hooks: before?.hooks ?? [], problems: [problem] });
  if (prepared.trapHandler !== undefined && (gates.length === 0 || !gates.every(isPresent)))
    return refused(noGate());
  const journal = journalOf(request);
  const now = new Set(prepared.texts.map(spell));
  const gone = before?.texts.filter((text) => !now.has(spell(text))) ?? [];
  writeJournal(project, {
    ...journal,
    ...{ state: "changing", texts: [...prepared.texts, ...gone] },
    hooks: [...prepared.hooks, ...(before?.hooks.filter(({ returns }) => returns !== undefined) ?? [])],
    gates: journal.gates?.length === 0 ? (before?.gates ?? []) : gates,
  });
  // Where this ends in an error, nobody knows what was changed, and the journal says so.
  const outcome = await patched(request, gone);
  const isDone = outcome.problems.length === 0;
  const untouched = before ?? { ...journal, generations: [], hooks: [], texts: [], unreachable: [] };
  writeJournal(project, isDone ? journal : untouched);
  return outcome;
}

const spell = ({ address, original }: JournalText) => `${address} ${original}`;

function journalOf({
  guest,
  image,
  prepared,
  before,
  generation,
  physical,
  gates,
  unreachable,
}: PatchRequest): Journal {
  return {
    ...{ version: 4, guest: guest.id, kernel: image.digest, state: "woven", physical },
    ...(prepared.log === undefined ? {} : { log: prepared.log }),
    ...{ generations: withGeneration(before, generation) },
    ...{ hooks: prepared.hooks, texts: prepared.texts },
    gates: prepared.trapHandler === undefined ? [] : gates,
    unreachable: unreachable.map(({ effects, place, reason }) => ({ place, reason, effects })),
  };
}

async function patched(request: PatchRequest, gone: readonly JournalText[]): Promise<Patched> {
  const { guest, before, prepared, physical } = request;
  const hooks = before?.hooks ?? [];
  const ranges = rangesToLeave(request);
  const texts = [...prepared.texts, ...(before?.texts ?? [])];
  // Read of the kernel's debug information the first time: not while the guest stands.
  linuxLayout(request.image);
  for (let attempt = 1; ; attempt++) {
    const started = performance.now();
    const stopped = await stopGuest(guest.stub);
    try {
      const read = await textReader(stopped, guest, physical, texts);
      const wrong = await differences(read, request);
      if (wrong !== undefined) return { hooks, problems: [wrong] };
      const busy = await busyRanges(stopped, request, ranges);
      if (busy.length === 0) {
        await write(stopped, read, request, gone);
        return { hooks: prepared.hooks, problems: [], stopped: performance.now() - started };
      }
      const isOfText = busy.every(({ isAdvice }) => !isAdvice);
      if (attempt >= (isOfText ? TEXT_ATTEMPTS : ATTEMPTS))
        return {
          ...{ hooks, problems: [standsThere(busy)], stopped: performance.now() - started },
          ...(isOfText ? { busy } : {}),
        };
    } finally {
      await stopped.leave();
    }
    await sleep(BETWEEN_ATTEMPTS);
  }
}

/** The guest's text must be that of the kernel's file, with the hooks that the journal knows. */
async function differences(
  read: ReadText,
  { image, before, prepared }: PatchRequest,
): Promise<Problem | undefined> {
  const own = withoutHooks(read, before?.texts ?? []);
  for (const text of [...prepared.texts, ...(before?.texts ?? [])]) {
    const { address, bytes } = originalText(text);
    if (!(await own(address, bytes.length)).equals(bytes))
      return otherKernel(`${text.place} has other code in the guest than in ${image.file}`);
  }
  return undefined;
}

interface NamedRange extends CodeRange {
  readonly what: string;
  /** It was woven before, and is no text of the kernel. */
  readonly isAdvice: boolean;
}

/** Where nobody may be: of bytes that change, between two whole instructions. */
function rangesToLeave({ prepared, before, leftBehind }: PatchRequest): NamedRange[] {
  const woven = new Set(before?.texts.map(spell));
  const fresh = prepared.texts.filter((text) => !woven.has(spell(text)) && !text.isTrap);
  return [
    ...fresh.map(({ address, original, place }) => ({
      ...{ start: address + 1, end: address + original.length / 2 },
      ...{ what: `the first instructions of ${place}`, isAdvice: false },
    })),
    ...leftBehind.map(({ start, end }) => ({
      ...{ start, end, what: "advice that was woven before", isAdvice: true },
    })),
  ];
}

/** What a CPU or an interrupted thread stands in. */
async function busyRanges(
  stopped: StoppedGuest,
  { guest, image, area, physical }: PatchRequest,
  ranges: readonly NamedRange[],
): Promise<NamedRange[]> {
  const standing = await stopped.instructionPointers();
  const busy = ranges.filter(({ start, end }) => standing.some((at) => start <= at && at < end));
  if (busy.length > 0 || guest.memory === undefined) return busy;
  const at = area.address - physical;
  const stacks = stacksOf(guest.memory, image, physical, await stopped.stackPointers());
  const own = { start: at, end: at + area.size };
  const saved = new Set(rangesWithSavedAddresses(guest.memory, ranges, own, stacks));
  return ranges.filter((range) => saved.has(range));
}

async function write(
  stopped: StoppedGuest,
  read: ReadText,
  { guest, physical, prepared, before, isKnown, isPlaced, gates }: PatchRequest,
  gone: readonly JournalText[],
): Promise<void> {
  const { trapHandler } = prepared;
  if (!isPlaced)
    await writeArea(stopped, guest, physical, isKnown ? withoutNodes(prepared) : prepared.pieces);
  if (trapHandler !== undefined) await installTrapHandler(stopped, trapHandler, gates);
  await writePieces(stopped, read, [...gone.map(originalText), ...prepared.texts.map(wovenText)]);
  const [last] = prepared.texts.slice(-1).map(wovenText);
  if (last !== undefined && !(await stopped.read(last.address, last.bytes.length)).equals(last.bytes))
    throw notWritten();
  await giveBackReturns(stopped, before?.hooks ?? []);
  if (trapHandler === undefined) await restoreGates(stopped, before?.gates);
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
export async function giveBackReturns(stopped: StoppedGuest, hooks: readonly JournalHook[]): Promise<void> {
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

export async function restoreGates(stopped: StoppedGuest, gates: readonly Gate[] = []): Promise<void> {
  for (const { address, original } of gates) await stopped.write(address, Buffer.from(original, "hex"));
}

/** Physical addresses of the stacks, where the kernel's are known. */
function stacksOf(
  memory: string,
  image: KernelImage,
  physical: number,
  ends: readonly number[],
): CodeRange[] | undefined {
  const layout = linuxLayout(image);
  if (layout === undefined) return undefined;
  const file = openSync(memory, "r");
  try {
    const bytes = Buffer.alloc(4);
    const word = (address: number) => {
      if (address >= physical) readSync(file, bytes, 0, 4, address - physical);
      return bytes.readUInt32LE(0);
    };
    const stacks = linuxStacks(layout, word, ends);
    return stacks?.map(({ start, end }) => ({ start: start - physical, end: end - physical }));
  } finally {
    closeSync(file);
  }
}

export function otherKernel(why: string): Problem {
  return {
    code: "live/other-kernel",
    severity: "error",
    message: `the guest does not run this kernel: ${why}`,
    hint: "Build it and start it again with weft run --live; nothing was changed.",
  };
}

function notWritten(): GuestError {
  return new GuestError(
    "guest/memory",
    "the guest's memory did not take the hooks",
    "weft live unweave undoes what was written; then start the guest anew.",
  );
}

function noGate(): Problem {
  return {
    code: "live/no-trap",
    severity: "error",
    message: "some hooks must be breakpoints, and the kernel has no gate for their exception",
    hint: "Narrow the pointcut to what weft live resolve shows where a jump fits, or weave once the kernel has set up its interrupts.",
  };
}

function standsThere(places: readonly NamedRange[]): Problem {
  return {
    code: "live/busy",
    severity: "error",
    message: `a thread stands in ${places.map(({ what }) => what).join(", ")}, and stayed there`,
    hint: "Nothing was changed. Try again, or exclude it from the pointcut.",
  };
}

export function foreignText({ place }: JournalText): Problem {
  return {
    code: "live/foreign-text",
    severity: "error",
    message: `${place} has code in the guest that is neither the kernel's nor a hook`,
    hint: "Something else patches this kernel. Nothing was changed.",
  };
}
