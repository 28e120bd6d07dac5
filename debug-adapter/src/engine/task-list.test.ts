import { expect, test } from "vitest";
import { decodeTask, layoutOf, savedRegisters, shortState, taskTitle } from "./task-list.js";

const place = (offset: number, size = 4, isPointer = false) => ({ offset, size, isPointer });

/** struct { int more[2]; int pid; int state; char name[8]; struct link { next, prev } link; char *stack; int more; } at 0x1000; eight bytes are not read. */
const layout = layoutOf(4, 40, {
  ...{ id: place(8), state: place(12), name: place(16, 8) },
  ...{ link: place(24, 8), stack: place(32) },
});

function bytesOf(name: string, next: number): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.writeUInt32LE(7, 0);
  bytes.writeUInt32LE(2, 4);
  bytes.write(name, 8);
  bytes.writeUInt32LE(next, 16);
  bytes.writeUInt32LE(0xc0300fdc, 24);
  return bytes;
}

test("a task is read from its bytes; the next one is the structure around the next link", () => {
  expect(decodeTask(0x1000n, bytesOf("sh", 0x2018), layout)).toEqual({
    address: 0x1000n,
    id: 7n,
    state: 2n,
    name: "sh",
    next: 0x2000n,
    stack: 0xc0300fdcn,
  });
  expect(decodeTask(0x1000n, bytesOf("sh", 0), layout)?.next).toBeUndefined();
  expect(decodeTask(0x1000n, Buffer.alloc(20), layout)).toBeUndefined();
});

test("names that are garbage can be shown", () => {
  expect(decodeTask(0n, bytesOf("a\x01\xff", 0), layout)?.name).toMatch(/^a\?/);
});

test("registers lie at the saved stack pointer, which then stands behind them", () => {
  const words = Buffer.alloc(8);
  words.writeUInt32LE(0x11, 0);
  words.writeUInt32LE(0xc0101234, 4);
  expect(savedRegisters(0x100n, words, ["ebp", "eip"], 4)).toEqual({
    ebp: 0x11n,
    eip: 0xc0101234n,
    esp: 0x108n,
  });
  expect(savedRegisters(0x100n, words.subarray(4), ["ebp", "eip"], 4)).toBeUndefined();
});

test("a task is called by its name, number and state", () => {
  expect(taskTitle({ name: "shell", id: 3n, state: shortState("PROCESS_SLEEPING") })).toBe(
    "shell (3), sleeping",
  );
  expect(taskTitle({ name: "" })).toBe("a task");
});
