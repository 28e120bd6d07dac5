/** Questions that wait for an answer. One that was not answered because the index died is asked again once. */
import type { IndexQuestion, IndexReply, IndexRequest } from "../protocol/index-protocol.js";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

export interface AskedQuestions {
  readonly size: number;
  ask<T>(question: WithoutId<IndexQuestion>, signal?: AbortSignal): Promise<T>;
  settle(reply: Extract<IndexReply, { id: number }>): void;
  /** As they are sent again. */
  all(): IndexRequest[];
  /** Who was to answer is gone. */
  died(reason: string): void;
  failAll(message: string): void;
  /** From now on nothing is answered. */
  close(): void;
}

interface Asked {
  readonly question: WithoutId<IndexQuestion>;
  attempts: number;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export function createAskedQuestions(send: (request: IndexRequest) => void): AskedQuestions {
  const asked = new Map<number, Asked>();
  let lastId = 0;
  let closed = false;
  const request = (id: number, { question }: Asked) => ({ ...question, id }) as IndexRequest;
  const failAll = (message: string) => {
    for (const one of asked.values()) one.reject(new Error(message));
    asked.clear();
  };
  return {
    get size() {
      return asked.size;
    },
    ask: <T>(question: WithoutId<IndexQuestion>, signal?: AbortSignal) =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(new Error("the server ends"));
        if (signal?.aborted) return reject(signal.reason);
        const id = ++lastId;
        const one = { question, attempts: 0, resolve: resolve as (answer: unknown) => void, reject };
        asked.set(id, one);
        signal?.addEventListener("abort", () => {
          if (asked.delete(id)) reject(signal.reason);
        });
        send(request(id, one));
      }),
    settle(reply) {
      const one = asked.get(reply.id);
      asked.delete(reply.id);
      if (reply.kind === "answer") one?.resolve(reply.answer);
      else one?.reject(new Error(reply.message));
    },
    all: () => Array.from(asked, ([id, one]) => request(id, one)),
    died(reason) {
      for (const [id, one] of asked) {
        if (++one.attempts <= 1) continue;
        asked.delete(id);
        one.reject(new Error(`the index ended twice (${reason})`));
      }
    },
    failAll,
    close() {
      closed = true;
      failAll("the server ends");
    },
  };
}
