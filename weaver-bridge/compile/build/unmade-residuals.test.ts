/** Where clang is missing, a build goes on with the generic functions, says so, and claims nothing. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle, folderWith as folderOf, run as start, weft as weftIn } from "../../cli/test/weft-process.js";
import { howToInstall } from "../../model/index.js";

beforeAll(() => void bundle());

/** All programs of this machine but clang, as links. */
const programs = mkdtempSync(join(tmpdir(), "weft-no-clang-"));
for (const folder of (process.env.PATH ?? "").split(delimiter).filter((one) => existsSync(one)))
  for (const name of readdirSync(folder))
    if (!/^clang/.test(name) && !existsSync(join(programs, name)))
      symlinkSync(join(folder, name), join(programs, name));
afterAll(() => rmSync(programs, { recursive: true, force: true }));

const FILES = {
  "weft.json": JSON.stringify({
    name: "demo",
    aspects: [],
    specializations: ["*.spec"],
    commands: { flags: ["-m32", "-O1"], files: ["*.c"] },
    build: { make: ["make"], image: "program" },
  }),
  Makefile:
    "CC = gcc\nprogram: unit.o main.o\n\tgcc -m32 -no-pie -o $@ $^\n%.o: %.c\n\t$(CC) -m32 -O1 -fno-pie -MMD -MP -c -o $@ $<\n-include unit.d main.d\n",
  "unit.c":
    "struct setting { int base; } setting = { 5 };\nint power(int n)\n{\n\tint r = 1;\n\twhile (n-- > 0)\n\t\tr *= setting.base;\n\treturn r;\n}\n",
  "main.c":
    '#include <stdio.h>\nint power(int n);\nint main(void) { printf("%d %d\\n", power(2), power(3)); return 0; }\n',
  "power.spec": "specialize power as square { n == 2; dispatch; }\n",
};

/** Residents would be another Weft's. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const launcher = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`;
  const folder = folderOf({ ...FILES, ...files, weft: launcher });
  start(folder, ["chmod", "+x", "weft"]);
  return folder;
}

/** Nor is there one that a variable names. */
const pathOf = (path: string | undefined) => ({
  PATH: path,
  ...(path === programs ? { WEFT_CLANG: "" } : {}),
});

function weft(folder: string, words: readonly string[], path: string | undefined = programs) {
  return weftIn(folder, words, { environment: { WEFT_LAUNCHERS: folder, ...pathOf(path) } });
}

const run = (folder: string) => execFileSync(join(folder, "program"), { encoding: "utf8", timeout: 10_000 });
const symbols = (folder: string) => execFileSync("nm", ["program"], { cwd: folder, encoding: "utf8" });

const CAUSE = "square is not made: clang, which reads power, is not on this machine";
const WARNED = new RegExp(
  `^[^\\n]*power\\.spec:1:\\d+: warning\\[weft/specialize/no-clang\\]: ${CAUSE}\\. [^\\n]*${howToInstall("clang")}\\)\\.\\n$`,
);

test("the kernel is built with the generic function, one warning says why, and clang makes up for it later", () => {
  const folder = folderWith();
  const built = weft(folder, ["build", "."]);
  expect([built.code, built.err]).toEqual([0, expect.stringMatching(WARNED)]);
  expect(built.out).toContain("2 units: 0 woven, 2 without matching advice, 0 not woven");
  expect(run(folder)).toBe("25 125\n");
  expect(symbols(folder)).not.toMatch(/square/);
  // Said again, though nothing is compiled.
  expect(weft(folder, ["build", "."]).err).toMatch(WARNED);
  const later = weft(folder, ["build", "."], process.env.PATH);
  expect([later.code, later.err]).toEqual([0, expect.stringMatching(/1 of 2 units are compiled again/)]);
  expect(later.err).not.toMatch(/no-clang/);
  expect(symbols(folder)).toMatch(/ T square/);
  expect(run(folder)).toBe("25 125\n");
  const gone = weft(folder, ["build", "."]);
  expect([gone.code, gone.err]).toEqual([
    0,
    expect.stringMatching(/compiled again\n[^\n]*no-clang[^\n]*\n$/),
  ]);
  expect(symbols(folder)).not.toMatch(/square/);
  expect(existsSync(join(folder, ".weft/residual/square.c"))).toBe(false);
});

