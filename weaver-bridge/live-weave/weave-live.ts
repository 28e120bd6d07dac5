/**
 * Weaves into a running guest, and out of it. All work is done before the guest is stopped: what its kernel is, what the
 * advice compiles to, which bytes change; advice and trampolines go to memory that nobody uses while it runs. What is left
 * for the one stop is in `patch-guest.ts`.
 */
import { closeSync, writeSync } from "node:fs";
import { type GuestRecord, openMemoryFile, spellAddress } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import { hasErrors, type Problem } from "../model/index.js";
import { machineOfBits } from "../object-code/index.js";
import { type AdviceRoom, type AdvisedUnit, beginToCompile } from "./advice/compile-advice.js";
import type { CodeArea } from "./advice/link-advice.js";
import { fits, keyOf, places } from "./choose-place.js";
import { originalText, type ReadText, withoutHooks } from "./guest-text.js";
import type { PlannedHook } from "./hooks/place-hooks.js";
import type { Unreachable } from "./hooks/plan-hooks.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import type { Gate } from "./hooks/trap-handler.js";
import {
  isOfModule,
  type Journal,
  type JournalHook,
  type JournalText,
  readJournal,
  writeJournal,
} from "./journal/journal.js";
import { type JudgeText, judgeText } from "./judged-text.js";
import type { GuestKernel } from "./modules/guest-kernel.js";
import { planImages } from "./modules/plan-images.js";
import { presentJournal } from "./modules/present-journal.js";
import { otherCode, otherKernel } from "./other-kernel.js";
import { foreignText, patchGuest } from "./patch-guest.js";
import { type PreparedHooks, prepareHooks } from "./prepare-hooks.js";
import { type Comparison, comparedTexts, compareKernel } from "./same-kernel.js";
import type { SharedPlan } from "./shared-advice.js";
import { isDebugged, tellDebugger, tellNothing } from "./tell-debugger.js";
import { type LiveVisit, visitGuest } from "./visit/index.js";

export interface WeaveRequest {
  readonly project: Project;
  readonly guest: GuestRecord;
  readonly kernel: GuestKernel;
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
  const isThere = isDebugged(request.project);
  const room = roomFor(request, isThere);
  const compiled = beginToCompile(request.units, room);
  const avoided: number[] = [];
  let stopped = 0;
  for (let round = 1; ; round++) {
    const { busy, ...outcome } = await weaveAvoiding(request, avoided, compiled, isThere);
    stopped += outcome.stopped;
    if (busy === undefined || round === ROUNDS) return { ...outcome, stopped };
    for (const { start, end } of busy) for (let at = start; at < end; at++) avoided.push(at);
  }
}

/** Each lays no jump over what the one before found somebody in: breakpoints need no such room. */
const ROUNDS = 4;

async function weaveAvoiding(
  request: WeaveRequest,
  avoided: readonly number[],
  compiled: Promise<void>,
  isThere: boolean,
): Promise<LiveOutcome & { readonly busy?: readonly CodeRange[] }> {
  const { project, guest, kernel, area, units } = request;
  const { image } = kernel;
  const known = readJournal(project);
  const present = known?.guest === guest.id ? await presentJournal(guest, known) : undefined;
  const before = present && forFile(present, image.digest);
  const backs = [...avoided, ...(before?.generations.flatMap((one) => one.backs) ?? [])];
  const plan = await planImages(units, kernel, request.shared, backs);
  await compiled;
  const seen = await lookAt(plan.planned, request, before);
  if ("code" in seen) return { ...nothing(plan.unreachable), problems: [seen] };
  const { planned, physical, gates } = seen;
  const unreachable = [...plan.unreachable, ...seen.patched];
  const key = keyOf(units, planned);
  let needed = 0;
  for (const place of places(key, before, area)) {
    const linked = { base: place.base, area, room: roomFor(request, isThere) };
    const prepared = await prepareHooks(planned, units, kernel.whole, linked);
    if ("problems" in prepared) return { ...nothing(unreachable), problems: prepared.problems };
    const backs = prepared.texts.map(({ address, original }) => address + original.length / 2);
    const generation = { key, start: place.base, end: prepared.end, backs };
    needed = prepared.end - place.base;
    if (!fits(generation, key, before, area)) continue;
    const leftBehind = place.mustBeLeft ? [generation] : [];
    const isKnown = before?.generations.some((one) => one.key === key) === true;
    const isFresh = !place.mustBeLeft && !isKnown;
    const isPlaced = isFresh && (await placePieces(request, prepared, physical));
    const tellAsBefore = tellDebugger(project, guest.id, planned, prepared);
    const outcome = await patchGuest({
      ...{ project, guest, image, area, before, prepared, generation, isKnown },
      ...{ leftBehind, unreachable, physical, isPlaced, gates },
    });
    if (hasErrors(outcome.problems)) tellAsBefore();
    return { ...outcome, unreachable, stopped: seen.stopped + (outcome.stopped ?? 0) };
  }
  return { ...nothing(unreachable), problems: [noRoom(needed, area.size)] };
}

