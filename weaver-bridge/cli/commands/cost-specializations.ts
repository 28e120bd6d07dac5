/** The part of `weft cost` about specializations: residual functions beside generic ones, and beside the compiler with the same facts. */
import { readFileSync } from "node:fs";
import { type FunctionCost, type ResidualCost, residualCosts } from "../../cost/index.js";
import type { Problem } from "../../model/index.js";
import { clangUnitOf, declarationsFor, loadSpecializations, specializeUnit } from "../../pipeline/index.js";
import type { Target } from "../target.js";
import { layOut } from "./lay-out.js";

/** Rejects with ProcessError when a tool can't be run. */
export async function specializationCosts({
  project,
  units,
}: Target): Promise<{ readonly value: readonly ResidualCost[]; readonly problems: readonly Problem[] }> {
  const value: ResidualCost[] = [];
  const problems: Problem[] = [];
  const { specs } = loadSpecializations(project?.specializations ?? []);
  for (const { command, input } of specs.length === 0 ? [] : units) {
    const unit = clangUnitOf(command, input);
    const source = textOf(unit.path);
    const asked = declarationsFor(source, specs);
    if (asked.length === 0) continue;
    const { made, problems: wrong } = await specializeUnit(unit, asked);
    const costs = await residualCosts({ command, input }, source, made);
    value.push(...costs.value);
    problems.push(...wrong, ...costs.problems);
  }
  return { value, problems };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // it was there when the project was read
  }
}

export function describeSpecializations(costs: readonly ResidualCost[]): string {
  if (costs.length === 0) return "";
  const rows = costs.flatMap(({ function: name, residual, generic, special, compiler }) => [
    [residual, ...numbers(special)],
    [`  ${name}, generic`, ...numbers(generic)],
    ["  the compiler with the same facts", ...numbers(compiler)],
  ]);
  return `\n${layOut([["specialized", "code", "instructions", "stack"], ...rows])}`;
}

const numbers = ({ code, instructions, stack }: FunctionCost) => [code, instructions, stack].map(String);
