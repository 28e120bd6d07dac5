import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { documentedSteps, sayDocumentedSteps } from "./documented-steps.js";

const folder = mkdtempSync(join(tmpdir(), "weft-papers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("commands of papers and scripts, each once; prose is none", () => {
  writeFileSync(
    join(folder, "README.md"),
    "Make sure that you have nasm.\nmake sure it is new\n\nRun `make x86` first, then:\n\n    $ make all\n- ./buildtest.sh\nuse a gcc\n- gcc\n- x86_64-elf-gcc (GCC) 9.3.0\n- nasm 2.15\n```\ni686-elf-gcc -c k.c\n```\n",
  );
  writeFileSync(
    join(folder, "bootstrap.sh"),
    '#!/bin/sh\nmake x86 || die "kernel"\n\tmake user # all\nmake\n',
  );
  expect(documentedSteps(folder)).toEqual([
    { file: "README.md", line: 4, command: "make x86" },
    { file: "README.md", line: 6, command: "make all" },
    { file: "README.md", line: 7, command: "./buildtest.sh" },
    { file: "README.md", line: 13, command: "i686-elf-gcc -c k.c" },
    { file: "bootstrap.sh", line: 3, command: "make user" },
    { file: "bootstrap.sh", line: 4, command: "make" },
  ]);
});

test("nothing is said of a folder without papers", () => {
  expect(sayDocumentedSteps(join(folder, "none"))).toBeUndefined();
});
