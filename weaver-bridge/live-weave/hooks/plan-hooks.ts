/** From the hooks that advice asks for to places in the kernel's code, or the reasons why there is none. */

import type { Machine } from "../../object-code/index.js";
import type { LiveHook } from "../../weaver/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";
import {
  entryDoubts,
  hasUnit,
  type ImageCode,
  inlinedCopies,
  mergedInto,
  type NamedAccess,
  namedAccesses,
  whyNoCode,
} from "../resolve/index.js";
import type { SharedPlan } from "../shared-advice.js";
import { countedParts } from "./access-ends.js";
import { argumentPlaces, stackedArguments } from "./argument-places.js";
import { type CallSites, callSites } from "./call-sites.js";
import { type CodePiece, leavesAt } from "./displaced-block.js";
import { equalTo, tellEqual } from "./equal-functions.js";
import { forbiddenAt } from "./forbidden-code.js";
import { type Callee, calleesOf, copiesOf, type PlannedImage } from "./function-copies.js";
import type { HookSite } from "./hook-site.js";
import { type ObjectPlace, objectPlace } from "./load-object.js";
import { adviceOf, type HookDetails, type PlannedHook, placeHooks, type WantedPlace } from "./place-hooks.js";

export interface Unreachable {
  readonly effects: LiveHook["effects"];
  readonly place: string;
  readonly reason: string;
}

export interface WantedHook {
  readonly hook: LiveHook;
  /** The unit's source, as its command names it. */
  readonly source: string;
}

interface Plan extends PlannedImage {
  readonly code: ImageCode | undefined;
  add(place: WantedPlace): void;
  addCall(hook: LiveHook, place: string, site: HookSite, details: HookDetails): void;
  refuse(hook: Pick<LiveHook, "effects">, place: string, reason: string): void;
}

/** Accesses in `shared` are not in `wanted`; `backs`: see {@link placeHooks}. Rejects with ProcessError for a missing tool. */
export async function planHooks(
  wanted: readonly WantedHook[],
  { image, others }: PlannedImage,
  shared: SharedPlan | undefined,
  backs: readonly number[],
) {
  const code = shared !== undefined || needsCode(wanted) ? imageCode(image) : undefined;
  const places: WantedPlace[] = [];
  const calls = new Map<number, PlannedHook>();
  const unreachable: Unreachable[] = [];
  /** An inline function of a header is matched in each unit that includes it, and told once. */
  const told = new Set<string>();
  const plan: Plan = {
    ...{ image, others, code },
    refuse: ({ effects }, place, reason) => {
      if (!told.has(`${place} ${reason}`)) unreachable.push({ effects, place, reason });
      told.add(`${place} ${reason}`);
    },
    add: (place) => void places.push(place),
    addCall: (hook, place, site, details) => {
      const other = calls.get(site.address);
      if (other === undefined)
        calls.set(site.address, { hook, place, site, block: site, isInside: false, ...details });
      else if (adviceOf(other.hook) !== adviceOf(hook)) plan.refuse(hook, place, SEVERAL_CALLS);
    },
  };
  const called = wanted.flatMap(({ hook, source }) =>
    hook.call === undefined ? [] : calleesOf(hook, source, plan),
  );
  const sites = await callSites(image, new Set(called.map(({ address }) => address)));
  for (const { hook, source } of wanted) {
    if (hook.call !== undefined) planCall(hook, hook.call, calleesOf(hook, source, plan), sites, plan);
    else if (hook.access === undefined) planExecution({ hook, source }, code, plan);
  }
  if (shared === undefined) planAccesses(wanted, code, plan);
  else planShared(shared, plan);
  for (const one of wanted)
    if (one.hook.call === undefined && one.hook.access === undefined) planInlined(one, code, plan);
  return { planned: placeHooks(places, [...calls.values()], image, backs, plan.refuse), unreachable };
}

const SEVERAL_CALLS = "several calls stand in that line, and the debug information does not tell them apart";

function planCall(
  hook: LiveHook,
  call: NonNullable<LiveHook["call"]>,
  copies: readonly Callee[],
  calls: CallSites,
  plan: Plan,
): void {
  const place = `${hook.target} called in ${call.within}`;
  const reason = copies
    .map(({ address, image }) => forbiddenAt(address, image))
    .find((one) => one !== undefined);
  const addresses = copies.map(({ address }) => address);
  const found = reason === undefined ? calls.find(hook, addresses) : { reason };
  const distances = argumentsOf(hook, copies);
  if ("reason" in found) plan.refuse(hook, place, equalTo(call, plan.image) ?? found.reason);
  else if (typeof distances === "string") plan.refuse(hook, place, distances);
  else
    for (const site of found.sites) {
      plan.addCall(hook, place, site, { distances });
      tellEqual(hook, place, site.address, plan);
    }
}

