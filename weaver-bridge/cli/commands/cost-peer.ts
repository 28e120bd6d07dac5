/** The tangled baseline of `weft cost`: all units of this project, woven, beside all of one that has the same put in by hand. */
import {
  addCost,
  type Cost,
  type FunctionDifference,
  type FunctionShape,
  functionDifferences,
  NO_COST,
  wholeUnitCost,
} from "../../cost/index.js";
import type { Problem } from "../../model/index.js";
import { mapUnits } from "../analyse-units.js";
import { resolveTarget, type Target } from "../target.js";

export interface Peer {
  /** All units, also those that no advice reaches. */
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
  const functions = new Map<string, FunctionShape>();
  for (const { value } of costs)
    for (const [name, shape] of value?.functions ?? []) functions.set(freeName(name, functions), shape);
  return {
    cost: costs.reduce((total, { value }) => addCost(total, value?.cost ?? NO_COST), NO_COST),
    functions,
    problems: costs.flatMap(({ problems }) => problems),
  };
}

/** Units may have static functions of one name: they are told apart by the order of the units. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let [free, number] = [name, 1];
  while (taken.has(free)) free = `${name} (${++number})`;
  return free;
}
