/**
 * After an aspect has changed, make can't know which objects that concerns: it may concern units that no advice matched
 * before. What the change means is told from the aspects as they were and as they are (`aspectChanges`); only units of
 * which that says too little are analysed. Where the code would be another one (also where a unit could not be woven, but
 * now can be), the object goes. Where it would be the same, nothing happens, or the object's time is renewed if the
 * makefile itself names aspects. An object older than one of its sources is left to make.
 */
import { existsSync, lstatSync, readdirSync, realpathSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import {
  dependencyRequest,
  inParallel,
  type Project,
  readRegular,
  readUnitRecords,
  sourceNames,
  takeForeignRecords,
  textDigest,
  type UnitRecord,
  unitOf,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { filesOfMarkers, type Problem } from "../../model/index.js";
import {
  type Concern,
  isRewritten,
  type LoadedAspects,
  loadAspects,
  type UnitAnalysis,
  weaveUnit,
} from "../../pipeline/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import { openProgramCalls } from "../../project/program-calls.js";
import type { TargetUnit } from "../../project/target.js";
import { unitOutline } from "../../project/unit-outlines.js";
import { keepSnapshot } from "./aspect-snapshots.js";
import { foundProducts } from "./found-products.js";
import { judgeUnits } from "./judge-units.js";
import { productsOf } from "./linked-products.js";
import { createProgress } from "./progress.js";

/** What was done, in words; undefined when all objects are as the present aspects want them. */
export async function refreshObjects(project: Project): Promise<string | undefined> {
  dropForeignObjects(project);
  const aspects = loadAspects(project.aspects, project.root, project);
  const records = readUnitRecords(project);
  const changed = keepSnapshot(project, aspects, new Set(records.map((record) => record.aspects)));
  const made = records.filter((record) => modified(outputOf(record)) !== undefined);
  const verdicts = await judgeUnits(project, aspects, made);
  const having = (...concerns: Concern[]) =>
    verdicts.filter(({ concern }) => concerns.includes(concern)).map(({ record }) => record);
  const dropped = having("code", "lines");
  outdateObjects(project, dropped);
  const analysed = await analyseAgain(project, aspects, having("unknown"));
  await renewTimes(project, [...having("none"), ...analysed.same]);
  const removed = dropped.length + analysed.removed;
  if (removed === 0 && !changed) return undefined;
  const why = changed ? "aspects changed" : "weaving is possible now";
  const lines = having("lines").length;
  const moved = lines === 0 ? "" : `, ${lines} of them only because lines of their advice moved`;
  return `${why}: ${removed} of ${records.length} units are compiled again${moved}`;
}

/** Objects that would be woven otherwise go. The records of the others come back, as of the present aspects. */
async function analyseAgain(
  project: Project,
  aspects: LoadedAspects,
  asked: readonly UnitRecord[],
): Promise<{ same: UnitRecord[]; removed: number }> {
  const records = new Map<TargetUnit, UnitRecord>(
    asked.flatMap((record) => {
      const unit = unitOf(record.command);
      return unit === undefined ? [] : [[{ ...unit, root: project.root }, record] as const];
    }),
  );
  const calls = openProgramCalls(project, aspects);
  const same: UnitRecord[] = [];
  const removed: UnitRecord[] = [];
  const progress = createProgress((count) => `analysing ${count} that aspects may concern`, records.size);
  await mapUnits(
    [...records.keys()],
    aspects.files,
    {
      withTail: true,
      ...(calls && { flow: (unit) => (own) => calls.seenBy((records.get(unit) as UnitRecord).command, own) }),
    },
    ({ unit, analysis }) => {
      const record = records.get(unit) as UnitRecord;
      if (isCurrent(record, analysis)) {
        const { flow: _, decided: __, ...rest } = record;
        const account = calls?.account(record.command, analysis.flow);
        const renewed = { ...rest, ...account, aspects: aspects.digest };
        writeUnitRecord(project, renewed);
        same.push(renewed);
      } else {
        removed.push(record);
      }
      progress.step();
    },
  );
  progress.end();
  outdateObjects(project, removed);
  return { same, removed: removed.length };
}

/** Makefiles that name aspects themselves take objects for old that are not. */
async function renewTimes(project: Project, records: readonly UnitRecord[]): Promise<void> {
  const written = Math.max(...[project.file, ...project.aspects].map((file) => modified(file) ?? 0));
  const old = records.filter((record) => (modified(outputOf(record)) ?? written) < written);
  if (old.length === 0 || !makefileNamesAspects(project)) return;
  const now = new Date();
  await inParallel(old, async (record) => {
    const known = await unitOutline(project, record);
    if (known !== undefined && !olderThanSources(record, known.outline))
      utimesSync(outputOf(record), now, now);
  });
}

function makefileNamesAspects(project: Project): boolean {
  const folders = new Set([project.root, resolve(project.root, project.build?.directory ?? ".")]);
  return [...folders].some((folder) => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    return names
      .filter((name) => /^(?:GNU|[Mm])akefile|\.mk$/.test(name))
      .some((name) => /\.ah\b|\bweft\.json\b/.test(readRegular(join(folder, name), "latin1")));
  });
}

/** Objects that came with a copied or moved project: nobody knows any more how they were made. */
function dropForeignObjects(project: Project): void {
  const foreign = takeForeignRecords(project);
  for (const record of foreign) {
    const object = resolve(project.root, relative(record.root, outputOf(record)));
    if (isFileWithin(project.root, object)) rmSync(object);
  }
  if (foreign.length > 0) outdateImage(project);
}

/** A record comes with the folder: behind a link of it may be anybody's files. */
function isFileWithin(root: string, file: string): boolean {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return realpathSync(dirname(file))
    .concat("/")
    .startsWith(`${realpathSync(root)}/`);
}

/**
 * Before a build without aspects: woven objects go, and the records say so, so that the next build with aspects does
 * not take plain objects for woven ones.
 */
export function forgetWeaving(project: Project): void {
  const woven = readUnitRecords(project).filter((record) => record.map.status === "woven");
  for (const { text: _, ...record } of woven) {
    const map = { ...record.map, status: "unchanged", effects: [], generated: [] } as const;
    writeUnitRecord(project, { ...record, aspects: "", map });
  }
  outdateObjects(project, woven);
}

/** The units' objects, the project's image, and what else they were linked into. */
export function outdateObjects(project: Project, records: readonly Pick<UnitRecord, "command">[]): void {
  if (records.length === 0) return;
  const made = records.map((record) => ({ object: outputOf(record), source: record.command.file }));
  const objects = made.map(({ object }) => object);
  const units = new Set([...objects, ...readUnitRecords(project).map(outputOf)]);
  const folders = [project.root, resolve(project.root, project.build?.directory ?? ".")];
  const products = [...productsOf(project, objects), ...foundProducts(made, units, folders)];
  for (const file of [...objects, ...products]) outdate(file);
  outdateImage(project);
}

/**
 * Makes a file older than all that it is made of. A missing object does not make every makefile link again what it is
 * part of (`.SECONDARY`, `.INTERMEDIATE`), be it the project's image or another one; an old object, made anew, does.
 */
export function outdate(file: string): void {
  if (modified(file) !== undefined) utimesSync(file, 0, 0);
}

function outdateImage(project: Project): void {
  const image = project.build?.image;
  if (image !== undefined) outdate(resolve(project.root, image));
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
  return filesOfMarkers(unitText).some(
    (file) => (modified(resolve(record.command.directory, file)) ?? 0) > made,
  );
}

/** The object: what the compiler was asked to write, or, where make has moved that, what its dependency rule is for. */
export function outputOf({ command }: Pick<UnitRecord, "command">): string {
  const at = (path: string) => resolve(command.directory, path);
  const written = at(command.output ?? command.file.replace(/\.[^.]*$/, ".o"));
  if (existsSync(written)) return written;
  const unit = unitOf(command);
  const rule = unit && dependencyRequest(unit.command, unit.input)?.options;
  const target = rule?.[rule.findIndex((option) => option === "-MQ" || option === "-MT") + 1];
  return target === undefined ? written : at(target);
}

/** After make: units of older aspects whose objects are not there, so that nobody could tell make to compile them again. */
export function movedObjects(
  { root }: Project,
  records: readonly UnitRecord[],
  { digest }: LoadedAspects,
): readonly Problem[] {
  const left = records
    .filter((record) => record.aspects !== digest && modified(outputOf(record)) === undefined)
    .sort((a, b) => (a.command.file < b.command.file ? -1 : 1));
  const first = left[0];
  if (first === undefined) return [];
  const more = left.length === 1 ? "" : ` and ${left.length - 1} more`;
  const source = sourceNames(first.command.directory, root).nameOf(first.command.file);
  const isLeft = existsSync(outputOf(first));
  const which = relative(root, outputOf(first));
  return [
    {
      code: "build/moved-objects",
      severity: "warning",
      message: `the aspects have changed, and ${source}${more} may still be as before: ${isLeft ? `${which} was not compiled again` : `${which}, which the compiler made, is not there`}`,
      hint: isLeft
        ? "What it becomes seems up to date to make: run weft build --clean after each change."
        : "If a rule moves it, have the rule tell the compiler by -MMD -MQ $@ what it becomes, or run weft build --clean after each change.",
    },
  ];
}

/**
 * Of files only: line markers name the working directory as well, whose time says nothing. What was {@link outdate}d
 * and not made again is as good as not there.
 */
function modified(file: string): number | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  return status?.isFile() === true && status.mtimeMs > 0 ? status.mtimeMs : undefined;
}
