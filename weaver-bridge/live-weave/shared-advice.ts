/**
 * What advice means, by the image alone. Advice that asks for nothing but the instruction and the object is the same
 * wherever a member of a struct is accessed, and at each function: compiled in one of the units, it serves the whole kernel.
 */
import { statSync } from "node:fs";
import { type AspectEffect, type AspectFile, isAdvice } from "../model/index.js";
import { AT } from "../object-code/index.js";
import { type LiveHook, sameAdviceAt } from "../weaver/index.js";
import { adviceName, plainAdvice } from "./plain-advice.js";
import {
  advicePointcuts,
  chooseSource,
  firstMembersMeant,
  gapsOf,
  type ImageCode,
  kindsMeant,
  type MachinePlace,
  resolveInImage,
  sourcesOf,
  toldByImage,
} from "./resolve/index.js";

export interface SharedAccess {
  /** Of the advice that it needs; {@link SharedPlan} has it. */
  readonly key: string;
  readonly kind: "get" | "set" | "ref";
  /** `set of sk_buff::len in skb_put:12` */
  readonly place: string;
  /** `set sk_buff::len` */
  readonly accessed: string;
  readonly effects: readonly AspectEffect[];
  readonly places: readonly MachinePlace[];
  /** What the places are in. */
  readonly code: ImageCode;
}

/** A function that is advised as others are. */
interface SharedExecution {
  readonly key: string;
  readonly target: string;
  readonly isStatic: boolean;
  /** Of the unit that defines it, absolute. */
  readonly source: string;
  readonly effects: readonly AspectEffect[];
}

export interface SharedAdvice {
  readonly accesses: readonly SharedAccess[];
  readonly executions: readonly SharedExecution[];
  /**
   * Units to read: one for each kind of advice, and all that have other join points. Absolute names. First with short ones,
   * which are read soon; then with those that have the most accesses, whose advice is seldom without a place.
   */
  readonly choices: readonly ReadonlySet<string>[];
  /** Functions that no unit can tell of, each with the reason. */
  readonly gaps: readonly string[];
  /** Members at the start of a struct, `inode::i_mode`, whose `ref` is meant: no instruction computes their address. */
  readonly firstMembers: readonly string[];
}

/**
 * In the kernel and in its modules. Undefined where only sources can tell, or nothing is the same in several places.
 * `units`: how many have join points, asked where no accesses are meant.
 */
