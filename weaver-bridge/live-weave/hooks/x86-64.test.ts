/** Hooks in x86_64 code: what is written is what the assembler writes, and tables of distances are known. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { machineOfBits, readElf } from "../../object-code/index.js";
import { type KernelImage, readKernelImage } from "../image/kernel-image.js";
import { displacedBlock } from "./displaced-block.js";
import { endOf } from "./hook-site.js";
import { jumpTargets, withTargets } from "./jump-targets.js";
import { tableTargets } from "./table-targets.js";
import { blockTrampoline, encodeHook, type HookCode, returnTrampoline } from "./trampoline.js";
import { trapHandler } from "./trap-handler.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-x86-64-hooks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const machine = machineOfBits(64);
/** `- 0x80000000` and so on, as symbols have the highest addresses. */
const [TEXT, AREA, ADVICE, HITS] = [-0x7fe00000, -0x7f800000, -0x7f7ff000, -0x7f7fe000];

/** Linked at an address in the highest 2 GB. */
function assembled(at: number, lines: readonly string[]): Buffer {
  const addresses = new Set<string>();
  // As symbols: a number before (%rip) would be a distance.
  const text = lines.join("\n").replace(/0x(ffffffff[0-9a-f]{8})/g, (_, digits: string) => {
    addresses.add(digits);
    return `at_${digits}`;
  });
  writeFileSync(join(folder, "a.s"), `${text}\n`);
  execFileSync("as", ["--64", "-o", "a.o", "a.s"], { cwd: folder });
  const symbols = [...addresses].map((digits) => `--defsym=at_${digits}=0x${digits}`);
  const words = ["-m", "elf_x86_64", "-e", "0", `-Ttext=${spelt(at)}`, ...symbols, "-o", "a.elf", "a.o"];
  execFileSync("ld", words, { cwd: folder });
  const section = readElf(readFileSync(join(folder, "a.elf"))).sections.find(({ name }) => name === ".text");
  return Buffer.from(section?.bytes ?? []);
}

const spelt = (address: number) => `0x${BigInt.asUintN(64, BigInt(address)).toString(16)}`;
const SAVED = ["rax", "rdx", "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11"];
const pushes = (names: readonly string[]) => names.map((name) => `push %${name}`);
const pops = (names: readonly string[]) => [...names].reverse().map((name) => `pop %${name}`);
const COUNT = `lock incl ${spelt(HITS)}(%rip)`;
const place = { address: AREA, machine };
const hookAt = (more: Partial<HookCode>): HookCode => ({
  ...{ at: TEXT, isInside: false, hits: HITS, before: [], after: [], ...more },
});
const inTrampoline = (displaced: readonly string[], hooks: readonly HookCode[]) => {
  const original = assembled(TEXT, displaced);
  return { original, code: blockTrampoline({ address: TEXT, original }, place, hooks).bytes };
};

test("at an entry what the advice changes is kept, and distances are those of the new place", () => {
  const displaced = [`mov ${spelt(-0x7fdff000)}(%rip), %rax`];
  const before = [{ address: ADVICE, usesFrame: false, changes: new Set([0, 4]) }];
  const { original, code } = inTrampoline(displaced, [hookAt({ before })]);
  const lines = [COUNT, "push %rax", "push %rsi", `call ${spelt(ADVICE)}`, "pop %rsi", "pop %rax"];
  const back = `jmp ${spelt(TEXT + original.length)}`;
  expect(code).toEqual(assembled(AREA, [...lines, ...displaced, back]));
});

test("who reads arguments finds all registers, and a call returns to where it would have", () => {
  const called = spelt(TEXT + 0x100);
  const before = [{ address: ADVICE, usesFrame: true, pc: TEXT, changes: new Set<number>() }];
  const { original, code } = inTrampoline(["push %rbx", `call ${called}`], [hookAt({ before })]);
  const lines = [COUNT, ...pushes(SAVED), `mov $${TEXT}, %rdx`, "mov %rsp, %rdi", `call ${spelt(ADVICE)}`];
  const moved = ["push %rbx", `pushq $${TEXT + original.length}`, `jmp ${called}`];
  expect(code).toEqual(
    assembled(AREA, [...lines, ...pops(SAVED), ...moved, `jmp ${spelt(TEXT + original.length)}`]),
  );
});

test("in the middle of a function flags are kept, out of the red zone; an object by the stack is where it was", () => {
  const target = { base: 7, index: undefined, scale: 1, displacement: -8 };
  const after = [{ address: ADVICE, usesFrame: false, target, changes: new Set<number>() }];
  const displaced = ["mov -8(%rsp), %eax", "mov %r9, %r8"];
  const { original, code } = inTrampoline(displaced, [hookAt({ isInside: true, after })]);
  const kept = (lines: readonly string[]) => [
    ...["lea -128(%rsp), %rsp", "pushfq", ...lines, "popfq", "{disp32} lea 128(%rsp), %rsp"],
  ];
  const called = ["push %rsi", "{disp32} lea 136(%rsp), %rsi", `call ${spelt(ADVICE)}`, "pop %rsi"];
  const back = `jmp ${spelt(TEXT + original.length)}`;
  expect(code).toEqual(
    assembled(AREA, [...kept([COUNT]), displaced[0] ?? "", ...kept(called), displaced[1] ?? "", back]),
  );
});

