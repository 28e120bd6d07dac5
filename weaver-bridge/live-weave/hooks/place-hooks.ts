/**
 * From the instructions that are to be hooked to the jumps and breakpoints that do it. Jumps that would overlap become one,
 * whose code runs all that is hooked in the bytes that it displaces.
 */
import { countFirst } from "../../model/index.js";
import type { LiveHook } from "../../weaver/index.js";
import type { KernelImage } from "../image/kernel-image.js";
import { type CodePiece, displacedBlock, refusedAt, trapSite } from "./displaced-block.js";
import { endOf, type HookSite, startsIn } from "./hook-site.js";
import { jumpTargets, withTargets } from "./jump-targets.js";
import type { ObjectPlace } from "./load-object.js";
import { tableTargets } from "./table-targets.js";

export interface PlannedHook extends HookDetails {
  readonly hook: LiveHook;
  readonly place: string;
  /** The instruction and what else of the block is behind it. */
  readonly site: HookSite;
  /** Of the bytes that change; several hooks may have one. */
  readonly block: HookSite;
  /** In the middle of a function: at an access, or where an inlined copy begins. */
  readonly isInside: boolean;
  /** What has it, where that is not the kernel's own file. */
  readonly module?: string;
}

export interface HookDetails {
  /** Of the arguments that the advice reads. */
  readonly distances?: ReadonlyMap<number, number>;
  /** Where the object is whose member is accessed, if the advice asks for it. */
  readonly object?: ObjectPlace;
  /** Why it may be another access that is counted. */
  readonly doubt?: string;
  /** Of an access: `get s::n`. */
  readonly accessed?: string;
  /** With around advice: how many arguments the function takes on the stack. */
  readonly stacked?: number;
}

export interface WantedPlace extends HookDetails {
  readonly hook: LiveHook;
  readonly place: string;
  readonly address: number;
  readonly piece: CodePiece;
  readonly isInside: boolean;
}

/**
 * Calls have their places; `refuse` gets what finds none. Code that was woven before may still go back to `backs`, so no
 * jump may lie over one of them.
 */
export function placeHooks(
  wanted: readonly WantedPlace[],
  calls: readonly PlannedHook[],
  image: KernelImage,
  backs: readonly number[],
  refuse: (hook: LiveHook, place: string, reason: string) => void,
): PlannedHook[] {
  const places = distinct(wanted, image, refuse);
  const taken = new Set(calls.map(({ site }) => site.address));
  const targets = withTargets(jumpTargets(image), [...backs, ...tableTargets(places, image)]);
  const blocks = new Map<number, HookSite>();
  const reasons = new Map<number, string>();
  for (const { address, piece } of places) {
    if (blocks.has(address) || reasons.has(address)) continue;
    const found = displacedBlock(image, address, piece, { targets, taken });
    if ("site" in found) blocks.set(address, found.site);
    else reasons.set(address, found.reason);
  }
  const merged = mergedBlocks([...blocks.values()]);
  const blockOf = (address: number) => merged[lastBefore(merged, address)];
  const starts = new Map<HookSite, ReadonlySet<number>>();
  const startsOf = (block: HookSite) => {
    let known = starts.get(block);
    if (known === undefined) starts.set(block, (known = new Set(startsIn(block, image.machine))));
    return known;
  };
  return [
    ...calls,
    ...places.flatMap((one): PlannedHook[] => {
      const { address, piece, ...rest } = one;
      const around = blockOf(address);
      const isIn = around !== undefined && address < endOf(around) && startsOf(around).has(address);
      const trap = reasons.get(address) ?? "its instruction overlaps others";
      if (!isIn && hasOwnTables(image)) {
        refuse(one.hook, one.place, `${trap}, and ${OWN_TABLES}`);
        return [];
      }
      const block = isIn ? around : trapSite(image, address, piece, trap);
      const original = block.original.subarray(address - block.address);
      return [{ ...rest, block, site: isIn ? { address, original } : block }];
    }),
  ];
}

/** Linux for x86_64 may run programs with page tables that have next to nothing of the kernel. */
const hasOwnTables = ({ machine, named }: KernelImage) =>
  machine.bits === 64 && named("pti_check_boottime_disable").length > 0;

const OWN_TABLES =
  "a breakpoint of a program in the guest would not come to the handler that hooks without room need: it is not in the page tables of programs (page-table isolation)";

/**
 * The same advice at an instruction counts once for each join point: executions of several functions that were inlined there,
 * the `get` and the `set` of `p->n++`.
 */
function distinct(
  wanted: readonly WantedPlace[],
  image: KernelImage,
  refuse: (hook: LiveHook, place: string, reason: string) => void,
): WantedPlace[] {
  const known = new Map<number, WantedPlace[]>();
  for (const one of wanted) {
    const { hook, place, address } = one;
    const others = known.get(address) ?? [];
    if (others.some((other) => isSameJoinPoint(other, one))) continue;
    const reason = refusedAt(image, address, one.piece);
    const rival = others.find((other) => isAlone(other) || isAlone(one));
    if (reason !== undefined) refuse(hook, place, reason);
    else if (rival !== undefined)
      refuse(
        hook,
        place,
        `its first instruction is that of ${rival.place}, where other advice replaces the function or waits for its return`,
      );
    else known.set(address, [...others, one]);
  }
  return [...known.values()].flat();
}

/** Of members that share bytes, or that may be others, one is accessed. */
function isSameJoinPoint(one: WantedPlace, other: WantedPlace): boolean {
  if (adviceOf(one.hook) !== adviceOf(other.hook)) return false;
  if (one.accessed === undefined || other.accessed === undefined)
    return one.hook.target === other.hook.target;
  const isDoubted = one.doubt !== undefined || other.doubt !== undefined;
  return isDoubted ? kindOf(one.accessed) === kindOf(other.accessed) : one.accessed === other.accessed;
}

const kindOf = (accessed: string) => accessed.slice(0, accessed.indexOf(" "));

/** A function is replaced once, and its return address too. */
const isAlone = ({ hook, isInside }: WantedPlace) =>
  hook.around !== undefined || (hook.runsAfter && !isInside);

export const adviceOf = ({ effects }: LiveHook) =>
  effects.map(({ by, binding }) => `${by.name} ${binding.adviceIndex}`).join();

/** By address, without overlaps. Nobody jumps into one, so nobody jumps into what two that overlap are together. */
function mergedBlocks(blocks: readonly HookSite[]): HookSite[] {
  const merged: HookSite[] = [];
  for (const block of [...blocks].sort((left, right) => left.address - right.address)) {
    const last = merged.at(-1);
    if (last === undefined || endOf(last) <= block.address) merged.push(block);
    else if (endOf(block) > endOf(last)) {
      const more = block.original.subarray(endOf(last) - block.address);
      merged[merged.length - 1] = { ...last, original: Buffer.concat([last.original, more]) };
    }
  }
  return merged;
}

/** Index of the last block that begins at the address or before. */
function lastBefore(blocks: readonly HookSite[], address: number): number {
  return countFirst(blocks.length, (at) => (blocks[at] as HookSite).address <= address) - 1;
}