const NO_ARGUMENTS: ReadonlyMap<number, number> = new Map();

/** All copies must have them in the same places. */
function argumentsOf({ uses }: LiveHook, copies: readonly Callee[]): ReadonlyMap<number, number> | string {
  if (uses.arguments.size === 0) return NO_ARGUMENTS;
  const found = copies.map(({ address, image }) =>
    argumentPlaces(imageCode(image), address, uses.arguments.keys()),
  );
  const [first = NO_ARGUMENTS] = found;
  const wrong = found.find((one) => typeof one === "string");
  if (wrong !== undefined) return wrong;
  const isSame = (one: typeof first) =>
    [...uses.arguments.keys()].every(
      (key) => (one as typeof NO_ARGUMENTS).get(key) === (first as typeof NO_ARGUMENTS).get(key),
    );
  return found.every(isSame)
    ? first
    : "the optimizer made copies of the function that take arguments elsewhere";
}

function planExecution({ hook, source }: WantedHook, code: ImageCode | undefined, plan: Plan): void {
  const copies = copiesOf(hook, source, plan.image);
  if (copies.length === 0 && copiesElsewhere({ hook, source }, code).length === 0)
    plan.refuse(
      hook,
      hook.target,
      code === undefined
        ? "it has no code of its own, and without debug information nobody knows where it was inlined"
        : hasUnit(code, source)
          ? `it has no code of its own: ${whyNoCode(hook.target, (file) => isOfUnit(hook, source, file), code)}`
          : "its unit is in no part of the kernel that is loaded: a module's code is hooked once the guest has loaded it",
    );
  for (const symbol of copies) {
    const reason = mergedSymbol(hook, symbol, code) ?? forbiddenAt(symbol.address, plan.image);
    const { address, name } = symbol;
    const distances = argumentsOf(hook, [{ address, image: plan.image }]);
    const stacked = hook.around && stackedArguments(plan.code, address, hook.around.parameters);
    if (reason !== undefined) plan.refuse(hook, name, reason);
    else if (typeof distances === "string") plan.refuse(hook, name, distances);
    else if (typeof stacked === "string") plan.refuse(hook, name, stacked);
    else if (hook.around !== undefined && symbol !== copies[0]) plan.refuse(hook, name, COPIED);
    else {
      const start = behindLandingPad(address, plan.image);
      plan.add({
        ...{ hook, place: name, address: start, isInside: false, distances },
        piece: { start, end: address + Math.max(symbol.size, start - address + 1) },
        ...(stacked === undefined ? {} : { stacked }),
      });
    }
    for (const doubt of code === undefined ? [] : entryDoubts(address, code))
      plan.refuse(hook, `${name}: other executions`, doubt);
  }
}

function behindLandingPad(address: number, image: KernelImage): number {
  const { landingPad } = image.machine.hooks;
  const isPad =
    landingPad.length > 0 && image.bytesAt(address, landingPad.length)?.equals(landingPad) === true;
  return isPad ? address + landingPad.length : address;
}

/** Of functions that the compiler found equal one has the code: what counts both is no count of the other. */
function mergedSymbol({ target }: LiveHook, { address }: KernelSymbol, code: ImageCode | undefined) {
  return code === undefined ? undefined : mergedInto(target, address, code);
}

const COPIED = "around advice runs in place of one function, and the optimizer made several copies of it";

/** Each copy in another function: hooked where it begins, or told. */
function planInlined({ hook, source }: WantedHook, code: ImageCode | undefined, plan: Plan): void {
  for (const { address, end, where, why, doubt } of copiesElsewhere({ hook, source }, code)) {
    const place = `${hook.target} inlined at ${where}`;
    const reason = hook.around
      ? "around advice runs in place of a function, and what is inlined is none"
      : hook.runsAfter
        ? "what is inlined does not return, so after advice has no place there"
        : hook.uses.arguments.size > 0
          ? "the advice reads arguments, and those of an inlined copy are wherever the optimizer wants them"
          : (why ?? forbiddenAt(address, plan.image));
    const piece = pieceAt(address, code) ?? { start: address, end };
    if (reason !== undefined) plan.refuse(hook, place, reason);
    else {
      plan.add({ hook, place, address, piece, isInside: true });
      if (doubt !== undefined) plan.refuse(hook, `${place}: other executions`, doubt);
    }
  }
}

/** Other units have static functions of the same name; a header's are meant in all of them. */
function copiesElsewhere({ hook, source }: WantedHook, code: ImageCode | undefined) {
  const found = code === undefined ? [] : inlinedCopies(code, hook.target);
  return found.filter(({ file }) => isOfUnit(hook, source, file));
}

const isOfUnit = ({ isStatic }: LiveHook, source: string, file: string) =>
  !isStatic || !file.endsWith(".c") || baseName(file) === baseName(source);

