/**
 * The index as the server sees it: one process per project, started when it is first needed and again whenever it
 * dies. A question that it could not answer because it died is asked again once.
 */

import type {
  CandidatesAnswer,
  CandidatesQuestion,
  EffectsAnswer,
  EffectsQuestion,
  IndexedUnit,
  IndexProgress,
  NameAnswer,
  NameQuestion,
  SearchAnswer,
  SearchQuestion,
} from "../protocol/index-protocol.js";
import { createAskedQuestions } from "./asked-questions.js";
import { createProcessKeeper, type IndexEvents } from "./process-keeper.js";

export type { IndexEvents, IndexProgress };

export interface KernelIndex {
  /** Its process starts loading what was kept, and answers from that before it is told the units. */
  start(): void;
  setUnits(units: readonly IndexedUnit[]): void;
  /** Absolute. */
  filesChanged(paths: readonly string[]): void;
  /** Files that somebody works on, absolute: what is not read yet is read in order of use. */
  prefer(paths: readonly string[]): void;
  /** Somebody typed just now: reading leaves more to that. */
  typed(): void;
  /** Reading stops until files or units change. */
  pause(): void;
  search(question: SearchQuestion, signal?: AbortSignal): Promise<SearchAnswer>;
  candidates(question: CandidatesQuestion): Promise<CandidatesAnswer>;
  names(question: NameQuestion): Promise<NameAnswer>;
  effects(question: EffectsQuestion): Promise<EffectsAnswer>;
  readonly progress: IndexProgress;
  /** Of the process, for reports. */
  readonly pid: number | undefined;
  /** Until its process wrote what it knows and is gone. */
  dispose(): Promise<void>;
}

/**
 * `unitsAfter`: it is told the units, looks at their files and reads them, no sooner; unless {@link KernelIndex.start} is
 * called, its process starts no sooner either. `wornAfter`: units that a process reads before it is replaced, in tests.
 */
export function openKernelIndex(
  root: string,
  events: IndexEvents,
  { unitsAfter, wornAfter }: { unitsAfter?: Promise<void>; wornAfter?: number } = {},
): KernelIndex {
  let units: readonly IndexedUnit[] | undefined;
  let preferred: readonly string[] = [];
  let mayRead = unitsAfter === undefined;
  // Whoever starts a process has it asked all that waits.
  const asked = createAskedQuestions((request) => void (keeper.ensure() || keeper.send(request)));
  const keeper = createProcessKeeper(root, events, {
    ...{ asked, wornAfter, mayStart: mayRead },
    greet(send, crashed) {
      if (!mayRead || units === undefined) return;
      send({ kind: "prefer", paths: preferred });
      send({ kind: "units", units, crashed });
    },
  });
  void unitsAfter?.then(() => {
    mayRead = true;
    keeper.allow();
    if (keeper.pid !== undefined) keeper.greetAgain();
    else if (units !== undefined || asked.size > 0) keeper.ensure();
  });
  const { send } = keeper;
  return {
    start() {
      keeper.allow();
      keeper.ensure();
    },
    setUnits(all) {
      units = all;
      if (!keeper.ensure()) keeper.greetAgain();
    },
    filesChanged: (paths) => send({ kind: "changed", paths }),
    prefer(paths) {
      preferred = paths;
      send({ kind: "prefer", paths });
    },
    typed() {
      if (keeper.progress.active) send({ kind: "typed" });
    },
    pause: () => send({ kind: "pause" }),
    search: (question, signal) => asked.ask({ kind: "search", ...question }, signal),
    candidates: (question) => asked.ask({ kind: "candidates", ...question }),
    names: (question) => asked.ask({ kind: "names", ...question }),
    effects: (question) => asked.ask({ kind: "effects", ...question }),
    get progress() {
      return keeper.progress;
    },
    get pid() {
      return keeper.pid;
    },
    dispose: keeper.dispose,
  };
}
