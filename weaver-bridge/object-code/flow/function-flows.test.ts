import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { run } from "../../../tests/support/object-code/compile.js";
import { decidingBranches, type FunctionFlows, machineOf, readElf } from "../index.js";
import { createFunctionFlows } from "./function-flows.js";

const SOURCE = `
#define APART __attribute__((noinline, noipa))
APART void mark(void) { asm volatile(""); }
APART __attribute__((cold)) void rare(void) { asm volatile(""); }
APART void halts(void) { for (;;) asm volatile("hlt"); }
APART void ends(int n) { if (n > 3) halts(); for (;;) rare(); }
APART int checked(int a) { if (a) ends(a); mark(); return 1; }
APART int chosen(int a) { switch (a) {
  case 0: rare(); return 3; case 1: halts(); return 5; case 2: mark(); return 9; case 3: return 2; case 4: rare(); return 44;
  case 5: return 8; case 6: rare(); rare(); return 1; } return 0; }
APART int unlikely(int a) { if (a == 7) { rare(); mark(); return 9; } return a * 3; }
APART int odd(int n);
APART int even(int n) { if (n == 0) return 1; return odd(n - 1) + 1; }
APART int odd(int n) { int r = even(n) + 2; asm volatile(""); return r; }
APART int asks(int a) { return even(a) * 3; }
APART int circle(int b) { odd(b); mark(); return 1; }
int _start(void) { return asks(1) + circle(2) + checked(1) + chosen(2) + unlikely(3); }
`;
const folder = mkdtempSync(join(tmpdir(), "weft-flows-"));
afterAll(() => rmSync(folder, { recursive: true }));

function linked(compiler: string, options: readonly string[]) {
  writeFileSync(join(folder, "unit.c"), SOURCE);
  const common = [
    "-O2",
    "-ffreestanding",
    "-fno-stack-protector",
    "-fno-pic",
    "-no-pie",
    "-nostdlib",
    "-static",
  ];
  run(folder, compiler, [...common, ...options, "-o", "image", "unit.c"]);
  const elf = readElf(readFileSync(join(folder, "image")));
  return { elf, flows: createFunctionFlows(elf, machineOf(elf)!) };
}

/** What decides on the call of `mark` in a function: kinds of flow. */
function decidingOn(flows: FunctionFlows, at: number, mark: number): string[] {
  const flow = flows.around(at)!;
  const call = flow.code.findIndex(({ target }) => target === mark);
  expect(call, `${flow.name} calls mark`).toBeGreaterThanOrEqual(0);
  return decidingBranches(flow, call).map(
    ({ index, isUnknown }) => `${flow.code[index]?.flow}${isUnknown ? "?" : ""}`,
  );
}

test.each([
  ["gcc", ["-m32"]],
  ["gcc", ["-m64"]],
  [CLANG, ["-m32"]],
  [CLANG, ["-m64"]],
])(
  "%s %s: what is called and does not come back, tables of switch, parts moved away",
  (compiler, options) => {
    const { elf, flows } = linked(compiler, options);
    const start = (name: string) => elf.symbols.find((symbol) => symbol.name === name)!.address;
    const mark = start("mark");
    expect(decidingOn(flows, start("checked"), mark)).toEqual(["branch"]);
    expect(decidingOn(flows, start("chosen"), mark)).toEqual(["indirect-jump"]);
    expect(decidingOn(flows, start("unlikely"), mark)).toEqual(["branch"]);
    // What calls itself by another function comes back, whichever of the two was asked for first.
    flows.around(start("asks"));
    const circle = flows.around(start("circle"))!;
    const odd = circle.code.findIndex(({ target }) => target === start("odd"));
    expect(circle.next[odd]).toEqual([odd + 1]);
    const part = elf.symbols.find(({ name }) => name === "unlikely.cold");
    if (compiler === "gcc") expect(part).toBeDefined();
    if (part !== undefined) expect(flows.around(part.address)?.name).toBe("unlikely");
    expect(flows.around(4)).toBeUndefined();
  },
);
