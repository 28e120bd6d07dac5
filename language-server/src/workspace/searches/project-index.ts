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
import type { UnitResult } from "../unit-result.js";
import { resultOfIndex } from "./index-result.js";

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

/** A project and its index, with what was asked of it. */
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
  return new OpenIndexes(parts);
}

function isIndexed(project: ProjectState): boolean {
  return project.declared && project.units.size > SMALL_PROJECT;
}

class OpenIndexes implements ProjectIndexes {
  private readonly entries = new Map<string, Entry>();
  /** Opened before their projects were known. */
  private readonly expected = new Map<string, KernelIndex>();
  private disposed = false;

  constructor(private readonly parts: ProjectIndexParts) {}

  readonly isIndexed = isIndexed;

  of(project: ProjectState): KernelIndex | undefined {
    if (!project.declared || project.units.size === 0) return undefined;
    return (this.entries.get(project.root) ?? this.open(project)).index;
  }

  // Which projects there are, and what changes in them.

  expect(root: string): void {
    if (keptBytes(root) < LARGE_INDEX_BYTES || this.entries.has(root)) return;
    const { unitsAfter } = this.parts;
    const index = openKernelIndex(root, this.eventsOf(root), { unitsAfter });
    index.start();
    this.expected.set(root, index);
  }

  projectChanged(project: ProjectState): void {
    const { root } = project;
    const entry = this.entries.get(root);
    if (entry !== undefined) {
      entry.project = project;
      this.setUnits(entry);
      this.refreshAt(root, 0);
    } else if (isIndexed(project)) this.open(project);
    // It shrank, or can't be read: who asks opens it again.
    void this.expected.get(root)?.dispose();
    this.expected.delete(root);
  }

  filesChanged(paths: readonly string[]): void {
    for (const { index } of this.entries.values()) index.filesChanged(paths);
  }

  openFilesChanged(): void {
    for (const { index } of this.entries.values()) index.prefer(this.parts.openFiles());
  }

  typed(): void {
    for (const { index } of this.entries.values()) index.typed();
  }

  pause(root: string): void {
    this.entries.get(root)?.index.pause();
  }

  resume(root: string): void {
    this.entries.get(root)?.index.filesChanged([]);
  }

  dispose(): void {
    this.disposed = true;
    for (const index of this.expected.values()) void index.dispose();
    for (const { index, timer } of this.entries.values()) {
      clearTimeout(timer);
      // It writes what it knows while the server already answers that it ends.
      void index.dispose();
    }
  }

  // What the last answers say.

  unitsWith({ root }: ProjectState, advice: readonly string[]): readonly string[] {
    const covers = this.entries.get(root)?.answer?.covers;
    const units = new Set(advice.flatMap((key) => covers?.get(key) ?? []));
    return [...units].slice(0, MOST_CONFIRMED);
  }

  includerOf(path: string): string | undefined {
    for (const { answer } of this.entries.values()) {
      const unit = answer?.includers.get(path);
      if (unit !== undefined) return unit;
    }
    return undefined;
  }

  missing({ root }: ProjectState): readonly string[] {
    return this.entries.get(root)?.answer?.missing ?? [];
  }

  // How far reading and asking are.

  pendingCount(): number {
    let count = 0;
    for (const { project, index, answer } of this.entries.values()) {
      const { active, total, done } = index.progress;
      if (isIndexed(project) && (active || answer === undefined)) count += Math.max(1, total - done);
    }
    return count;
  }

  isComplete({ root }: ProjectState): boolean {
    const entry = this.entries.get(root);
    return entry?.answer !== undefined && !entry.index.progress.active;
  }

  isReading({ root }: ProjectState): boolean {
    return this.entries.get(root)?.index.progress.active === true;
  }

  isFirstRead({ root }: ProjectState): boolean {
    const entry = this.entries.get(root);
    return entry === undefined || (!entry.confirmed && (!entry.answer || entry.index.progress.active));
  }

  unitsRead({ root, units }: ProjectState): number {
    const entry = this.entries.get(root);
    if (entry === undefined) return 0;
    const { done, total, active } = entry.index.progress;
    if (active) return units.size - (total - done);
    return entry.answer === undefined ? 0 : units.size;
  }

  isIdle(): boolean {
    return [...this.entries.values()].every(
      ({ project, index, answer, timer, asking }) =>
        !index.progress.active &&
        timer === undefined &&
        !asking &&
        (answer !== undefined || !isIndexed(project)),
    );
  }

  // How an index is opened, and asked.

  private open(project: ProjectState): Entry {
    const { root } = project;
    const { unitsAfter } = this.parts;
    const index =
      this.expected.get(root) ??
      openKernelIndex(root, this.eventsOf(root), isIndexed(project) ? { unitsAfter } : {});
    this.expected.delete(root);
    const entry: Entry = { project, index, asking: false, again: false, confirmed: false };
    this.entries.set(root, entry);
    this.setUnits(entry);
    return entry;
  }

  private eventsOf(root: string): IndexEvents {
    return {
      onDidChange: () => {
        const entry = this.entries.get(root);
        if (entry !== undefined && isIndexed(entry.project)) this.refreshAt(root, 0);
        else this.parts.onIdle();
      },
      onProgress: (progress) => this.parts.onProgress(root, progress),
      log: this.parts.log,
    };
  }

  private setUnits({ project, index }: Entry): void {
    index.prefer(this.parts.openFiles());
    index.setUnits(
      [...project.units.values()].map(({ path, command }) => ({
        path,
        directory: command.directory,
        argv: command.argv,
      })),
    );
  }

  refresh({ root }: ProjectState, delayMs: number): void {
    this.refreshAt(root, delayMs);
  }

  private refreshAt(root: string, delayMs: number): void {
    const entry = this.entries.get(root);
    if (entry === undefined || this.disposed || !isIndexed(entry.project)) return;
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      void this.ask(entry);
    }, delayMs);
  }

  /** One question at a time; what changes meanwhile is asked about after it. */
  private async ask(entry: Entry): Promise<void> {
    if (entry.asking) {
      entry.again = true;
      return;
    }
    entry.asking = true;
    try {
      await this.askForEffects(entry);
    } catch (error) {
      if (!this.disposed) this.parts.log("error", `effects from the index: ${(error as Error).message}`);
    } finally {
      entry.asking = false;
      if (entry.again && !this.disposed) {
        entry.again = false;
        void this.ask(entry);
      } else if (!this.disposed) this.parts.onIdle();
    }
  }

  private async askForEffects(entry: Entry): Promise<void> {
    const { parts } = this;
    await parts.unitsAfter;
    const aspects = parts.aspectsOf(entry.project);
    const answer = await entry.index.effects({ aspects, covered: parts.coveredUnits(entry.project) });
    if (this.disposed || this.entries.get(entry.project.root) !== entry) return;
    entry.answer = answer;
    parts.onResult(entry.project.root, resultOfIndex(answer));
    const advice = adviceTexts(aspects);
    const changed = changedAdvice(entry.advice, advice);
    const confirming = new Set(changed.flatMap((key) => answer.covers.get(key) ?? []));
    entry.advice = advice;
    parts.onMissing([...answer.missing, ...answer.incomplete, ...[...confirming].slice(0, MOST_CONFIRMED)]);
    if (entry.confirmed || entry.index.progress.active) return;
    entry.confirmed = true;
    parts.onUnconfirmed([...new Set([...answer.covers.values()].flat())].slice(0, MOST_AT_START));
  }
}
