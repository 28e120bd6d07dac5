/**
 * Accesses that advice means, by the image alone. Advice that asks for nothing but the instruction and the object is the
 * same wherever a member of a struct is accessed: compiled once, in one of the units, it serves the whole kernel.
 */
import { statSync } from "node:fs";
import type { AspectEffect, AspectFile } from "../model/index.js";
import type { LiveHook } from "../weaver/index.js";
import {
  adviceIdOf,
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
  readonly effects: readonly AspectEffect[];
  readonly places: readonly MachinePlace[];
  /** What the places are in. */
  readonly code: ImageCode;
}

export interface SharedAccesses {
  readonly accesses: readonly SharedAccess[];
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

/** In the kernel and in its modules. Undefined where only sources can tell, or no accesses are meant. */
export function sharedAccesses(
  images: readonly ImageCode[],
  files: readonly AspectFile[],
): SharedAccesses | undefined {
  if (!toldByImage(files) || !meansAccesses(files)) return undefined;
  const accesses: SharedAccess[] = [];
  const sources = new Set<string>();
  /** By key and source: how many. */
  const counts = new Map<string, Map<string, number>>();
  const joinPoints = images.flatMap((code) =>
    resolveInImage(code, { files }).joinPoints.map((found) => ({ code, ...found })),
  );
  for (const found of joinPoints) {
    const { joinPoint, effects, owner, places, code } = found;
    const own = sourcesOf(code, found);
    const { kind } = joinPoint;
    if (kind !== "get" && kind !== "set" && kind !== "ref") {
      chooseSource(sources, own);
      continue;
    }
    const key = keyOf(effects, owner);
    const within = /(\w+)\(/.exec(joinPoint.within)?.[1] ?? joinPoint.within;
    const name = effects[0]?.title.replace(/^.* of /, "") ?? "";
    const place = `${kind} of ${name} in ${within}:${joinPoint.range.startLine}`;
    accesses.push({ key, kind, place, effects, places, code });
    const count = counts.get(key) ?? new Map<string, number>();
    counts.set(key, count);
    for (const source of own) count.set(source, (count.get(source) ?? 0) + 1);
  }
  if (accesses.length === 0) return undefined;
  const soon = withChosen(sources, [...counts.values()], short);
  const sure = withChosen(sources, [...counts.values()], most);
  // The same units need not be read twice.
  const isSame = soon.size === sure.size && [...soon].every((source) => sure.has(source));
  const choices = isSame ? [sure] : [soon, sure];
  const firstMembers = new Set(images.flatMap((code) => firstMembersMeant(code, files)));
  return { accesses, choices, gaps: gapsOf(joinPoints), firstMembers: [...firstMembers] };
}

function meansAccesses(files: readonly AspectFile[]): boolean {
  const isMeant = kindsMeant(advicePointcuts(files));
  return isMeant("get") || isMeant("set") || isMeant("ref");
}

/** Number of accesses of one kind, by source. */
type Counts = ReadonlyMap<string, number>;

function withChosen(
  sources: ReadonlySet<string>,
  all: readonly Counts[],
  choose: (counts: Counts) => string | undefined,
): ReadonlySet<string> {
  const chosen = new Set(sources);
  for (const counts of all) {
    if ([...chosen].some((source) => (counts.get(source) ?? 0) >= ENOUGH)) continue;
    const source = choose(counts);
    if (source !== undefined) chosen.add(source);
  }
  return chosen;
}

/** The sources don't tell of each what the image does. */
const ENOUGH = 4;

function short(counts: Counts): string | undefined {
  const possible = [...counts].flatMap(([source, count]) => (count < ENOUGH ? [] : [source]));
  const size = (source: string) =>
    statSync(source, { throwIfNoEntry: false })?.size ?? Number.POSITIVE_INFINITY;
  const [least] = possible
    .map((source) => ({ source, size: size(source) }))
    .sort((left, right) => left.size - right.size);
  return least?.source ?? most(counts);
}

function most(counts: Counts): string | undefined {
  return [...counts].sort((left, right) => right[1] - left[1])[0]?.[0];
}

/** What is planned without the units that the accesses are in. */
export interface SharedPlan {
  readonly accesses: readonly SharedAccess[];
  /** By key; the weaver has told why it has none for some. */
  readonly hooks: ReadonlyMap<string, LiveHook>;
  /** It has one for each. */
  readonly isWhole: boolean;
}

/** Undefined where the advice on some access is not the same at others; `isWhole` where each has its advice. */
export function sharedPlan({ accesses }: SharedAccesses, hooks: readonly LiveHook[]): SharedPlan | undefined {
  const found = new Map<string, LiveHook>();
  const own = new Set<string>();
  for (const hook of hooks) {
    const key = keyOf(hook.effects, hook.target.split("::").slice(0, -1).join("::"));
    if (hook.access?.isShared !== true) own.add(key);
    else if (!found.has(key)) found.set(key, hook);
  }
  const isOwn = accesses.some(({ key }) => own.has(key) && !found.has(key));
  const isWhole = accesses.every(({ key }) => found.has(key));
  return isOwn || found.size === 0 ? undefined : { accesses, hooks: found, isWhole };
}

const keyOf = (effects: readonly AspectEffect[], owner: string) =>
  `${owner}: ${effects
    .map((effect) => `${effect.origin.file} ${adviceIdOf(effect)}`)
    .sort()
    .join()}`;
