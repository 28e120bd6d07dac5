/**
 * A processor is known in folders `machine` alone: nothing else names a register, gives the byte of an instruction or
 * writes assembler of one. What is said in comments is for people.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What may name them, and why. */
const MAY: readonly (readonly [files: RegExp, why: string])[] = [
  [/^weaver-bridge\/idl\/kernels\/[^/]+\//, "an L4 kernel's calls are those of one processor: a folder each"],
  [
    /^weaver-bridge\/idl\/emit\/support\/common\.ts$/,
    "the same, shared by the kernels that are entered by EBP",
  ],
  [/^weaver-bridge\/idl\/middle\/optimizations\.ts$/, "what an optimization of theirs does, in words"],
  [/^weaver-bridge\/live-weave\/plain-advice\.ts$/, "functions of kernels that advice may call, by name"],
  [/^weaver-bridge\/idl\/self-test\/support\.ts$/, "a program that is made for such a kernel"],
  [
    /^weaver-bridge\/pipeline\/stubs\/stepping\//,
    "runs such programs instruction by instruction, under ptrace",
  ],
  [/^weaver-bridge\/replug\/litmus/, "a kernel for tests, which is of one processor"],
  [/^weaver-bridge\/new-aspect\/aspect-text\.ts$/, "C of an aspect that is the user's from then on"],
  [
    /^weaver-bridge\/partial-eval\/specialize\/callee\.ts$/,
    "reads the user's assembler: what touches its stack",
  ],
  [/^weaver-bridge\/object-code\/dwarf\//, "numbers of DWARF that look like bytes of instructions"],
];

const REGISTERS =
  /(?<!\w)(?:[er][abcd]x|[er][sd]i|[er][bs]p|[er]ip|[er]flags|r(?:8|9|1[0-5])d?|[fg]s_base|cr[0234])(?!\w)/gi;
/** Of calls, jumps, returns, traps, and of what fills room. */
const BYTES = /\b0x(?:cc|cd|cf|c2|c3|e8|e9|eb|ea|90|0f)\b/gi;
const ASSEMBLER = /\b(?:int3|iretq?|sysret|pushfl?|popfl?|lidt|swapgs|endbr(?:32|64)|rdtsc)\b|\bint \$0x/gi;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`\\])\/\/.*/g, (comment) => comment.replace(/[^\n]/g, " "));

/** `LINE: word` for each. */
function namesIn(text: string): string[] {
  const lines = withoutComments(text).split("\n");
  return lines.flatMap((line, at) =>
    [REGISTERS, BYTES, ASSEMBLER].flatMap((names) =>
      Array.from(line.matchAll(names), ([name]) => `${at + 1}: ${name}`),
    ),
  );
}

test("registers, bytes of instructions and assembler are seen, comments are not", () => {
  const text = 'const at = registers.eip; // the rip of 64 bits\nwrite(0xcc, "pushl %eax; iret");';
  expect(namesIn(text)).toEqual(["1: eip", "2: eax", "2: 0xcc", "2: iret"]);
  expect(namesIn('value("$RAX") + set({ ["esp"]: 1 }) /* ebp */')).toEqual(["1: RAX", "1: esp"]);
  expect(namesIn("description, trip, expand, 0xccd, user16, respond")).toEqual([]);
});

const FILES = ["weaver-bridge", "language-server", "debug-adapter", "ide"].flatMap((folder) =>
  ["ts", "tsx", "mjs", "c", "h", "cc", "cpp"].map((ending) => `${folder}/*.${ending}`),
);
const files = execFileSync("git", ["ls-files", ...FILES], { cwd: root, encoding: "utf8" })
  .trim()
  .split("\n")
  .filter((file) => !/\.test\.|\/test\/|\/machine\//.test(file));

test("nothing but a folder named machine names a register, a byte of an instruction or assembler", () => {
  expect(files.length).toBeGreaterThan(1000);
  const found = files
    .filter((file) => !MAY.some(([pattern]) => pattern.test(file)))
    .flatMap((file) => namesIn(readFileSync(`${root}${file}`, "utf8")).map((name) => `${file}:${name}`));
  expect(found).toEqual([]);
});

test("each exception is still needed", () => {
  const named = files.filter((file) => namesIn(readFileSync(`${root}${file}`, "utf8")).length > 0);
  const unused = MAY.filter(([pattern]) => !named.some((file) => pattern.test(file)));
  expect(unused.map(([, why]) => why)).toEqual([]);
});
