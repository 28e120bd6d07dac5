/** Specializations in a build: the residual function is in the object of the unit that defines the generic one. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith as folderOf, run as start, weft as weftIn } from "../../cli/test/weft-process.js";

beforeAll(() => void bundle());

const settings = (aspects: readonly string[]) =>
  JSON.stringify({
    name: "demo",
    aspects,
    specializations: ["*.spec"],
    commands: { flags: ["-m32", "-O1"], files: ["unit.c"] },
    build: { make: ["make"], image: "program" },
  });

const FILES = {
  "weft.json": settings([]),
  Makefile:
    "CC = gcc\nprogram: unit.o main.o\n\tgcc -m32 -o $@ $^\n%.o: %.c\n\t$(CC) -m32 -O1 -g -MMD -MP -c -o $@ $<\n-include unit.d\n",
  "unit.c": `#define SQUARE 2
int calls;
static int note(int x) { calls++; return x; }
/* comment before */ int power(int x, int n)
{
	int r = 1;
	while (n-- > 0)
		r *= note(x);
	return r;
}
`,
  "main.c": `#include <stdio.h>
int power(int x, int n); int square(int x, int n); extern int calls;
int main(void) { printf("%d %d %d\\n", power(5, 2), square(6, 2), power(2, 3)); return calls < 7; }
`,
  "power.spec": "specialize power as square { n == SQUARE; dispatch; }\n",
};

/** Residents would be another Weft's. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const launcher = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`;
  const folder = folderOf({ ...files, weft: launcher });
  start(folder, ["chmod", "+x", "weft"]);
  return folder;
}

const weft = (folder: string, words: readonly string[]) =>
  weftIn(folder, words, { environment: { WEFT_LAUNCHERS: folder } });

test("weft build compiles, weaves and links what a declaration makes, and make sees the declaration change", () => {
  const folder = folderWith({
    ...FILES,
    "a.ah": 'aspect A { advice call("% note(...)") : before() { calls += 0; } };',
  });
  const built = weft(folder, ["build", "."]);
  expect([built.code, built.err]).toEqual([0, ""]);
  const run = () => execFileSync(join(folder, "program"), { encoding: "utf8" });
  expect(run()).toBe("25 36 8\n");
  const text = readFileSync(join(folder, ".weft/residual/square.c"), "latin1");
  expect(text.match(/note\(x\)/g)).toHaveLength(2);
  expect(text).not.toContain("while");
  const map = JSON.parse(readFileSync(join(folder, ".weft/residual/square.json"), "utf8"));
  expect(map).toMatchObject({
    function: "power",
    residual: "square",
    source: "unit.c",
    declaration: "power.spec",
  });
  const line = (wanted: RegExp) => text.split("\n").findIndex((one) => wanted.test(one)) + 1;
  expect(map.lines).toContainEqual({ residual: line(/note/), source: 8 });
  // Lines in the debugger: the residual's own, and the generic function's where they were.
  const lines = execFileSync("objdump", ["--dwarf=decodedline", "unit.o"], { cwd: folder, encoding: "utf8" });
  expect(lines).toMatch(/square\.c/);
  expect(lines).toMatch(/unit\.c\s+8\b/);
  expect(execFileSync("nm", ["unit.o"], { cwd: folder, encoding: "utf8" })).toMatch(/ T square/);
  // The generic function goes there by itself for the declared value.
  expect(execFileSync("objdump", ["-dr", "unit.o"], { cwd: folder, encoding: "utf8" })).toMatch(
    /power[\s\S]*square/,
  );

  writeFileSync(join(folder, "power.spec"), "specialize power as square { n == SQUARE + 1; }\n");
  const again = weft(folder, ["build", "."]);
  expect([again.code, again.err]).toEqual([0, expect.stringMatching(/1 of 2 units are compiled again/)]);
  expect(run()).toBe("25 216 8\n");
  expect(weft(folder, ["specialize", ".", "--check"]).code).toBe(0);
  // Without its declaration the kernel has only what it declares itself.
  writeFileSync(join(folder, "power.spec"), "");
  expect(weft(folder, ["build", "."]).out + weft(folder, ["build", "."]).err).toMatch(
    /undefined reference to .square/,
  );
});

