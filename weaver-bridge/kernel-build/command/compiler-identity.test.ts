import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { parseCompilerCommand } from "./compiler-command.js";
import { askCompiler, compilerIdentity, searchCompilersIn } from "./compiler-identity.js";
import { compileArguments } from "./derived-command.js";
import { harmlessArguments } from "./harmless-arguments.js";
import { parseArguments } from "./parse-arguments.js";
import { unitOf } from "./unit-of-command.js";

const FOLDER = mkdtempSync(join(tmpdir(), "weft-identity-"));
let count = 0;

/** A script that counts how often it was run. */
function script(text: string): string {
  const file = join(FOLDER, `cc-${count++}`);
  writeFileSync(file, `#!/bin/sh\necho >> "$0.runs"\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

const runsOf = (file: string) =>
  existsSync(`${file}.runs`) ? readFileSync(`${file}.runs`, "utf8").length : 0;

function unit(compiler: string, options = "", file = "a.c") {
  const words = [compiler, ...options.split(" ").filter(Boolean), "-c", file];
  const command = parseCompilerCommand(words, FOLDER);
  return { command, input: command.inputs[0]! };
}

async function ask(compiler: string, options = "", file = "a.c") {
  const { command, input } = unit(compiler, options, file);
  const { family, target, standard, implied } = await askCompiler(command, input);
  return [family, target, standard, ...implied].join(" ");
}

test.each([
  ["gcc", "", "gcc x86_64-linux-gnu DEFAULT"],
  ["gcc", "-m32", "gcc i686-linux-gnu DEFAULT"],
  ["gcc", "-mx32", "gcc x86_64-linux-gnux32 DEFAULT"],
  ["gcc", "-m16 -ffreestanding", "gcc i686-linux-gnu DEFAULT -ffreestanding"],
  ["g++", "-fno-rtti", "gcc x86_64-linux-gnu DEFAULT -fno-rtti"],
  [CLANG, "", "clang x86_64-linux-gnu DEFAULT"],
  [CLANG, "--target=aarch64-none-elf", "clang aarch64-linux-gnu DEFAULT -funsigned-char"],
  [CLANG, "-target armv7a-none-eabihf", "clang arm-linux-gnueabihf DEFAULT -funsigned-char"],
  [CLANG, "--target=riscv32", "clang riscv32-linux-gnu DEFAULT -funsigned-char"],
  [CLANG, "--target=mips64el-elf", "clang mips64el-linux-gnuabi64 DEFAULT"],
  [CLANG, "--target=powerpc64le-linux-gnu", "clang powerpc64le-linux-gnu DEFAULT -funsigned-char"],
  [CLANG, "--target=x86_64-w64-mingw32", "clang x86_64-w64-windows-gnu DEFAULT -fshort-wchar"],
])("%s %s", async (compiler, options, expected) => {
  const file = compiler === "g++" ? "a.cc" : "a.c";
  expect(await ask(compiler, options, file)).toBe(expected.replace("DEFAULT", defaultStandard(compiler)));
});

/** As this release of the compiler says it: gcc 15 has made C23 its own, gcc 16 C++20. */
function defaultStandard(compiler: string): string {
  const input = "__cplusplus __STDC_VERSION__\n";
  const language = compiler === "g++" ? "c++" : "c";
  const said = execFileSync(compiler, ["-E", "-P", "-x", language, "-"], { input, encoding: "utf8" });
  const [, year = ""] = /(\d{4})\d\dL/.exec(said) ?? [];
  const names: Readonly<Record<string, string>> = { 2017: "17", 2023: "2x", 2020: "20" };
  return `-std=gnu${language === "c" ? "" : "++"}${names[year] ?? year}`;
}

test.each([
  ["#define __clang_major__ 14", false],
  ["#define __clang_major__ 15", true],
  ["#define __GNUC__ 12", false],
])("%s: the warning of line markers is switched off: %s", async (macro, isOff) => {
  const { command, input } = unit(script(`echo '#define __SIZEOF_POINTER__ 4'; echo '${macro}'`));
  await askCompiler(command, input);
  const args = compileArguments(command, input, { text: "-", output: "a.o", mode: "object" });
  expect(args.includes("-Wno-gnu-line-marker")).toBe(isOff);
});

test("nothing is run to guess, or for a command of somebody who isn't trusted", () => {
  const compiler = script("exec gcc -m32");
  const { command, input } = unit(compiler);
  expect(compilerIdentity(command, input)).toMatchObject({ family: "gcc", target: "x86_64-linux-gnu" });
  parseArguments(command, input);
  const argv = [compiler, "-c", "a.c"];
  expect(
    unitOf({ directory: FOLDER, file: "a.c", arguments: harmlessArguments(argv, FOLDER) })?.command.argv[0],
  ).toBe("gcc");
  expect(unitOf({ directory: FOLDER, file: "a.c", arguments: argv })?.command.compiler).toEqual([compiler]);
  expect(runsOf(compiler)).toBe(0);
});

test("a program is asked once for each target and dialect, and again when it was changed", async () => {
  const compiler = script('exec gcc -m32 "$@"');
  expect(await ask(compiler, "-DX -O2")).toContain("i686");
  expect(await ask(compiler, "-DY -Os")).toContain("i686");
  expect(runsOf(compiler)).toBe(1);
  expect(await ask(compiler, "-std=gnu11")).toContain("-std=gnu11");
  expect(runsOf(compiler)).toBe(2);
  writeFileSync(compiler, `#!/bin/sh\nexec ${CLANG} "$@" # another size\n`);
  expect(await ask(compiler)).toMatch(/^clang x86_64/);
});

test("scripts are asked again by whoever answers another call", async () => {
  const compiler = script('exec gcc $WEFT_TEST_WIDTH "$@"');
  expect(await ask(compiler)).toContain("x86_64");
  process.env.WEFT_TEST_WIDTH = "-m32";
  try {
    expect(await ask(compiler)).toContain("x86_64");
    searchCompilersIn(process.env.PATH);
    expect(await ask(compiler)).toContain("i686");
  } finally {
    delete process.env.WEFT_TEST_WIDTH;
  }
});

test("a folder of PATH that can't be looked into is passed over, as shells do", async () => {
  // For who may look everywhere, a link to itself is what another user's home is for others.
  const closed = join(FOLDER, "closed");
  symlinkSync(closed, closed);
  searchCompilersIn(`${closed}:${process.env.PATH}`);
  try {
    expect(await ask("gcc", "-m32 -DCLOSED")).toBe(`gcc i686-linux-gnu ${defaultStandard("gcc")}`);
  } finally {
    searchCompilersIn(process.env.PATH);
  }
});

test("a compiler that is missing or answers nonsense is what its name says", async () => {
  expect(await ask("i686-elf-gcc")).toBe("gcc i686-linux-gnu -std=gnu17");
  expect(await ask(script("echo '#define X 1'"), "-m32")).toBe("gcc i686-linux-gnu -std=gnu17");
  expect(await ask("/nowhere/clang")).toBe("clang x86_64-linux-gnu -std=gnu17");
});
