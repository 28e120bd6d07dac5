import { expect, test } from "vitest";
import type { StoppedGuest } from "../guest/index.js";
import { factsOfWord } from "../machine/index.js";
import { askAllocators } from "./own-allocator.js";
import { isOfMachine, registersOf } from "./thread-registers.js";

const I686 = factsOfWord(4);

test("registers by what they are for, in the packet of the kernel's own machine", () => {
  const packet = Buffer.alloc(312);
  packet.writeUInt32LE(0xc0105ff0, 4 * 4);
  const registers = registersOf(I686, packet);
  expect(registers.read("stackPointer")).toBe(0xc0105ff0);
  registers.writeArgument(1, 0xcc0);
  expect(packet.readUInt32LE(4 * 2)).toBe(0xcc0);
  expect([isOfMachine(I686, packet), isOfMachine(I686, Buffer.alloc(608))]).toEqual([true, false]);
});

test("nothing is touched where a larger machine runs the kernel", async () => {
  const done: string[] = [];
  const stopped = new Proxy({} as StoppedGuest, {
    get: (_, name: string) => async () => {
      done.push(name);
      return name === "runToAny" ? "01" : Buffer.alloc(608);
    },
  });
  const allocators = [{ name: "page", address: 0xc0101000, lowest: 0xc0000000 }];
  expect(await askAllocators(stopped, allocators, I686, 10)).toBe("other machine");
  expect(done).toEqual(["runToAny", "registers"]);
});