function roomFor({ area, kernel: { image, rings } }: WeaveRequest, isThere: boolean): AdviceRoom {
  return { bytes: area.size, rings, isDebugged: isThere, bits: image.machine.bits, isHigh: area.address < 0 };
}

/** What was woven from another file may be linked against other addresses: none of it is used again. */
function forFile(journal: Journal, digest: string): Journal {
  if (journal.kernel === digest) return journal;
  const generations = journal.generations.map((one) => ({ ...one, key: `${one.key} of ${journal.kernel}` }));
  return { ...journal, generations };
}

interface Seen {
  readonly planned: readonly PlannedHook[];
  readonly patched: readonly Unreachable[];
  /** What to take from an address of the area, and of all that the kernel maps as it does that, for the physical one. */
  readonly physical: number;
  readonly gates: readonly Gate[];
  readonly stopped: number;
}

/** Of all hooks; where more text differs, it is another kernel. */
const MOST_PATCHED = 0.2;

/** A short look. Linux patches its own text when it boots, by what the CPU can do: there the image does not say what runs. */
async function lookAt(
  planned: readonly PlannedHook[],
  { project, guest, kernel: { image }, area }: WeaveRequest,
  before: Journal | undefined,
): Promise<Seen | Problem> {
  const texts = planned.map(({ block, place, module }): JournalText => {
    const original = block.original.toString("hex");
    const text = { address: block.address, original, woven: original, place, isTrap: false };
    return module === undefined ? text : { ...text, module };
  });
  const ofKernel = planned.filter((one) => !isOfModule(one));
  const compared = comparedTexts(
    image,
    area,
    ofKernel.map(({ block }) => block.address),
  );
  const visit = await visitGuest(guest, image);
  const differing = new Set<PlannedHook>();
  let found: Omit<Seen, "planned" | "patched">;
  let seen: Comparison = { changed: [] };
  try {
    const physical = await visit.physicalOffset(area.address);
    const gates = await visit.gates(before?.gates ?? []);
    const { read, isCopy, copy } = await visit.texts(physical, [
      ...texts,
      ...(before?.texts ?? []),
      ...compared.some,
    ]);
    await compare(read, isCopy ? planned.filter(isOfModule) : planned);
    const own = withoutHooks(read, before?.texts ?? []);
    if (!isCopy) seen = await compareKernel(own, compared, false);
    found = { physical, gates, stopped: visit.stood() };
    await visit.leave();
    if (isCopy) {
      seen = await compareKernel(own, compared, copy !== undefined);
      await compare(read, ofKernel);
    }
  } finally {
    await visit.leave();
  }
  const { other, changed } = seen;
  if (other !== undefined) return otherKernel(`other code stands where ${image.file} has ${other}`);
  const known = new Set(project.live?.patched);
  const unknown = changed.filter(({ place }) => !known.has(place));
  if (unknown.length > 0)
    return otherCode(
      unknown.map(({ place }) => place),
      image.file,
    );
  for (const one of ofKernel) if (changed.some((text) => isIn(one.block.address, text))) differing.add(one);
  if (compared.isPatched && differing.size > MOST_PATCHED * planned.length)
    return { ...found, planned, patched: [] };
  const reason = compared.isPatched ? PATCHED : CHANGED;
  const patched = [...differing].map(({ hook: { effects }, place }) => ({ effects, place, reason }));
  return { ...found, planned: planned.filter((one) => !differing.has(one)), patched };

  async function compare(read: ReadText, some: readonly PlannedHook[]): Promise<void> {
    const own = withoutHooks(read, before?.texts ?? []);
    for (const one of some) {
      const { address, original } = one.block;
      if (!(await own(address, original.length)).equals(original)) differing.add(one);
    }
  }
}

const isIn = (at: number, { address, original }: JournalText) =>
  at >= address && at < address + original.length / 2;

