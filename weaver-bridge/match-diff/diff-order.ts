/** Which `order` advice decided that two aspects nest one way, and the other way before. */
import type { AspectEffect, Precedence } from "../model/index.js";

/** Two aspects that changed places. */
export interface OrderChange {
  readonly outer: string;
  readonly inner: string;
  /** Why it is so now. */
  readonly now: Decision;
  /** Why `inner` enclosed `outer` before. */
  readonly before: Decision;
  /** Both in words. */
  readonly why: string;
}

/** Files are relative to the project's folder. */
export type Decision = Pick<Precedence, "because" | "by">;

type Placed = Pick<AspectEffect, "by" | "binding">;

/** The advice of both versions, outermost first. Advice of one aspect nests as it is written. */
export function orderChanges(before: readonly Placed[], after: readonly Placed[]): OrderChange[] {
  const then = decisions(before);
  return [...decisions(after)].flatMap(([outer, inners]) =>
    [...inners].flatMap(([inner, now]): OrderChange[] => {
      const earlier = then.get(inner)?.get(outer);
      if (earlier === undefined) return [];
      return [{ outer, inner, now, before: earlier, why: sayChange(outer, inner, now, earlier) }];
    }),
  );
}

/** By outer, then by inner aspect. */
function decisions(advice: readonly Placed[]): Map<string, Map<string, Decision>> {
  return new Map(
    advice.map(({ by, binding: { encloses = [] } }) => [
      by.name,
      new Map(encloses.map(({ aspect: inner, because, by }) => [inner, { because, by }])),
    ]),
  );
}

/** `order advice at a.ah:3 puts Guard around Trace; before, no order advice decided, so by name Trace was around Guard` */
function sayChange(outer: string, inner: string, now: Decision, before: Decision): string {
  return `${said(now, outer, inner, true)}; before, ${said(before, inner, outer, false)}`;
}

function said({ because, by }: Decision, outer: string, inner: string, isNow: boolean): string {
  const places = by.map(({ file, startLine }) => `${file}:${startLine}`).join(" and ");
  const is = isNow ? "is" : "was";
  switch (because) {
    case "order":
      return `order advice at ${places} ${isNow ? "puts" : "put"} ${outer} around ${inner}`;
    case "contradiction":
      return `order advice at ${places} ${isNow ? "contradicts" : "contradicted"} itself, so by name ${outer} ${is} around ${inner}`;
    case "name":
      return `no order advice ${isNow ? "decides" : "decided"}, so by name ${outer} ${is} around ${inner}`;
  }
}
