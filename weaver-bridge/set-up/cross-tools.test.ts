import { expect, test } from "vitest";
import { missingTools, standInFor } from "./cross-tools.js";

const here = new Set(["gcc", "g++", "ld", "as", "objcopy", "clang-14", "clang-19", "clang++-19"]);

test.each([
  [
    "i686-elf-gcc",
    "gcc -m32 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux -D_LIBC_LIMITS_H_ -Wl,--build-id=none -Wl,-z,noseparate-code",
  ],
  [
    "x86_64-elf-g++",
    "g++ -m64 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux -D_LIBC_LIMITS_H_ -Wl,--build-id=none -Wl,-z,noseparate-code",
  ],
  ["i386-pc-tiny-ld", "ld -m elf_i386 -z noseparate-code"],
  ["x86_64-linux-gnu-as", "as --64"],
  ["i586-elf-objcopy", "objcopy"],
  ["i686-elf-strip", undefined],
  ["arm-none-eabi-gcc", undefined],
  ["clang", "clang-19"],
  ["clang++", "clang++-19"],
  ["nasm", undefined],
])("what stands in for %s", (name, expected) => {
  expect(standInFor(name, here)).toBe(expected);
});

test("the shell's own words, emulators and what is there are not missing", () => {
  expect(missingTools(["echo", "sh", "VirtualBox", "qemu-system-i386", "Checking", "mips-elf-gcc"])).toEqual({
    standIns: {},
    missing: ["mips-elf-gcc", "mips-elf-ld"],
  });
});
