/** The table of all combinations: totals, totals by dimension, and what differs, with reason and cost. */

import { DIFFERENCES } from "@weft/weaver-bridge/cost";
import { groupBy } from "../../../weaver-bridge/model/index.js";
import type { Outcome } from "./compare.js";
import type { Combination } from "./dimensions.js";
import { causeOf } from "./reasons.js";

interface Share {
  readonly equal: number;
  readonly all: number;
}

interface Difference {
  /** How the instructions differ, by disassembly. */
  readonly how: string;
  readonly cause: string;
  readonly functions: number;
  /** Sums over the functions, woven minus tangled: negative where the woven code is smaller. */
  readonly bytes: number;
  readonly instructions: number;
  readonly worstBytes: number;
  /** The largest difference of one function. */
  readonly worstStack: number;
}

/** One combination with all levels that differ: what it is, how it differs, what that costs and why. */
interface DifferentCase {
  readonly name: string;
  readonly levels: string;
  readonly how: string;
  readonly bytes: string;
  readonly instructions: string;
  readonly stack: string;
  readonly cause: string;
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
    smaller: outcomes.filter(isNoLonger).length,
    dimensions: Object.fromEntries(DIMENSIONS.map((name) => [name, byValue(outcomes, name)])),
    differences: differencesOf(outcomes),
  };
}

function byValue(outcomes: readonly Outcome[], name: Dimension): Record<string, Share> {
  const value = (outcome: Outcome) =>
    String(name === "compiler" || name === "level" ? outcome[name] : outcome.combination[name]);
  return Object.fromEntries([...groupBy(outcomes, value)].map(([key, members]) => [key, shareOf(members)]));
}

const isNoLonger = ({ difference }: Outcome) =>
  difference !== undefined && difference.bytes <= 0 && difference.instructions <= 0;

const whyOf = (one: Outcome) => causeOf({ ...one.combination, compiler: one.compiler, level: one.level });

function differencesOf(outcomes: readonly Outcome[]): Difference[] {
  const key = (one: Outcome) => `${one.difference?.difference} ${whyOf(one)}`;
  return [...groupBy(different(outcomes), key).values()]
    .map((members) => {
      const values = (of: "bytes" | "instructions" | "stack") =>
        members.map(({ difference }) => difference?.[of] ?? 0);
      const first = members[0] as Outcome;
      return {
        how: first.difference?.text ?? DIFFERENCES.operands,
        cause: whyOf(first),
        functions: members.length,
        bytes: sum(values("bytes")),
        instructions: sum(values("instructions")),
        worstBytes: Math.max(...values("bytes")),
        worstStack: Math.max(...values("stack")),
      };
    })
    .sort((left, right) => right.functions - left.functions);
}

/** Every case that is not equal, those of one combination and compiler together. */
export function differentCases(outcomes: readonly Outcome[]): DifferentCase[] {
  const nameOf = ({ compiler, combination: { language, advice, joinPoint, ...rest } }: Outcome) =>
    `${compiler} ${language} ${advice} ${joinPoint}, ${rest.aspects} aspects, ${rest.context}, ${rest.parameter}, ${rest.result}`;
  return [...groupBy(different(outcomes), nameOf)].map(([name, members]) => {
    const range = (of: "bytes" | "instructions" | "stack") => {
      const values = members.map(({ difference }) => difference?.[of] ?? 0);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return least === most ? signed(least) : `${signed(least)} to ${signed(most)}`;
    };
    return {
      name,
      levels: members.map(({ level }) => level).join(" "),
      how: [...new Set(members.map(({ difference }) => difference?.text ?? ""))].join("; "),
      ...{ bytes: range("bytes"), instructions: range("instructions"), stack: range("stack") },
      cause: whyOf(members[0] as Outcome),
    };
  });
}

const different = (outcomes: readonly Outcome[]) => outcomes.filter(({ equal }) => !equal);

export const signed = (value: number) => (value > 0 ? `+${value}` : String(value));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const shareOf = (outcomes: readonly Outcome[]): Share => ({
  equal: outcomes.filter(({ equal }) => equal).length,
  all: outcomes.length,
});
