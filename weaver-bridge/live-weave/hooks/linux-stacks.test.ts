import { expect, test } from "vitest";
import { linuxStacks } from "./linux-stacks.js";

const LAYOUT = {
  threadStack: 8192,
  ...{ firstTask: 0xc1000000, tasks: 8, stack: 16, signal: 20, threadNode: 24, threadHead: 4 },
  ...{ stackPointer: 32, current: 0xc2000000, interruptStacks: [0xc2000004], cpus: undefined },
};
const [IDLE, INIT] = [0xc1000000, 0xc1001000];

/** Two threads, each in a list of its own process. */
const WORDS = new Map<number, number>([
  ...[IDLE, INIT].flatMap((task, index): [number, number][] => [
    [task + 16, 0xc3000000 + 0x10000 * index],
    [task + 20, 0xc4000000 + 0x100 * index],
    [0xc4000000 + 0x100 * index + 4, task + 24],
    [task + 24, 0xc4000000 + 0x100 * index + 4],
    [task + 32, 0xc3001002 + 0x10000 * index],
  ]),
  [IDLE + 8, INIT + 8],
  [INIT + 8, IDLE + 8],
  [0xc2000000, INIT],
  [0xc2000004, 0xc5000000],
]);
const word = (address: number) => WORDS.get(address) ?? 0;

test("what is left over on the stack of a thread that waits does not count", () => {
  expect(linuxStacks(LAYOUT, word)).toEqual([
    { start: 0xc3001000, end: 0xc3002000 },
    // Where the one that runs has its end, only a CPU knows.
    { start: 0xc3010000, end: 0xc3012000 },
    { start: 0xc5000000, end: 0xc5002000 },
  ]);
  const running = linuxStacks(LAYOUT, word, [0xc3011f00]);
  expect(running).toContainEqual({ start: 0xc3011f00, end: 0xc3012000 });
});

test("each of several CPUs has stacks for interrupts, and a thread for when there is nothing to do", () => {
  const cpus = { distances: 0xc6000000, count: 0xc6000010, idle: 0xc2000008 };
  const other = 0xc7000000;
  const further = new Map([
    [cpus.count, 2],
    [cpus.distances + 4, other - 0xc2000000],
    [cpus.idle, IDLE],
    [other, other + 0x100],
    [other + 4, 0xc8000000],
    [other + 8, other + 0x100],
    [other + 0x100 + 16, 0xc9000000],
  ]);
  const stacks = linuxStacks({ ...LAYOUT, cpus }, (at) => further.get(at) ?? word(at));
  expect(stacks).toHaveLength(5);
  expect(stacks).toContainEqual({ start: 0xc8000000, end: 0xc8002000 });
  expect(stacks).toContainEqual({ start: 0xc9000000, end: 0xc9002000 });
  expect(linuxStacks({ ...LAYOUT, cpus: { ...cpus, count: 0 } }, word)).toBeUndefined();
});

test("lists that make no sense are none", () => {
  expect(linuxStacks(LAYOUT, (address) => (address === INIT + 8 ? 0 : word(address)))).toBeUndefined();
});
