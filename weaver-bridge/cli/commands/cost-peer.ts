/** The tangled baseline of `weft cost`: all units of this project, woven, beside all of one that has the same put in by hand. */
import {
  type Cost,
  type FunctionDifference,
  type FunctionShape,
  functionDifferences,
  wholeUnitCost,
} from "../../cost/index.js";
import type { Problem } from "../../model/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import { resolveTarget, type Target } from "../../project/target.js";

export interface Peer {
  /** All units, also those that no advice reaches; the stack is how deep each function goes, calls included. */
  readonly woven: Cost;
  readonly tangled: Cost;
  /** How many functions have the same code in both. */
  readonly equal: number;
  /** The others, each with how it differs, what it costs and, where it can be seen, why. */
  readonly functions: readonly FunctionDifference[];
}

/** Rejects with ProcessError when a tool can't be run. */
export async function peerReport(
  target: Target,
  folder: string,
): Promise<{ readonly value: Peer | undefined; readonly problems: readonly Problem[] }> {
  const other = resolveTarget({ path: folder, aspects: [], compiler: [] });
  if (other.problems.some(({ severity }) => severity === "error"))
    return { value: undefined, problems: other.problems };
  const woven = await sum(target);
  const tangled = await sum({ ...other, aspects: [] });
  const problems = [...other.problems, ...woven.problems, ...tangled.problems];
  const functions = functionDifferences(woven.functions, tangled.functions);
  const differing = new Set(functions.map(({ name }) => name));
  const equal = [...woven.functions.keys()].filter((name) => !differing.has(name)).length;
  return { value: { woven: woven.cost, tangled: tangled.cost, equal, functions }, problems };
}

interface Sum {
  readonly cost: Cost;
  readonly functions: ReadonlyMap<string, FunctionShape>;
  readonly problems: readonly Problem[];
}

async function sum({ units, aspects }: Target): Promise<Sum> {
  const costs = await mapUnits(units, aspects, { withTail: true }, ({ unit, analysis }) =>
    wholeUnitCost({ ...unit, analysis }),
  );
  const functions = linked(costs.flatMap(({ value }) => value?.functions ?? []));
  const shapes = [...functions.values()];
  const all = (of: (shape: FunctionShape) => number) => shapes.reduce((total, one) => total + of(one), 0);
  return {
    cost: {
      code: all(({ bytes }) => bytes),
      data: costs.reduce((total, { value }) => total + (value?.cost.data ?? 0), 0),
      stack: all(({ stack }) => stack),
      instructions: all(({ lines }) => lines.length),
    },
    functions,
    problems: costs.flatMap(({ problems }) => problems),
  };
}

/** As a linker does: of a function that several units bring it keeps one. Static ones of one name are told apart by number. */
function linked(units: readonly ReadonlyMap<string, FunctionShape>[]): Map<string, FunctionShape> {
  const kept = new Map<string, FunctionShape>();
  for (const [name, shape] of units.flatMap((unit) => [...unit])) {
    const known = kept.get(name);
    if (known === undefined || (known.binding === "weak" && shape.binding === "global"))
      kept.set(name, shape);
    else if (shape.binding === "local") kept.set(freeName(name, kept), shape);
  }
  return kept;
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let [free, number] = [name, 1];
  while (taken.has(free)) free = `${name} (${++number})`;
  return free;
}
