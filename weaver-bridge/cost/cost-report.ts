/** Sums over the units of a project: per advice, per aspect, and in all. Pure. */
import { addCost, type Cost, NO_COST, subtractCost } from "./cost.js";
import { mergeReasons } from "./cost-reasons.js";
import type { AdviceInUnit, UnitCost } from "./unit-cost.js";

export interface AdviceCost extends AdviceInUnit {
  readonly units: number;
}

export interface AspectCost {
  readonly aspect: string;
  readonly joinPoints: number;
  readonly units: number;
  /** Without the whole aspect; the costs of its advice need not add up to it. */
  readonly cost: Cost;
  /** In the order of the text. */
  readonly advice: readonly AdviceCost[];
}

export interface CostReport {
  /** Units that advice reaches; only they are in the sums. */
  readonly units: readonly Pick<UnitCost, "source" | "woven" | "unwoven">[];
  readonly woven: Cost;
  readonly baseline: Cost;
  readonly difference: Cost;
  /** By code, the largest first. */
  readonly aspects: readonly AspectCost[];
}

export function costReport(units: readonly UnitCost[]): CostReport {
  const woven = units.reduce((sum, unit) => addCost(sum, unit.woven), NO_COST);
  const baseline = units.reduce((sum, unit) => addCost(sum, unit.unwoven), NO_COST);
  return {
    units: units.map(({ source, woven: own, unwoven }) => ({ source, woven: own, unwoven })),
    woven,
    baseline,
    difference: subtractCost(woven, baseline),
    aspects: aspectCosts(units),
  };
}

function aspectCosts(units: readonly UnitCost[]): AspectCost[] {
  const advice = new Map<string, AdviceCost>();
  const aspects = new Map<string, { cost: Cost; units: number }>();
  for (const unit of units) {
    for (const one of unit.advice) {
      const key = `${one.aspect}\0${one.index}`;
      const known = advice.get(key);
      advice.set(key, {
        ...one,
        joinPoints: (known?.joinPoints ?? 0) + one.joinPoints,
        units: (known?.units ?? 0) + 1,
        cost: addCost(known?.cost ?? NO_COST, one.cost),
        reasons: mergeReasons([known?.reasons ?? [], one.reasons]),
      });
    }
    for (const { aspect, cost } of unit.aspects) {
      const known = aspects.get(aspect);
      aspects.set(aspect, { cost: addCost(known?.cost ?? NO_COST, cost), units: (known?.units ?? 0) + 1 });
    }
  }
  return [...aspects]
    .map(([aspect, sum]) => {
      const own = [...advice.values()].filter((one) => one.aspect === aspect);
      return {
        aspect,
        joinPoints: own.reduce((count, one) => count + one.joinPoints, 0),
        ...sum,
        advice: own.sort((left, right) => left.index - right.index),
      };
    })
    .sort((left, right) => right.cost.code - left.cost.code || (left.aspect < right.aspect ? -1 : 1));
}
