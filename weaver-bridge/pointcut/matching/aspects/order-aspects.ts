/**
 * In which order the aspects that meet at a join point nest. `order` advice decides; without it the name does, and
 * that is reported, because a name is an accident. Contradictions are errors.
 */
import type {
  Aspect,
  AspectFile,
  EntityId,
  Precedence,
  Problem,
  Shadow,
  SourceRange,
  TextRange,
} from "../../../model/index.js";
import { createPlaces } from "../../syntax/problem-sink.js";
import { isCodeNode, type PointcutNode } from "../nodes/pointcut-node.js";
import { qualifiedName } from "../units/describe-match.js";
import { subjectOf } from "../units/unit-columns.js";
import type { UnitMatcher } from "../units/unit-matcher.js";
import type { LinkedAdvice, LinkedIntroduction, LinkedOrder } from "./link-aspects.js";

export interface AspectOrder {
  /** `met` is in order of aspect name, then text; the result is outermost first. */
  arrange(shadow: Shadow, met: readonly LinkedAdvice[]): Arranged<LinkedAdvice>;
  /** The same for the introductions into a class. */
  arrangeAt(entity: EntityId, met: readonly LinkedIntroduction[]): Arranged<LinkedIntroduction>;
  readonly problems: readonly Problem[];
}

export interface Arranged<T> {
  readonly items: readonly T[];
  /** By aspect name, what each encloses and why; absent where only one aspect meets. */
  readonly encloses?: ReadonlyMap<string, readonly Precedence[]>;
}

interface Ranking {
  /** Aspect names, outermost first. */
  readonly names: readonly string[];
  readonly encloses: ReadonlyMap<string, readonly Precedence[]>;
  /** Names that would have to enclose each other. */
  readonly cycle?: readonly string[];
  /** Outer and inner where no order is given. */
  readonly unordered: readonly (readonly [string, string])[];
}

interface Met {
  readonly aspect: Aspect;
  readonly file: AspectFile;
}

export function createAspectOrder(unit: UnitMatcher, orders: readonly LinkedOrder[]): AspectOrder {
  const rankings = rankingsOf(orders);
  const problems: Problem[] = [];
  const reported = new Set<string>();
  const report = (key: string, problem: () => Problem) => {
    if (reported.has(key)) return;
    reported.add(key);
    problems.push(problem());
  };
  const arrange = <T extends Met>(
    met: readonly T[],
    applies: (order: LinkedOrder) => boolean,
    place: (item: T) => TextRange,
    where: () => string,
  ): Arranged<T> => {
    const first = met[0]?.aspect;
    if (met.every((item) => item.aspect === first)) return { items: met };
    const names = [...new Set(met.map((item) => item.aspect.name))];
    const active = orders.filter(applies);
    const key = `${names.join(",")}|${active.map((item) => orders.indexOf(item)).join(",")}`;
    let ranking = rankings.get(key);
    if (ranking === undefined) {
      ranking = rank(names, active);
      rankings.set(key, ranking);
    }
    const { names: ranked, encloses, cycle, unordered } = ranking;
    const rangeOf = (name: string): SourceRange => {
      const item = met.find((other) => other.aspect.name === name) as T;
      return createPlaces(item.file.file, item.file.text)(place(item));
    };
    if (cycle !== undefined) report(`cycle ${cycle}`, () => cycleProblem(cycle, active));
    for (const [a, b] of unordered) report(`${a} ${b}`, () => unorderedProblem(a, b, rangeOf(b), where()));
    const items = [...met].sort((a, b) => ranked.indexOf(a.aspect.name) - ranked.indexOf(b.aspect.name));
    return { items, encloses };
  };
  const nameOf = (id: EntityId) => `\`${qualifiedName(unit.facts.entities[id])}\``;
  return {
    problems,
    arrange: (shadow, met) =>
      arrange(
        met,
        ({ node }) => ordersAt(unit, node, shadow),
        (item) => item.advice.header,
        () => `${shadow.kind} of ${nameOf(subjectOf(shadow))}`,
      ),
    arrangeAt: (id, met) =>
      arrange(
        met,
        ({ node }) => ordersInto(unit, node, id),
        (item) => item.introduction.range,
        () => `class ${nameOf(id)}`,
      ),
  };
}

/** Does `order` advice with this pointcut decide at the join point? */
export function ordersAt(unit: UnitMatcher, node: PointcutNode, shadow: Shadow): boolean {
  return isCodeNode(node) ? unit.holds(node, shadow) : unit.selects(node, subjectOf(shadow));
}

/** The same for what is introduced into a class. */
export function ordersInto(unit: UnitMatcher, node: PointcutNode, entity: EntityId): boolean {
  return !isCodeNode(node) && unit.selects(node, entity);
}

const RANKINGS = new WeakMap<readonly LinkedOrder[], Map<string, Ranking>>();

