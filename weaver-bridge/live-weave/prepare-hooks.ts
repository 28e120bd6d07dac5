/** From places in the kernel's code to all bytes that go to the guest: advice, counters, trampolines, jumps. */
import { type AdviceEffect, isAdvice, type LiveEffect, type Problem } from "../model/index.js";
import { LIVE_ENDINGS, LIVE_LOG } from "../weaver/index.js";
import { type AdvisedUnit, type LinkedAdvice, type LinkPlace, linkAdvice } from "./advice/link-advice.js";
import type { PlannedHook } from "./hooks/plan-hooks.js";
import {
  type CalledAdvice,
  encodeJump,
  entryTrampoline,
  insideTrampoline,
  returnTrampoline,
  type Trampoline,
} from "./hooks/trampoline.js";
import type { KernelImage } from "./image/kernel-image.js";
import type { JournalHook } from "./journal/journal.js";

export interface PreparedHooks {
  /** For the free area. */
  readonly pieces: readonly Trampoline[];
  /** For the kernel's text. */
  readonly hooks: readonly JournalHook[];
  /** Address of the ring of what advice logs, where it does. */
  readonly log: number | undefined;
  /** First address behind the pieces. */
  readonly end: number;
}

const { enter, leave, behind, second, nodes } = LIVE_ENDINGS;
const ALIGNMENT = 16;

export const aligned = (address: number) => Math.ceil(address / ALIGNMENT) * ALIGNMENT;

/** Rejects with ProcessError for a missing tool. */
export async function prepareHooks(
  planned: readonly PlannedHook[],
  units: readonly AdvisedUnit[],
  image: KernelImage,
  place: LinkPlace,
): Promise<PreparedHooks | { readonly problems: readonly Problem[] }> {
  const linked = await linkAdvice(units, image, place);
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
  const hooks = planned.map(({ hook, place: name, site, isInside }, index): JournalHook => {
    const isCall = hook.call !== undefined;
    const hits = counters + 4 * index;
    const returns = hook.runsAfter && !isInside ? returnHook(hook.symbol, advice, add, next) : undefined;
    if (returns !== undefined) pieces.push(returns.second);
    const trampoline = add(
      isInside
        ? insideTrampoline({ site, address: next, hits, ...insideCalls(hook, advice) })
        : entryTrampoline({ site, isCall, address: next, hits, calls: entryCalls(hook, advice) }),
    );
    return {
      ...{ address: site.address, trampoline, hits, place: name },
      original: site.original.toString("hex"),
      woven: encodeJump(site, trampoline, isCall).toString("hex"),
      ...(returns === undefined ? {} : { returns: { nodes: returns.nodes, second: returns.address } }),
      aspects: [...new Set(hook.effects.map(({ origin }) => origin.file))],
      effects: hook.effects.filter(isAdvice).map((effect) => hookedAt(effect, site.address)),
    };
  });
  return { pieces, hooks, log: advice.addressOf(LIVE_LOG.ring), end: next };
}

function hookedAt(effect: AdviceEffect, address: number): LiveEffect {
  return { ...effect, binding: { ...effect.binding, kind: "live", hooks: [{ address, way: "jump" }] } };
}

function insideCalls({ symbol, runsBefore, runsAfter }: PlannedHook["hook"], advice: LinkedAdvice) {
  const call = (name: string) => ({ address: known(name, advice), usesFrame: advice.isGuarded(name) });
  return {
    before: runsBefore ? [call(symbol)] : [],
    after: runsAfter ? [call(`${symbol}${behind}`)] : [],
  };
}

function entryCalls(
  { symbol, runsBefore, runsAfter, usesArguments }: PlannedHook["hook"],
  advice: LinkedAdvice,
) {
  const calls: CalledAdvice[] = [];
  if (runsBefore)
    calls.push({ address: known(symbol, advice), usesFrame: usesArguments || advice.isGuarded(symbol) });
  if (runsAfter) calls.push({ address: known(`${symbol}${enter}`, advice), usesFrame: true });
  return calls;
}

function returnHook(symbol: string, advice: LinkedAdvice, add: (one: Trampoline) => number, next: number) {
  const address = add(returnTrampoline(next, known(`${symbol}${leave}`, advice)));
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
