/** A question outlives the process that was to answer it, but not for ever. */
import { expect, test } from "vitest";
import type { IndexRequest } from "../protocol/index-protocol.js";
import { createAskedQuestions } from "./asked-questions.js";

const question = { kind: "names", prefix: "", name: "function", limit: 1 } as const;

test("a question is asked again after one death, and fails after two", async () => {
  const sent: IndexRequest[] = [];
  const asked = createAskedQuestions((request) => void sent.push(request));
  const answer = asked.ask(question);
  asked.died("SIGSEGV");
  expect(asked.all()).toEqual(sent);
  asked.died("SIGSEGV");
  await expect(answer).rejects.toThrow("the index ended twice (SIGSEGV)");
  expect(asked.all()).toEqual([]);
});

test("each answer goes to its question; who gave up hears of none", async () => {
  const asked = createAskedQuestions(() => undefined);
  const stop = new AbortController();
  const [first, second] = [asked.ask(question), asked.ask(question, stop.signal)];
  stop.abort(new Error("typed on"));
  asked.settle({ kind: "answer", id: 2, answer: "late" });
  asked.settle({ kind: "answer", id: 1, answer: "right" });
  expect(await first).toBe("right");
  await expect(second).rejects.toThrow("typed on");
  const third = asked.ask(question);
  asked.close();
  await expect(third).rejects.toThrow("the server ends");
  await expect(asked.ask(question)).rejects.toThrow("the server ends");
});
