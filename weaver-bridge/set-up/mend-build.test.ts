import { expect, test } from "vitest";
import { mendsFor, withMends } from "./mend-build.js";

test.each([
  ["mp.c:1:2: error: array subscript [-Werror=array-bounds]", ["-Wno-error=array-bounds"]],
  [
    "error: x [-Werror=infinite-recursion]\nerror: y [-Werror=array-bounds=]",
    ["-Wno-error=infinite-recursion", "-Wno-error=array-bounds"],
  ],
  ["kern/main.c: error: STABS debugging information is obsolete [-Werror]", ["-w"]],
  [
    "ld: /tmp/a.o: relocation R_X86_64_32 against `.rodata' can not be used when making a PIE object; recompile with -fPIE",
    ["-fno-pie", "-fno-pie", "-no-pie"],
  ],
  ["error: ELF files with relocs are not supported yet.", ["-fno-pie", "-no-pie"]],
  ["ld: a.o: multiple definition of `idt'; b.o: first defined here", ["-fcommon"]],
  ["a.c: undefined reference to `__stack_chk_fail'", ["-fno-stack-protector"]],
  ["undefined reference to `_GLOBAL_OFFSET_TABLE_'", ["-fno-pie"]],
  [
    "`_GLOBAL_OFFSET_TABLE_' referenced in section `.text' of a.o: defined in discarded section `.got.plt' of b.o",
    ["-fno-pie"],
  ],
  [
    "`__x86.get_pc_thunk.bx' referenced in section `.text' of a.o: defined in discarded section `.text.__x86.get_pc_thunk.bx[__x86.get_pc_thunk.bx]' of b.o",
    ["-fno-pie"],
  ],
  ["`idle' referenced in section `.text' of a.o: defined in discarded section `.data' of b.o", []],
  [
    "h.h:3:9: error: conflicting declaration ‘typedef unsigned int size_t’",
    ["-U__SIZE_TYPE__", "-D__SIZE_TYPE__=__typeof__(0ul)"],
  ],
  [
    "ld: i386 architecture of input file `boot.o' is incompatible with i386:x86-64 output",
    ["-m32", "-fno-pie", "-fno-stack-protector"],
  ],
  [
    "new.h:7: error: ‘operator new’ takes type ‘size_t’ (‘unsigned int’) as first parameter [-fpermissive]",
    ["-fpermissive"],
  ],
  ["list.hpp:9: undefined reference to `operator delete(void*, unsigned int)'", ["-fno-sized-deallocation"]],
  ["kernel.c:3: error: expected ';'", []],
  ["", []],
])("what %j asks for", (printed, words) => {
  expect(mendsFor(printed, "/k").flatMap((mend) => mend.words)).toEqual(words);
});

const make = { name: "build.make", value: ["make"], because: "" };
const mends = [{ words: ["-fcommon"], because: "old" }];
const settings = (...more: { name: string; value: unknown }[]) => ({
  settings: [make, ...more.map((one) => ({ ...one, because: "" }))],
  open: [],
});
const values = (name: string, of: ReturnType<typeof withMends>) =>
  of?.settings.find((one) => one.name === name)?.value;

test("words go to the compilers that the build takes", () => {
  expect(values("build.compiler", withMends(settings(), mends))).toBe("gcc -fcommon");
  const named = settings({ name: "build.compiler", value: "ccache clang" });
  expect(values("build.compiler", withMends(named, mends))).toBe("ccache clang -fcommon");
  const programs = settings({ name: "build.programs", value: { gcc: "gcc", ld: "ld -m elf_i386" } });
  expect(values("build.programs", withMends(programs, mends))).toEqual({
    gcc: "gcc -fcommon",
    ld: "ld -m elf_i386",
  });
});

test("what two messages ask for is told once", () => {
  const said = "ld: relocation R_X86_64_32 can not be used when making a PIE object; recompile with -fPIE";
  expect(values("build.compiler", withMends(settings(), mendsFor(said, "/k")))).toBe("gcc -fno-pie -no-pie");
});

test("what was tried is not tried again", () => {
  expect(withMends(settings({ name: "build.compiler", value: "gcc -fcommon" }), mends)).toBeUndefined();
});

test("with CMake's launchers they are CMake's flags", () => {
  const cmake = settings({ name: "build.prepare", value: ["cmake", "-DX={launcher}", "-DCMAKE_C_FLAGS=-g"] });
  expect(values("build.prepare", withMends(cmake, mends))).toEqual([
    "cmake",
    "-DX={launcher}",
    "-DCMAKE_C_FLAGS=-g -fcommon",
    "-DCMAKE_CXX_FLAGS=-fcommon",
  ]);
});

test("what only C++ knows is among CMake's flags of C++", () => {
  const cmake = settings({ name: "build.prepare", value: ["cmake", "-DX={launcher}"] });
  const said = mendsFor("undefined reference to `operator delete(void*, unsigned int)'", "/k");
  expect(values("build.prepare", withMends(cmake, said))).toEqual([
    "cmake",
    "-DX={launcher}",
    "-DCMAKE_C_FLAGS=",
    "-DCMAKE_CXX_FLAGS=-fno-sized-deallocation",
  ]);
});

test("a tool of a cross compiler that was not found has a stand-in, whoever says so", () => {
  for (const said of [
    "make: i686-tiny-objdump: No such file or directory",
    "/bin/sh: 1: i686-tiny-objdump: not found",
  ]) {
    const mended = withMends(
      settings({ name: "build.programs", value: { gcc: "gcc" } }),
      mendsFor(said, "/k"),
    );
    expect(values("build.programs", mended)).toEqual({ gcc: "gcc", "i686-tiny-objdump": "objdump" });
  }
});

test("what only C++ knows is told to no compiler of C", () => {
  const permissive = [{ words: ["-fpermissive"], isForCxx: true as const, because: "" }];
  const programs = { "i686-elf-gcc": "gcc -m32", "i686-elf-g++": "g++ -m32" };
  expect(
    values("build.programs", withMends(settings({ name: "build.programs", value: programs }), permissive)),
  ).toEqual({
    "i686-elf-gcc": "gcc -m32",
    "i686-elf-g++": "g++ -m32 -fpermissive",
  });
});
