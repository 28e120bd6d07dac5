/** Answers what the index is asked, from what it knows at that moment; what nobody waits for gives way to what somebody types. */
import { filterOf, parsePointcut } from "../../pointcut/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import type {
  CandidatesAnswer,
  CandidatesQuestion,
  IndexQuestion,
  IndexReply,
} from "../protocol/index-protocol.js";
import { inSlices } from "../steps.js";
import { effects } from "./effects.js";
import type { MergedView } from "./merged-view.js";
import { names } from "./names.js";
import { search } from "./search.js";
import { unitsMeeting } from "./touched-units.js";

export interface Answering {
  /** Never throws. */
  reply(question: IndexQuestion): Promise<void>;
  /** So that the first question of a user finds everything ready. */
  warm(): void;
  /** Milliseconds of the last answer, which may have put everything together. */
  readonly lastTook: number;
}

/** What is known of the state of the index. */
export interface Knowledge {
  /** Its files are known to be as they were read. */
  isVerified(): boolean;
  /** Nothing is left to read either. */
  isCurrent(): boolean;
  isClosed(): boolean;
}

/** As people ask; what it selects does not matter. */
const PRACTICE = { expression: parsePointcut('execution("% tcp_%(...)")').value, aspects: [], limit: 1 };

export function createAnswering(
  root: string,
  index: MemoryIndex,
  view: MergedView,
  knowledge: Knowledge,
  send: (reply: IndexReply) => void,
): Answering {
  let lastTook = 0;
  let isPractised = false;
  const candidates = ({ expression, aspects, aspect }: CandidatesQuestion): CandidatesAnswer =>
    knowledge.isCurrent()
      ? { units: unitsMeeting(view.parts(), index, filterOf(expression, aspects, aspect)) }
      : {};
  const answer = (question: Exclude<IndexQuestion, { kind: "effects" }>): unknown => {
    switch (question.kind) {
      case "search":
        return {
          ...search(view.parts(), index, question),
          ...(knowledge.isVerified() ? {} : { unverified: true }),
        };
      case "candidates":
        return candidates(question);
      case "names":
        return names(view.parts(), index, root, question);
    }
  };
  const timed = async (question: IndexQuestion) => {
    if (question.kind === "effects")
      return inSlices(effects(view.parts(), index, question), knowledge.isClosed);
    const started = performance.now();
    const value = answer(question);
    return { value, took: performance.now() - started };
  };
  return {
    async reply(question) {
      const { id } = question;
      try {
        const done = await timed(question);
        if (done === undefined) return;
        lastTook = done.took;
        send({ kind: "answer", id, answer: done.value });
      } catch (error) {
        send({ kind: "failed", id, message: (error as Error).stack ?? `${error}` });
      }
    },
    warm() {
      view.warm();
      if (!isPractised) search(view.parts(), index, PRACTICE);
      isPractised = true;
    },
    get lastTook() {
      return lastTook;
    },
  };
}
