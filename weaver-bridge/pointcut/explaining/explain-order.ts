/**
 * Why one aspect encloses another where both apply: which `order` advice says so, or that nothing but their names does,
 * and why `order` advice that names both has no say here.
 */
import type { EntityId, Precedence, Shadow, SourceRange } from "../../model/index.js";
import type { LinkedAdvice, LinkedIntroduction, LinkedOrder } from "../matching/aspects/link-aspects.js";
import { type Arranged, createAspectOrder, ordersAt, ordersInto } from "../matching/aspects/order-aspects.js";
import { isCodeNode } from "../matching/nodes/pointcut-node.js";
import { subjectOf } from "../matching/units/unit-columns.js";
import type { UnitMatcher } from "../matching/units/unit-matcher.js";
import { createPlaces } from "../syntax/problem-sink.js";
import { explainCode } from "./explain-code.js";
import { explainNames } from "./explain-names.js";
import type { Finding } from "./finding.js";

/** `outer` encloses `inner`; of introductions: its members come first. */
export interface OrderExplanation extends Pick<Precedence, "because"> {
  readonly outer: string;
  readonly inner: string;
  /** In words, without a full stop. */
  readonly why: string;
  /** The `order` advice that decides, or would where it applied. */
  readonly by: readonly SourceRange[];
}

/** Each pair of aspects of what applies at the join point, outermost first. */
export function explainOrder(
  unit: UnitMatcher,
  orders: readonly LinkedOrder[],
  shadow: Shadow,
  met: readonly LinkedAdvice[],
): OrderExplanation[] {
  return pairsOf(createAspectOrder(unit, orders).arrange(shadow, met), orders, (order) =>
    ordersAt(unit, order.node, shadow)
      ? undefined
      : isCodeNode(order.node)
        ? explainCode(unit, order.node, shadow, { file: order.file })
        : explainNames(unit, order.node, subjectOf(shadow), { file: order.file }),
  );
}

/** Each pair of aspects of what is introduced into the class, first to last. */
export function explainOrderInto(
  unit: UnitMatcher,
  orders: readonly LinkedOrder[],
  entity: EntityId,
  met: readonly LinkedIntroduction[],
): OrderExplanation[] {
  return pairsOf(createAspectOrder(unit, orders).arrangeAt(entity, met), orders, (order) =>
    ordersInto(unit, order.node, entity)
      ? undefined
      : isCodeNode(order.node)
        ? { words: "its pointcut selects join points in code, not classes" }
        : explainNames(unit, order.node, entity, { file: order.file }),
  );
}

/** `silent`: why the order advice has no say here; undefined where it has. */
function pairsOf(
  { encloses = new Map() }: Arranged<unknown>,
  orders: readonly LinkedOrder[],
  silent: (order: LinkedOrder) => Pick<Finding, "words"> | undefined,
): OrderExplanation[] {
  return [...encloses].flatMap(([outer, inners]) =>
    inners.map((precedence): OrderExplanation => {
      const { aspect: inner, because } = precedence;
      const unheard =
        because === "order" ? [] : orders.filter((order) => names(order, outer, inner) && silent(order));
      const said = unheard.map(
        (order) =>
          `the order advice at ${placeText(rangeOf(order))} does not apply here: ${silent(order)?.words}`,
      );
      return {
        ...{ outer, inner, because },
        why: [reasonOf(precedence), ...said].join("; "),
        by: [...precedence.by, ...unheard.map(rangeOf)],
      };
    }),
  );
}

function reasonOf({ because, by }: Precedence): string {
  const places = by.map(placeText).join(" and ");
  switch (because) {
    case "order":
      return `order advice says so (${places})`;
    case "contradiction":
      return `order advice contradicts itself (${places}), so their names decide`;
    case "name":
      return "no order is given, so their names decide";
  }
}

/** In two different steps. */
function names({ steps }: LinkedOrder, one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => steps.findIndex((step) => step.includes(name)));
  return first !== -1 && second !== -1 && first !== second;
}

function rangeOf({ file, order }: LinkedOrder): SourceRange {
  return createPlaces(file.file, file.text)(order.range);
}

function placeText({ file, startLine }: SourceRange): string {
  return `${file.slice(file.lastIndexOf("/") + 1)}:${startLine}`;
}
