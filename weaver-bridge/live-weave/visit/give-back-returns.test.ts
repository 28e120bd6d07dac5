import { expect, test } from "vitest";
import { LIVE_NODES } from "../../weaver/index.js";
import { giveBackReturns } from "./give-back-returns.js";

const [NODES, SECOND, CALLER, PLACE] = [0xc0001000, 0xc0002000, 0xc0100010, 0xc0200f54];

/** One function runs, whose return address stands at PLACE. */
async function afterwards(standing: number, there: number) {
  const nodes = Buffer.alloc(8 * LIVE_NODES);
  nodes.writeUInt32LE(PLACE + 1, 8);
  nodes.writeUInt32LE(CALLER, 12);
  const stack = Buffer.alloc(4);
  stack.writeUInt32LE(there);
  const stopped = {
    instructionPointers: async () => [0xc0100000, standing],
    read: async (address: number) => Buffer.from(address === NODES ? nodes : stack),
    write: async (address: number, bytes: Uint8Array) =>
      address === PLACE ? void stack.set(bytes) : nodes.set(bytes, address - NODES),
  };
  await giveBackReturns(stopped, [{ returns: { nodes: NODES, second: SECOND } }], { word: 4 });
  return { place: stack.readUInt32LE(0), kept: nodes.readUInt32LE(8) };
}

test("a function that runs returns to its caller, and nothing is kept for it", async () => {
  expect(await afterwards(0xc0100004, SECOND)).toEqual({ place: CALLER, kept: 0 });
});

test("what a CPU that has just returned is about to look up stays", async () => {
  expect((await afterwards(SECOND, SECOND)).kept).toBe(PLACE + 1);
});

test("what something else stands at the place of is left alone", async () => {
  expect(await afterwards(0xc0100004, 5)).toEqual({ place: 5, kept: PLACE + 1 });
});
