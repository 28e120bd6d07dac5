import { expect, test } from "vitest";
import { parseCompilerCommand } from "./compiler-command.js";
import { hasLanguageThreads } from "./language-threads.js";

test.each([
  ["g++ -O2 -c a.cc", true, true],
  ["g++ -O2 -c a.cc", false, false],
  ["gcc -pthread -c a.c", false, true],
  ["gcc -pthread -ffreestanding -c a.c", false, false],
  ["g++ -nostdinc++ -c a.cc", true, false],
  ["g++ -D __KERNEL__ -c a.cc", true, false],
  ["i686-elf-g++ -c a.cc", true, false],
])("%s (program: %s): %s", (command, isProgram, expected) =>
  expect(hasLanguageThreads(parseCompilerCommand(command.split(" "), "/"), isProgram)).toBe(expected),
);
