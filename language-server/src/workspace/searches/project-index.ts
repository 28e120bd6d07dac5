/**
 * The indexes of the open projects, and what the server takes from them. Of a large project the effects of all units
 * that nobody looks at come from its index, as one result beside those of single units; of a small one every unit is
 * analysed, and the index, started when it is first asked, answers questions about the whole.
 */
import {
  type EffectsAnswer,
  type IndexEvents,
  type IndexProgress,
  type KernelIndex,
  keptBytes,
  openKernelIndex,
} from "@weft/weaver-bridge/kernel-index";
import type { AspectFile } from "@weft/weaver-bridge/model";
import { type AdviceTexts, adviceTexts, changedAdvice } from "../projects/advice-texts.js";
import type { ProjectState } from "../projects/project-set.js";
import { NO_HEADERS, type UnitResult } from "../unit-result.js";

export interface ProjectIndexes {
  /** True where effects of closed units come from the index. */
  isIndexed(project: ProjectState): boolean;
  /** Undefined where there is none: a folder without weft.json. */
  of(project: ProjectState): KernelIndex | undefined;
  /** A project is about to be read: where a large index of it was kept, its process starts loading beside that. */
  expect(root: string): void;
  /** The project was read, or read again. */
  projectChanged(project: ProjectState): void;
  filesChanged(paths: readonly string[]): void;
  /** Aspects, or the units that are known better, changed: asks again after the pause. */
  refresh(project: ProjectState, delayMs: number): void;
  /** Closed units that together contain what the advice does, by its keys. */
  unitsWith(project: ProjectState, advice: readonly string[]): readonly string[];
  /** A unit that reads the file. */
  includerOf(path: string): string | undefined;
  /** Units that the indexes have still to read. */
  pendingCount(): number;
  isComplete(project: ProjectState): boolean;
  /** Units are read, for the first time or again. */
  isReading(project: ProjectState): boolean;
  /** It never was, since the server started. */
  isFirstRead(project: ProjectState): boolean;
  /** Units that it can't tell about: C++, and what can't be read. */
  missing(project: ProjectState): readonly string[];
  /** How many of its units are in the index. */
  unitsRead(project: ProjectState): number;
  /** Nothing is read or asked, or soon to be. */
  isIdle(): boolean;
  /** Stops reading until files change or {@link resume}. */
  pause(root: string): void;
  resume(root: string): void;
  /** Somebody types: reading takes one processor. */
  typed(): void;
  /** Files were opened or closed. */
  openFilesChanged(): void;
  dispose(): void;
}

export interface ProjectIndexParts {
  /** The units of a large project are looked at, and asked about, after it; what was kept of them answers before. */
  readonly unitsAfter: Promise<void>;
  readonly aspectsOf: (project: ProjectState) => readonly AspectFile[];
  readonly openFiles: () => readonly string[];
  /** Closed units of the project that have a result of their own. */
  readonly coveredUnits: (project: ProjectState) => readonly string[];
  /** Units that the index can't tell about. */
  readonly onMissing: (units: readonly string[]) => void;
  /** Units that together contain what an index told that was kept from an earlier session. */
  readonly onUnconfirmed: (units: readonly string[]) => void;
  /** The one result for all units of the index; before and after. */
  readonly onResult: (root: string, result: UnitResult) => void;
  readonly onProgress: (root: string, progress: IndexProgress) => void;
  /** May have become {@link ProjectIndexes.isIdle}. */
  readonly onIdle: () => void;
  readonly log: (level: "error" | "info", message: string) => void;
}

/** Up to so many units all are analysed, one by one. */
export const SMALL_PROJECT = 60;

/** An index of that size is of a large project: of 60 units it is a fraction. */
const LARGE_INDEX_BYTES = 4_000_000;

/** After an edit of advice, so many units at most are analysed to see what the index can't: problems of weaving. */
const MOST_CONFIRMED = 60;

/** After a start, so many are analysed to see whether what the index kept is still so. */
const MOST_AT_START = 120;

/** Among the results of units, what the index knows of a project stands under this name; no file has it. */
export function indexResultName(root: string): string {
  return `${root}\0index`;
}

export function isIndexResult(name: string): boolean {
  return name.endsWith("\0index");
}

interface Entry {
  project: ProjectState;
  readonly index: KernelIndex;
  answer?: EffectsAnswer;
  /** Text of each advice when it was asked about last, by `adviceKey`. */
  advice?: AdviceTexts;
  /** Units were named that confirm the first answer. */
  confirmed: boolean;
  timer?: NodeJS.Timeout | undefined;
  asking: boolean;
  again: boolean;
}

