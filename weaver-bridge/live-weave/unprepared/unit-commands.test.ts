/** What an image tells of the commands that made it. */
import { expect, test } from "vitest";
import { includeFolders } from "./include-folders.js";
import { compilerOf } from "./unit-commands.js";

test("the compiler's own note becomes its options, and starts no other program", () => {
  const note =
    "GNU C17 12.2.0 -m32 -mtune=generic -march=i686 -mregparm=3 -g -O2 -std=gnu11 -fno-pic -fshort-enums -fplugin=evil -fplugin-arg-evil-x -fdump-tree-all -specs=x -B/tmp";
  expect(compilerOf(note, 32, (name) => name === "gcc-12")).toEqual(
    "gcc-12 -m32 -mtune=generic -march=i686 -mregparm=3 -O2 -std=gnu11 -fno-pic -fshort-enums".split(" "),
  );
  expect(compilerOf("GNU C++17 14.1.0 -O1", 64, () => false)).toEqual(["g++", "-m64", "-O1"]);
  expect(compilerOf("Debian clang version 16.0.6 (15)", 32, () => false).slice(0, 2)).toEqual([
    "clang",
    "-m32",
  ]);
});

test("folders of headers follow from the sources' words and the files that were read", () => {
  const texts: Record<string, string> = {
    "/k/fs/a.c": '#include <types.h>\n#include "own.h"\n# include <asm/io.h>\n#include "../lib/x.h"\n',
    "/k/include/types.h": "#include <bits.h>\n",
  };
  const files = [
    ...["/k/fs/a.c", "/k/fs/own.h", "/k/lib/x.h", "/k/include/types.h", "/k/arch/inc/asm/types.h"],
    ...["/k/arch/inc/asm/io.h", "/k/include/bits.h"],
  ];
  expect(includeFolders(files, (file) => texts[file])).toEqual(["/k/include", "/k/arch/inc"]);
});

test("of several folders with a name, the one that other names need", () => {
  const texts: Record<string, string> = { "/k/a.c": "#include <t.h>\n#include <u.h>\n" };
  const files = ["/k/a.c", "/k/i/t.h", "/k/include/t.h", "/k/include/u.h"];
  expect(includeFolders(files, (file) => texts[file])).toEqual(["/k/include"]);
});
