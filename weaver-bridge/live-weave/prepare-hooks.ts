/** From places in the kernel's code to all bytes that go to the guest: advice, counters, trampolines, jumps. */
import { type AdviceEffect, isAdvice, type LiveEffect, type Problem } from "../model/index.js";
import { LIVE_ENDINGS, LIVE_LOG } from "../weaver/index.js";
import { type AdvisedUnit, type LinkedAdvice, type LinkPlace, linkAdvice } from "./advice/link-advice.js";
import type { HookSite } from "./hooks/entry-sites.js";
import type { PlannedHook } from "./hooks/plan-hooks.js";
import {
  aroundTrampoline,
  type CalledAdvice,
  encodeHook,
  entryTrampoline,
  insideTrampoline,
  returnTrampoline,
  type Trampoline,
} from "./hooks/trampoline.js";
import { trapHandler } from "./hooks/trap-handler.js";
import type { KernelImage } from "./image/kernel-image.js";
import type { JournalHook } from "./journal/journal.js";

export interface PreparedHooks {
  /** For the free area. */
  readonly pieces: readonly Trampoline[];
  /** For the kernel's text. */
  readonly hooks: readonly JournalHook[];
  /** Address of the ring of what advice logs, where it does. */
  readonly log: number | undefined;
  /** Of the handler of traps, where there are some. */
  readonly trapHandler: number | undefined;
  /** First address behind the pieces. */
  readonly end: number;
}

const { enter, leave, behind, second, nodes, around } = LIVE_ENDINGS;
const ALIGNMENT = 16;

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
  const advice = linked.value;
  const counters = aligned(advice.end);
  let next = aligned(counters + 4 * planned.length);
  const pieces: Trampoline[] = [
    ...advice.pieces,
    { address: counters, bytes: Buffer.alloc(4 * planned.length) },
  ];
  const add = (trampoline: Trampoline) => {
    pieces.push(trampoline);
    next = aligned(trampoline.address + trampoline.bytes.length);
    return trampoline.address;
  };
  const hooks = planned.map((one, index): JournalHook => {
    const { hook, place: name, site, isInside } = one;
    const isCall = hook.call !== undefined;
    const hits = counters + 4 * index;
    const inPlace = hook.around === undefined ? undefined : aroundPieces(one, advice, next, hits);
    if (inPlace !== undefined) pieces.push(inPlace.pointer);
    const returns = hook.runsAfter && !isInside ? returnHook(one, advice, add, next) : undefined;
    if (returns !== undefined) pieces.push(returns.second);
    const trampoline = add(
      inPlace?.entry ??
        (isInside
          ? insideTrampoline({ site, address: next, hits, ...insideCalls(one, advice) })
          : entryTrampoline({ site, isCall, address: next, hits, calls: entryCalls(one, advice) })),
    );
    if (inPlace !== undefined) add(inPlace.original);
    return {
      ...{ address: site.address, trampoline, hits, place: name },
      original: site.original.toString("hex"),
      woven: encodeHook(site, trampoline, isCall).toString("hex"),
      ...(returns === undefined ? {} : { returns: { nodes: returns.nodes, second: returns.address } }),
      ...(site.trap === undefined ? {} : { trap: site.trap }),
      aspects: [...new Set(hook.effects.map(({ origin }) => origin.file))],
      effects: hook.effects.filter(isAdvice).map((effect) => hookedAt(effect, site)),
    };
  });
  const traps = hooks.filter(({ trap }) => trap !== undefined);
  const handler = traps.length === 0 ? undefined : add(trapHandler(next, traps));
  return { pieces, hooks, log: advice.addressOf(LIVE_LOG.ring), trapHandler: handler, end: next };
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

function called(name: string, { hook, site, object }: PlannedHook, advice: LinkedAdvice): CalledAdvice {
  return {
    address: known(name, advice),
    usesFrame: hook.uses.arguments.size > 0 || advice.isGuarded(name),
    ...(hook.uses.pc ? { pc: site.address } : {}),
    ...(object === undefined ? {} : { target: object }),
  };
}

function insideCalls(planned: PlannedHook, advice: LinkedAdvice) {
  const { symbol, runsBefore, runsAfter } = planned.hook;
  return {
    before: runsBefore ? [called(symbol, planned, advice)] : [],
    after: runsAfter ? [called(`${symbol}${behind}`, planned, advice)] : [],
  };
}

function entryCalls(planned: PlannedHook, advice: LinkedAdvice) {
  const { symbol, runsBefore, runsAfter } = planned.hook;
  const calls: CalledAdvice[] = [];
  if (runsBefore) calls.push(called(symbol, planned, advice));
  if (runsAfter) calls.push({ address: known(`${symbol}${enter}`, advice), usesFrame: true });
  return calls;
}

function aroundPieces(
  { hook, site, stacked = 0 }: PlannedHook,
  advice: LinkedAdvice,
  address: number,
  hits: number,
) {
  const runs = known(`${hook.symbol}${around}`, advice);
  const { entry, original } = aroundTrampoline({ site, address, hits, advice: runs, stacked });
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(original.address);
  const pointer = { address: known(`${hook.symbol}${LIVE_ENDINGS.original}`, advice), bytes };
  return { entry, original, pointer };
}

function returnHook(
  { hook: { symbol, uses }, site }: PlannedHook,
  advice: LinkedAdvice,
  add: (one: Trampoline) => number,
  next: number,
) {
  const leaving = { address: known(`${symbol}${leave}`, advice), usesFrame: true };
  const address = add(returnTrampoline(next, uses.pc ? { ...leaving, pc: site.address } : leaving));
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(address);
  return {
    address,
    nodes: known(`${symbol}${nodes}`, advice),
    second: { address: known(`${symbol}${second}`, advice), bytes },
  };
}

function known(symbol: string, advice: LinkedAdvice): number {
  const address = advice.addressOf(symbol);
  if (address === undefined) throw new Error(`${symbol} was not linked`);
  return address;
}