export function createProjectIndexes(parts: ProjectIndexParts): ProjectIndexes {
  const entries = new Map<string, Entry>();
  /** Opened before their projects were known. */
  const expected = new Map<string, KernelIndex>();
  let disposed = false;

  const isIndexed = (project: ProjectState) => project.declared && project.units.size > SMALL_PROJECT;
  const eventsOf = (root: string): IndexEvents => ({
    onDidChange: () => {
      const entry = entries.get(root);
      if (entry !== undefined && isIndexed(entry.project)) refresh(root, 0);
      else parts.onIdle();
    },
    onProgress: (progress) => parts.onProgress(root, progress),
    log: parts.log,
  });
  const { unitsAfter } = parts;
  const open = (project: ProjectState): Entry => {
    const { root } = project;
    const index =
      expected.get(root) ?? openKernelIndex(root, eventsOf(root), isIndexed(project) ? { unitsAfter } : {});
    expected.delete(root);
    const entry: Entry = { project, index, asking: false, again: false, confirmed: false };
    entries.set(root, entry);
    setUnits(entry);
    return entry;
  };
  const setUnits = ({ project, index }: Entry) => {
    index.prefer(parts.openFiles());
    index.setUnits(
      [...project.units.values()].map(({ path, command }) => ({
        path,
        directory: command.directory,
        argv: command.argv,
      })),
    );
  };
  const refresh = (root: string, delayMs: number) => {
    const entry = entries.get(root);
    if (entry === undefined || disposed || !isIndexed(entry.project)) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      void ask(entry);
    }, delayMs);
  };
  const ask = async (entry: Entry): Promise<void> => {
    if (entry.asking) {
      entry.again = true;
      return;
    }
    entry.asking = true;
    try {
      await unitsAfter;
      const aspects = parts.aspectsOf(entry.project);
      const answer = await entry.index.effects({ aspects, covered: parts.coveredUnits(entry.project) });
      if (disposed || entries.get(entry.project.root) !== entry) return;
      entry.answer = answer;
      parts.onResult(entry.project.root, resultOf(answer));
      const advice = adviceTexts(aspects);
      const confirming = new Set(
        changedAdvice(entry.advice, advice).flatMap((key) => answer.covers.get(key) ?? []),
      );
      entry.advice = advice;
      parts.onMissing([...answer.missing, ...answer.incomplete, ...[...confirming].slice(0, MOST_CONFIRMED)]);
      if (entry.confirmed || entry.index.progress.active) return;
      entry.confirmed = true;
      parts.onUnconfirmed([...new Set([...answer.covers.values()].flat())].slice(0, MOST_AT_START));
    } catch (error) {
      if (!disposed) parts.log("error", `effects from the index: ${(error as Error).message}`);
    } finally {
      entry.asking = false;
      if (entry.again && !disposed) {
        entry.again = false;
        void ask(entry);
      } else if (!disposed) parts.onIdle();
    }
  };

  return {
    isIndexed,
    of: (project) =>
      project.declared && project.units.size > 0
        ? (entries.get(project.root) ?? open(project)).index
        : undefined,
    expect(root) {
      if (keptBytes(root) < LARGE_INDEX_BYTES || entries.has(root)) return;
      const index = openKernelIndex(root, eventsOf(root), { unitsAfter });
      index.start();
      expected.set(root, index);
    },
    projectChanged(project) {
      const entry = entries.get(project.root);
      if (entry !== undefined) {
        entry.project = project;
        setUnits(entry);
        refresh(project.root, 0);
      } else if (isIndexed(project)) open(project);
      // It shrank, or can't be read: who asks opens it again.
      void expected.get(project.root)?.dispose();
      expected.delete(project.root);
    },
    filesChanged(paths) {
      for (const { index } of entries.values()) index.filesChanged(paths);
    },
    refresh: (project, delayMs) => refresh(project.root, delayMs),
    unitsWith({ root }, advice) {
      const covers = entries.get(root)?.answer?.covers;
      const units = new Set(advice.flatMap((key) => covers?.get(key) ?? []));
      return [...units].slice(0, MOST_CONFIRMED);
    },
    includerOf(path) {
      for (const { answer } of entries.values()) {
        const unit = answer?.includers.get(path);
        if (unit !== undefined) return unit;
      }
      return undefined;
    },
    pendingCount: () =>
      [...entries.values()].reduce(
        (sum, { project, index, answer }) =>
          isIndexed(project) && (index.progress.active || answer === undefined)
            ? sum + Math.max(1, index.progress.total - index.progress.done)
            : sum,
        0,
      ),
    isComplete(project) {
      const entry = entries.get(project.root);
      return entry?.answer !== undefined && !entry.index.progress.active;
    },
    isReading: ({ root }) => entries.get(root)?.index.progress.active === true,
    isFirstRead(project) {
      const entry = entries.get(project.root);
      return entry === undefined || (!entry.confirmed && (!entry.answer || entry.index.progress.active));
    },
    missing: ({ root }) => entries.get(root)?.answer?.missing ?? [],
    unitsRead({ root, units }) {
      const entry = entries.get(root);
      if (entry === undefined) return 0;
      const { done, total, active } = entry.index.progress;
      if (active) return units.size - (total - done);
      return entry.answer === undefined ? 0 : units.size;
    },
    isIdle: () =>
      [...entries.values()].every(
        ({ project, index, answer, timer, asking }) =>
          !index.progress.active &&
          timer === undefined &&
          !asking &&
          (answer !== undefined || !isIndexed(project)),
      ),
    pause: (root) => entries.get(root)?.index.pause(),
    resume: (root) => entries.get(root)?.index.filesChanged([]),
    typed() {
      for (const { index } of entries.values()) index.typed();
    },
    openFilesChanged() {
      for (const { index } of entries.values()) index.prefer(parts.openFiles());
    },
    dispose() {
      disposed = true;
      for (const index of expected.values()) void index.dispose();
      for (const { index, timer } of entries.values()) {
        clearTimeout(timer);
        // It writes what it knows while the server already answers that it ends.
        void index.dispose();
      }
    },
  };
}

function resultOf(answer: EffectsAnswer): UnitResult {
  const { effects, problems, functions, variables, fields, records } = answer;
  return {
    status: "ready",
    headers: NO_HEADERS,
    effects,
    found: [],
    problems,
    files: new Set(answer.includers.keys()),
    shapes: answer.shapes,
    names: { functions, variables, fields, records },
    unmatched: answer.unmatched,
    introduced: [],
    introducedInto: { headers: NO_HEADERS },
    size: 0,
  };
}
