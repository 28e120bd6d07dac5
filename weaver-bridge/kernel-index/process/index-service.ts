/**
 * What the index process does: reads the units that changed, one after another, keeps what it learned on disk, and
 * answers questions between two units. Knows no channel; `index-main.ts` connects it.
 */
import { createAnswering } from "../answers/answering.js";
import { createMergedView } from "../answers/merged-view.js";
import { openStore, type Store } from "../disk/store.js";
import { createMemoryIndex, type MemoryIndex } from "../memory/memory-index.js";
import type { IndexQuestion, IndexReply, IndexRequest } from "../protocol/index-protocol.js";
import { createFreshness, type Freshness } from "../reading/freshness.js";
import { createUnitReader, type UnitReader } from "../reading/unit-reader.js";

export interface IndexService {
  handle(request: IndexRequest): void;
  close(): void;
}

/** While units are read, what questions are answered from is brought up to date no more often. */
const MERGE_EVERY_MS = 5_000;
/** The first answer waits until so many units are read; of more, a part is told at once. */
const WORTH_WAITING = 60;
/** While units are read, so often is told that there is more to see. */
const TELL_EVERY_MS = 15_000;
/** While units are read, answering takes at most such a part of the time. */
const MOST_ANSWERING = 1 / 20;

/** Each unit leaves megabytes of garbage; a collection takes as long as half a unit. */
const COLLECT_EVERY = 40;
/** Pause after the last answer, or what was read last, before it tidies up. */
const REST_MS = 1_000;

/** `root`: folder of the project. `collectGarbage` frees what it can, at once. */
export function createIndexService(
  root: string,
  send: (reply: IndexReply) => void,
  collectGarbage: () => void,
): IndexService {
  const parts = createParts(root, send, collectGarbage);
  const { reader, freshness, questions } = parts;
  return {
    handle(request) {
      switch (request.kind) {
        case "units":
          return freshness.setUnits(request.units, request.crashed);
        case "changed":
          return freshness.changed(request.paths);
        case "prefer":
          return reader.queue.prefer(request.paths);
        case "typed":
          return reader.typed();
        case "pause":
          reader.pause();
          return parts.tell();
        case "candidates":
          return questions.answer(request);
        default:
          return questions.ask(request);
      }
    },
    close: parts.close,
  };
}

/** Composition only: who is told what of whom. */
function createParts(root: string, send: (reply: IndexReply) => void, collectGarbage: () => void) {
  const log = (message: string) => send({ kind: "log", message });
  const store = openStore(root, log);
  const index = restored(root, store, log);
  let closed = false;
  const pauseBetween = (least: number) => Math.max(least, answering.lastTook / MOST_ANSWERING);
  const tell = () => {
    const active = (reader.isBusy || freshness.isChecking) && !reader.isPaused;
    send({ kind: "progress", progress: { ...reader.progress(), active } });
  };
  let told = Date.now();
  const tellChanged = () => {
    told = Date.now();
    send({ kind: "changed" });
  };
  const reader = createUnitReader(index, store, {
    onProgress: tell,
    onRead(done) {
      view.dropOutdated();
      if (done % COLLECT_EVERY === 0) collectGarbage();
      if (Date.now() - told > pauseBetween(TELL_EVERY_MS)) tellChanged();
    },
    onEnd() {
      // What else there is to read is known soon.
      if (freshness.isChecking) return tellChanged();
      questions.readingEnded();
      tellChanged();
      rest.soon();
    },
  });
  const freshness = createFreshness(index, reader, tell);
  const view = createMergedView(index, () => (reader.isBusy ? pauseBetween(MERGE_EVERY_MS) : -1), root);
  const rest = createRest(() => {
    if (reader.isReading) return;
    answering.warm();
    collectGarbage();
  });
  const knowledge = {
    isVerified: () => freshness.isVerified,
    isCurrent: () =>
      questions.isComplete && !freshness.isChecking && reader.queue.size === 0 && !reader.isReading,
    isClosed: () => closed,
  };
  const answering = createAnswering(root, index, view, knowledge, send);
  const questions = createQuestions(reader, freshness, async (question) => {
    await answering.reply(question);
    rest.again();
  });
  return {
    ...{ reader, freshness, questions, tell },
    close() {
      closed = true;
      rest.close();
      freshness.stop();
      reader.close();
      store.close();
    },
  };
}

/** While a small project is read for the first time, questions wait until all of it is known. */
function createQuestions(
  reader: UnitReader,
  freshness: Freshness,
  reply: (question: IndexQuestion) => Promise<void>,
) {
  const held: IndexQuestion[] = [];
  /** All was read once: from then on an answer is at most a few edits old. */
  let isComplete = false;
  const answer = (question: IndexQuestion) => void reply(question);
  return {
    get isComplete() {
      return isComplete;
    },
    answer,
    ask(question: IndexQuestion) {
      const isWorthWaiting = !isComplete && reader.queue.size <= WORTH_WAITING && !reader.isPaused;
      if (isWorthWaiting && !freshness.isKept()) held.push(question);
      else answer(question);
    },
    readingEnded() {
      if (reader.queue.size === 0) isComplete = true;
      held.splice(0).forEach(answer);
    },
  };
}

function restored(root: string, store: Store, log: (message: string) => void): MemoryIndex {
  const index = createMemoryIndex();
  const stored = store.load();
  try {
    index.restore(stored);
  } catch (error) {
    log(`the index of ${root} is incomplete (${(error as Error).message}) and is read again`);
  }
  return index;
}

/** When nothing happens: what was loaded, read or put together left garbage, and the next question should find all ready. */
function createRest(tidy: () => void) {
  let isUntidy = true;
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    isUntidy = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      isUntidy = false;
      tidy();
    }, REST_MS);
  };
  return {
    soon,
    /** If there is something to do. */
    again() {
      if (isUntidy) soon();
    },
    close: () => clearTimeout(timer),
  };
}
