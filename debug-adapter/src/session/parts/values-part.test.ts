import { expect, test } from "vitest";
import { fakeGround } from "./test/fake-ground.js";
import { type ValuesKernel, type ValuesMachine, ValuesPart } from "./values-part.js";

function valuesOver(kernel: object = {}, machine: Partial<ValuesMachine> = {}, ground = fakeGround()) {
  const known = { isDump: false, opened: undefined, ...kernel } as unknown as ValuesKernel;
  return new ValuesPart(ground, known, { replayed: undefined, isRecorded: false, ...machine });
}

const MEMORY = { memoryReference: "0x1000", count: 4 };

test("a machine that runs, or is gone, has no memory to read, which is no error", async () => {
  const nothing = { address: "0x1000", unreadableBytes: 4 };
  const running = Object.assign(fakeGround(), { isRunning: true });
  expect(await valuesOver({}, {}, running).readMemory(MEMORY)).toEqual(nothing);
  const ended = Object.assign(fakeGround(), { phase: "ended" as const });
  expect(await valuesOver({}, {}, ended).readMemory(MEMORY)).toEqual(nothing);
  expect([...running.said, ...ended.said]).toEqual([]);
});

test("who let the machine run while it was read was quicker; any other refusal is told", async () => {
  const refusing = (message: string) =>
    fakeGround(() => {
      throw new Error(message);
    });
  const late = refusing("Cannot execute this command while the target is running.");
  expect(await valuesOver({}, {}, late).readMemory(MEMORY)).toMatchObject({ unreadableBytes: 4 });
  const refused = refusing("Unable to read memory.");
  await expect(valuesOver({}, {}, refused).readMemory(MEMORY)).rejects.toThrow("Unable to read memory.");
});

test("only a recording knows what ran when, and nothing is counted in it", async () => {
  const values = valuesOver();
  await expect(values.hitsOf({ pointcut: 'call("% f()")' })).rejects.toThrow("Only a recording knows");
  for (const recorded of [
    valuesOver({ opened: {} }),
    valuesOver({ isDump: true }),
    valuesOver({}, { isRecorded: true }),
  ])
    await expect(recorded.consoleCommand("counts", undefined)?.()).rejects.toThrow("can't be woven into");
});

test("in the console an expression is one, and a command is not", () => {
  const values = valuesOver();
  expect(values.consoleCommand("current->pid", undefined)).toBeUndefined();
  expect(values.consoleCommand("hits 3", undefined)).toBeUndefined();
  for (const command of ["counts", "pages", "gdt", 'hits --most 2 call("% f()")'])
    expect(values.consoleCommand(command, undefined), command).toBeTypeOf("function");
});

test("all accesses of a pointcut can be watched together, and where there are none it says why", async () => {
  const access = { meant: [{ how: "access" }] };
  const places = { places: [access, access, { meant: [{ how: "call" }] }] };
  const asked = { name: 'set("% inode::i_uid")' };
  expect(await valuesOver({ resolve: async () => places }).dataBreakpointInfo(asked)).toEqual({
    ...{ dataId: asked.name, description: `${asked.name} (2 places)`, canPersist: true },
  });
  const none = valuesOver({ resolve: async () => ({ places: [] }) });
  expect(await none.dataBreakpointInfo(asked)).toMatchObject({ dataId: null });
});

test("what is shown of a stop is there once GDB is", () => {
  expect(() => valuesOver().view).toThrow("has not started yet");
});
