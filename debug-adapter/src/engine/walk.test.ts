import { expect, test } from "vitest";
import { parseWalk, walkChain, walkTree } from "./walk.js";

/** Links at these addresses: next, and the one before at +4. */
function memory(words: Record<number, number>) {
  return async (address: bigint) => {
    const word = words[Number(address)];
    return word === undefined ? undefined : BigInt(word);
  };
}
const RING = { next: 0n, previous: 4n };

test("a ring comes back to its head; an empty one has nothing, and one of zeros was never made", async () => {
  const ring = memory({ 16: 32, 20: 8, 32: 8, 36: 16 });
  expect(await walkChain(ring, 16n, 8n, RING)).toEqual({ links: [16n, 32n] });
  expect(await walkChain(ring, 8n, 8n, RING)).toEqual({ links: [] });
  expect(await walkChain(ring, 0n, 8n, RING)).toEqual({ links: [], problem: "it was never made" });
});

test("what is broken is told where, with what was found before", async () => {
  const lost = memory({ 16: 32, 20: 8, 32: 0x100, 36: 16 });
  expect(await walkChain(lost, 16n, 8n, RING)).toEqual({
    links: [16n, 32n],
    problem: "it is broken: 0x20 leads to 0x100, which marks an element that was taken out of its list",
  });
  const wrong = memory({ 16: 32, 20: 8, 32: 8, 36: 99 });
  expect((await walkChain(wrong, 16n, 8n, RING)).problem).toBe(
    "it is broken: 0x10 leads to 0x20, where 0x63 is said to be before it",
  );
  const round = memory({ 16: 32, 32: 16 });
  expect(await walkChain(round, 16n, 0n, { next: 0n })).toEqual({
    links: [16n, 32n],
    problem: "it goes round: 0x20 leads back to 0x10",
  });
  const long = async (address: bigint) => address + 8n;
  expect((await walkChain(long, 16n, 0n, { next: 0n })).problem).toBe("it is longer than 1000");
});

test("a tree in its order, and one that goes round", async () => {
  const sides = { left: 0n, right: 4n };
  const tree = memory({ 16: 32, 20: 48, 32: 0, 36: 0, 48: 0, 52: 0 });
  expect(await walkTree(tree, 16n, sides)).toEqual({ links: [32n, 16n, 48n] });
  const round = memory({ 16: 32, 20: 0, 32: 16, 36: 0 });
  expect((await walkTree(round, 16n, sides)).problem).toBe("it goes round: 0x10 is met twice");
  expect(await walkTree(tree, 0n, sides)).toEqual({ links: [] });
});

test("requests are read, whatever stands in them", () => {
  expect(parseWalk("$list(init_task.tasks, struct task_struct, tasks)")).toEqual({
    kind: "list",
    words: ["init_task.tasks", "struct task_struct", "tasks"],
  });
  expect(parseWalk("$array(f(a, b)[1, 2], 4)")).toEqual({ kind: "array", words: ["f(a, b)[1, 2]", "4"] });
  expect(parseWalk("$esp")).toBeUndefined();
});
