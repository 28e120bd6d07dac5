import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { preprocess } from "./preprocess.js";

const SAYS = (...names: readonly string[]) =>
  names.map((name) => `#ifdef ${name}\nputs("${name}");\n#else\nputs("no ${name}");\n#endif\n`).join("");

/** What a function tells of macros has to be told of where it stands, so text before and behind pragmas is in macros. */
const PROGRAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a target": {
    "u.c":
      '#pragma GCC target("sse4.2")\n#ifdef __SSE4_2__\n#define A "by it"\n#else\n#define A "by a table"\n#endif\n' +
      "int puts(const char *);\nint main(void) { puts(A); return __LINE__; }\n",
  },
  "options that are pushed and popped": {
    "u.c":
      'int puts(const char *);\n#pragma GCC push_options\n#pragma GCC target("avx2")\n#pragma GCC optimize("O2", "fast-math")\n' +
      `void a(void) {\n${SAYS("__AVX2__", "__AVX__", "__OPTIMIZE__", "__FAST_MATH__")}}\n#pragma GCC pop_options\n` +
      `void b(void) {\n${SAYS("__AVX2__", "__AVX__", "__OPTIMIZE__", "__FAST_MATH__")}}\n` +
      "int main(void) { a(); b(); return __LINE__; }\n",
  },
  "options that are reset": {
    "u.c":
      'int puts(const char *);\n#pragma GCC optimize("Os")\n' +
      `void a(void) {\n${SAYS("__OPTIMIZE__", "__OPTIMIZE_SIZE__")}}\n#pragma GCC reset_options\n` +
      `void b(void) {\n${SAYS("__OPTIMIZE__", "__OPTIMIZE_SIZE__")}}\nint main(void) { a(); b(); return 0; }\n`,
  },
  "a pragma in a header, behind another header": {
    "u.c":
      '#include "a.h"\n#include "a.h"\nint puts(const char *);\nint main(void) {\nputs(FILE);\n' +
      `${SAYS("__AVX__")}return __LINE__; }\n`,
    "a.h": '#pragma once\n#include "sub.h"\n#ifdef __AVX__\n#include "b.h"\n#endif\n',
    "sub.h": '#ifndef S\n#define S\n#pragma GCC target("avx")\n#endif\n',
    "b.h": "#define FILE __FILE__\n",
  },
  "a pragma in the branch that another one opens": {
    "u.c":
      'int puts(const char *);\n#pragma GCC target("avx")\n#ifdef __AVX__\n#pragma GCC optimize("O3")\n#endif\n' +
      `int main(void) {\n${SAYS("__AVX__", "__OPTIMIZE__")}return __LINE__; }\n`,
  },
  "a pragma in a macro": {
    "u.c":
      'int puts(const char *);\n#define FAST _Pragma("GCC push_options") _Pragma("GCC optimize(\\"O2\\")")\n' +
      '#define SLOW _Pragma("GCC pop_options")\nFAST\n' +
      `void a(void) {\n${SAYS("__OPTIMIZE__")}}\nSLOW int x;\nvoid b(void) {\n${SAYS("__OPTIMIZE__")}}\n` +
      "int main(void) { a(); b(); return __LINE__; }\n",
  },
  "a value of a macro": {
    "u.c":
      'int puts(const char *);\n#define TEXT(x) #x\n#define OF(x) TEXT(x)\n#pragma GCC target("fpmath=387")\n' +
      "int main(void) { puts(OF(__FLT_EVAL_METHOD__)); return 0; }\n",
  },
  "a pragma across lines": {
    "u.c":
      'int puts(const char *);\n#pragma GCC \\\n  target("avx", \\\n "sse4a")\n' +
      `int main(void) {\n${SAYS("__AVX__", "__SSE4A__")}return __LINE__; }\n`,
  },
  "the compiler's own headers": {
    "u.c":
      "#include <immintrin.h>\n#include <stdio.h>\n" +
      `int main(void) {\n${SAYS("__AVX2__", "__SSE4_2__", "__OPTIMIZE__")}return __LINE__; }\n`,
  },
};

function written(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "weft pragmas é-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

function runOf(root: string, words: readonly string[]): string {
  execFileSync("gcc", [...words, "-w", "-o", "p"], { cwd: root });
  try {
    return `${execFileSync(join(root, "p"), { cwd: root, encoding: "utf8" })}0`;
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return `${stdout}${status}`;
  }
}

const CASES = Object.keys(PROGRAMS).flatMap((name) => {
  // Hundreds of pragmas.
  const options = name === "the compiler's own headers" ? ["-O0"] : ["-O0", "-O1 -mavx"];
  return options.map((one) => [name, one] as const);
});

test.each(CASES)("the text of %s with %s is the program that gcc compiles", async (name, options) => {
  const root = written(PROGRAMS[name] ?? {});
  const words = options.split(" ");
  const command = parseCompilerCommand(["gcc", ...words, "-c", "u.c"], root);
  const read = await preprocess(command, command.inputs[0]!, { tail: '# 1 "<weft-tail>"\nint weft_tail;\n' });
  if (!read.ok) throw new Error(read.diagnostics);
  expect(read.text).not.toMatch(/weft[-_]macros/);
  writeFileSync(join(root, "apart.i"), read.text, "latin1");
  expect(runOf(root, [...words, "apart.i"])).toBe(runOf(root, [...words, "u.c"]));
});

test("a pragma that does something else each time it is read is refused at its place", async () => {
  const root = written({
    "u.c": '#include "p.h"\n#pragma GCC optimize("O3")\n#include "p.h"\nint x;\n',
    "p.h": '#pragma GCC push_options\n#pragma GCC optimize("O0")\nvoid f(void);\n#pragma GCC pop_options\n',
  });
  const command = parseCompilerCommand(["gcc", "-c", "u.c"], root);
  const read = await preprocess(command, command.inputs[0]!, {});
  const said = read.ok ? "" : read.diagnostics;
  expect(said).toContain("p.h:2: error: GCC follows this pragma to the end only where it compiles");
});

test("headers with pragmas stay in the make rule", async () => {
  const root = written(PROGRAMS["a pragma in a header, behind another header"] ?? {});
  const command = parseCompilerCommand(["gcc", "-MMD", "-c", "u.c"], root);
  const read = await preprocess(command, command.inputs[0]!, { dependencyOptions: ["-MMD"] });
  expect(read.ok && read.dependencies?.prerequisites.toSorted()).toEqual(["a.h", "b.h", "sub.h", "u.c"]);
});