export function sharedAdvice(
  images: readonly ImageCode[],
  files: readonly AspectFile[],
  units: () => number,
): SharedAdvice | undefined {
  const isPlain = plainAdvice(files);
  if (!toldByImage(files) || !mayServe(files, isPlain.size > 0, units)) return undefined;
  const joinPoints = images.flatMap((code) =>
    resolveInImage(code, { files }).joinPoints.map((found) => ({ code, ...found })),
  );
  const accesses: SharedAccess[] = [];
  const executions: SharedExecution[] = [];
  const sources = new Set<string>();
  const counts = new Counts();
  const alike = new Counts();
  for (const found of joinPoints) {
    const { joinPoint, effects, owner, places, code, origins } = found;
    const own = sourcesOf(code, found);
    const { kind } = joinPoint;
    const [source, ...others] = new Set(own);
    const [origin] = origins;
    const isSame =
      kind === "execution" &&
      effects.every((effect) => isPlain.has(idOf(effect))) &&
      !(effects.some(isAfter) && origins.some((one) => code.debug.has(one, AT.noreturn)));
    // What a header has is each unit's own.
    if (isSame && source !== undefined && others.length === 0 && origin !== undefined) {
      const key = keyOf(effects, kind);
      const target = code.debug.text(origin, AT.name) ?? "";
      const isStatic = !code.debug.has(origin, AT.external);
      executions.push({ key, target, isStatic, source, effects });
      // Of what has no code its unit tells nothing but that.
      if (places.length > 0) alike.add(key, [source]);
    } else if (kind !== "get" && kind !== "set" && kind !== "ref") chooseSource(sources, own);
    else {
      const key = keyOf(effects, owner);
      const within = /(?<!\w)(\w+)\(/.exec(joinPoint.within)?.[1] ?? joinPoint.within;
      const name = effects[0]?.title.replace(/^.* of /, "") ?? "";
      const place = `${kind} of ${name} in ${within}:${joinPoint.range.startLine}`;
      const accessed = `${kind} ${owner}::${found.name}`;
      accesses.push({ key, kind, place, accessed, effects, places, code });
      counts.add(key, own);
    }
  }
  if (accesses.length === 0 && new Set(executions.map(({ source }) => source)).size < 2) return undefined;
  const chosen = (choose: Choice) => alike.withChosen(counts.withChosen(sources, choose, ENOUGH), choose, 1);
  const [soon, sure] = [chosen(short), chosen(most)];
  // The same units need not be read twice.
  const isSame = soon.size === sure.size && [...soon].every((source) => sure.has(source));
  const choices = isSame ? [sure] : [soon, sure];
  const firstMembers = new Set(images.flatMap((code) => firstMembersMeant(code, files)));
  return { accesses, executions, choices, gaps: gapsOf(joinPoints), firstMembers: [...firstMembers] };
}

/** To find calls takes longer than to read their units. */
function mayServe(files: readonly AspectFile[], hasPlain: boolean, units: () => number): boolean {
  const isMeant = kindsMeant(advicePointcuts(files));
  if (isMeant("get") || isMeant("set") || isMeant("ref")) return true;
  return hasPlain && !isMeant("call") && units() > 1;
}

const isAfter = (effect: AspectEffect) => isAdvice(effect) && effect.binding.when === "after";

const idOf = ({ origin, by, binding }: AspectEffect) => adviceName(origin.file, by.name, binding.adviceIndex);

type Choice = (sources: ReadonlyMap<string, number>, enough: number) => string | undefined;

/** How many places each kind of advice has, by source. */
class Counts {
  readonly #all = new Map<string, Map<string, number>>();

  add(key: string, sources: readonly string[]): void {
    const count = this.#all.get(key) ?? new Map<string, number>();
    this.#all.set(key, count);
    for (const source of sources) count.set(source, (count.get(source) ?? 0) + 1);
  }

  withChosen(sources: ReadonlySet<string>, choose: Choice, enough: number): ReadonlySet<string> {
    const chosen = new Set(sources);
    for (const counts of this.#all.values()) {
      if ([...chosen].some((source) => (counts.get(source) ?? 0) >= enough)) continue;
      const source = choose(counts, enough);
      if (source !== undefined) chosen.add(source);
    }
    return chosen;
  }
}

/** The sources don't tell of each access what the image does. */
const ENOUGH = 4;

const short: Choice = (counts, enough) => {
  const possible = [...counts].flatMap(([source, count]) => (count < enough ? [] : [source]));
  const size = (source: string) =>
    statSync(source, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
  const [least] = possible
    .map((source) => ({ source, size: size(source) }))
    .sort((left, right) => left.size - right.size);
  return least?.source ?? most(counts, enough);
};

const most: Choice = (counts) => [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];

/** What is planned without the units that the accesses are in. */
export interface SharedPlan {
  readonly accesses: readonly SharedAccess[];
  /** By the symbol of a hook that one unit has: hooks of the same advice, that one's among them. */
  readonly executions: ReadonlyMap<string, readonly LiveHook[]>;
  /** Functions that they are of, with their units. */
  readonly served: ReadonlySet<string>;
  /** By key; the weaver has told why it has none for some. */
  readonly hooks: ReadonlyMap<string, LiveHook>;
  /** It has one for each. */
  readonly isWhole: boolean;
}

/** Undefined where the advice on some place is not the same at others; `isWhole` where each has its advice. */
export function sharedPlan(
  { accesses, executions }: SharedAdvice,
  hooks: readonly LiveHook[],
): SharedPlan | undefined {
  const found = new Map<string, LiveHook>();
  const own = new Set<string>();
  for (const hook of hooks) {
    const key = keyOfHook(hook);
    if (key === undefined) continue;
    if (!hook.isShared) own.add(key);
    else if (!found.has(key)) found.set(key, hook);
  }
  // What does not ask for the object is the same at the members of every struct.
  const anywhere = new Map<string, LiveHook>();
  for (const hook of found.values())
    if (hook.access !== undefined && !hook.uses.target) anywhere.set(idsOf(hook.effects), hook);
  for (const { key, effects } of accesses) {
    const hook = anywhere.get(idsOf(effects));
    if (!found.has(key) && !own.has(key) && hook !== undefined) found.set(key, hook);
  }
  const isOwn = accesses.some(({ key }) => own.has(key) && !found.has(key));
  const isWhole = accesses.every(({ key }) => found.has(key));
  if (isOwn || found.size === 0 || !executions.every(({ key }) => found.has(key))) return undefined;
  const copies = new Map<string, LiveHook[]>();
  for (const [index, { key, ...at }] of executions.entries()) {
    const hook = found.get(key);
    if (hook !== undefined)
      copies.set(hook.symbol, [...(copies.get(hook.symbol) ?? []), sameAdviceAt(hook, index, at)]);
  }
  const served = new Set(executions.map(({ source, target }) => servedName(source, target)));
  return { accesses, executions: copies, served, hooks: found, isWhole };
}

/** Of a unit's hooks those that are compiled there: what is the same elsewhere only once, with all that it serves. */
export function hooksWith(hooks: readonly LiveHook[], source: string, shared: SharedPlan): LiveHook[] {
  const wanted = new Set([...shared.hooks.values()].map(({ symbol }) => symbol));
  return hooks.flatMap((hook) => {
    const { access, call, symbol, target } = hook;
    if (access !== undefined) return wanted.has(symbol) ? [hook] : [];
    const isServed = call === undefined && shared.served.has(servedName(source, target));
    return [...(isServed ? [] : [hook]), ...(shared.executions.get(symbol) ?? [])];
  });
}

const servedName = (source: string, target: string) => `${target} ${source}`;

/** Undefined for a call, which is where the source has it. */
function keyOfHook({ access, call, effects, target }: LiveHook): string | undefined {
  if (call !== undefined) return undefined;
  const owner = target.split("::").slice(0, -1).join("::");
  return keyOf(effects, access === undefined ? "execution" : owner);
}

const keyOf = (effects: readonly AspectEffect[], owner: string) => `${owner}: ${idsOf(effects)}`;

const idsOf = (effects: readonly AspectEffect[]) => effects.map(idOf).sort().join();
