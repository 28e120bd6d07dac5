/**
 * What units showed of the aspects (that two of them meet without an order, that advice calls itself), each once a build.
 * Where the aspects have changed since, one unit of those that showed it is asked again.
 */
import { type UnitRecord, unitOf } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import type { LoadedAspects } from "../../pipeline/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import { warningKey } from "../cc/shown-warnings.js";

export async function unitWarnings(
  records: readonly UnitRecord[],
  { files, digest }: LoadedAspects,
): Promise<Problem[]> {
  const found = new Map<string, Problem>();
  const add = (problems: readonly Problem[]) => {
    for (const problem of problems)
      if (!found.has(warningKey(problem))) found.set(warningKey(problem), problem);
  };
  const asked = new Map<string, UnitRecord>();
  for (const record of records) {
    if (record.warnings === undefined) continue;
    const { aspects, problems } = record.warnings;
    if (aspects === digest) add(problems);
    else for (const problem of problems) asked.set(warningKey(problem), record);
  }
  const units = [...new Set(asked.values())].flatMap(({ command, root }) => {
    const unit = unitOf(command);
    return unit === undefined ? [] : [{ ...unit, root }];
  });
  const codes = new Set(
    [...asked.values()].flatMap(({ warnings }) => warnings!.problems.map(({ code }) => code)),
  );
  await mapUnits(units, files, {}, ({ analysis }) =>
    add(analysis.problems.filter(({ code }) => codes.has(code))),
  );
  return [...found.values()];
}
