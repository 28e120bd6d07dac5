/** From places in the kernel's code to all bytes that go to the guest: advice, counters, trampolines, jumps. */
import { type AdviceEffect, invariant, isAdvice, type LiveEffect, type Problem } from "../model/index.js";
import { encodeWord, FarOperandError, type Machine } from "../object-code/index.js";
import { LIVE_ENDINGS, LIVE_LOG } from "../weaver/index.js";
import type { AdvisedUnit } from "./advice/compile-advice.js";
import { type LinkedAdvice, type LinkPlace, linkAdvice } from "./advice/link-advice.js";
import { createCosts } from "./hooks/advice-cost.js";
import { changedBy } from "./hooks/changed-registers.js";
import { type HookSite, startsIn } from "./hooks/hook-site.js";
import type { PlannedHook } from "./hooks/place-hooks.js";
import type { CodeRange } from "./hooks/saved-addresses.js";
import {
  aroundTrampoline,
  blockTrampoline,
  type CalledAdvice,
  callTrampoline,
  encodeHook,
  type HookCode,
  returnTrampoline,
  type Trampoline,
} from "./hooks/trampoline.js";
import { trapHandler } from "./hooks/trap-handler.js";
import type { KernelImage } from "./image/kernel-image.js";
import type { JournalHook, JournalText, LogRings } from "./journal/journal.js";

export interface PreparedHooks {
  /** For the free area. */
  readonly pieces: readonly Trampoline[];
  readonly hooks: readonly JournalHook[];
  /** For the kernel's text, by address. */
  readonly texts: readonly JournalText[];
  /** Of what advice logs, where it does. */
  readonly rings: LogRings | undefined;
  /** Of the handler of traps, where there are some. */
  readonly trapHandler: number | undefined;
  /** First address behind the pieces. */
  readonly end: number;
  /** What was linked, with its lines. */
  readonly symbols: Buffer;
}

const { enter, leave, behind, second, nodes, around } = LIVE_ENDINGS;
export const ALIGNMENT = 16;

export const aligned = (address: number) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/** Rejects with ProcessError for a missing tool. */
export async function prepareHooks(
  planned: readonly PlannedHook[],
  units: readonly AdvisedUnit[],
  image: KernelImage,
  place: LinkPlace,
): Promise<PreparedHooks | { readonly problems: readonly Problem[] }> {
  const linked = await linkAdvice(units, image, { ...place, distances: distancesOf(planned) });
  if (linked.value === undefined) return { problems: linked.problems };
  try {
    return writeHooks(planned, { ...linked.value, ...changedBy(linked.value, image) }, image, place);
  } catch (error) {
    if (!(error instanceof FarOperandError)) throw error;
    return { problems: [tooFar(error.message)] };
  }
}

/** Advice, with what its functions change. */
type KnownAdvice = LinkedAdvice & ReturnType<typeof changedBy> & { readonly machine: Machine };

