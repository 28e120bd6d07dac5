/**
 * After an aspect has changed, make can't know which objects that concerns: it may concern units that no advice matched
 * before. Each unit compiled against other aspects is analysed again: where the woven text would be another one, the
 * object goes (also where a unit could not be woven, but now can be); where it would be the same, the object's time is renewed, so that make doesn't rebuild it for the aspect
 * file that its dependency file names. An object older than one of its sources is left to make.
 */
import { rmSync, statSync, utimesSync } from "node:fs";
import { resolve } from "node:path";
import {
  type Project,
  readUnitRecords,
  textDigest,
  type UnitRecord,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { fileOfMarker } from "../../model/index.js";
import { type UnitAnalysis, weaveUnit } from "../../pipeline/index.js";
import { mapUnits } from "../analyse-units.js";
import { loadAspects } from "../aspect-files.js";
import { unitOf } from "../target.js";

/** What was done, in words; undefined when all objects were made against the present aspects. */
export async function refreshObjects(project: Project): Promise<string | undefined> {
  const aspects = loadAspects(project.aspects, project.root);
  const stale = readUnitRecords(project).filter(
    (record) =>
      (record.aspects !== aspects.digest || record.map.status === "not-woven") &&
      modified(outputOf(record)) !== undefined,
  );
  if (stale.length === 0) return undefined;
  const units = stale.map((record) => unitOf(record.command));
  const known = units.flatMap((unit, index) =>
    unit === undefined ? [] : [{ unit, record: stale[index] as UnitRecord }],
  );
  const records = new Map(known.map(({ unit, record }) => [unit, record]));
  const current = await mapUnits(
    [...records.keys()],
    aspects.files,
    { withTail: true },
    ({ unit, analysis }) => {
      const record = records.get(unit) as UnitRecord;
      const isSame = isCurrent(record, analysis);
      if (isSame) renew(project, record, aspects.digest);
      else rmSync(outputOf(record), { force: true });
      return isSame;
    },
  );
  const removed = current.filter((isSame) => !isSame).length;
  const sameAspects = stale.every((record) => record.aspects === aspects.digest);
  if (sameAspects && removed === 0) return undefined;
  const why = sameAspects ? "weaving became possible" : "aspects changed";
  return `${why}: ${removed} of ${stale.length} units are compiled again`;
}

function isCurrent(record: UnitRecord, analysis: UnitAnalysis): boolean {
  // Still not weavable: nothing would become better.
  if (analysis.failure !== undefined) return record.map.status === "not-woven";
  if (record.map.status === "not-woven") return false;
  const text = analysis.matches.length === 0 ? undefined : textDigest(weaveUnit(analysis).text);
  return text === record.text && !olderThanSources(record, analysis.unitText);
}

function olderThanSources(record: UnitRecord, unitText: string): boolean {
  const made = modified(outputOf(record)) ?? 0;
  const files = new Set<string>();
  // A name that ends with a slash is the working directory, which -g notes.
  for (const [, file = ""] of unitText.matchAll(/^# \d+ "([^"<\n]*[^"<\n/])"/gm))
    files.add(fileOfMarker(file));
  return [...files].some((file) => (modified(resolve(record.command.directory, file)) ?? 0) > made);
}

function renew(project: Project, record: UnitRecord, digest: string): void {
  const now = new Date();
  utimesSync(outputOf(record), now, now);
  writeUnitRecord(project, { ...record, aspects: digest });
}

function outputOf(record: UnitRecord): string {
  return resolve(
    record.command.directory,
    record.command.output ?? record.command.file.replace(/\.[^.]*$/, ".o"),
  );
}

function modified(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}
