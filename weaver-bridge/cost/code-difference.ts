/**
 * How the code of one function differs from the same put in by hand, and what that costs: by disassembly, so that no
 * function is merely "not equal". Pure.
 */
import { type CostReason, costReasons } from "./cost-reasons.js";
import type { FunctionShape } from "./function-shape.js";

export const DIFFERENCES = {
  registers: "the same instructions, in other registers",
  operands: "the same instructions, with other operands",
  order: "the same instructions, in another order",
  shorter: "other instructions, shorter",
  "as-long": "other instructions, as long",
  longer: "other instructions, longer",
  "only-woven": "a function of its own in the woven code",
  "only-tangled": "a function of its own in the code by hand",
} as const;
export type Difference = keyof typeof DIFFERENCES;

/** Woven less tangled: what weaving costs there, negative where it saves. */
export interface CodeDifference {
  readonly difference: Difference;
  readonly text: string;
  readonly bytes: number;
  readonly instructions: number;
  readonly stack: number;
}

export interface FunctionDifference extends CodeDifference {
  readonly name: string;
  /** What is seen in the code; empty where nothing but the difference itself is. */
  readonly reasons: readonly CostReason[];
}

/** As much of a function as is compared. */
export type Compared = Pick<FunctionShape, "bytes" | "lines" | "stack">;

/** Of code that is known not to be the same. */
export function codeDifference(woven: Compared, tangled: Compared): CodeDifference {
  return made(kindOf(woven, tangled), woven, tangled);
}

/** Of all functions of two programs, the most expensive first. */
export function functionDifferences(
  woven: ReadonlyMap<string, FunctionShape>,
  tangled: ReadonlyMap<string, FunctionShape>,
): FunctionDifference[] {
  return [...new Set([...woven.keys(), ...tangled.keys()])]
    .flatMap((name): FunctionDifference[] => {
      const [ours, theirs] = [woven.get(name), tangled.get(name)];
      if (ours === undefined) return [{ name, ...made("only-tangled", ours, theirs), reasons: [] }];
      if (theirs === undefined) return [{ name, ...made("only-woven", ours, theirs), reasons: [] }];
      if (ours.text === theirs.text) return [];
      const seen = costReasons(new Map([[name, ours]]), new Map([[name, theirs]]));
      const reasons = seen.filter(({ reason }) => reason !== "own-code");
      return [{ name, ...codeDifference(ours, theirs), reasons }];
    })
    .sort((left, right) => right.bytes - left.bytes || (left.name < right.name ? -1 : 1));
}

function made(
  difference: Difference,
  woven: Compared | undefined,
  tangled: Compared | undefined,
): CodeDifference {
  const less = (of: (shape: Compared) => number) =>
    (woven === undefined ? 0 : of(woven)) - (tangled === undefined ? 0 : of(tangled));
  return {
    difference,
    text: DIFFERENCES[difference],
    bytes: less((shape) => shape.bytes),
    instructions: less((shape) => shape.lines.length),
    stack: less((shape) => shape.stack),
  };
}

function kindOf(woven: Compared, tangled: Compared): Difference {
  const [ours, theirs, bytes] = [woven.lines, tangled.lines, woven.bytes - tangled.bytes];
  const same = (of: (line: string) => string, arrange: (lines: string[]) => string[] = (lines) => lines) =>
    arrange(ours.map(of)).join("\n") === arrange(theirs.map(of)).join("\n");
  if (same((line) => line.replace(/%\w+/g, "%"))) return "registers";
  if (same(mnemonic)) return "operands";
  if (same(mnemonic, (lines) => lines.sort())) return "order";
  return bytes < 0 ? "shorter" : bytes > 0 ? "longer" : "as-long";
}

const mnemonic = (line: string) => line.split(" ", 1)[0] ?? "";
