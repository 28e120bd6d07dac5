import { expect, test } from "vitest";
import type { PublishLive } from "../../qemu/index.js";
import { MachinePart } from "./machine-part.js";
import { fakeGround } from "./test/fake-ground.js";

function machineOn(ground = fakeGround()) {
  const publish: PublishLive = () => {
    throw new Error("nothing is published here");
  };
  const { signal } = new AbortController();
  return new MachinePart(ground, { signal, publish, onEnded: () => {} });
}

test("of a machine that is not ours neither console, reset nor end is known", async () => {
  const machine = machineOn();
  await expect(machine.type("ls\n")).rejects.toThrow("is not ours");
  expect([machine.wasReset(), machine.ended, machine.replayed, machine.threadsOn]).toEqual([
    ...[false, undefined, undefined, undefined],
  ]);
});

test("one that runs is not dumped by GDB", async () => {
  const ground = Object.assign(fakeGround(), { isRunning: true });
  await expect(machineOn(ground).dumpInto("/d")).rejects.toThrow("Pause it first");
});

test("ends where nothing was started, and twice", async () => {
  const machine = machineOn();
  for (let times = 0; times < 2; times++) {
    await machine.powerOff();
    await machine.end();
    await machine.close();
  }
});

test("the kernel's console reaches the client, its last line when it is flushed", () => {
  const ground = fakeGround();
  const { console } = machineOn(ground);
  console.add("booting\nlog");
  console.flush();
  expect(ground.said.join("\n")).toContain("booting");
  expect(ground.said.at(-1)).toContain("log");
});
