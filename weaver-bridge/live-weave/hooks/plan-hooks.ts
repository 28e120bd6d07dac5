/** From the hooks that advice asks for to places in the kernel's code, or the reasons why there is none. */
import type { LiveHook } from "../../weaver/index.js";
import { imageCode } from "../image/image-code-of.js";
import type { KernelImage, KernelSymbol } from "../image/kernel-image.js";
import { type ImageCode, inlinedCopies, type NamedAccess, namedAccesses } from "../resolve/index.js";
import type { SharedPlan } from "../shared-accesses.js";
import { argumentPlaces, stackedArguments } from "./argument-places.js";
import { type CallSites, callSites } from "./call-sites.js";
import {
  entrySite,
  type HookSite,
  insideSite,
  type JumpTargets,
  jumpTargets,
  type SiteOrReason,
  trapSite,
} from "./entry-sites.js";
import { forbiddenAt } from "./forbidden-code.js";
import { type ObjectPlace, objectPlace } from "./load-object.js";

export interface PlannedHook {
  readonly hook: LiveHook;
  readonly place: string;
  readonly site: HookSite;
  /** In the middle of a function: at an access, or where an inlined copy begins. */
  readonly isInside: boolean;
  /** Of the arguments that the advice reads. */
  readonly distances?: ReadonlyMap<number, number>;
  /** Where the object is whose member is accessed, if the advice asks for it. */
  readonly object?: ObjectPlace;
  /** With around advice: how many arguments the function takes on the stack. */
  readonly stacked?: number;
}

export interface Unreachable {
  readonly hook: LiveHook;
  readonly place: string;
  readonly reason: string;
}

export interface WantedHook {
  readonly hook: LiveHook;
  /** The unit's source, as its command names it. */
  readonly source: string;
}

type More = Pick<PlannedHook, "distances" | "object" | "stacked"> & { readonly isInside?: boolean };

interface Plan {
  readonly image: KernelImage;
  readonly targets: JumpTargets;
  readonly code: ImageCode | undefined;
  add(hook: LiveHook, place: string, site: HookSite, more?: More): void;
  refuse(hook: LiveHook, place: string, reason: string): void;
}

/** Accesses in `shared` are not in `wanted`. Rejects with ProcessError for a missing tool. */
export async function planHooks(wanted: readonly WantedHook[], image: KernelImage, shared?: SharedPlan) {
  const code = shared !== undefined || needsCode(wanted) ? imageCode(image) : undefined;
  const planned: PlannedHook[] = [];
  const unreachable: Unreachable[] = [];
  /** An inline function of a header is matched in each unit that includes it, and told once. */
  const told = new Set<string>();
  const plan: Plan = {
    ...{ image, targets: jumpTargets(image), code },
    refuse: (hook, place, reason) => {
      if (!told.has(`${place} ${reason}`)) unreachable.push({ hook, place, reason });
      told.add(`${place} ${reason}`);
    },
    add: (hook, place, site, more = {}) => {
      const other = planned.find((one) => overlap(one.site, site));
      if (other === undefined) planned.push({ ...{ hook, place, site, isInside: false }, ...more });
      else if (other.site.address !== site.address) {
        const traps = bothTraps(image, other, site, place);
        if (traps === undefined || planned.some((one) => one !== other && overlap(one.site, traps[1])))
          return plan.refuse(hook, place, `no hook fits beside that of ${other.place}`);
        planned[planned.indexOf(other)] = { ...other, site: traps[0] };
        planned.push({ ...{ hook, place, site: traps[1], isInside: false }, ...more });
      } else if (adviceOf(other.hook) !== adviceOf(hook)) plan.refuse(hook, place, sharedWith(other, hook));
    },
  };
  const called = wanted.flatMap(({ hook, source }) =>
    hook.call === undefined ? [] : copiesOf(hook, source, image),
  );
  const calls = await callSites(image, new Set(called.map(({ address }) => address)));
  for (const { hook, source } of wanted) {
    if (hook.call !== undefined) planCall(hook, hook.call, copiesOf(hook, source, image), calls, plan);
    else if (hook.access === undefined) planExecution({ hook, source }, code, plan);
  }
  if (shared === undefined) planAccesses(wanted, code, plan);
  else planShared(shared, plan);
  for (const one of wanted)
    if (one.hook.call === undefined && one.hook.access === undefined) planInlined(one, code, plan);
  return { planned, unreachable };
}

