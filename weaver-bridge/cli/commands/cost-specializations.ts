/** The part of `weft cost` about specializations: residual functions beside generic ones, and beside the compiler with the same facts. */
import { type FunctionCost, type ResidualCost, residualCosts } from "../../cost/index.js";
import type { Problem } from "../../model/index.js";
import { residualsOfUnits } from "../../project/residuals-in-file.js";
import type { Target } from "../../project/target.js";
import { layOut } from "./lay-out.js";

/** Rejects with ProcessError when a tool can't be run. */
export async function specializationCosts(
  target: Target,
): Promise<{ readonly value: readonly ResidualCost[]; readonly problems: readonly Problem[] }> {
  const value: ResidualCost[] = [];
  const problems: Problem[] = [];
  for (const { target: unit, source, made, problems: wrong } of await residualsOfUnits(target)) {
    const costs = await residualCosts(unit, source, made);
    value.push(...costs.value);
    problems.push(...wrong, ...costs.problems);
  }
  return { value, problems };
}

export function describeSpecializations(costs: readonly ResidualCost[]): string {
  if (costs.length === 0) return "";
  const rows = costs.flatMap(({ function: name, residual, generic, special, compiler, byHand }) => [
    [residual, ...numbers(special)],
    [`  ${name}, generic`, ...numbers(generic)],
    ["  the compiler with the same facts", ...numbers(compiler)],
    ...(byHand === undefined ? [] : [[`  ${byHand.function}, by hand`, ...numbers(byHand)]]),
  ]);
  return `\n${layOut([["specialized", "code", "instructions", "stack"], ...rows])}`;
}

const numbers = ({ code, instructions, stack }: FunctionCost) => [code, instructions, stack].map(String);
