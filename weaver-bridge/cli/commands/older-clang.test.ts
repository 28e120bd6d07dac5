/** What doctor says of a compiler that is newer than what reads its code; the versions are made up by scripts. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { olderClang } from "./older-clang.js";

const { WEFT_CLANG: named } = process.env;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-older-"));
});
afterEach(() => {
  if (named === undefined) delete process.env.WEFT_CLANG;
  else process.env.WEFT_CLANG = named;
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

const gcc = (release: number) => program(`gcc-${release}`, `exec gcc -U__GNUC__ -D__GNUC__=${release} "$@"`);
const libclang = (release: number) => ({ path: "", version: `Debian clang version ${release}.1.7 (3)` });

async function said(compiler: string, library: number, clang: number): Promise<string | undefined> {
  process.env.WEFT_CLANG = program("clang", `echo "clang version ${clang}.0.0"`);
  const problem = await olderClang(compiler, libclang(library));
  return (
    problem &&
    `${problem.severity}: ${problem.message.replace(/:.*/, "")}; ${problem.hint?.replace(/\. The.*/, "")}`
  );
}

test.each([
  [12, 16, 16],
  [13, 16, 16],
  [14, 19, 19],
  [15, 20, 22],
  [16, 22, 22],
  [17, 24, 24],
])("gcc %i, libclang %i and clang %i: nothing to say", async (release, library, clang) => {
  expect(await said(gcc(release), library, clang)).toBeUndefined();
});

test.each([
  [
    14,
    16,
    19,
    "gcc 14 is newer than libclang 16; Install release 18 or a newer one beside it, on Debian: apt-get install libclang1-19",
  ],
  [
    15,
    19,
    19,
    "gcc 15 is newer than libclang 19 and clang 19; Install release 20 or a newer one beside it, on Debian: apt-get install libclang1-22 clang-22",
  ],
  [
    16,
    22,
    19,
    "gcc 16 is newer than clang 19; Install release 22 or a newer one beside it, on Debian: apt-get install clang-22",
  ],
  [
    17,
    22,
    22,
    "gcc 17 is newer than libclang 22 and clang 22; Install release 24 or a newer one beside it, on Debian: apt-get install libclang1-24 clang-24",
  ],
])(
  "gcc %i, libclang %i and clang %i: newer ones are proposed, once",
  async (release, library, clang, words) => {
    expect(await said(gcc(release), library, clang)).toBe(`warning: ${words}`);
  },
);

test("a Clang that compiles is read by one that is as new", async () => {
  const compiler = program("clang-23", 'exec gcc -D__clang__ -D__clang_major__=23 "$@"');
  expect(await said(`${compiler} -m32`, 22, 22)).toMatch(
    /^warning: clang 23 is newer than libclang 22 and clang 22; .*release 23/,
  );
});

test("a compiler that does not answer is no reason to say anything", async () => {
  expect(await said(program("cc", "exit 1"), 16, 16)).toBeUndefined();
});
