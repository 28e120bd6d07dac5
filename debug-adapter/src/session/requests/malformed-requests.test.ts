/** Requests as no client should send them, to a session that has no machine: each is answered, and the session goes on. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { randomRequests } from "../../../../tests/support/random-requests.js";
import { checkRequest } from "./check-arguments.js";
import { WeftDebugSession } from "./weft-debug-session.js";

const RUNS = 1500;

class Session extends WeftDebugSession {
  constructor() {
    super(() => {
      throw new Error("nothing is published here");
    });
    this.lifetime.phase = "ready";
  }

  override shutdown(): void {}
}

type Sent = { readonly seq: number; readonly command: unknown; readonly arguments: unknown };

/** The answers to all requests, in the order in which they were given. */
function answersOf(requests: readonly Sent[]): Promise<DebugProtocol.Response[]> {
  const session = new Session();
  const answers: DebugProtocol.Response[] = [];
  return new Promise((resolve) => {
    session.onDidSendMessage((message) => {
      const answer = message as DebugProtocol.Response;
      if (answer.type === "response") answers.push(answer);
      if (answers.length === requests.length) setImmediate(() => resolve(answers));
    });
    for (const request of requests)
      session.handleMessage({ ...request, type: "request" } as unknown as DebugProtocol.Request);
  });
}

test("every request is answered once, with words where it fails", async () => {
  const requests = randomRequests(RUNS, 47).map((request, place) => ({ ...request, seq: place + 1 }));
  const answers = await answersOf(requests);
  expect(new Set(answers.map(({ request_seq: of }) => of)).size).toBe(RUNS);
  for (const { success, message = "", command } of answers)
    if (!success) expect(message, command).toMatch(/\w/);
});

test.each([
  ["setBreakpoints", {}, '"source" is missing'],
  ["setFunctionBreakpoints", {}, '"breakpoints" is missing'],
  ["setDataBreakpoints", null, '"breakpoints" is missing'],
  ["setInstructionBreakpoints", { breakpoints: "x" }, '"breakpoints" must be array, not "x"'],
  ["setExceptionBreakpoints", { filters: [null] }, '"filters[0]" must be string, not null'],
  [
    "setBreakpoints",
    { source: {}, breakpoints: [{ line: 1.5 }] },
    '"breakpoints[0].line" must be integer, not 1.5',
  ],
  ["stackTrace", { threadId: 1, levels: -1 }, '"levels" must be >= 0, not -1'],
  ["readMemory", { memoryReference: "0x0", count: 1e12 }, '"count" must be <= 67108864, not 1000000000000'],
  [
    "next",
    { threadId: 1, granularity: "word" },
    '"granularity" must be one of statement, line, instruction, not "word"',
  ],
  ["weft/goTo", {}, '"position" is missing'],
  ["evaluate", "1 + 1", 'the arguments must be object, not "1 + 1"'],
])("%s %j", (command, args, problem) => {
  const request = { seq: 1, type: "request", command, arguments: args };
  expect(checkRequest(request)).toEqual({ problem: `${command}: ${problem}.` });
});

test("what a client leaves open may be null", () => {
  const request = {
    seq: 1,
    type: "request",
    command: "evaluate",
    arguments: { expression: "a", frameId: null },
  };
  expect(checkRequest(request)).toMatchObject({ request: { arguments: { expression: "a" } } });
});

test("what the adapter can't do is said", async () => {
  const commands = ["stepInTargets", "loadedSources", "modules", "toString", "__proto__", "constructor", 7];
  const answers = await answersOf(
    commands.map((command, place) => ({ seq: place + 1, command, arguments: {} })),
  );
  expect(answers.map(({ success }) => success)).toEqual(commands.map(() => false));
  const messageOf = (place: number) => answers.find(({ request_seq: of }) => of === place)?.message;
  expect(messageOf(1)).toBe('stepInTargets: "frameId" is missing.');
  expect(messageOf(2)).toBe('The debugger has no request "loadedSources".');
});
