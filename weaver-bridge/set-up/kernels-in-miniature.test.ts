/** Builds as kernels have them, without a kernel: what is found out about each. Real make, cmake, ninja, gcc. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { requireTool } from "../../tests/support/index.js";
import { projectText, proposeProject } from "./proposal.js";
import { surveyKernel } from "./survey.js";
import type { Survey } from "./survey-result.js";

const base = mkdtempSync(join(tmpdir(), "weft-kernels-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const C = {
  "kernel.c": "int screen;\nvoid kmain(void)\n{\n\tscreen = 1;\n}\n",
  "lib.c": "int lib;\n",
  "k.ld": "ENTRY(kmain) SECTIONS { . = 1M; .text : { *(.text*) } .bss : { *(.bss*) } }\n",
};

function folderOf(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries({ ...C, ...files })) {
    mkdirSync(dirname(join(base, name, file)), { recursive: true });
    writeFileSync(join(base, name, file), text);
    if (file.endsWith(".sh")) chmodSync(join(base, name, file), 0o755);
  }
  return join(base, name);
}

async function survey(root: string, agrees = true): Promise<Survey> {
  return surveyKernel(root, { agree: () => Promise.resolve(agrees) });
}

const project = (found: Survey) => JSON.parse(projectText(proposeProject(found)));

describe("make", () => {
  test("a compiler in each rule, and a cross linker that is not there", async () => {
    const root = folderOf("named", {
      Makefile:
        "kernel.elf: kernel.o lib.o\n\ti686-tiny-ld -T k.ld -o $@ $^\n%.o: %.c\n\tgcc -m32 -g -c $< -o $@\nrun: kernel.elf\n\tqemu-system-i386 -kernel kernel.elf\n",
    });
    expect(project(await survey(root))).toMatchObject({
      build: {
        make: ["make", "kernel.elf"],
        programs: { gcc: "gcc", "i686-tiny-ld": "ld -m elf_i386 -z noseparate-code" },
        symbols: "kernel.elf",
      },
      run: { kernel: "kernel.elf", stopAt: "kmain" },
    });
  });

  test("a variable with the compiler and words of its own", async () => {
    const root = folderOf("own-words", {
      "inc/own.h": "#define OWN 1\n",
      Makefile:
        "CC := gcc -I$(CURDIR)/inc -include own.h\nkernel.elf: kernel.o lib.o\n\tld -m elf_i386 -T k.ld -o $@ $^\n%.o: %.c\n\t$(CC) -m32 -g -c $< -o $@\n",
    });
    const { build } = project(await survey(root));
    expect(build.make).toEqual(["make", "CC={cc} -I$(CURDIR)/inc -include own.h"]);
  });

  test("a makefile whose first rule only links", async () => {
    const root = folderOf("links-first", {
      Makefile:
        "CC = gcc\nlink:\n\tld -m elf_i386 -T k.ld -o kernel.elf kernel.o lib.o\nall: kernel.o lib.o link\n%.o: %.c\n\t$(CC) -m32 -g -c $< -o $@\n",
    });
    const { build } = project(await survey(root));
    expect(build).toMatchObject({ make: ["make", "all"], symbols: "kernel.elf" });
  });

  test("a makefile that stops without a cross compiler", async () => {
    const root = folderOf("probing", {
      Makefile:
        "FOUND := $(shell command -v i686-elf-gcc)\nifeq ($(FOUND),)\n$(error no toolchain)\nendif\nCC = i686-elf-gcc\nkernel.elf: kernel.o lib.o\n\ti686-elf-ld -T k.ld -o $@ $^\n%.o: %.c\n\t$(CC) -g -c $< -o $@\n",
    });
    const { build } = project(await survey(root));
    expect(build.programs).toEqual({
      "i686-elf-gcc":
        "gcc -m32 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux -D_LIBC_LIMITS_H_ -Wl,--build-id=none -Wl,-z,noseparate-code",
      "i686-elf-ld": "ld -m elf_i386 -z noseparate-code",
    });
  });

  test("a make below that make -n does not reach is built once, if that is agreed to", async () => {
    const files = {
      Makefile: "all:\n\tcd kernel && make\n",
      "kernel/Makefile":
        "kernel.elf: k.o\n\tld -m elf_i386 -T ../k.ld -o $@ $^\nk.o: ../kernel.c\n\tgcc -m32 -g -c $< -o $@\n",
    };
    const refused = await survey(folderOf("below", files), false);
    expect(refused.units).toBe(0);
    expect(existsSync(join(base, "below/kernel/k.o"))).toBe(false);
    const found = await survey(folderOf("below", files));
    expect(found.units).toBe(1);
    expect(found.symbols).toBe("kernel/kernel.elf");
    expect(found.objects).toEqual([join(base, "below/kernel/k.o")]);
    expect(project(found).build.programs).toEqual({ gcc: "gcc" });
  });

  test("a build in three steps, and a clean that is called as the build is", async () => {
    const root = folderOf("steps", {
      "src/Makefile":
        "kernel.elf: ../kernel.c\n\tgcc -m32 -E -o k.i ../kernel.c\n\tgcc -m32 -S -o k.s k.i\n\tgcc -c -o k.o k.s\n\tld -m elf_i386 -T ../k.ld -o $@ k.o\nclean:\n\trm -f kernel.elf\n",
    });
    const command = ["make", "-C", "src", "V=1", "kernel.elf"];
    const found = await surveyKernel(root, { agree: () => Promise.resolve(false), command });
    expect(found).toMatchObject({ units: 1, entry: { name: "kmain" } });
    expect(project(found).build.clean).toEqual(["make", "-C", "src", "V=1", "clean"]);
  });

  test("what boots has a rule that does not know what it needs: made behind all else", async () => {
    const root = folderOf("image-alone", {
      "sub/Makefile":
        "kernel.elf: k.o\n\tld -m elf_i386 -T ../k.ld -o $@ $^\nk.o: ../kernel.c\n\tgcc -m32 -g -c $< -o $@\n",
      Makefile:
        "all:\n\tmake -C sub\nimage:\n\tcp sub/kernel.elf image\nrun: all\n\tqemu-system-i386 -hda image\n",
    });
    expect(project(await survey(root)).build.make).toEqual(["make", "all", "image"]);
  });

  test("entry functions behind an assembler of its own", async () => {
    const root = folderOf("assembled", {
      "kernel.c": "int screen;\nint begin(int magic)\n{\n\treturn screen = magic;\n}\n",
      "boot/head.S": "_start:\n\tcall begin\n\thlt\n",
      Makefile:
        "kernel.elf: kernel.o head.o\n\tld -m elf_i386 -T k.ld -o $@ $^\nhead.o: boot/head.S\n\tas --32 $< -o $@\n%.o: %.c\n\tgcc -m32 -c $< -o $@\n",
    });
    expect((await survey(root)).entry).toMatchObject({ name: "begin" });
  });

  test("folders that the build writes into and nobody makes", async () => {
    const root = folderOf("no-folders", {
      Makefile: "all:\n\t$(shell echo make) kernel.elf -f Makefile.in\n",
      "Makefile.in":
        "kernel.elf: out/k/kernel.o\n\tld -m elf_i386 -T k.ld -o bin/$@ $^\nout/k/%.o: %.c\n\tgcc -m32 -g -c $< -o $@\n",
    });
    const found = await survey(root);
    expect(found.units).toBe(1);
    expect(project(found).build.prepare).toEqual(["mkdir", "-p", "out/k", "bin"]);
  });

  test("a make that a signal ends says so", async () => {
    const root = folderOf("ended", { Makefile: "X := $(shell kill -SEGV $$PPID)\nall: kernel.o\n" });
    const { open } = await survey(root, false);
    expect(open[0]).toBe("the build would compile no C or C++ unit (it said: make was ended by SIGSEGV)");
  });

  test("what make does by itself is to start the kernel", async () => {
    const root = folderOf("starting", {
      Makefile:
        "run: kernel.bin\n\tVirtualBox --startvm tiny &\nkernel.bin: kernel.o\n\tld -m elf_i386 -T k.ld -o $@ $^\n%.o: %.c\n\tgcc -m32 -c $< -o $@\n",
    });
    expect(project(await survey(root)).build).toMatchObject({
      make: ["make", "kernel.bin"],
      programs: { gcc: "gcc -g" },
    });
  });
});

test("a folder that is called as a script is, and a script that is called as a folder of scripts", async () => {
  const Makefile =
    "kernel.elf: kernel.o\n\tld -m elf_i386 -T k.ld -o $@ $^\n%.o: %.c\n\tgcc -m32 -g -c $< -o $@\n";
  const inside = folderOf("folder-build", { "build/Makefile": Makefile });
  expect((await survey(inside)).open).toEqual([
    expect.stringMatching(/no makefile.*; there is one in build$/),
  ]);
  const scripted = folderOf("script-file", { Makefile, script: "#!/bin/sh\n", tools: "" });
  expect((await survey(scripted)).units).toBe(1);
});

test("a missing program and a part that was not cloned are named, with the commands that bring them", async () => {
  const root = folderOf("lacking", {
    Makefile: "all:\n\t@bximage-of-nobody image\n",
    ".gitmodules": '[submodule "lib"]\n\tpath = lib/own\n\turl = ../own.git\n',
    "build.sh": "exit 0\n",
  });
  const { open } = await survey(root, true);
  expect(open).toEqual(
    expect.arrayContaining([
      "bximage-of-nobody is not on this machine, and the build calls it: install it",
      "not cloned yet: lib/own (git submodule update --init --recursive)",
    ]),
  );
});

test("CMake: configured in .weft/build, with a launcher, its own target for QEMU", async (context) => {
  requireTool(context, "cmake");
  requireTool(context, "ninja");
  const root = folderOf("cmake", {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
project(tiny C)
add_executable(kernel.elf kernel.c lib.c)
target_compile_options(kernel.elf PRIVATE -m32 -ffreestanding -g)
target_link_options(kernel.elf PRIVATE -m32 -nostdlib -static -T \${CMAKE_SOURCE_DIR}/k.ld)
add_custom_target(run COMMAND qemu-system-i386 -kernel kernel.elf DEPENDS kernel.elf)
`,
  });
  const found = await survey(root);
  expect(found.units).toBe(2);
  expect(project(found)).toMatchObject({
    build: {
      prepare: expect.arrayContaining(["cmake", "-DCMAKE_C_COMPILER_LAUNCHER={launcher}"]),
      make: ["ninja", "-C", ".weft/build"],
      symbols: ".weft/build/kernel.elf",
    },
    run: { kernel: ".weft/build/kernel.elf", stopAt: "kmain" },
  });
});

test("CMake that can't be configured says why", async (context) => {
  requireTool(context, "cmake");
  requireTool(context, "ninja");
  const root = folderOf("no-cmake", {
    "CMakeLists.txt": 'cmake_minimum_required(VERSION 3.16)\nmessage(FATAL_ERROR "set PLATFORM first")\n',
  });
  const { units, open } = await survey(root);
  expect(units).toBe(0);
  expect(open.join()).toContain("set PLATFORM first");
});

test("CMake as it is called: options of one's own, assembler by another macro, sources that are made", async (context) => {
  requireTool(context, "cmake");
  requireTool(context, "ninja");
  const root = folderOf("called", {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
project(tiny C ASM)
if(NOT PLATFORM STREQUAL "pc")
  message(FATAL_ERROR "set PLATFORM first")
endif()
add_custom_command(OUTPUT all.c COMMAND cat \${CMAKE_SOURCE_DIR}/parts/enter.c > all.c)
add_executable(kernel.elf all.c arch/head.S)
target_link_options(kernel.elf PRIVATE -nostdlib -static -T \${CMAKE_SOURCE_DIR}/k.ld)
`,
    "parts/enter.c": "int ready;\nvoid enter(int magic)\n{\n\tready = magic;\n}\n",
    "arch/head.S":
      "#define BEGIN(name) name:\n#define END(name)\nBEGIN(_start)\n\tcall set_up\n\tjmp enter\nEND(_start)\nBEGIN(other)\n\tjmp last\nEND(other)\n",
  });
  const command = ["cmake", "-DPLATFORM=pc"];
  const look = () => surveyKernel(root, { command, agree: () => Promise.resolve(true) });
  const before = await look();
  expect(before).toMatchObject({ kind: "cmake", units: 1 });
  expect(before.entry).toBeUndefined();
  expect(project(before).build.prepare).toContain("-DPLATFORM=pc");
  writeFileSync(join(root, ".weft/build/all.c"), "void enter(int magic)\n{\n}\n");
  expect((await look()).entry).toMatchObject({ name: "enter", hasParameters: true });
});

describe("Kbuild", () => {
  const linux = (name: string, files: Readonly<Record<string, string>>) =>
    folderOf(name, { Kbuild: "", "scripts/Kconfig.include": "", "include/linux/sched.h": "", ...files });
  const ON =
    "CONFIG_X86=y\nCONFIG_PRINTK=y\nCONFIG_SERIAL_8250_CONSOLE=y\nCONFIG_DEBUG_INFO=y\nCONFIG_BINFMT_ELF=y\nCONFIG_BLK_DEV_INITRD=y\n";

  test("a configuration of one's own, with a first file system that is proposed", async () => {
    const found = await survey(linux("linux", { ".config": ON, "usr/gen_init_cpio.c": "" }));
    expect(found.open).toEqual([]);
    expect(found.files?.map(({ path }) => path)).toEqual(["initramfs/init.c", "initramfs/pack.sh"]);
    expect(project(found)).toMatchObject({
      kernelContext: "linux",
      currentThread: { expression: "current", struct: "task_struct" },
      build: {
        make: ["make", "ARCH=i386", "bzImage"],
        finish: ["sh", "initramfs/pack.sh"],
        symbols: "vmlinux",
      },
      run: { initrd: ".weft/initramfs.cpio", append: "console=ttyS0 panic=-1", stopAt: "start_kernel" },
    });
  });

  test("what moves the kernel is switched off, what the configuration lacks is named with the way to it", async () => {
    const config =
      "CONFIG_X86=y\nCONFIG_X86_64=y\nCONFIG_RANDOMIZE_BASE=y\nCONFIG_PRINTK=y\n# CONFIG_DEBUG_INFO is not set\n";
    const found = await survey(linux("bare", { ".config": config, "usr/gen_init_cpio.c": "" }));
    expect(project(found).run).toMatchObject({
      architecture: "x86_64",
      append: "console=ttyS0 nokaslr panic=-1",
    });
    expect(project(found).run.initrd).toBeUndefined();
    expect(found.open.join()).toMatch(
      /CONFIG_DEBUG_INFO is off.*scripts\/config .*-e BLK_DEV_INITRD.*olddefconfig/,
    );
  });

  test("without a configuration, or with one for another machine, nothing is proposed", async () => {
    expect((await survey(linux("none", {}))).open.join()).toContain("no .config yet");
    const arm = await survey(linux("arm", { ".config": "CONFIG_ARM=y\n" }));
    expect(arm.build).toEqual([]);
    expect(arm.open.join()).toContain("another machine than x86");
  });

  test("a file system that is built in stays the only one; the build is called as it is told", async () => {
    const root = linux("own", {
      "out/.config": `${ON}CONFIG_INITRAMFS_SOURCE="root.cpio"\n`,
      "usr/gen_init_cpio.c": "",
    });
    const command = ["make", "ARCH=i386", "O=out"];
    const found = await surveyKernel(root, { command, agree: () => Promise.resolve(true) });
    expect(project(found)).toMatchObject({
      build: { make: command, symbols: "out/vmlinux" },
      run: { kernel: "out/arch/x86/boot/bzImage" },
    });
    expect(found.files).toBeUndefined();
  });
});

test("a script: run once when that is agreed to, QEMU in another script", async () => {
  const files = {
    "build.sh":
      "#!/bin/sh\nset -e\nfor f in kernel lib; do gcc -m32 -g -c $f.c -o $f.o; done\nld -m elf_i386 -T k.ld -o kernel.elf kernel.o lib.o\n",
    "run.sh":
      '#!/bin/sh\nIMAGE=kernel.elf\nFLAGS="-m 64 -no-reboot"\n./build.sh\nexec qemu-system-i386 $FLAGS -kernel "$IMAGE" "$@"\n',
  };
  const refused = await survey(folderOf("script", files), false);
  expect(refused.units).toBe(0);
  expect(refused.open.join()).toContain("--yes");
  expect(existsSync(join(base, "script/kernel.o"))).toBe(false);
  expect(project(await survey(folderOf("script", files)))).toMatchObject({
    build: { make: ["./build.sh"], programs: { gcc: "gcc" }, symbols: "kernel.elf" },
    run: { kernel: "kernel.elf", memory: 64, stopAt: "kmain" },
  });
});

test("a script that starts what it built: named where no build is found, and weft build does not start it", async () => {
  const text =
    "gcc -m32 -g -c kernel.c -o kernel.o\nld -m elf_i386 -T k.ld -o kernel.elf kernel.o\nqemu-system-i386 -kernel kernel.elf\n";
  const root = folderOf("script-starts", { "go.sh": text });
  expect((await survey(root)).open[0]).toContain("weft init -- sh go.sh");
  const found = await surveyKernel(root, { command: ["sh", "go.sh"], agree: () => Promise.resolve(true) });
  expect(project(found)).toMatchObject({
    build: { make: ["sh", "go.sh"], programs: { gcc: "gcc", "qemu-system-i386": "true" } },
    run: { kernel: "kernel.elf" },
  });
});

test("a cross compiler's headers and size_t, in a script that lost its mode", async () => {
  const root = folderOf("freestanding", {
    "types.h": "typedef unsigned long size_t;\n",
    "kernel.c": '#include <limits.h>\n#include "types.h"\n#include <stddef.h>\nvoid kmain(void)\n{\n}\n',
    "build.sh":
      "set -e\nfor f in kernel lib; do i686-elf-gcc --sysroot=$PWD/none -ffreestanding -g -c $f.c -o $f.o; done\ni686-elf-ld -T k.ld -o kernel.elf kernel.o lib.o\n",
  });
  chmodSync(join(root, "build.sh"), 0o644);
  const found = await survey(root);
  const { build } = project(found);
  expect([found.units, found.symbols, build.make]).toEqual([2, "kernel.elf", ["sh", "build.sh"]]);
  expect(build.programs["i686-elf-gcc"]).toContain("-U__SIZE_TYPE__ -D__SIZE_TYPE__=__typeof__(0ul)");
});

test("a script of a 32-bit machine, which goes on behind what failed", async () => {
  const root = folderOf("narrow", {
    "boot.s": ".globl start\nstart: push %eax\n",
    "build.sh":
      "#!/bin/sh\nas boot.s -o boot.o\nfor f in kernel lib; do gcc -g -c $f.c -o $f.o; done\nld -T k.ld -o kernel.elf boot.o kernel.o lib.o\nexit 0\n",
  });
  const found = await survey(root);
  const { build } = project(found);
  expect(build.programs).toEqual({
    gcc: "gcc -m32 -fno-pie -fno-stack-protector",
    as: "as --32",
    ld: "ld -m elf_i386",
  });
  expect(existsSync(join(root, "kernel.elf"))).toBe(true);
});

test("a folder that another tool builds names how that is called", async () => {
  const { open } = await survey(folderOf("scons", { SConstruct: "Program('k.c')\n" }));
  expect(open[0]).toContain("it has SConstruct: weft init -- scons");
});

test("a folder without a build names those below that have one", async () => {
  const root = folderOf("above", { "src/Makefile": "all:\n" });
  const { kind, open } = await survey(root);
  expect(kind).toBe("none");
  expect(open[0]).toContain("there is one in src");
});
