/** Aspects at shared join points: every pair with its order and the reason, and the diagnostics and fixes of those without. */
import { type AspectEffect, joinPointOf, type Precedence } from "@weft/weaver-bridge/model";
import type { AspectPair, LabelledPlace, PairState, SharedJoinPoint } from "../../protocol/index.js";
import type { Snapshot } from "../../workspace/index.js";
import { placeOf, placeOfJoinPoint } from "../places.js";

/** Effects of one join point, outermost first. */
export type Meeting = readonly AspectEffect[];

/** Join points where advice of several aspects meets. */
export function meetings(snapshot: Snapshot): Meeting[] {
  const groups = new Map<string, AspectEffect[]>();
  const paths = new Set(snapshot.aspects.map(({ source }) => source.path));
  for (const effects of snapshot.effectsByFile().values())
    for (const effect of effects) {
      if (effect.binding.encloses === undefined || !paths.has(effect.origin.file)) continue;
      const key = `${effect.target.file}\0${effect.binding.joinPoint.id}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [effect]);
      else group.push(effect);
    }
  return [...groups.values()].map((group) => group.sort((a, b) => a.order - b.order));
}

/** Those that want attention first, then by how often they meet. */
export function aspectPairs(snapshot: Snapshot): readonly AspectPair[] {
  let pairs = pairsNow.get(snapshot);
  if (pairs === undefined) {
    pairsNow.set(snapshot, (pairs = findPairs(snapshot)));
    // Each aspect file asks in turn, and nothing changes in between.
    queueMicrotask(() => pairsNow.delete(snapshot));
  }
  return pairs;
}

const pairsNow = new WeakMap<Snapshot, readonly AspectPair[]>();

function findPairs(snapshot: Snapshot): AspectPair[] {
  const found = new Map<string, Found[]>();
  for (const meeting of meetings(snapshot))
    for (const [outer, precedence] of precedences(meeting)) {
      const key = [outer, precedence.aspect].sort().join("\0");
      const list = found.get(key);
      if (list === undefined) found.set(key, [{ outer, precedence, meeting }]);
      else list.push({ outer, precedence, meeting });
    }
  const pairs = [...found.values()].map((list) => pairOf(list, snapshot));
  const rank = ({ state }: AspectPair) => STATES.indexOf(state);
  return pairs.sort((a, b) => rank(a) - rank(b) || b.joinPoints.length - a.joinPoints.length);
}

const STATES: readonly PairState[] = ["contradictory", "unordered", "mixed", "ordered"];

interface Found {
  readonly outer: string;
  readonly precedence: Precedence;
  readonly meeting: Meeting;
}

/** Each pair of aspects of the join point once. */
function precedences(meeting: Meeting): [string, Precedence][] {
  const byAspect = new Map(meeting.map((effect) => [effect.by.name, effect.binding.encloses ?? []]));
  return [...byAspect].flatMap(([outer, list]) =>
    list.map((precedence): [string, Precedence] => [outer, precedence]),
  );
}

function pairOf(list: readonly Found[], snapshot: Snapshot): AspectPair {
  const first = list[0] as Found;
  const names = [first.outer, first.precedence.aspect] as const;
  const same = list.filter(({ outer }) => outer === names[0]).length;
  const [outer, inner] = same * 2 >= list.length ? names : [names[1], names[0]];
  const by = new Map<string, LabelledPlace>();
  for (const { precedence } of list)
    for (const range of precedence.by)
      by.set(JSON.stringify(range), placeOf(snapshot, range, "order advice"));
  return {
    outer,
    inner,
    state: stateOf(list),
    joinPoints: list.map(({ precedence, meeting }) => shared(snapshot, precedence, meeting)),
    by: [...by.values()],
  };
}

function stateOf(list: readonly Found[]): PairState {
  const reasons = new Set(list.map(({ precedence }) => precedence.because));
  if (reasons.has("contradiction")) return "contradictory";
  if (reasons.size > 1 || new Set(list.map(({ outer }) => outer)).size > 1) return "mixed";
  return reasons.has("name") ? "unordered" : "ordered";
}

function shared(snapshot: Snapshot, { because }: Precedence, meeting: Meeting): SharedJoinPoint {
  return {
    place: placeOfEffect(snapshot, meeting[0] as AspectEffect),
    because,
    sequence: meeting.map(({ title }) => title),
  };
}

/** The join point, named as `execution of sys_open(...)`. */
export function placeOfEffect(snapshot: Snapshot, effect: AspectEffect): LabelledPlace {
  const joinPoint = joinPointOf(effect);
  return placeOfJoinPoint(snapshot, joinPoint, `${joinPoint.kind} of ${joinPoint.signature}`);
}
