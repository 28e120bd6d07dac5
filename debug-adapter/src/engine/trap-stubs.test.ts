import { factsOfWord, type MachineFacts } from "@weft/weaver-bridge/machine";
import { expect, test } from "vitest";
import { readDisassembly, readFrameRanges, trapStubs } from "./trap-stubs.js";

/** One a line, `address mnemonic operands`. */
const code = (text: string, machine: MachineFacts) =>
  readDisassembly(
    text
      .trim()
      .split("\n")
      .map((line) => line.trim().replace(/^(\w+) (\S+) ?/, "  $1:\t$2    "))
      .join("\n"),
    machine,
  );

const shown = (text: string, is64: boolean, described = readFrameRanges("")) =>
  trapStubs(code(text, factsOfWord(is64 ? 8 : 4)), described, factsOfWord(is64 ? 8 : 4))
    .sort((a, b) => Number(a.start - b.start))
    .map(({ start, state, isEdge }) => {
      const saved = [...state.saved].map(([register, place]) => `${register}@${place}`).join(" ");
      return `${start.toString(16)} ${state.counter} ${saved}${isEdge ? " edge" : ""}`;
    });

const WIDE = `
  100 push $0xe
  102 jmp 110 <common>
  110 push %rax
  111 push %rbx
  112 call 200 <trap>
  117 testb $0x3,0x20(%rsp)
  11c je 120 <common+0x10>
  11e swapgs
  120 pop %rbx
  121 pop %rax
  122 add $0x10,%rsp
  126 iretq
  128 ret`;

test("what is popped on the way back is where registers are, before and behind the call", () => {
  expect(shown(WIDE, true)).toEqual([
    "100 8  edge",
    "102 16 ",
    "110 16 ",
    "111 24 0@0",
    "112 32 3@0 0@8 edge",
    ...["117", "11c", "11e", "120"].map((at) => `${at} 32 3@0 0@8 edge`),
    "121 24 0@0 edge",
    "122 16  edge",
    "126 0  edge",
  ]);
});

test("code that has its own call frame information, and calls that no interrupt's return follows, are left alone", () => {
  const frames = "00000018 00000010 00000000 FDE cie=00000000 pc=00000110..00000128\n";
  expect(shown(WIDE, true, readFrameRanges(frames))).toEqual([]);
  expect(shown("100 call 200 <f>\n105 pop %eax\n106 ret", false)).toEqual([]);
  expect(shown("100 call 200 <f>\n105 jmp 100 <loop>", false)).toEqual([]);
});