function writeHooks(
  planned: readonly PlannedHook[],
  linked: Omit<KnownAdvice, "machine">,
  { machine }: KernelImage,
  place: LinkPlace,
): PreparedHooks {
  const advice: KnownAdvice = { ...linked, machine };
  const counters = aligned(advice.end);
  let next = aligned(counters + 4 * planned.length);
  const pieces: Trampoline[] = [
    ...advice.pieces,
    { address: counters, bytes: Buffer.alloc(4 * planned.length) },
  ];
  const costOf = createCosts(advice.pieces, machine);
  const numbers = new Map(planned.map((one, index) => [one, index]));
  const hitsOf = (one: PlannedHook) => counters + 4 * (numbers.get(one) ?? 0);
  const add = (trampoline: Trampoline) => {
    pieces.push(trampoline);
    next = aligned(trampoline.address + trampoline.bytes.length);
    return trampoline.address;
  };
  const made = groupsOf(planned).map((group): MadeGroup => {
    const { block, hook, module } = group[0] as PlannedHook;
    const isCall = hook.call !== undefined;
    const returns = new Map<PlannedHook, JournalHook["returns"]>();
    let behindReturns = 0;
    for (const one of group) {
      if (!one.hook.runsAfter || one.isInside) continue;
      const { second, trampoline, nodes } = returnHook(one, advice, next);
      add(trampoline);
      pieces.push(second);
      returns.set(one, { nodes, second: trampoline.address });
      const leaving = costOf(known(`${one.hook.symbol}${leave}`, advice));
      behindReturns += (trampoline.instructions ?? 0) + (leaving ?? Number.NaN);
    }
    const codes = group.map((one) => hookCode(one, advice, hitsOf(one)));
    const around = group.find((one) => one.hook.around !== undefined);
    const inPlace = around && aroundPieces(around, advice, next, codes);
    if (inPlace !== undefined) pieces.push(inPlace.pointer);
    const built =
      inPlace?.entry ??
      (isCall
        ? callTrampoline(block, { address: next, machine }, codes[0] as HookCode)
        : blockTrampoline(block, { address: next, machine }, codes));
    const trampoline = add(built);
    const cost =
      inPlace === undefined ? addedBy(block, built, codes, costOf, machine) + behindReturns : Number.NaN;
    if (inPlace !== undefined) add(inPlace.original);
    return {
      text: {
        address: block.address,
        original: block.original.toString("hex"),
        place: group[0]?.place ?? "",
        woven: encodeHook(block, trampoline, isCall, machine).toString("hex"),
        isTrap: block.trap !== undefined,
        ...(module === undefined ? {} : { module }),
      },
      hooks: group.map((one) => ({
        ...journalHook(one, trampoline, hitsOf(one), returns.get(one)),
        ...(Number.isNaN(cost) ? {} : { cost }),
        advice: adviceRanges(one, advice),
      })),
    };
  });
  const hooks = made.flatMap((group) => group.hooks);
  const texts = made.map(({ text }) => text);
  const rings = advice.rangeOf(LIVE_LOG.rings);
  const traps = made.flatMap(({ text, hooks: [first] }) =>
    text.isTrap && first !== undefined ? [first] : [],
  );
  const handler = traps.length === 0 ? undefined : add(trapHandler(next, traps, machine));
  return {
    pieces,
    hooks,
    texts,
    rings: rings && { ...rings, count: place.room.rings },
    trapHandler: handler,
    end: next,
    symbols: advice.file,
  };
}

/** Instructions, where each advice takes as few as it can: with the jump there and without what it displaced. NaN for a trap. */
function addedBy(
  block: HookSite,
  { instructions = 0 }: Trampoline,
  codes: readonly HookCode[],
  costOf: (advice: number) => number | undefined,
  machine: Machine,
): number {
  if (block.trap !== undefined) return Number.NaN;
  const advice = codes.flatMap(({ before, after }) => [...before, ...after]);
  const inAdvice = advice.reduce((sum, { address }) => sum + (costOf(address) ?? Number.NaN), 0);
  return 1 + instructions - startsIn(block, machine).length + inAdvice;
}

interface MadeGroup {
  readonly text: JournalText;
  readonly hooks: readonly JournalHook[];
}

/** Those that share the bytes that change, by address. */
function groupsOf(planned: readonly PlannedHook[]): PlannedHook[][] {
  const groups = new Map<number, PlannedHook[]>();
  for (const one of planned) {
    const group = groups.get(one.block.address) ?? [];
    groups.set(one.block.address, group);
    group.push(one);
  }
  return [...groups.values()].sort(
    ([left], [right]) => (left as PlannedHook).block.address - (right as PlannedHook).block.address,
  );
}

function adviceRanges({ hook: { symbol } }: PlannedHook, advice: LinkedAdvice): CodeRange[] {
  return ["", leave, behind, around].flatMap((ending) => advice.rangeOf(`${symbol}${ending}`) ?? []);
}

