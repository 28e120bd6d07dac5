import { expect, test } from "vitest";
import type { ReplayedMachine } from "../../qemu/index.js";
import { type MovedKernel, MovesPart } from "./moves-part.js";
import { fakeGround } from "./test/fake-ground.js";

/** A kernel with the aspect `Trace`, whose modules are watched or not as `watched` says. */
function kernelWith(given: object = {}) {
  const watched: boolean[] = [];
  const kernel = {
    aspects: () => ["Trace"],
    unknownAspects: (advice: readonly string[]) =>
      advice.includes("Trace") ? undefined : `No aspect ${advice} affects this kernel; there are Trace.`,
    modules: { watch: async (wanted: boolean) => void watched.push(wanted) },
    ...given,
  } as unknown as MovedKernel;
  return { kernel, watched };
}

test("only a recorded run goes backwards, and a refused way leaves the machine as it was", async () => {
  const moves = new MovesPart(fakeGround(), kernelWith().kernel);
  await expect(moves.goTo(5)).rejects.toThrow("Only a recorded run goes backwards");
  await expect(moves.goBack(async () => {})).rejects.toThrow("Only a recorded run goes backwards");
  expect(moves.goesBack).toBe(false);
  expect(() => moves.restartFrame(() => ({ threadId: 1, frameId: 0 }))).toThrow("can't be undone");
});

test("in a recording modules are not stopped at on the way back, and are again on the way forward", async () => {
  const { kernel, watched } = kernelWith();
  const moves = new MovesPart(fakeGround(), kernel);
  moves.followRecording({ time: {} } as ReplayedMachine, "kernel.elf");
  await moves.goBack(async () => {});
  expect([moves.goesBack, moves.resumeAsked]).toEqual([true, true]);
  await moves.resume(async () => {});
  expect([moves.goesBack, watched]).toEqual([false, [false, true]]);
});

test("a way back that fails was no resume", async () => {
  const moves = new MovesPart(fakeGround(), kernelWith().kernel);
  moves.followRecording({ time: {} } as ReplayedMachine, "kernel.elf");
  await expect(moves.goTo(1.5)).rejects.toThrow("Go where?");
  expect(moves.resumeAsked).toBe(false);
});

test("in a recording nothing can be made to go elsewhere", async () => {
  const moves = new MovesPart(fakeGround(), kernelWith().kernel);
  moves.followRecording({ time: {} } as ReplayedMachine, "kernel.elf");
  await expect(moves.jumpTargets(1, "a.c", 3)).rejects.toThrow("run as it was");
  await expect(moves.jump({ threadId: 1, targetId: 1 })).rejects.toThrow("run as it was");
});

test("a task that sleeps has no step; an instruction is stepped by its thread", async () => {
  const ground = fakeGround();
  const tasks = { sleeps: (thread: number) => thread === 7 };
  const moves = new MovesPart(ground, kernelWith({ tasks }).kernel);
  await expect(moves.step("over", { threadId: 7 })).rejects.toThrow("This task sleeps");
  await moves.step("over", { threadId: 2, granularity: "instruction" });
  await moves.step("in", { threadId: 2, granularity: "instruction" });
  expect(ground.said).toEqual(["-exec-next-instruction --thread 2", "-exec-step-instruction --thread 2"]);
});

test("steps go into the advice that was chosen; an aspect that is not there is refused, at the start it is told", () => {
  const ground = fakeGround();
  const moves = new MovesPart(ground, kernelWith().kernel);
  expect(moves.stepInto(undefined)).toEqual({ advice: "all", aspects: ["Trace"] });
  expect(moves.stepInto(["Trace"])).toEqual({ advice: ["Trace"], aspects: ["Trace"] });
  expect(() => moves.stepInto(["Other"])).toThrow("No aspect Other");
  expect(moves.stepInto(undefined).advice).toEqual(["Trace"]);
  moves.begin(["Other"]);
  moves.tellUnknownAspects();
  expect(ground.said).toEqual([
    'important: "stepIntoAdvice": No aspect Other affects this kernel; there are Trace.',
  ]);
});