function planCall(
  hook: LiveHook,
  call: NonNullable<LiveHook["call"]>,
  copies: readonly KernelSymbol[],
  calls: CallSites,
  plan: Plan,
): void {
  const place = `${hook.target} called in ${call.within}`;
  const reason = copies
    .map(({ address }) => forbiddenAt(address, plan.image))
    .find((one) => one !== undefined);
  const addresses = copies.map(({ address }) => address);
  const found = reason === undefined ? calls.find(hook, addresses) : { reason };
  const distances = argumentsOf(hook, copies, plan);
  if ("reason" in found) plan.refuse(hook, place, found.reason);
  else if (typeof distances === "string") plan.refuse(hook, place, distances);
  else for (const site of found.sites) plan.add(hook, place, site, { distances });
}

/** Of two hooks that are too near to each other, each is a trap. */
function bothTraps(
  image: KernelImage,
  other: PlannedHook,
  site: HookSite,
  place: string,
): readonly [HookSite, HookSite] | undefined {
  if (other.hook.call !== undefined) return undefined;
  const made = [
    trapSite(image, other.site.address, Number.MAX_SAFE_INTEGER, `a jump would overlap the hook of ${place}`),
    trapSite(image, site.address, Number.MAX_SAFE_INTEGER, `a jump would overlap the hook of ${other.place}`),
  ];
  const [first, second] = made;
  if (first === undefined || second === undefined || "reason" in first || "reason" in second)
    return undefined;
  return overlap(first.site, second.site) ? undefined : [first.site, second.site];
}

const NO_ARGUMENTS: ReadonlyMap<number, number> = new Map();

/** All copies must have them in the same places. */
function argumentsOf(
  { uses }: LiveHook,
  copies: readonly KernelSymbol[],
  { code }: Plan,
): ReadonlyMap<number, number> | string {
  if (uses.arguments.size === 0) return NO_ARGUMENTS;
  const found = copies.map(({ address }) => argumentPlaces(code, address, uses.arguments.keys()));
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
        : "it has no code: the optimizer removed it",
    );
  for (const symbol of copies) {
    const reason = forbiddenAt(symbol.address, plan.image);
    const found = reason === undefined ? entryOrTrap(symbol, plan) : { reason };
    const distances = argumentsOf(hook, [symbol], plan);
    const stacked = hook.around && stackedArguments(plan.code, symbol.address, hook.around.parameters);
    if ("reason" in found) plan.refuse(hook, symbol.name, found.reason);
    else if (typeof distances === "string") plan.refuse(hook, symbol.name, distances);
    else if (typeof stacked === "string") plan.refuse(hook, symbol.name, stacked);
    else if (hook.around !== undefined && symbol !== copies[0]) plan.refuse(hook, symbol.name, COPIED);
    else
      plan.add(hook, symbol.name, found.site, { distances, ...(stacked === undefined ? {} : { stacked }) });
  }
}

const COPIED = "around advice runs in place of one function, and the optimizer made several copies of it";

/** Each copy in another function: hooked where it begins, or told. */
function planInlined({ hook, source }: WantedHook, code: ImageCode | undefined, plan: Plan): void {
  for (const { address, end, where } of copiesElsewhere({ hook, source }, code)) {
    const place = `${hook.target} inlined at ${where}`;
    const reason = hook.around
      ? "around advice runs in place of a function, and what is inlined is none"
      : hook.runsAfter
        ? "what is inlined does not return, so after advice has no place there"
        : hook.uses.arguments.size > 0
          ? "the advice reads arguments, and those of an inlined copy are wherever the optimizer wants them"
          : forbiddenAt(address, plan.image);
    const found = reason === undefined ? insideOrTrap(address, end, plan) : { reason };
    if ("reason" in found) plan.refuse(hook, place, found.reason);
    else plan.add(hook, place, found.site, { isInside: true });
  }
}

