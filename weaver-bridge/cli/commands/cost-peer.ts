/** The tangled baseline of `weft cost`: all units of this project, woven, beside all of one that has the same put in by hand. */
import { addCost, type Cost, NO_COST, wholeUnitCost } from "../../cost/index.js";
import type { Problem } from "../../model/index.js";
import { mapUnits } from "../analyse-units.js";
import { resolveTarget, type Target } from "../target.js";

export interface Peer {
  /** All units, also those that no advice reaches. */
  readonly woven: Cost;
  readonly tangled: Cost;
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
  return { value: { woven: woven.value, tangled: tangled.value }, problems };
}

async function sum({ units, aspects }: Target): Promise<{ value: Cost; problems: Problem[] }> {
  const costs = await mapUnits(units, aspects, { withTail: true }, ({ unit, analysis }) =>
    wholeUnitCost({ ...unit, analysis }),
  );
  return {
    value: costs.reduce((total, { value }) => addCost(total, value), NO_COST),
    problems: costs.flatMap(({ problems }) => problems),
  };
}
