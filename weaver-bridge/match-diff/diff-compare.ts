/** Two tables of advised join points compared: gained, lost, other order, and why. */
import type { AspectEffect, JoinPoint } from "../model/index.js";
import { type OrderChange, orderChanges } from "./diff-order.js";
import { type AdvisedPoint, byPlace, type PointAdvice, type PointTable } from "./diff-table.js";

export type Cause =
  | "new advice"
  | "advice removed"
  | "pointcut changed"
  | "new function"
  | "function removed"
  | "code changed"
  | "order changed";

export interface Difference {
  readonly change: "gained" | "lost" | "order" | "condition";
  readonly cause: Cause;
  /** Of the later version, of the earlier one for what is lost. */
  readonly joinPoint: Pick<JoinPoint, "kind" | "signature" | "within" | "range">;
  /** The advice that came or went; for another order all of it, outermost first. */
  readonly advice: readonly { readonly title: string; readonly aspect: string; readonly reason: string }[];
  /** For another order: the titles before. */
  readonly before?: readonly string[];
  /** For another order: the aspects that changed places, and what decided. */
  readonly order?: readonly OrderChange[];
}

export interface Comparison {
  readonly before: PointTable;
  readonly after: PointTable;
  /** The earlier code with the later aspects; absent when the aspects are the same. */
  readonly middle?: PointTable;
  /** Signatures of functions that each version defines, at least in the units that differ. */
  readonly functionsBefore: ReadonlySet<string>;
  readonly functionsAfter: ReadonlySet<string>;
  /** Advice names of both versions. */
  readonly namesBefore: ReadonlySet<string>;
  readonly namesAfter: ReadonlySet<string>;
}

/** In the order of the places. */
export function compare(comparison: Comparison): Difference[] {
  const { before, after } = comparison;
  const differences: Difference[] = [];
  for (const [key, point] of after.points)
    for (const item of point.advice)
      if (!has(before.points.get(key), item))
        differences.push(difference("gained", causeOfGain(comparison, key, point, item), point, [item]));
  for (const [key, point] of before.points)
    for (const item of point.advice)
      if (!has(after.points.get(key), item))
        differences.push(difference("lost", causeOfLoss(comparison, key, point, item), point, [item]));
  for (const [key, point] of after.points) {
    const earlier = before.points.get(key);
    if (earlier !== undefined) differences.push(...changesAt(comparison, key, earlier, point));
  }
  return differences.sort((a, b) => byPlace(a.joinPoint, b.joinPoint));
}

function has(point: AdvisedPoint | undefined, { name }: PointAdvice): boolean {
  return point?.advice.some((item) => item.name === name) === true;
}

function causeOfGain(c: Comparison, key: string, point: AdvisedPoint, item: PointAdvice): Cause {
  if (!c.namesBefore.has(item.name)) return "new advice";
  if (c.middle !== undefined && has(c.middle.points.get(key), item)) return "pointcut changed";
  return c.functionsBefore.has(point.within) ? "code changed" : "new function";
}

function causeOfLoss(c: Comparison, key: string, point: AdvisedPoint, item: PointAdvice): Cause {
  if (!c.namesAfter.has(item.name)) return "advice removed";
  if (c.middle !== undefined && !has(c.middle.points.get(key), item)) return "pointcut changed";
  return c.functionsAfter.has(point.within) ? "code changed" : "function removed";
}

/** Of the advice that both have: its order, and whether it is tested at run time. */
function changesAt(c: Comparison, key: string, before: AdvisedPoint, after: AdvisedPoint): Difference[] {
  const old = before.advice.filter((item) => has(after, item));
  const now = after.advice.filter((item) => has(before, item));
  const changes: Difference[] = [];
  if (old.map((item) => item.name).join() !== now.map((item) => item.name).join())
    changes.push({
      ...difference("order", "order changed", after, now),
      before: old.map((item) => item.effect.title),
      order: orderChanges(
        old.map((item) => item.effect),
        now.map((item) => item.effect),
      ),
    });
  const changed = now.filter((item) => {
    const earlier = old.find((other) => other.name === item.name);
    return earlier !== undefined && conditionOf(earlier.effect) !== conditionOf(item.effect);
  });
  for (const item of changed) {
    const middle = c.middle?.points.get(key)?.advice.find((other) => other.name === item.name);
    const isPointcut = middle !== undefined && conditionOf(middle.effect) === conditionOf(item.effect);
    changes.push(difference("condition", isPointcut ? "pointcut changed" : "code changed", after, [item]));
  }
  return changes;
}

/** The cause in words: `order changed: order advice at a.ah:3 puts …` */
export function sayCause({ cause, order = [] }: Difference): string {
  return order.length === 0 ? cause : `${cause}: ${order.map(({ why }) => why).join("; ")}`;
}

function conditionOf({ certainty, condition }: AspectEffect): string {
  return certainty === "certain" ? "" : (condition ?? "conditional");
}

function difference(
  change: Difference["change"],
  cause: Cause,
  { kind, signature, within, range }: AdvisedPoint,
  advice: readonly PointAdvice[],
): Difference {
  return {
    change,
    cause,
    joinPoint: { kind, signature, within, range },
    advice: advice.map(({ effect: { title, by, reason } }) => ({ title, aspect: by.name, reason })),
  };
}
