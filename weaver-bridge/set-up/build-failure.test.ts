import { describe, expect, test } from "vitest";
import { missingFolders, missingPrograms, tellingLine } from "./build-failure.js";

describe("why a build failed", () => {
  test.each([
    [
      "Clean\n/bin/sh: 1: bximage: not found\nmake[1]: *** [makefile:33: make_img] Error 127\nmake: *** [makefile:42: mbr] Error 2\n",
      "/bin/sh: 1: bximage: not found",
    ],
    [
      "task.h:8:10: fatal error: embxx/F.h: No such file or directory\ncompilation terminated.\nmake[1]: *** Waiting for unfinished jobs....\nmake: *** [Makefile:2: all] Error 2\n",
      "task.h:8:10: fatal error: embxx/F.h: No such file or directory",
    ],
    [
      "cp: cannot stat 'a.elf': No such file or directory\nmake: *** [Makefile:11: image.iso] Error 1\n",
      "cp: cannot stat 'a.elf': No such file or directory",
    ],
    [
      "make: *** No rule to make target 'x', needed by 'y'.  Stop.\n",
      "make: *** No rule to make target 'x', needed by 'y'.  Stop.",
    ],
    ["make: *** [Makefile:1: all] Error 1\n", "make: *** [Makefile:1: all] Error 1"],
    ["", ""],
  ])("%j", (printed, line) => {
    expect(tellingLine(printed)).toBe(line);
  });
});

test("programs that shells, make and CMake did not find; no file that is missing", () => {
  const printed = [
    "make: nasm: No such file or directory",
    "/bin/sh: 1: bximage: not found",
    "/bin/bash: line 1: mformat: command not found",
    "bash: genisoimage: command not found",
    "./build.sh: 12: sudo: not found",
    "/bin/sh: 2: sudo: not found",
    "  No CMAKE_ASM_NASM_COMPILER could be found.",
    "make: *** boot/x.o: No such file or directory.  Stop.",
    "cat: notes: No such file or directory",
  ].join("\n");
  expect(missingPrograms(printed)).toEqual(["nasm", "bximage", "mformat", "genisoimage", "sudo"]);
});

test("folders that a build writes into, in the folder that make has entered", () => {
  const printed = [
    "Fatal error: can't create build/kernel/main.o: No such file or directory",
    "weft cc: build/kernel/printk.o can't be written: ENOENT: no such file or directory, access '/k/build/kernel'",
    "make[1]: Entering directory '/k/programs/echo'",
    "Fatal error: can't create ./build/echo.o: No such file or directory",
    "make[1]: Leaving directory '/k/programs/echo'",
    "ld: cannot open output file bin/kernel: No such file or directory",
    "nasm: fatal: unable to open output file `obj/boot.o'",
    "boot.asm: error: unable to open listing file `lst/boot.s'",
    "nasm: fatal: unable to open output file: `new/boot.o': No such file or directory",
    "nasm: fatal: unable to open input file `none/boot.asm'",
    "error: unable to open output file 'out/a.o': 'No such file or directory'",
    "a.c: fatal error: opening dependency file dep/a.d: No such file or directory",
    "/bin/sh: 1: cannot create gen/x.h: Directory nonexistent",
    "Fatal error: can't create ../out/a.o: No such file or directory",
    "Fatal error: can't create a.o: No such file or directory",
  ].join("\n");
  expect(missingFolders(printed, "/k")).toEqual([
    "build/kernel",
    "programs/echo/build",
    "bin",
    "obj",
    "lst",
    "new",
    "out",
    "dep",
    "gen",
  ]);
});
