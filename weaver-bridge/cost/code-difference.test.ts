/** How functions differ, told from objects that gcc really made. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { functionDifferences } from "./code-difference.js";
import { functionShapes } from "./function-shape.js";

const DECLARATIONS =
  "extern int a, b, c[99]; int g(int), filled(int *); void h(void); struct big { int m[64]; } from, to;\n";

function shapesOf(functions: string) {
  const folder = mkdtempSync(join(tmpdir(), "weft-shapes-"));
  try {
    writeFileSync(join(folder, "u.c"), DECLARATIONS + functions);
    const flags = ["-m32", "-O2", "-fno-pic", "-fno-asynchronous-unwind-tables", "-c", "u.c"];
    execFileSync("gcc", flags, { cwd: folder });
    const options = ["-t", "-d", "-r", "-w", "--no-show-raw-insn", "u.o"];
    return functionShapes(execFileSync("objdump", options, { cwd: folder, encoding: "latin1" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `longer +6 +1 +0 saved-register`: how, bytes, instructions, stack, what is seen. */
function differences(woven: string, tangled: string): Record<string, string> {
  const signed = (value: number) => (value < 0 ? String(value) : `+${value}`);
  return Object.fromEntries(
    functionDifferences(shapesOf(woven), shapesOf(tangled)).map((one) => [
      one.name,
      [
        one.difference,
        ...[one.bytes, one.instructions, one.stack].map(signed),
        ...one.reasons.map(({ reason }) => reason),
      ].join(" "),
    ]),
  );
}

test("code that is the same has no difference, wherever it stands", () => {
  const first = "int f(int x) { return x > 0 ? g(x) + 1 : a; }";
  expect(differences(`void before(void) { a = 1; b = 2; h(); } ${first}`, first)).toEqual({
    before: expect.stringMatching(/^only-woven \+\d+ \+3 \+0$/),
  });
  expect(differences(first, `void before(void) { h(); } ${first}`)).toEqual({
    before: "only-tangled -5 -1 +0",
  });
});

test("the kind is told by the instructions", () => {
  const run = (...instructions: string[]) =>
    `void f(void) { ${instructions.map((one) => `__asm__ volatile("${one}");`).join(" ")} }`;
  expect(differences(run("cld", "cli"), run("cli", "cld"))).toEqual({ f: "order +0 +0 +0" });
  expect(differences(run("inc %ecx"), run("inc %edx"))).toEqual({ f: "registers +0 +0 +0" });
  expect(differences("void f(void) { a = 1; }", "void f(void) { b = 1; }")).toEqual({
    f: "operands +0 +0 +0",
  });
  expect(differences(run("mov %ecx, %edx"), run("xor %ecx, %edx"))).toEqual({ f: "as-long +0 +0 +0" });
  expect(differences(run("cld"), run("cld", "cli"))).toEqual({ f: "shorter -1 -1 +0" });
});

test("what is longer says by how much, and what is seen", () => {
  const called = differences(
    "int f(int x) { int r = g(x); a++; return r; }",
    "int f(int x) { return g(x); }",
  );
  expect(called.f).toMatch(/^longer \+\d+ \+\d+ \+\d+ lost-tail-call$/);
  const kept = differences(
    "int f(int x) { int r = g(x); g(2); return r; }",
    "int f(int x) { g(x); g(2); return 0; }",
  );
  expect(kept.f).toMatch(/saved-register/);
  const copied = differences("void f(void) { to = from; h(); }", "void f(void) { h(); }");
  expect(copied.f).toMatch(/^longer .* copy$/);
});

test("the stack is as deep as its deepest call, also where two ways meet", () => {
  const shapes = shapesOf(
    "int leaf(int x) { return x; } int f(int x) { return x ? g(x) + 1 : 0; } int w(int x) { int v[8]; return filled(v) + 1; }",
  );
  expect(shapes.get("leaf")?.stack).toBe(0);
  // The stack is aligned at the call: 16 bytes with the return address.
  expect(shapes.get("f")?.stack).toBe(28);
  expect(shapes.get("w")?.stack).toBe(60);
});
