/** Units that may not be compiled without what can't be woven into them. */
import { rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import { defaultOutput, filesIncludedBy, includeFolders, replaceableFile } from "../../kernel-build/index.js";
import { type AnalysedUnit, compileOf, type Unit, type UnitOutcome } from "./cc-unit.js";

/** Compiled without its aspects, the unit would disagree with the others about a struct. */
export function refuseLayout(unit: AnalysedUnit): UnitOutcome {
  const { input, analysis } = unit;
  const structs = new Set(analysis.introduced?.effects.map(({ binding }) => binding.joinPoint.signature));
  process.stderr.write(
    `${input.path}: error[weft/cc/layout]: its aspects can't be woven in: ${analysis.failure?.reason}. ` +
      `Slices change ${[...structs].join(", ")}, so it can't be compiled without them either.` +
      `${includeCircle(unit)}\n`,
  );
  return { kind: "failed", code: 1 };
}

/** A class can't derive from what stands behind it: its own header comes first in the aspect's file. */
function includeCircle({ command, analysis }: AnalysedUnit): string {
  for (const { origin, target, binding } of analysis.introduced?.effects ?? []) {
    if (analysis.failure?.reason.includes(`${origin.file}:`) !== true) continue;
    const header = resolve(command.directory, target.file);
    const search = { folders: includeFolders(command), follows: () => true };
    if (filesIncludedBy([origin.file], search).includes(header))
      return (
        ` ${basename(origin.file)} includes ${basename(header)}, so ${binding.joinPoint.signature} stands before the aspect: ` +
        "move what its slices need (base classes, types of members) to a file that both can include."
      );
  }
  return "";
}

/** Other units rely on calls that this one no longer makes. `weft build` sees to them; nobody else does. */
export function hasOtherCalls(unit: AnalysedUnit): boolean {
  const { flow } = unit.analysis;
  if (flow === undefined || process.env.WEFT_PROJECT) return false;
  return unit.context.calls?.outdatedBy(compileOf(unit), flow) === true;
}

export function refuseOtherCalls(unit: AnalysedUnit): UnitOutcome {
  if (unit.object === undefined) removeOutput(unit);
  process.stderr.write(
    `${unit.input.path}: error[weft/cc/other-calls]: it calls other functions than when the last weft build decided ` +
      "the project's cflow pointcuts, which concerns other units too. Run weft build.\n",
  );
  return { kind: "failed", code: 1 };
}

/** What a failed compile leaves is for make as good as a sound one, so it must not stay. */
export function removeOutput({ command, input }: Unit): void {
  const output = command.output ?? defaultOutput(input, command.mode === "assembly" ? "assembly" : "object");
  const file = replaceableFile(resolve(command.directory, output));
  if (file !== undefined) rmSync(file, { force: true });
}
