/**
 * Keeps the newest result of each unit: which are to be analysed when, with what, and what becomes of the answer. A result
 * that was out of date when it arrived is kept, and the unit is analysed again.
 */
import { relative } from "node:path";
import type { ContributionSet } from "../contributions/contribution-set.js";
import type { ProjectState, UnitCommand } from "../projects/project-set.js";
import type { ProjectTable } from "../projects/project-table.js";
import type { LastBuild } from "../reports/last-build.js";
import { SMALL_PROJECT } from "../searches/project-index.js";
import type { DiskChanges } from "../texts/disk-changes.js";
import type { Documents } from "../texts/documents.js";
import type { UnsavedFiles } from "../texts/unsaved-files.js";
import type { UnitResult } from "../unit-result.js";
import { type AnalysisQueue, createAnalysisQueue } from "./analysis-queue.js";
import { type Confirmations, createConfirmations } from "./confirmations.js";
import { createExactAnalyses } from "./exact-analyses.js";
import { createFirstLook } from "./first-look.js";
import type { UnitAnalyser, UnitQuestion } from "./unit-analyser.js";

/** Pause in typing after which a C file is analysed. */
const C_PAUSE_MS = 20;

export interface UnitKeeperParts {
  readonly documents: Documents;
  readonly projects: ProjectTable;
  readonly unsaved: UnsavedFiles;
  readonly diskChanges: DiskChanges;
  readonly lastBuild: LastBuild;
  readonly analyser: UnitAnalyser;
  readonly contributions: () => Pick<ContributionSet, "wanted" | "foundIn">;
  /** A unit has a new result. */
  readonly onResult: (path: string, result: UnitResult, before: UnitResult | undefined) => void;
  /** A run has ended; `isLastConfirmed`: none that confirms something is left. */
  readonly onRun: (path: string, isLastConfirmed: boolean) => void;
  /** No unit waits. */
  readonly onIdle: () => void;
  readonly log: (level: "error" | "debug", message: string) => void;
}

export interface UnitKeeper {
  readonly results: ReadonlyMap<string, UnitResult>;
  /** For a result that no single unit has. */
  put(name: string, result: UnitResult): void;
  /** Ends when the files that were opened at the start are analysed, or for a moment none was. */
  readonly firstLook: Promise<void>;
  /** The unit must be analysed (again), `delayMs` after the last such call. */
  analyse(path: string, delayMs?: number): void;
  /** The text of the unit itself was edited, opened or closed. */
  edited(path: string): void;
  /** Analyses these although nothing is known to be wrong; see {@link Confirmations}. */
  readonly confirmations: Pick<Confirmations, "confirm" | "stop" | "has">;
  forget(path: string): void;
  isPending(path: string): boolean;
  /** What is shown of it is not what its text says. */
  isComputing(path: string): boolean;
  /** Units that wait or run for more than confirmation. */
  pendingCount(): number;
  /** False where its last analysis had the file's text from an editor, the same that the disk has now. */
  isReadFromDisk(unit: string, file: string): boolean;
  dispose(): void;
}

export function createUnitKeeper(parts: UnitKeeperParts): UnitKeeper {
  const { documents, projects, unsaved, diskChanges, analyser, log } = parts;
  const results = new Map<string, UnitResult>();
  const confirmations = createConfirmations(() => queue);
  const analyse = (path: string, delayMs = 0) => {
    confirmations.done(path);
    queue.invalidate(path, delayMs);
  };
  const exact = createExactAnalyses((path) => analyse(path));
  const firstLook = createFirstLook(() => documents.all().some(({ path }) => queue.isPending(path)));
  const forget = (path: string) => {
    queue.remove(path);
    confirmations.done(path);
    results.delete(path);
    unsaved.forget(path);
  };
  const isReadFromDisk = (unit: string, file: string): boolean =>
    !(unit === file && documents.openText(file) !== undefined) && !unsaved.hasSeen(unit, file);

  const run = async (path: string, signal: AbortSignal): Promise<void> => {
    const unit = projects.unitAt(path);
    if (unit === undefined) return forget(path);
    const project = projects.at(path);
    const started = performance.now();
    const moment = diskChanges.moment();
    const state = { before: results.get(path), quick: !exact.has(path), patient: confirmations.has(path) };
    const result = await analyser.analyse(questionOf(parts, unit, project, { ...state, signal }));
    if (signal.aborted || result === undefined) return;
    results.set(path, result);
    exact.done(path);
    const changed = diskChanges.since(moment, result.files).filter((file) => isReadFromDisk(path, file));
    if (changed.length > 0 || unsaved.isOutdated(path, result.files)) analyse(path, C_PAUSE_MS);
    else if (result.provisional === true) exact.soon(path);
    const failure = result.status === "failed" ? `: ${result.message}` : "";
    const took = Math.round(performance.now() - started);
    log("debug", `analysed ${relative(project.root, path)} in ${took} ms${failure}`);
    parts.onResult(path, result, state.before);
  };
  const ended = (path: string) => {
    const isConfirmed = confirmations.has(path);
    confirmations.done(path);
    parts.onRun(path, isConfirmed && confirmations.count() === 0);
  };
  const queue: AnalysisQueue = createAnalysisQueue({
    isForeground: (path) => documents.openText(path) !== undefined,
    run: async (path, signal) => {
      try {
        await run(path, signal);
      } catch (error) {
        log("error", `analysis of ${path} failed: ${(error as Error).stack ?? error}`);
      } finally {
        if (!signal.aborted) ended(path);
        if (documents.openText(path) !== undefined) setImmediate(firstLook.look);
      }
    },
    onFault: (path, error) => log("error", `after the analysis of ${path}: ${String(error)}`),
    onIdle() {
      diskChanges.clear();
      analyser.rest();
      parts.onIdle();
    },
  });

  return {
    results,
    put: (name, result) => void results.set(name, result),
    firstLook: firstLook.ended,
    analyse,
    edited(path) {
      exact.cancel(path);
      analyse(path, documents.openText(path)?.version === 1 ? 0 : C_PAUSE_MS);
    },
    confirmations,
    forget,
    isPending: queue.isPending,
    isComputing: (path) => queue.isPending(path) && !exact.has(path) && !confirmations.has(path),
    pendingCount: () => Math.max(0, queue.pendingCount() - confirmations.count()),
    isReadFromDisk,
    dispose() {
      firstLook.dispose();
      exact.dispose();
      queue.dispose();
    },
  };
}

function questionOf(
  { documents, projects, unsaved, lastBuild, contributions }: UnitKeeperParts,
  unit: UnitCommand,
  project: ProjectState,
  more: Pick<UnitQuestion, "before" | "quick" | "patient" | "signal">,
): UnitQuestion {
  const { path } = unit;
  return {
    ...more,
    unit,
    aspects: projects.filesOf(project),
    knowsThreads: project.knowsThreads === true,
    document: documents.openText(path),
    unsaved: unsaved.take(path),
    whole: project.units.size <= SMALL_PROJECT,
    leftOut: lastBuild.leftOutOf(path),
    wanted: contributions().wanted(project),
    find: (analysis) => contributions().foundIn(analysis, unit.command.directory, project),
  };
}
