import { expect, test } from "vitest";
import { I686 } from "../../machine/code.js";
import { blocksOf } from "./blocks.js";

/** nop; dec %eax; jne to the dec; ret */
const LOOP = Buffer.from("904875fdc3", "hex");
const none = () => [];

test("a block is entered at its first instruction, and left at its last", () => {
  expect(blocksOf(I686.code.decode(LOOP, 0x100), none)).toEqual([
    { first: 0, end: 1, next: [1], isLoop: false },
    { first: 1, end: 3, next: [1, 2], isLoop: true },
    { first: 3, end: 4, next: [], isLoop: false },
  ]);
});

test("a function that damaged debug information enters in the middle of its code has a block there", () => {
  const code = I686.code.decode(Buffer.from("9090c3", "hex"), 0x100);
  expect(blocksOf(code, none, 1).map(({ first }) => first)).toEqual([0, 1]);
});
