import { expect, test, vi } from "vitest";
import type { GdbStop } from "../gdb/gdb-stop.js";
import { type StopsNeeds, StopsPart } from "./stops-part.js";
import { type FakeGround, fakeGround } from "./test/fake-ground.js";

/** Stops over parts that do as little as can be, but for `given`. */
function stopsOver(ground: FakeGround, given: { [Part in keyof StopsNeeds]?: object } = {}) {
  const moves = {
    ...{ goesBack: false, resumeAsked: false, isRecording: false },
    ...{ proceed: async () => false, goOn: async () => true, cancel: async () => {} },
    ...{ isAtNextAdvice: () => false, forgetStop: () => {} },
    ...given.moves,
  };
  const needs = {
    kernel: { learnLiveCode: async () => {}, modules: undefined, tasks: undefined, file: undefined },
    breakpoints: { table: undefined, catcher: undefined, leavesAtReset: false },
    values: { forgetStop: () => {}, stoppedIn: () => {}, view: {} },
    wasReset: () => false,
    endAfterReset: async () => {},
    flushConsole: () => {},
    ...given,
    moves,
  } as unknown as StopsNeeds;
  return { stops: new StopsPart(ground, needs), moves };
}

const interrupted = { reason: "signal-received", "signal-name": "SIGINT", "thread-id": "2" } as GdbStop;
const bodies = (ground: FakeGround) => ground.events.map(({ body }) => body);

test("a stop that the client asked for is a pause, of the thread that met it", async () => {
  const ground = fakeGround();
  const { stops } = stopsOver(ground);
  stops.askPause(true);
  await stops.take(interrupted);
  expect(bodies(ground)).toMatchObject([{ reason: "pause", threadId: 2, allThreadsStopped: true }]);
  expect(stops.thread).toBe(2);
});

test("the end of a step of GDB in the middle of a step of the client is not seen", async () => {
  const ground = fakeGround();
  const { stops } = stopsOver(ground, { moves: { proceed: async () => true } });
  await stops.take({ reason: "end-stepping-range", "thread-id": "1" } as GdbStop);
  expect(ground.events).toEqual([]);
});

test("where modules come and go the machine runs on, unseen", async () => {
  const ground = fakeGround();
  const goOn = vi.fn(async () => true);
  const modules = { passed: async () => true };
  const kernel = { learnLiveCode: async () => {}, modules };
  const { stops } = stopsOver(ground, { moves: { goOn }, kernel });
  await stops.take({ reason: "breakpoint-hit", bkptno: "3", "thread-id": "1" } as GdbStop);
  expect(goOn).toHaveBeenCalledWith(1);
  expect(ground.events).toEqual([]);
});

test("the machine's reset ends the session where the client does not want to see it", async () => {
  const ground = fakeGround();
  const endAfterReset = vi.fn(async () => {});
  const breakpoints = { leavesAtReset: true };
  const { stops } = stopsOver(ground, { breakpoints, wasReset: () => true, endAfterReset });
  await stops.take(interrupted);
  expect(endAfterReset).toHaveBeenCalledOnce();
  expect(ground.events).toEqual([]);
});

test("what goes wrong while a stop is looked at is logged, and the stop is told", async () => {
  const ground = fakeGround();
  const kernel = { learnLiveCode: () => Promise.reject(new Error("no such file")) };
  const { stops } = stopsOver(ground, { kernel });
  await stops.take(interrupted);
  expect(ground.notes).toEqual(["after a stop: no such file"]);
  expect(bodies(ground)).toMatchObject([{ reason: "pause", description: "Stopped" }]);
});

test("nothing is told before the session is ready, or after its end", async () => {
  for (const phase of ["starting", "restarting", "ended"] as const) {
    const ground = Object.assign(fakeGround(), { phase });
    await stopsOver(ground).stops.take(interrupted);
    expect(ground.events).toEqual([]);
  }
});

test("the client is told of a resume that it did not ask for, once", () => {
  const ground = fakeGround();
  const { stops, moves } = stopsOver(ground);
  stops.send({ reason: "step" }, 1);
  stops.resumed();
  stops.resumed();
  stops.send({ reason: "step" }, 1);
  moves.resumeAsked = true;
  stops.resumed();
  expect(ground.said.filter((word) => !word.startsWith("forget"))).toEqual([
    "stopped",
    "continued",
    "stopped",
  ]);
});

test("a stop that is seen is told again, one that is over is not", () => {
  const ground = fakeGround();
  const { stops } = stopsOver(ground);
  stops.sendAgain();
  expect(ground.events).toEqual([]);
  stops.send({ reason: "step" }, 3);
  stops.sendAgain();
  expect(bodies(ground)).toMatchObject([{ threadId: 3 }, { threadId: 3 }]);
  stops.resumed();
  stops.sendAgain();
  expect(ground.events).toHaveLength(3);
});

test("the first stop is late once, and not when it was met", () => {
  vi.useFakeTimers();
  const { stops } = stopsOver(fakeGround());
  const late = vi.fn();
  stops.expect("1", 100, late);
  stops.forgetPoint();
  vi.advanceTimersByTime(200);
  expect(late).not.toHaveBeenCalled();
  stops.expect("2", 100, late);
  vi.advanceTimersByTime(200);
  expect(late).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("there is an exception to be told of only where one stopped the machine", async () => {
  const { stops } = stopsOver(fakeGround());
  expect(() => stops.exceptionInfo()).toThrow("did not stop for an exception");
  await stops.take(interrupted);
  expect(() => stops.exceptionInfo()).toThrow("did not stop for an exception");
});