/** Units of a project see the same aspects meet over and over. */
function rankingsOf(orders: readonly LinkedOrder[]): Map<string, Ranking> {
  let known = RANKINGS.get(orders);
  if (known === undefined) RANKINGS.set(orders, (known = new Map()));
  return known;
}

function rank(names: readonly string[], orders: readonly LinkedOrder[]): Ranking {
  const before = precedence(names, orders);
  const left = [...names].sort();
  const ranked: string[] = [];
  while (left.length > 0) {
    const free = left.filter((name) => !left.some((other) => other !== name && before.get(other)?.has(name)));
    if (free.length === 0) {
      const cycle = [...left];
      ranked.push(...left);
      return { names: ranked, encloses: reasonsOf(ranked, before, orders), cycle, unordered: [] };
    }
    const next = free[0] as string;
    ranked.push(next);
    left.splice(left.indexOf(next), 1);
  }
  const unordered = ranked.flatMap((a, index) =>
    ranked
      .slice(index + 1)
      .filter((b) => !before.get(a)?.has(b))
      .map((b) => [a, b] as const),
  );
  return { names: ranked, encloses: reasonsOf(ranked, before, orders), unordered };
}

type Before = ReadonlyMap<string, ReadonlySet<string>>;

function reasonsOf(
  ranked: readonly string[],
  before: Before,
  orders: readonly LinkedOrder[],
): ReadonlyMap<string, readonly Precedence[]> {
  const ways = new Map<string, ReadonlyMap<string, readonly LinkedOrder[]>>();
  const wayOf = (outer: string, inner: string): readonly LinkedOrder[] => {
    let from = ways.get(outer);
    if (from === undefined) ways.set(outer, (from = waysFrom(outer, orders)));
    return from.get(inner) ?? [];
  };
  const reason = (outer: string, inner: string): Precedence => {
    const there = before.get(outer)?.has(inner) === true;
    const back = before.get(inner)?.has(outer) === true;
    const because = back ? "contradiction" : there ? "order" : "name";
    const by = [...(there ? wayOf(outer, inner) : []), ...(back ? wayOf(inner, outer) : [])];
    return { aspect: inner, because, by: [...new Set(by)].map(rangeOfOrder) };
  };
  return new Map(
    ranked.map((outer, index) => [outer, ranked.slice(index + 1).map((inner) => reason(outer, inner))]),
  );
}

/** The order advice on a shortest way from an aspect to each that it encloses. */
function waysFrom(
  outer: string,
  orders: readonly LinkedOrder[],
): ReadonlyMap<string, readonly LinkedOrder[]> {
  const ways = new Map<string, readonly LinkedOrder[]>([[outer, []]]);
  for (const [name, way] of ways)
    for (const order of orders)
      for (const [index, step] of order.steps.entries())
        if (step.includes(name))
          for (const low of order.steps.slice(index + 1).flat())
            if (!ways.has(low)) ways.set(low, [...way, order]);
  return ways;
}

function rangeOfOrder({ file, order }: LinkedOrder): SourceRange {
  return createPlaces(file.file, file.text)(order.range);
}

/** For each aspect, those that it encloses, also indirectly. */
function precedence(names: readonly string[], orders: readonly LinkedOrder[]): Map<string, Set<string>> {
  const before = new Map<string, Set<string>>();
  const among = new Set(names);
  for (const { steps } of orders)
    steps.forEach((step, index) => {
      for (const high of step)
        for (const low of steps.slice(index + 1).flat())
          if (high !== low && among.has(high) && among.has(low))
            before.set(high, (before.get(high) ?? new Set()).add(low));
    });
  for (const middle of names)
    for (const [high, lows] of before)
      if (lows.has(middle))
        for (const low of before.get(middle) ?? [])
          if (low !== high || before.get(low)?.has(high)) lows.add(low);
  return before;
}

function cycleProblem(members: readonly string[], orders: readonly LinkedOrder[]): Problem {
  const names = members.map((name) => `\`${name}\``).join(", ");
  const place = orders[0];
  return {
    code: "pointcut/order-cycle",
    severity: "error",
    message: `the order of ${names} contradicts itself`,
    hint: "Each would have to enclose the other. Remove one of the `order` advice.",
    ...(place === undefined
      ? {}
      : { range: createPlaces(place.file.file, place.file.text)(place.order.range) }),
  };
}

function unorderedProblem(a: string, b: string, range: SourceRange, where: string): Problem {
  return {
    code: "pointcut/unordered",
    severity: "warning",
    range,
    message: `\`${a}\` and \`${b}\` meet at the same join points and no order is given`,
    hint: `At ${where}, for example, \`${a}\` encloses \`${b}\` only because of its name. Write \`advice POINTCUT : order("${a}", "${b}");\` in one of them.`,
  };
}