function planAccesses(wanted: readonly WantedHook[], code: ImageCode | undefined, plan: Plan): void {
  const within = new Set(wanted.flatMap(({ hook }) => hook.access?.within ?? []));
  const known = code === undefined || within.size === 0 ? [] : namedAccesses(code, within);
  for (const { hook } of wanted) {
    const { access } = hook;
    if (access === undefined) continue;
    const place = `${access.kind} of ${hook.target} in ${access.within}:${access.line}`;
    const exact = known.filter((one) => isAccess(one, hook.target, access));
    const own =
      exact.length > 0 ? exact : known.filter((one) => isUnclaimed(one, hook.target, access, wanted));
    if (own.length === 0)
      plan.refuse(
        hook,
        place,
        code === undefined
          ? "the kernel's file has no debug information, which says where members are"
          : "no instruction of that line does it: the optimizer merged or removed it",
      );
    const accessed = `${access.kind} ${hook.target}`;
    for (const one of countedParts({ hook, place, kind: access.kind }, own, plan))
      planAccess(hook, place, { ...one, accessed }, plan);
  }
}

type AccessPlace = Pick<NamedAccess, "address" | "doubt"> &
  Partial<Pick<NamedAccess, "inOwner" | "isIndexed">> & { readonly accessed: string };

function planAccess(hook: LiveHook, place: string, access: AccessPlace, plan: Plan): void {
  const { address, doubt, accessed } = access;
  const piece = pieceAt(address, plan.code);
  const original =
    piece &&
    plan.image.bytesAt(address, Math.min(piece.end - address, plan.image.machine.code.longestInstruction));
  const reason = piece === undefined || original === undefined ? NOT_THERE : forbiddenAt(address, plan.image);
  if (piece === undefined || original === undefined || reason !== undefined) {
    plan.refuse(hook, place, reason ?? NOT_THERE);
    return;
  }
  if (hook.runsAfter && leavesAt(original, address, plan.image.machine)) {
    plan.refuse(hook, place, "the instruction is a call or a jump, so nothing comes right behind it");
    return;
  }
  const object = hook.uses.target
    ? objectAt(hook, { address, original }, access, plan.image.machine)
    : undefined;
  if (typeof object === "string") plan.refuse(hook, place, object);
  else {
    plan.add({
      ...{ hook, place, address, piece, accessed, isInside: true },
      ...(object === undefined ? {} : { object }),
      ...(doubt === undefined ? {} : { doubt }),
    });
    tellEqual(hook, place, address, plan);
  }
}

const NOT_THERE = "its code is not in the file of the kernel";

/** The same advice in many places. */
function planShared({ accesses, hooks }: SharedPlan, plan: Plan): void {
  for (const { key, kind, place, accessed, effects, places, code } of accesses) {
    if (code !== plan.code) continue;
    const advice = hooks.get(key);
    if (advice === undefined) plan.refuse({ effects }, place, NO_ADVICE);
    else {
      const hook = { ...advice, effects };
      for (const one of countedParts({ hook, place, kind }, places, plan))
        planAccess(hook, place, { ...one, accessed }, plan);
    }
  }
}

const NO_ADVICE =
  "none of the sources that were read has this advice at such a member (of a struct without a name, or one that only macros name): woven alone, it reads others";

function pieceAt(address: number, code: ImageCode | undefined): CodePiece | undefined {
  const ranges = code?.functions.ownAt(address)?.ranges ?? [];
  return ranges.find(({ start, end }) => start <= address && address < end);
}

function objectAt(
  hook: LiveHook,
  site: HookSite,
  { inOwner, isIndexed = false }: AccessPlace,
  machine: Machine,
): ObjectPlace | string {
  if (inOwner === undefined)
    return "the advice reads the object, and the instruction does not say where it begins";
  return objectPlace(site, { inOwner, isIndexed }, hook.runsAfter, machine);
}

/** The optimizer moved it to another line of the function, where the source has no such access. */
function isUnclaimed(
  one: NamedAccess,
  target: string,
  access: NonNullable<LiveHook["access"]>,
  wanted: readonly WantedHook[],
): boolean {
  if (!isAccess(one, target, { ...access, line: one.place.line, file: one.place.file })) return false;
  return !wanted.some(
    ({ hook }) =>
      hook.access !== undefined && hook.access !== access && isAccess(one, hook.target, hook.access),
  );
}

function isAccess(one: NamedAccess, target: string, access: NonNullable<LiveHook["access"]>): boolean {
  return (
    one.kind === access.kind &&
    one.name === target &&
    one.within === access.within &&
    one.place.line === access.line &&
    baseName(one.place.file) === baseName(access.file)
  );
}

/** Debug information is read only where something in it is asked for. */
const needsCode = (wanted: readonly WantedHook[]) =>
  wanted.some(({ hook }) => hook.call === undefined || hook.uses.arguments.size > 0);

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);
