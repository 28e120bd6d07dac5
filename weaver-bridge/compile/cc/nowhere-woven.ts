/** What linking a program says of advice that is in none of its units. `weft build`, which makes call us, says it itself. */
import { findProjectRoot, loadProject, readUnitRecords } from "../../kernel-build/index.js";
import { printProblem, type UnitWeaveMap } from "../../model/index.js";
import { type LoadedAspects, loadAspects } from "../../pipeline/index.js";
import { wovenNowhere } from "../built-problems.js";

export function sayWovenNowhere(units: readonly UnitWeaveMap[], aspects: LoadedAspects): void {
  if (units.length === 0 || units.some(({ status }) => status === "not-woven")) return;
  for (const problem of wovenNowhere({ units }, aspects)) process.stderr.write(`${printProblem(problem)}\n`);
}

/** Of the units that a project keeps account of. */
export function sayProjectNowhere(directory: string): void {
  const building = process.env.WEFT_PROJECT;
  const root = building !== undefined && building !== "" ? undefined : findProjectRoot(directory);
  const project = root === undefined ? undefined : loadProject(root).value;
  if (project === undefined || project.aspects.length === 0) return;
  const aspects = loadAspects(project.aspects, project.root, project);
  sayWovenNowhere(
    readUnitRecords(project).map(({ map }) => map),
    aspects,
  );
}
