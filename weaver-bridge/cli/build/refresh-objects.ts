/**
 * After an aspect has changed, make can't know which objects that concerns: it may concern units that no advice matched
 * before. Each unit compiled against other aspects is analysed again: where the woven text would be another one (also
 * where a unit could not be woven, but now can be), the object goes; where it would be the same, the object's time is
 * renewed, so that make doesn't rebuild it for the aspect file that its dependency file names. An object older than one
 * of its sources is left to make.
 */
import { rmSync, statSync, utimesSync } from "node:fs";
import { relative, resolve } from "node:path";
import {
  type Project,
  readUnitRecords,
  takeForeignRecords,
  textDigest,
  type UnitRecord,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { fileOfMarker } from "../../model/index.js";
import { isRewritten, type UnitAnalysis, weaveUnit } from "../../pipeline/index.js";
import { mapUnits } from "../analyse-units.js";
import { loadAspects } from "../aspect-files.js";
import { openProgramCalls } from "../program-calls.js";
import { unitOf } from "../target.js";

/** What was done, in words; undefined when all objects were made against the present aspects. */
export async function refreshObjects(project: Project): Promise<string | undefined> {
  dropForeignObjects(project);
  const aspects = loadAspects(project.aspects, project.root, project);
  const written = Math.max(...[project.file, ...project.aspects].map((file) => modified(file) ?? 0));
  const stale = readUnitRecords(project).filter((record) => {
    const made = modified(outputOf(record));
    if (made === undefined) return false;
    return record.aspects !== aspects.digest || record.map.status === "not-woven" || made < written;
  });
  if (stale.length === 0) return undefined;
  const units = stale.map((record) => unitOf(record.command));
  const known = units.flatMap((unit, index) =>
    unit === undefined ? [] : [{ unit, record: stale[index] as UnitRecord }],
  );
  const records = new Map(known.map(({ unit, record }) => [unit, record]));
  const calls = openProgramCalls(project, aspects);
  const current = await mapUnits(
    [...records.keys()],
    aspects.files,
    {
      withTail: true,
      ...(calls && { flow: (unit) => (own) => calls.seenBy((records.get(unit) as UnitRecord).command, own) }),
    },
    ({ unit, analysis }) => {
      const record = records.get(unit) as UnitRecord;
      const isSame = isCurrent(record, analysis);
      if (isSame) {
        const { flow: _, decided: __, ...rest } = record;
        renew(project, { ...rest, ...calls?.account(record.command, analysis.flow) }, aspects.digest);
      } else rmSync(outputOf(record), { force: true });
      return isSame;
    },
  );
  const removed = current.filter((isSame) => !isSame).length;
  if (removed > 0) outdateImage(project);
  const changed = stale.some((record) => record.aspects !== aspects.digest);
  if (removed === 0 && !changed) return undefined;
  const why = changed ? "aspects changed" : "weaving is possible now";
  return `${why}: ${removed} of ${stale.length} units are compiled again`;
}

/** Objects that came with a copied or moved project: nobody knows any more how they were made. */
function dropForeignObjects(project: Project): void {
  const foreign = takeForeignRecords(project);
  for (const record of foreign) {
    const inside = relative(record.root, outputOf(record));
    if (!inside.startsWith("..")) rmSync(resolve(project.root, inside), { force: true });
  }
  if (foreign.length > 0) outdateImage(project);
}

/**
 * Before a build without aspects: woven objects go, and the records say so, so that the next build with aspects does
 * not take plain objects for woven ones.
 */
export function forgetWeaving(project: Project): void {
  const woven = readUnitRecords(project).filter((record) => record.map.status === "woven");
  for (const { text: _, ...record } of woven) {
    rmSync(outputOf(record), { force: true });
    const map = { ...record.map, status: "unchanged", effects: [], generated: [] } as const;
    writeUnitRecord(project, { ...record, aspects: "", map });
  }
  if (woven.length > 0) outdateImage(project);
}

/** A missing object alone does not make every makefile link again (`.SECONDARY`, `.INTERMEDIATE`); an old image does. */
export function outdateImage(project: Project): void {
  const image = project.build?.image;
  if (image === undefined) return;
  const file = resolve(project.root, image);
  if (modified(file) !== undefined) utimesSync(file, 0, 0);
}

export function isCurrent(record: UnitRecord, analysis: UnitAnalysis): boolean {
  // Still not weavable: nothing would become better.
  if (analysis.failure !== undefined) return record.map.status === "not-woven";
  if (record.map.status === "not-woven") return false;
  const text = !isRewritten(analysis) ? undefined : textDigest(weaveUnit(analysis).text);
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

export function outputOf(record: Pick<UnitRecord, "command">): string {
  return resolve(
    record.command.directory,
    record.command.output ?? record.command.file.replace(/\.[^.]*$/, ".o"),
  );
}

/** Of files only: line markers name the working directory as well, whose time says nothing. */
function modified(file: string): number | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true ? status.mtimeMs : undefined;
}