function insideOrTrap(address: number, end: number, { image, targets }: Plan): SiteOrReason {
  const found = insideSite(image, address, end, targets);
  return "reason" in found ? trapSite(image, address, end, found.reason) : found;
}

function entryOrTrap(symbol: KernelSymbol, { image, targets }: Plan): SiteOrReason {
  const found = entrySite(image, symbol, targets);
  const end = symbol.address + Math.max(symbol.size, 1);
  return "reason" in found ? trapSite(image, symbol.address, end, found.reason) : found;
}

/** Other units have static functions of the same name; a header's are meant in all of them. */
function copiesElsewhere({ hook, source }: WantedHook, code: ImageCode | undefined) {
  const found = code === undefined ? [] : inlinedCopies(code, hook.target);
  const isOther = (file: string) => file.endsWith(".c") && baseName(file) !== baseName(source);
  return hook.isStatic ? found.filter(({ file }) => !isOther(file)) : found;
}

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
    for (const one of own) planAccess(hook, place, one, plan);
  }
}

interface AccessPlace {
  readonly address: number;
  /** Of the piece of code. */
  readonly end: number;
  readonly inOwner?: number | undefined;
}

function planAccess(hook: LiveHook, place: string, { address, end, inOwner }: AccessPlace, plan: Plan): void {
  const reason = forbiddenAt(address, plan.image);
  const found = reason === undefined ? insideOrTrap(address, end, plan) : { reason };
  if ("reason" in found) {
    plan.refuse(hook, place, found.reason);
    return;
  }
  const object = hook.uses.target ? objectAt(hook, found.site, inOwner) : undefined;
  if (typeof object === "string") plan.refuse(hook, place, object);
  else plan.add(hook, place, found.site, { isInside: true, ...(object === undefined ? {} : { object }) });
}

/** The same advice in many places. */
function planShared({ accesses, hooks }: SharedPlan, plan: Plan): void {
  for (const { key, place, effects, places } of accesses) {
    const advice = hooks.get(key);
    if (advice === undefined) continue;
    for (const { address, inOwner } of places)
      planAccess({ ...advice, effects }, place, { address, end: endAt(address, plan.code), inOwner }, plan);
  }
}

function endAt(address: number, code: ImageCode | undefined): number {
  const ranges = code?.functions.ownAt(address)?.ranges ?? [];
  return ranges.find(({ start, end }) => start <= address && address < end)?.end ?? address;
}

function objectAt(hook: LiveHook, site: HookSite, inOwner: number | undefined): ObjectPlace | string {
  if (inOwner === undefined)
    return "the advice reads the object, and the instruction does not say where it begins";
  return objectPlace(site, inOwner, hook.runsAfter);
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

function overlap(left: HookSite, right: HookSite): boolean {
  return (
    left.address < right.address + right.original.length &&
    right.address < left.address + left.original.length
  );
}

function sharedWith(other: PlannedHook, hook: LiveHook): string {
  return hook.call !== undefined && other.hook.call !== undefined
    ? "several calls stand in that line, and the debug information does not tell them apart"
    : `its first instruction is that of ${other.place}, where other advice is hooked`;
}

const baseName = (file: string) => file.slice(file.lastIndexOf("/") + 1);

const adviceOf = ({ effects }: LiveHook) =>
  effects.map(({ by, binding }) => `${by.name} ${binding.adviceIndex}`).join();

/** The optimizer makes `f.constprop.0` of `f`; what it splits off a function (`f.cold`, `f.part.0`) is not its entry. */
function copiesOf({ target, isStatic }: LiveHook, source: string, { symbols }: KernelImage): KernelSymbol[] {
  const unit = source.slice(source.lastIndexOf("/") + 1);
  return symbols.filter(
    ({ name, kind, isLocal, unit: from }) =>
      kind === "function" &&
      (name === target || (name.startsWith(`${target}.`) && !/\.(cold|part)\b/.test(name))) &&
      (isStatic ? isLocal && (from === undefined || from === unit) : true),
  );
}