test("indirect calls become jumps, also by extended registers and distances; short branches lead where they led", () => {
  const last = `call *${spelt(TEXT + 0x1000)}(%rip)`;
  const { original, code } = inTrampoline([".byte 0x75, 0x3e", last], []);
  const moved = [
    `jne ${spelt(TEXT + 0x40)}`,
    `pushq $${TEXT + original.length}`,
    last.replace("call", "jmp"),
  ];
  expect(code).toEqual(assembled(AREA, [...moved, `jmp ${spelt(TEXT + original.length)}`]));
  const extended = inTrampoline(["mov %rdi, %rax", "call *%r11"], []);
  expect(extended.code.subarray(0, 11)).toEqual(
    assembled(AREA, ["mov %rdi, %rax", `pushq $${TEXT + 6}`, "jmp *%r11"]),
  );
});

test("a return goes where the advice says; the jump at the join point and the breakpoint", () => {
  const leave = { address: ADVICE, usesFrame: false };
  const lines = [
    "pushq $0",
    ...pushes(SAVED),
    "lea 73(%rsp), %rdi",
    `call ${spelt(ADVICE)}`,
    ...pops(SAVED),
    "ret",
  ];
  expect(returnTrampoline(place, leave, HITS).bytes).toEqual(assembled(AREA, lines));
  const site = { address: TEXT, original: Buffer.from("4889e54883ec08", "hex") };
  const jump = assembled(TEXT, [`jmp ${spelt(AREA)}`, ".byte 0xec, 8"]);
  expect(encodeHook(site, AREA, false, machine)).toEqual(jump);
  expect(encodeHook({ ...site, trap: "short" }, AREA, false, machine)[0]).toBe(0xcc);
});

test("the handler of breakpoints looks up what is behind them, lowest first", () => {
  const { bytes } = trapHandler(
    AREA,
    [
      { address: -16, trampoline: AREA - 64 },
      { address: TEXT, trampoline: AREA },
    ],
    machine,
  );
  const [table, count] = [spelt(AREA + 80), 2];
  const lines = [
    ...pushes(["rax", "rcx", "rdx", "rbx", "rsi"]),
    ...["mov 40(%rsp), %rax", "xor %ecx, %ecx", `mov $${count}, %edx`, "1: cmp %edx, %ecx", "jae 4f"],
    ...["lea (%rdx,%rcx), %ebx", "shr $1, %ebx", `movslq ${table}(,%rbx,8), %rsi`, "cmp %rax, %rsi", "je 3f"],
    ...["jg 2f", "lea 1(%rbx), %ecx", "jmp 1b", "2: mov %ebx, %edx", "jmp 1b"],
    ...[`3: movslq ${table} + 4(,%rbx,8), %rax`, "mov %rax, 40(%rsp)"],
    ...[...pops(["rax", "rcx", "rdx", "rbx", "rsi"]), "iretq"],
    ...["4:", ...pops(["rax", "rcx", "rdx", "rbx", "rsi"]), ".byte 0xe9, 0, 0, 0, 0"],
    ...[`.long ${TEXT + 1}, ${AREA}, -15, ${AREA - 64}`],
  ];
  expect(bytes).toEqual(assembled(AREA, lines));
});

const CASES = Array.from({ length: 9 }, (_, at) => `case ${at}: r = out(r + ${at}) * ${at + 2}; break;`);
const SWITCH = `
int out(int);
int f(int n) { int r = n; for (int i = 0; i < n; i++) switch (out(i)) { ${CASES.join(" ")} default: r--; } return r; }
int out(int a) { return a; }
`;

test.each([
  ["-O2 -fpie", true],
  ["-Os -fpie", true],
  ["-O2 -fno-pic -mcmodel=kernel", false],
])("no jump lies over where a table leads (%s, distances: %s)", (options, isRelative) => {
  writeFileSync(join(folder, "s.c"), SWITCH);
  const run = (program: string, words: string) => execFileSync(program, words.split(" "), { cwd: folder });
  run("gcc", `-m64 -g ${options} -fno-inline -c s.c`);
  run("ld", "-m elf_x86_64 -e 0 -Ttext=0xffffffff81000000 -o s.elf s.o");
  const image = readKernelImage(join(folder, "s.elf"));
  const [f] = image.named("f");
  const piece = { start: f?.address ?? 0, end: (f?.address ?? 0) + (f?.size ?? 0) };
  const targets = new Set(tableTargets([{ address: piece.start, piece }], image));
  // Each case has code of its own.
  expect(targets.size).toBeGreaterThanOrEqual(isRelative ? 9 : 0);
  for (const target of targets) {
    const found = displacedBlock(image, target, piece, {
      targets: withTargets(jumpTargets(image), targets),
    });
    const inside = "site" in found ? found.site : undefined;
    expect([...targets].filter((one) => inside && one > inside.address && one < endOf(inside))).toEqual([]);
  }
});

test("in a function with a jump through a register by no known table any instruction may be jumped to", () => {
  const code = Buffer.from("89f8ffe089f889f889f8c3", "hex");
  const section = {
    name: ".text",
    address: TEXT,
    size: code.length,
    isCode: true,
    isWritable: false,
    bytes: code,
  };
  const image = {
    ...{ file: "none", machine, symbols: [], digest: "", named: () => [], sections: [section] },
    bytesAt: (address: number, length: number) => code.subarray(address - TEXT, address - TEXT + length),
  } as KernelImage;
  const piece = { start: TEXT, end: TEXT + code.length };
  const targets = tableTargets([{ address: TEXT, piece }], image);
  expect(targets).toHaveLength(6);
  expect(
    displacedBlock(image, TEXT + 4, piece, { targets: withTargets(jumpTargets(image), targets) }),
  ).toEqual({
    reason: expect.stringContaining("to one of the instructions") as string,
  });
});