function journalHook(
  { hook, place, site, module, doubt }: PlannedHook,
  trampoline: number,
  hits: number,
  returns: JournalHook["returns"],
): JournalHook {
  return {
    ...{ address: site.address, trampoline, hits, place, original: site.original.toString("hex") },
    ...(module === undefined ? {} : { module }),
    ...(returns === undefined ? {} : { returns }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(site.trap === undefined ? {} : { trap: site.trap }),
    aspects: [...new Set(hook.effects.map(({ origin }) => origin.file))],
    effects: hook.effects.filter(isAdvice).map((effect) => hookedAt(effect, site)),
  };
}

function hookedAt(effect: AdviceEffect, { address, trap }: HookSite): LiveEffect {
  const way = trap === undefined ? "jump" : "trap";
  return { ...effect, binding: { ...effect.binding, kind: "live", hooks: [{ address, way }] } };
}

/** Symbols of the advice and what they stand for. */
function distancesOf(planned: readonly PlannedHook[]): ReadonlyMap<string, number> {
  return new Map(
    planned.flatMap(({ hook, distances, stacked }) => [
      ...conventionOf(hook, stacked),
      ...[...hook.uses.arguments].flatMap(([number, symbol]): [string, number][] => {
        const distance = distances?.get(number);
        return distance === undefined ? [] : [[symbol, distance]];
      }),
    ]),
  );
}

function conventionOf({ symbol, around }: PlannedHook["hook"], stacked = 0): [string, number][] {
  return around === undefined ? [] : [[`${symbol}${LIVE_ENDINGS.convention}`, around.parameters - stacked]];
}

function called(name: string, { hook, site, object }: PlannedHook, advice: KnownAdvice): CalledAdvice {
  const changes = advice.changesOf(known(name, advice));
  return {
    address: known(name, advice),
    ...(changes === undefined ? {} : { changes }),
    usesFrame: hook.uses.arguments.size > 0 || advice.isGuarded(name),
    ...(hook.uses.pc ? { pc: site.address } : {}),
    ...(object === undefined ? {} : { target: object }),
  };
}

function hookCode(planned: PlannedHook, advice: KnownAdvice, hits: number): HookCode {
  const { hook, isInside, site } = planned;
  const common = { at: site.address, isInside, hits };
  if (!isInside) return { ...common, before: entryCalls(planned, advice), after: [] };
  const { symbol, runsBefore, runsAfter } = hook;
  return {
    ...common,
    before: runsBefore ? [called(symbol, planned, advice)] : [],
    after: runsAfter ? [called(`${symbol}${behind}`, planned, advice)] : [],
  };
}

function entryCalls(planned: PlannedHook, advice: KnownAdvice) {
  const { symbol, runsBefore, runsAfter } = planned.hook;
  const calls: CalledAdvice[] = [];
  if (runsBefore) calls.push(called(symbol, planned, advice));
  if (runsAfter) calls.push({ address: known(`${symbol}${enter}`, advice), usesFrame: false, isEnter: true });
  return calls;
}

function aroundPieces(
  { hook, block, site, stacked = 0 }: PlannedHook,
  advice: KnownAdvice,
  address: number,
  codes: readonly HookCode[],
) {
  const runs = known(`${hook.symbol}${around}`, advice);
  const hits = codes.find(({ at, isInside }) => at === site.address && !isInside)?.hits ?? 0;
  const others = codes.filter((code) => code.hits !== hits);
  const { entry, original } = aroundTrampoline({
    ...{ block, place: { address, machine: advice.machine } },
    ...{ hits, others, advice: runs, stacked },
  });
  const bytes = encodeWord(original.address, advice.machine);
  const pointer = { address: known(`${hook.symbol}${LIVE_ENDINGS.original}`, advice), bytes };
  return { entry, original, pointer };
}

function returnHook({ hook: { symbol, uses }, site }: PlannedHook, advice: KnownAdvice, next: number) {
  const leaving = { address: known(`${symbol}${leave}`, advice), usesFrame: false };
  const kept = known(`${symbol}${nodes}`, advice);
  const trampoline = returnTrampoline(
    { address: next, machine: advice.machine },
    uses.pc ? { ...leaving, pc: site.address } : leaving,
    kept,
  );
  const bytes = encodeWord(trampoline.address, advice.machine);
  return {
    trampoline,
    nodes: kept,
    second: { address: known(`${symbol}${second}`, advice), bytes },
  };
}

function known(symbol: string, advice: LinkedAdvice): number {
  const address = advice.addressOf(symbol);
  invariant(address !== undefined, `${symbol} was not linked`);
  return address;
}

function tooFar(message: string): Problem {
  return {
    code: "live/too-far",
    severity: "error",
    message: `the area for advice is too far from what an instruction of the kernel names: ${message}`,
    hint: "Name memory in weft.json (live.area) that is within 2 GB of all of the kernel's code and data.",
  };
}