test("each command says the same cause; only who asks for the residual function fails for it", () => {
  const folder = folderWith();
  const check = weft(folder, ["check"]);
  expect([check.code, check.out + check.err]).toEqual([
    1,
    expect.stringContaining(`warning[weft/specialize/no-clang]: ${CAUSE}`),
  ]);
  const cost = weft(folder, ["cost"]);
  expect([cost.code, cost.out + cost.err]).toEqual([0, expect.stringContaining(CAUSE)]);
  expect(cost.out).not.toMatch(/specialized/);
  for (const words of [
    ["specialize", "."],
    ["specialize", ".", "--check"],
    ["specialize", "power.spec"],
  ]) {
    const asked = weft(folder, words);
    expect([asked.code, asked.err]).toEqual([
      1,
      expect.stringContaining(`error[weft/specialize/no-clang]: ${CAUSE}`),
    ]);
  }
  for (const words of [
    ["effects", "unit.c"],
    ["why", "unit.c:5"],
  ]) {
    const asked = weft(folder, words);
    expect([asked.code, asked.err]).toEqual([0, expect.stringContaining(CAUSE)]);
  }
  const make = start(folder, ["make", "CC=./weft cc -- gcc"], { environment: pathOf(programs) });
  expect([make.code, make.err]).toEqual([0, expect.stringMatching(WARNED)]);
});

const CALLED = "int power(int n); int square(int n);\n";
const MAIN = '#include <stdio.h>\nint main(void) { printf("%d\\n", square(2)); return 0; }\n';

test("a residual function that is called by name stays an error, unless the kernel has a weak one of its own", () => {
  const called = weft(folderWith({ "main.c": CALLED + MAIN }), ["build", "."]);
  expect(called.code).toBe(1);
  expect(called.err).toMatch(
    /power\.spec:1:\d+: error\[weft\/specialize\/no-clang\]: main\.o needs square, which is not made, because clang is not on this machine/,
  );
  const weak = "int __attribute__((weak)) square(int n) { return power(n); }\n";
  const folder = folderWith({ "main.c": CALLED + weak + MAIN });
  const built = weft(folder, ["build", "."]);
  expect([built.code, built.err]).toEqual([0, expect.stringMatching(WARNED)]);
  expect(run(folder)).toBe("25\n");
});

test("a function that would make code at run time is one of those", () => {
  const built = weft(
    folderWith({
      "power.spec": "specialize power as square at run time { static n; limits variants 60, bytes 4096; }\n",
      "main.c":
        "int power(int n); __typeof__(power) *square_make(int n);\nint main(void) { return square_make(2)(2); }\n",
    }),
    ["build", "."],
  );
  expect([built.code, built.err]).toEqual([1, expect.stringMatching(/error.*main\.o needs square_make/)]);
});

test("what is linked only in part is found all the same", () => {
  const Makefile = FILES.Makefile.replace("-no-pie -o", "-r -o");
  const built = weft(folderWith({ Makefile, "main.c": CALLED + MAIN }), ["build", "."]);
  expect([built.code, built.err]).toEqual([1, expect.stringMatching(/error.*main\.o needs square/)]);
});

const GUARDED = {
  "power.spec":
    "specialize power as square { setting.base == 5; }\noptimistic guard struct setting { base } protects square;\n",
  "main.c": `#include <stdio.h>
extern struct setting { int base; } setting;
int power(int n);
int square_plugged(int n);
int main(void) { setting.base = 6; printf("%d\\n", square_plugged(2)); return 0; }
`,
};

test("guards of other units have what they name, and never fire", () => {
  const folder = folderWith({
    ...GUARDED,
    "main.c": `${GUARDED["main.c"]}int __attribute__((weak)) square_plugged(int n) { return power(n); }\n`,
  });
  const built = weft(folder, ["build", "."]);
  expect([built.code, built.err]).toEqual([0, expect.stringMatching(WARNED)]);
  expect(run(folder)).toBe("36\n");
  expect(symbols(folder)).toMatch(/ W weft_hit_square/);
  const guards = weft(folder, ["guards"]);
  expect([guards.code, guards.out + guards.err]).toEqual([0, expect.stringContaining(CAUSE)]);
  const later = weft(folder, ["build", "."], process.env.PATH);
  expect([later.code, symbols(folder)]).toEqual([0, expect.stringMatching(/ T weft_hit_square/)]);
  expect(run(folder)).toBe("36\n");
  const alone = weft(folderWith(GUARDED), ["build", "."]);
  expect([alone.code, alone.err]).toEqual([1, expect.stringMatching(/error.*main\.o needs square_plugged/)]);
});

test.each([
  ["n = 2;", /error.*this is not understood yet/],
  ["n == 2; require static: return;", /error.*no-clang.*What it requires is not known without it/],
])("a declaration that is wrong, or requires something, stays an error: %s", (said, words) => {
  const folder = folderWith({ "power.spec": `specialize power as square { ${said} }\n` });
  const built = weft(folder, ["build", "."]);
  expect([built.code, built.err]).toEqual([1, expect.stringMatching(words)]);
});
