/** The table of all combinations: totals, totals by dimension, and what differs, with reason and cost. */

import type { CodeSize, Outcome } from "./compare.js";
import type { Combination } from "./dimensions.js";
import { reasonFor } from "./reasons.js";

interface Share {
  readonly equal: number;
  readonly all: number;
}

interface Difference {
  readonly reason: string;
  readonly functions: number;
  /** Sums over the functions, woven minus tangled: negative where the woven code is smaller. */
  readonly bytes: number;
  readonly instructions: number;
  readonly worstBytes: number;
}

export interface Summary extends Share {
  /** Of the equal ones: those that equal only the spelling that declares the result first. */
  readonly assigned: number;
  /** Of the others: those that are no longer than their twins. */
  readonly smaller: number;
  readonly dimensions: Readonly<Record<string, Readonly<Record<string, Share>>>>;
  readonly differences: readonly Difference[];
}

type Dimension = keyof Combination | "compiler" | "level";

const DIMENSIONS: readonly Dimension[] = [
  "language",
  "compiler",
  "level",
  "joinPoint",
  "advice",
  "aspects",
  "context",
  "parameter",
  "result",
];

export function summaryOf(outcomes: readonly Outcome[]): Summary {
  return {
    ...shareOf(outcomes),
    assigned: outcomes.filter(({ assigned }) => assigned === true).length,
    smaller: outcomes.filter(({ equal, woven, tangled }) => !equal && isNoLonger(woven, tangled)).length,
    dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, byValue(outcomes, name)])),
    differences: differencesOf(outcomes),
  };
}

function byValue(outcomes: readonly Outcome[], name: Dimension): Record<string, Share> {
  const value = (outcome: Outcome) =>
    String(name === "compiler" || name === "level" ? outcome[name] : outcome.combination[name]);
  return Object.fromEntries([...grouped(outcomes, value)].map(([key, members]) => [key, shareOf(members)]));
}

const isNoLonger = (ours?: CodeSize, peer?: CodeSize) =>
  ours !== undefined &&
  peer !== undefined &&
  ours.bytes <= peer.bytes &&
  ours.instructions <= peer.instructions;

function differencesOf(outcomes: readonly Outcome[]): Difference[] {
  const different = outcomes.filter(({ equal }) => !equal);
  return [...grouped(different, reasonFor)]
    .map(([reason, members]) => {
      const bytes = members.map(({ woven, tangled }) => (woven?.bytes ?? 0) - (tangled?.bytes ?? 0));
      const instructions = members.map(
        ({ woven, tangled }) => (woven?.instructions ?? 0) - (tangled?.instructions ?? 0),
      );
      return {
        reason,
        functions: members.length,
        bytes: sum(bytes),
        instructions: sum(instructions),
        worstBytes: Math.max(...bytes),
      };
    })
    .sort((left, right) => right.functions - left.functions);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const shareOf = (outcomes: readonly Outcome[]): Share => ({
  equal: outcomes.filter(({ equal }) => equal).length,
  all: outcomes.length,
});

export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