test.each([
  ["specialize power as square { m == 2; }", /power\.spec:1:\d+: error.*there is no parameter m/],
  ["specialize power as square { n == UNKNOWN; }", /power\.spec:1:\d+: error.*UNKNOWN is no constant here/],
  ["specialize power as square { n = 2; }", /power\.spec:1:\d+: error.*this is not understood yet: n = 2/],
])("%j stops the build at its characters", (spec, said) => {
  const folder = folderWith({ ...FILES, "power.spec": spec });
  const built = weft(folder, ["build", "."]);
  expect(built.code).toBe(1);
  expect(built.err).toMatch(said);
});

test("a declaration for a function that no unit has is told by --check", () => {
  const folder = folderWith({ ...FILES, "more.spec": "specialize nothing as something { n == 1; }" });
  const { code, err } = weft(folder, ["specialize", ".", "--check"]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/no unit defines nothing, so something is not made/),
  ]);
});

test("advice on a function that would be followed runs as often, and advice that can't is told", () => {
  const files = {
    ...FILES,
    "unit.c": FILES["unit.c"].replace("r *= note(x)", "r *= note(n + 1) * x"),
    "power.spec": "specialize power as square { n == 2; }\n",
  };
  const woven = (advice: string) =>
    folderWith({
      ...files,
      "weft.json": settings(["a.ah"]),
      "a.ah": `aspect A { advice ${advice} : before() { calls += 10; } };`,
    });
  const folder = woven('execution("% note(...)")');
  expect(weft(folder, ["build", "."])).toMatchObject({ code: 0, err: "" });
  const text = readFileSync(join(folder, ".weft/residual/square.c"), "latin1");
  expect(text).toMatch(/note\(2\)[\s\S]*note\(1\)/);
  const free = folderWith(files);
  expect(weft(free, ["build", "."]).code).toBe(0);
  expect(readFileSync(join(free, ".weft/residual/square.c"), "latin1")).not.toContain("note(");
  expect(weft(woven('execution("% power(...)")'), ["build", "."]).err).toMatch(
    /warning.*A advises power, and not square/,
  );
  const access = weft(woven('set("int calls")'), ["build", "."]);
  expect([access.code, access.err]).toEqual([0, expect.not.stringMatching(/advises accesses/)]);
});

test("weft effects says of each line what became of it, and why", () => {
  const folder = folderWith({
    ...FILES,
    "unit.c":
      "int calls;\nint choose(int x, int n)\n{\n\tif (n > 3)\n\t\treturn x;\n\tif (x > n)\n\t\tcalls++;\n\treturn 1;\n}\n",
    "power.spec": "specialize choose as choose_two { n == 2; }\n",
  });
  const { code, out } = weft(folder, ["effects", "unit.c"]);
  expect(code).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "unit.c:4:6: choose_two: always false, from power.spec:1: n == 2
    unit.c:5:10: choose_two: never reached, from power.spec:1: n == 2
    unit.c:6:6: choose_two: kept, from power.spec:1: nothing is known of x; a fact in the declaration would decide it
    unit.c:7:3: choose_two: kept, from power.spec:1: it has an effect of its own
    unit.c:8:9: choose_two: kept, from power.spec:1: it has an effect of its own
    "
  `);
  const told = JSON.parse(weft(folder, ["effects", "unit.c:5", "--json"]).out);
  expect(told.effects).toHaveLength(1);
  expect(told.effects[0]).toMatchObject({
    by: { tool: "specializer", name: "choose_two" },
    binding: { kind: "residual", became: "removed", residual: "choose_two" },
  });
});
