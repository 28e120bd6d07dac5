/**
 * The one stop in which a kernel's text changes: is it that kernel, does nobody stand in the bytes that change; then the
 * text, in few packets. The journal says before the stop what is about to be done, and behind it that it was.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { GuestRecord } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { LIVE_NODES } from "../weaver/index.js";
import type { CodeArea } from "./advice/link-advice.js";
import { withGeneration } from "./choose-place.js";
import { originalText, wovenText } from "./guest-text.js";
import { startsIn } from "./hooks/hook-site.js";
import { linuxLayout } from "./hooks/linux-stacks.js";
import type { Unreachable } from "./hooks/plan-hooks.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import { type Gate, isPresent } from "./hooks/trap-handler.js";
import type { KernelImage } from "./image/kernel-image.js";
import {
  type Generation,
  isOfModule,
  type Journal,
  type JournalHook,
  type JournalText,
  removeJournal,
  writeJournal,
} from "./journal/journal.js";
import { judgeText } from "./judged-text.js";
import { otherKernel } from "./other-kernel.js";
import { pagesOf } from "./pages/kernel-pages.js";
import type { PreparedHooks } from "./prepare-hooks.js";
import { visitGuest } from "./visit/index.js";

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
  const { project, before, prepared, gates, image } = request;
  const isLedThrough = gates.length > 0 && gates.every((gate) => isPresent(gate, image.machine));
  const refused = (problem: Problem): Patched => ({ hooks: before?.hooks ?? [], problems: [problem] });
  if (prepared.trapHandler !== undefined && !isLedThrough) return refused(noGate());
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
  const kept = isDone ? journal : before;
  // Of what was refused nothing stays, least of all which kernel it was for.
  if (kept === undefined) removeJournal(project);
  else writeJournal(project, kept);
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
    ...(image.machine.bits === 64 ? { bits: 64 } : {}),
    ...(prepared.rings === undefined ? {} : { rings: prepared.rings }),
    ...(prepared.texts.some(isOfModule) ? pagesOf(image, physical) : {}),
    ...{ generations: withGeneration(before, generation) },
    ...{ hooks: prepared.hooks, texts: prepared.texts },
    gates: prepared.trapHandler === undefined ? [] : gates,
    unreachable: unreachable.map(({ effects, place, reason }) => ({ place, reason, effects })),
  };
}

async function patched(request: PatchRequest, gone: readonly JournalText[]): Promise<Patched> {
  const { guest, image, before, prepared, physical } = request;
  const hooks = before?.hooks ?? [];
  const ranges = rangesToLeave(request);
  const texts = [...prepared.texts, ...(before?.texts ?? [])];
  const pieces = [...gone.map(originalText), ...prepared.texts.map(wovenText)];
  const judged = await judgeText(guest, { physical, texts, woven: before?.texts ?? [], pieces });
  // Read of the kernel's debug information the first time: not while the guest stands.
  linuxLayout(image);
  for (let attempt = 1; ; attempt++) {
    const visit = await visitGuest(guest, image);
    try {
      const now = await visit.texts(physical, texts);
      const { foreign, merged } = await judged(now);
      if (foreign !== undefined) return { hooks, problems: [otherText(foreign, image)] };
      const change = { ...changeOf(request, gone), read: now.read, merged, texts, leave: ranges };
      const taken = new Set(await visit.change(change));
      if (taken.size === 0) return { hooks: prepared.hooks, problems: [], stopped: visit.stood() };
      const busy = ranges.filter((range) => taken.has(range));
      const isOfText = busy.every(({ isAdvice }) => !isAdvice);
      if (attempt >= (isOfText ? TEXT_ATTEMPTS : ATTEMPTS))
        return {
          ...{ hooks, problems: [standsThere(busy)], stopped: visit.stood() },
          ...(isOfText ? { busy } : {}),
        };
    } finally {
      await visit.leave();
    }
    await sleep(BETWEEN_ATTEMPTS);
  }
}

interface NamedRange extends CodeRange {
  readonly what: string;
  /** It was woven before, and is no text of the kernel. */
  readonly isAdvice: boolean;
}

/** Where nobody may be: of bytes that change, between two whole instructions. Nobody stands in the middle of one. */
function rangesToLeave({ prepared, before, leftBehind, image }: PatchRequest): NamedRange[] {
  const woven = new Set(before?.texts.map(spell));
  const fresh = prepared.texts.filter((text) => !woven.has(spell(text)) && !text.isTrap);
  return [
    ...fresh.flatMap(({ address, original, place }) => {
      const [, ...behind] = startsIn({ address, original: Buffer.from(original, "hex") }, image.machine);
      return behind.map((start) => ({
        ...{ start, end: start + 1 },
        ...{ what: `the first instructions of ${place}`, isAdvice: false },
      }));
    }),
    ...leftBehind.map(({ start, end }) => ({
      ...{ start, end, what: "advice that was woven before", isAdvice: true },
    })),
  ];
}

function changeOf(
  { physical, image, area, prepared, before, isKnown, isPlaced, gates }: PatchRequest,
  restored: readonly JournalText[],
) {
  const { machine } = image;
  const isPlacedNow = isPlaced ? [] : isKnown ? withoutNodes(prepared, machine.word) : prepared.pieces;
  return {
    ...{
      physical,
      machine,
      restored,
      area: isPlacedNow,
      own: { start: area.address, end: area.address + area.size },
    },
    ...{ handler: prepared.trapHandler, gates, woven: prepared.texts, hooks: prepared.hooks },
    restoredGates: prepared.trapHandler === undefined ? (before?.gates ?? []) : [],
    returns: before?.hooks ?? [],
  };
}

/** A thread may be about to look up where it returns to: what was kept for it stays. */
function withoutNodes({ pieces, hooks }: PreparedHooks, word: number): PreparedHooks["pieces"] {
  const kept = hooks.flatMap(({ returns }) => (returns === undefined ? [] : [returns.nodes]));
  return kept.reduce(
    (all, nodes) => all.flatMap((piece) => cut(piece, nodes, nodes + 2 * word * LIVE_NODES)),
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

/** It must be that of the kernel's file, with the hooks that the journal knows. */
function otherText({ place }: JournalText, { file }: KernelImage): Problem {
  return otherKernel(`${place} has other code in the guest than in ${file}`);
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