const CHANGED = "the guest has other code in this function than the image: the kernel patched it";
const PATCHED = "the kernel patched its code there when it booted, so the image does not say what runs";

/** Where nothing has been run yet, advice is put to the guest's memory while it runs. */
async function placePieces(
  { guest, kernel: { image } }: WeaveRequest,
  { pieces }: PreparedHooks,
  physical: number,
): Promise<boolean> {
  if (guest.memory === undefined) {
    if (guest.agent === undefined) return false;
    const visit = await visitGuest(guest, image);
    return visit.place(pieces).finally(visit.leave);
  }
  const file = openMemoryFile(guest.memory, "r+");
  try {
    for (const { address, bytes } of pieces) writeSync(file, bytes, 0, bytes.length, address - physical);
    return true;
  } finally {
    closeSync(file);
  }
}

/** `unwoven`: how many hooks there were. Kernel text is what it was then, byte for byte; also after a weaving that was killed. */
export async function unweaveLive(
  project: Project,
  guest: GuestRecord,
): Promise<LiveOutcome & { readonly unwoven: number }> {
  const known = readJournal(project);
  const journal = known?.guest === guest.id ? await presentJournal(guest, known) : undefined;
  const isWoven = journal !== undefined && known !== undefined && known.texts.length > 0;
  if (isWoven) writeJournal(project, { ...journal, state: "changing" });
  const judged = isWoven ? await judgeOwn(guest, journal) : undefined;
  // Who was killed during a visit left the guest stopped: also where nothing was woven yet, it is let run on.
  const visit = await visitGuest(guest);
  let foreign: JournalText | undefined;
  let inside: readonly number[] = [];
  let time = 0;
  try {
    if (journal !== undefined) inside = standingIn(journal, await visit.standing());
    if (judged !== undefined) foreign = await takeOut(visit, journal as Journal, judged);
  } finally {
    await visit.leave();
    time = visit.stood();
  }
  if (journal !== undefined && foreign !== undefined) {
    writeJournal(project, journal);
    return {
      hooks: journal.hooks,
      unwoven: 0,
      unreachable: [],
      stopped: 0,
      problems: [foreignText(foreign)],
    };
  }
  if (isWoven)
    writeJournal(project, { ...journal, state: "woven", hooks: [], texts: [], gates: [], unreachable: [] });
  if (inside.length === 0) tellNothing(project);
  const problems = inside.map((at) => stillInside(at));
  return { hooks: [], unwoven: journal?.hooks.length ?? 0, unreachable: [], stopped: time, problems };
}

/** In what is woven now. */
function standingIn({ generations }: Journal, places: readonly number[]): number[] {
  const { start = 0, end = 0 } = generations.at(-1) ?? {};
  return places.filter((at) => start <= at && at < end);
}

function stillInside(at: number): Problem {
  return {
    code: "live/still-inside",
    severity: "note",
    message: `a processor stands in the advice, at ${spellAddress(at)}: the kernel leads nobody to it any more, and its code stays until that one has left it`,
    hint: "It leaves by itself; where a debugger holds it, let it go on: it runs the advice to its end, and then the kernel.",
  };
}

const judgeOwn = (guest: GuestRecord, { physical, texts }: Journal) =>
  judgeText(guest, { physical, texts, woven: texts, pieces: texts.map(originalText) });

/** Undefined when it is done, else where the text is neither the kernel's nor a hook: nothing was changed then. */
async function takeOut(
  visit: LiveVisit,
  { texts, hooks, gates, physical, pages, bits }: Journal,
  judged: JudgeText,
): Promise<JournalText | undefined> {
  const now = await visit.texts(physical, texts, pages);
  const { foreign, merged } = await judged(now);
  if (foreign !== undefined) return foreign;
  await visit.change({
    ...{
      read: now.read,
      merged,
      physical,
      machine: machineOfBits(bits ?? 32),
      texts,
      leave: [],
      area: [],
      own: { start: 0, end: 0 },
    },
    ...{ handler: undefined, gates: [] },
    ...{ restoredGates: gates ?? [], restored: texts, woven: [], returns: hooks, hooks: [] },
  });
  return undefined;
}

const nothing = (unreachable: readonly Unreachable[]) => ({ hooks: [], unreachable, stopped: 0 });

function noRoom(needed: number, size: number): Problem {
  return {
    code: "live/no-room",
    severity: "error",
    message: `advice and hooks need ${needed} bytes, which the area of ${size} has not beside those that are woven`,
    hint: "Name a larger one in weft.json (live.area), or start the guest anew.",
  };
}
