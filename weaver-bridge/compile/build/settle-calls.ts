/**
 * After make: who calls whom in the program, hence which `cflow` pointcuts are decided, and which units were woven with
 * other decisions. Their objects go. Decisions are made only when every unit is known.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Project,
  readUnitRecords,
  textDigest,
  type UnitRecord,
  unitOf,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { isRewritten, loadAspects, type UnitAnalysis, weaveUnit } from "../../pipeline/index.js";
import { flowSeenBy, programFlow, type UnitFlow, wantedFacts } from "../../pointcut/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import { digestOf, openProgramCalls, unitKey, writeProgramCalls } from "../../project/program-calls.js";
import type { TargetUnit } from "../../project/target.js";
import { foreignNames } from "./foreign-names.js";
import { outdateObjects, outputOf } from "./refresh-objects.js";

/** What was done, in words, when make has to run again. */
export async function settleCalls(project: Project): Promise<string | undefined> {
  const aspects = loadAspects(project.aspects, project.root, project);
  if (wantedFacts(aspects.files).callGraph !== true) {
    writeProgramCalls(project, aspects.digest, [], undefined);
    return undefined;
  }
  const records = readUnitRecords(project).filter((record) =>
    existsSync(resolve(record.command.directory, record.command.file)),
  );
  const units = records.map((record) => ({
    key: unitKey(project, record.command),
    flow: record.flow as UnitFlow,
  }));
  // Records of an older Weft say less of calls through pointers.
  const isKnown = records.every(
    ({ flow, aspects: digest }) =>
      (flow as Partial<UnitFlow> | undefined)?.indirectCalls !== undefined && digest === aspects.digest,
  );
  const callable = isKnown ? await foreignNames(project, new Set(records.map(outputOf))) : undefined;
  const begins = project.currentThread?.begins;
  const program = callable === undefined ? undefined : programFlow(units, callable, begins);
  writeProgramCalls(project, aspects.digest, units, program);
  const stale = records.filter((record, index) => {
    const unit = units[index];
    const seen =
      program === undefined || unit === undefined ? undefined : digestOf(flowSeenBy(program, unit));
    return record.decided !== seen;
  });
  const removed = await dropChanged(project, aspects, stale);
  if (removed === 0) return undefined;
  return `who calls whom decides cflow anew: ${removed} units are compiled again`;
}

async function dropChanged(
  project: Project,
  aspects: ReturnType<typeof loadAspects>,
  stale: readonly UnitRecord[],
): Promise<number> {
  const calls = openProgramCalls(project, aspects);
  const records = new Map<TargetUnit, UnitRecord>(
    stale.flatMap((record) => {
      const unit = unitOf(record.command);
      return unit === undefined ? [] : [[{ ...unit, root: project.root }, record] as const];
    }),
  );
  const flow = (unit: TargetUnit) => (own: UnitFlow) =>
    calls?.seenBy((records.get(unit) as UnitRecord).command, own);
  const changed: UnitRecord[] = [];
  await mapUnits([...records.keys()], aspects.files, { withTail: true, flow }, ({ unit, analysis }) => {
    const record = records.get(unit) as UnitRecord;
    const { flow: _, decided: __, ...rest } = record;
    const isSame = hasSameText(record, analysis);
    if (!isSame) changed.push(record);
    else if (analysis.flow !== undefined)
      writeUnitRecord(project, { ...rest, ...calls?.account(record.command, analysis.flow) });
  });
  outdateObjects(project, changed);
  return changed.length;
}

function hasSameText(record: UnitRecord, analysis: UnitAnalysis): boolean {
  if (analysis.failure !== undefined || record.map.status === "not-woven") return true;
  return record.text === (isRewritten(analysis) ? textDigest(weaveUnit(analysis).text) : undefined);
}
