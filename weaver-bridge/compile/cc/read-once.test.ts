/** Units that can be read only once are woven, and are for the compiler what they are without Weft. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { bundle, folderWith, run } from "../../cli/test/weft-process.js";

const UNIT = `#include "own.h"
#include <stdio.h>
int woven;
int answer(int a) { return a + OWN; }
int main(void) { int r = answer(1); printf("%d %d %s %s\\n", r, woven, __FILE__, __BASE_FILE__); return 0; }
`;
const FILES = {
  "a.c": UNIT,
  "b.c": "int other(int a) { return a; }\n",
  "broken.c": "int answer(int a)\n{ return a + ; }\n",
  "own.h": "#define OWN 41\n",
  "a.ah": 'extern int woven;\naspect A { advice execution("% answer(...)") : before() { woven++; } };\n',
  "no.ah": 'aspect No { advice execution("% nowhere(...)") : before() { } };\n',
};

let weft = "";
beforeAll(() => {
  weft = `"${process.execPath}" "${join(bundle(), "cc.cjs")}" cc --strict`;
});

/** The shell's words with `CC` for the compiler, plain or with the aspect. */
function both(words: string, compiler: string, aspect = "a.ah") {
  const folder = folderWith(FILES);
  run(folder, ["mkfifo", "pipe.c", "sub.c"]);
  const shell = (cc: string) =>
    run(folder, ["timeout", "60", "bash", "-c", words.replaceAll("CC", `${cc} -I.`)]);
  const plain = shell(compiler);
  const objects = readdirSync(folder).filter((name) => /^out(?:\.o)?$/.test(name));
  const made = objects.map((name) => readFileSync(join(folder, name), "hex"));
  const woven = shell(`${weft} --aspects ${aspect} -- ${compiler}`);
  return { plain, woven, made, again: objects.map((name) => readFileSync(join(folder, name), "hex")) };
}

/** Clang, of text that is preprocessed already. */
const UNUSED = /^.*argument unused during compilation.*\n/gm;
const errorsOf = (said: string) => said.split("\n").filter((line) => line.includes("error:"));

const LINKED = [
  ["process substitution", "CC -x c <(cat a.c) -o out && ./out"],
  ["standard input, piped", "cat a.c | CC -x c - -o out && ./out"],
  ["standard input by its name, piped", "cat a.c | CC -x c /dev/stdin -o out && ./out"],
  ["standard input by its name, a file", "CC -x c /dev/stdin -o out < a.c && ./out"],
  ["a descriptor", "CC -x c /proc/self/fd/5 -o out 5< a.c && ./out"],
  ["a named pipe", "(cat a.c > pipe.c &) ; CC pipe.c -o out && ./out"],
  [
    "an object of a named pipe",
    "(cat a.c > pipe.c &) ; CC -g -MMD -c pipe.c -o out.o && CC out.o -o p && ./p",
  ],
  ["two of them", "CC -x c <(cat a.c) <(cat b.c) -o out && ./out"],
  ["preprocessed", "CC -E a.c > x.i; CC -x cpp-output <(cat x.i) -o out && ./out"],
] as const;

describe.each(["gcc", CLANG])("%s", (compiler) => {
  test.each(LINKED)("%s", (_, words) => {
    const { plain, woven } = both(words, compiler);
    expect(plain).toMatchObject({ code: 0, out: expect.stringMatching(/^42 0 /) });
    expect(woven.code).toBe(0);
    expect(woven.out).toBe(plain.out.replace("42 0", "42 1"));
    expect(woven.err.replace(UNUSED, "")).toBe(plain.err.replace(UNUSED, ""));
  });

  test.each(LINKED)("%s: nothing to weave, the same bytes", (_, words) => {
    const { plain, woven, made, again } = both(words, compiler, "no.ah");
    expect(woven).toEqual(plain);
    expect(again).toEqual(made);
  });

  test("what is wrong in it is said at its name, once", () => {
    for (const words of [
      "CC -x c -c /dev/fd/5 -o out.o 5< broken.c",
      "cat broken.c | CC -x c -c /dev/stdin -o out.o",
    ]) {
      const { plain, woven } = both(words, compiler);
      expect(plain.code).toBe(1);
      // GCC can't show lines of what it can't read again.
      expect(errorsOf(woven.err)).toEqual(errorsOf(plain.err));
      expect(errorsOf(woven.err)).toHaveLength(1);
    }
  });

  test("a named pipe is read again to show a line", () => {
    const folder = folderWith(FILES);
    run(folder, ["mkfifo", "pipe.c"]);
    const words = `(cat broken.c > pipe.c &) ; ${weft} --aspects a.ah -- ${compiler} -c pipe.c -o out.o`;
    const { code, err } = run(folder, ["timeout", "60", "bash", "-c", words]);
    expect([code, errorsOf(err)]).toEqual([1, [expect.stringMatching(/^pipe\.c:2:14: error: /)]]);
  });

  test("a pipe that is removed meanwhile keeps nobody waiting", () => {
    const folder = folderWith(FILES);
    run(folder, ["mkfifo", "pipe.c"]);
    const words = `(cat a.c > pipe.c; rm pipe.c) & ${weft} --aspects a.ah -- ${compiler} -I. -c pipe.c -o out.o`;
    // Clang looks whether it is there.
    const { code, err } = run(folder, ["timeout", "60", "bash", "-c", words]);
    expect(code === 0 ? err : `${code} ${err}`).toMatch(/^$|^1 clang.*no such file/);
  });

  test("what is not there is the compiler's to say", () => {
    const { plain, woven } = both("CC -x c -c /dev/fd/77 -o out.o", compiler);
    expect(woven).toEqual(plain);
  });

  test.each([
    ["CC -x c -c /dev/fd/5 -MMD -MF rule.d -o out.o 5< a.c; cat rule.d", "/dev/fd/5"],
    ["(cat a.c > pipe.c &) ; CC -c pipe.c -MMD -MF rule.d -o out.o; cat rule.d", "pipe.c"],
    ["CC -x c -c /dev/fd/5 -MMD -MF rule.d -o out.o 5< b.c; cat rule.d", "/dev/fd/5"],
  ])("a make rule has its target: %s", (words, name) => {
    const { plain, woven } = both(words, compiler);
    expect(plain.out).toMatch(/^out\.o:/);
    expect(woven.out).toMatch(new RegExp(`^out\\.o:[ \\\\\\n]+${name}`));
  });
});
