/** From a clone to a woven kernel that boots and is debugged: a kernel as a stranger writes it, which never heard of Weft. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");
const root = join(mkdtempSync(join(tmpdir(), "weft init-")), "tiny");

/** Its compiler has a variable of its own name, a part has a makefile of its own, headers have no guards. */
const FILES = {
  Makefile: `KCC ?= gcc
KFLAGS = -m32 -O2 -g -ffreestanding -fno-pie -fno-stack-protector -Iinclude -Wall -Werror
OBJECTS = boot.o kernel.o lib/lib.a

all: tiny.elf
tiny.elf: $(OBJECTS) tiny.ld
	ld -m elf_i386 -T tiny.ld -o $@ boot.o kernel.o lib/lib.a
lib/lib.a: FORCE
	@$(MAKE) -C lib KCC="$(KCC)" KFLAGS="$(KFLAGS) -I../include"
FORCE:
%.o: %.c
	@echo "  CC $<"
	@$(KCC) $(KFLAGS) -c $< -o $@
boot.o: boot.S
	gcc -m32 -c $< -o $@
run: all
	qemu-system-i386 -kernel tiny.elf -m 32 -serial stdio -display none -device isa-debug-exit,iobase=0xf4
clean:
	rm -f *.o *.elf lib/*.o lib/*.a
`,
  "lib/Makefile": "lib.a: serial.o\n\tar rcs $@ $^\n%.o: %.c\n\t@$(KCC) $(KFLAGS) -c $< -o $@\n",
  "lib/serial.c":
    '#include "serial.h"\nstatic void outb(unsigned short port, char value) { __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port)); }\nvoid say(const char *text)\n{\n\twhile (*text)\n\t\toutb(0x3f8, *text++);\n}\n',
  "include/serial.h": "void say(const char *text);\n",
  "kernel.c":
    '#include "serial.h"\nint boots;\n\nvoid kmain(void)\n{\n\tboots++;\n\tsay("tiny is up\\n");\n\tfor (;;)\n\t\t__asm__ volatile("hlt");\n}\n',
  "boot.S":
    '.section .multiboot, "a"\n.long 0x1badb002, 0, -0x1badb002\n.text\n.globl _start\n_start:\n mov $stack, %esp\n call kmain\n.bss\n.space 8192\nstack:\n',
  "tiny.ld":
    "ENTRY(_start)\nSECTIONS { . = 1M; .multiboot : { *(.multiboot) } .text : { *(.text*) } .rodata : { *(.rodata*) } .data : { *(.data*) } .bss : { *(.bss*) *(COMMON) } }\n",
};

function weft(...words: string[]) {
  const run = spawnSync(launcher, words, { cwd: root, encoding: "utf8", timeout: 120_000 });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

beforeEach((context) => {
  requireTool(context, "qemu-system-i386");
  requireTool(context, "gdb");
});
beforeAll(() => {
  makeBundles("weft");
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
});
afterAll(() => rmSync(dirname(root), { recursive: true, force: true }));

test("what is proposed comes with reasons, and nothing is written", () => {
  const { code, out, err } = weft("init", "--json");
  expect(code, err).toBe(0);
  const { settings, units, text } = JSON.parse(out);
  expect(units).toBe(2);
  expect(JSON.parse(text)).toEqual({
    name: "tiny",
    aspects: ["aspects/*.ah"],
    build: {
      make: ["make", "tiny.elf", "KCC={cc}"],
      clean: ["make", "clean"],
      image: "tiny.elf",
      symbols: "tiny.elf",
    },
    run: {
      kernel: "tiny.elf",
      memory: 32,
      arguments: ["-device", "isa-debug-exit,iobase=0xf4"],
      stopAt: "kmain",
    },
  });
  for (const { because } of settings) expect(because).not.toBe("");
  expect(existsSync(join(root, "weft.json"))).toBe(false);
});

test("without a terminal nothing of the folder is run unasked", () => {
  const { code, err } = weft("init");
  expect(code).toBe(2);
  expect(err).toContain("make -n");
});

test("one command: woven, booted, stopped in by GDB", () => {
  const { code, out, err } = weft("init", "--yes");
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/^ok +build: 2 units, 1 woven$/m);
  expect(out).toMatch(/^ok +boot: its first line is "tiny is up"$/m);
  expect(out).toMatch(/^ok +debug: .*kmain/m);
  expect(weft("effects", "kernel.c").out).toContain("FirstSteps: before execution of kmain");
  expect(weft("doctor").code).toBe(0);
});

test("a project stays as it is", () => {
  const before = readFileSync(join(root, "weft.json"), "utf8");
  const { code, err } = weft("init", "--yes");
  expect(code).toBe(1);
  expect(err).toContain("exists already");
  expect(readFileSync(join(root, "weft.json"), "utf8")).toBe(before);
});

test("who is at fault is told: a kernel that does not compile, a folder without a build", () => {
  rmSync(join(root, "weft.json"));
  writeFileSync(join(root, "kernel.c"), `${FILES["kernel.c"]}int broken(void) { return nothing; }\n`);
  const broken = weft("init", "--yes");
  expect(broken.code).toBe(1);
  expect(broken.out).toContain("it does not build without aspects either");
  const empty = mkdtempSync(join(root, "empty-"));
  const none = weft("init", "--yes", empty);
  expect(none.code).toBe(1);
  expect(none.err).toContain("has no makefile");
  expect(existsSync(join(empty, "weft.json"))).toBe(false);
});

/** What its own build makes, without a word of Weft in it. */
function kernelFolder(name: string, files: Readonly<Record<string, string>>): string {
  const folder = join(dirname(root), name);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text, { mode: file.endsWith(".sh") ? 0o755 : 0o644 });
  }
  return folder;
}

const COMMON = {
  "kernel.c": FILES["kernel.c"],
  "serial.c": FILES["lib/serial.c"],
  "serial.h": FILES["include/serial.h"],
  "boot.S": FILES["boot.S"],
  "tiny.ld": FILES["tiny.ld"],
};

test("CMake: configured aside, woven through launchers, booted, stopped in", (context) => {
  requireTool(context, "cmake");
  requireTool(context, "ninja");
  const folder = kernelFolder("with cmake", {
    ...COMMON,
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
project(tiny C ASM)
add_executable(tiny.elf boot.S kernel.c serial.c)
target_compile_options(tiny.elf PRIVATE -m32 -O2 -g -ffreestanding -fno-pie -fno-stack-protector)
target_link_options(tiny.elf PRIVATE -m32 -nostdlib -static -no-pie -T \${CMAKE_SOURCE_DIR}/tiny.ld)
add_custom_target(run COMMAND qemu-system-i386 -kernel tiny.elf DEPENDS tiny.elf)
`,
  });
  const { code, out, err } = weft("init", "--yes", folder);
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/^ok +build: 2 units, 1 woven$/m);
  expect(out).toMatch(/^ok +boot: its first line is "tiny is up"$/m);
  expect(out).toMatch(/^ok +debug: .*kmain/m);
  expect(weft("effects", join(folder, "kernel.c")).out).toContain("FirstSteps: before execution of kmain");
  const again = weft("build", folder, "--without-aspects");
  expect(again.code, again.err).toBe(0);
  expect(weft("build", folder).out).toMatch(/2 units: 1 woven/);
  // What is configured aside survives.
  expect(weft("build", "--clean", folder).out).toMatch(/2 units: 1 woven/);
});

test("CMake that wants its platform first and makes its only source: woven once that is there", (context) => {
  requireTool(context, "cmake");
  requireTool(context, "ninja");
  const folder = kernelFolder("all in one", {
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.16)
if(NOT PLATFORM STREQUAL "pc")
  message(FATAL_ERROR "set PLATFORM first")
endif()
project(tiny C ASM)
add_custom_command(OUTPUT all.c COMMAND cat \${CMAKE_SOURCE_DIR}/parts/serial.c \${CMAKE_SOURCE_DIR}/parts/kernel.c > all.c)
add_executable(tiny.elf boot.S all.c)
target_compile_options(tiny.elf PRIVATE -m32 -O2 -g -ffreestanding -fno-pie -fno-stack-protector -I\${CMAKE_SOURCE_DIR})
target_link_options(tiny.elf PRIVATE -m32 -nostdlib -static -no-pie -T \${CMAKE_SOURCE_DIR}/tiny.ld)
`,
    "parts/kernel.c": COMMON["kernel.c"],
    "parts/serial.c": COMMON["serial.c"],
    ...{ "serial.h": COMMON["serial.h"], "boot.S": COMMON["boot.S"], "tiny.ld": COMMON["tiny.ld"] },
  });
  const asked = weft("init", "--json", folder);
  expect(asked.err + asked.out).toContain("set PLATFORM first");
  const { code, out, err } = weft("init", "--yes", folder, "--", "cmake", "-DPLATFORM=pc");
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/^ok +build: 1 units, 1 woven$/m);
  expect(out).toMatch(/^ok +boot: its first line is "tiny is up"$/m);
  expect(out).toMatch(/^ok +debug: .*kmain/m);
});

test("a disk that no rule makes: what the kernel's own papers say of it is told where it does not boot", () => {
  const folder = kernelFolder("with a disk", {
    ...COMMON,
    // Nothing else that QEMU could load it by.
    "boot.S": FILES["boot.S"].replace(/^\.section \.multiboot[\s\S]*?(?=\.text)/, ""),
    "README.md": "# tiny\n\n    make\n    make disk\n    make run\n",
    Makefile: `all: tiny.elf
tiny.elf: kernel.o serial.o boot.o
	ld -m elf_i386 -T tiny.ld -o $@ boot.o kernel.o serial.o
%.o: %.c
	$(CC) -m32 -O2 -g -ffreestanding -fno-pie -fno-stack-protector -c $< -o $@
boot.o: boot.S
	gcc -m32 -c $< -o $@
disk:
	dd if=/dev/zero of=root.img bs=64k count=1
run: all
	qemu-system-i386 -serial stdio -drive file=root.img,format=raw
`,
  });
  const first = weft("init", "--yes", folder);
  expect(first.code, first.out + first.err).toBe(1);
  expect(first.out).toMatch(/^failed +boot: .*root\.img/m);
  expect(first.out).toContain("make disk (README.md:4)");
});

const PLAIN_MAKE = `all: tiny.elf
tiny.elf: kernel.o serial.o boot.o
	ld -m elf_i386 -T tiny.ld -o $@ boot.o kernel.o serial.o
%.o: %.c
	$(CC) -m32 -O2 -g -ffreestanding -fno-pie -fno-stack-protector -c $< -o $@
boot.o: boot.S
	gcc -m32 -c $< -o $@
`;

test.each([
  ["the debug port", "-debugcon stdio -display none"],
  [
    "a character device of its makefile's",
    "-chardev stdio,id=out,mux=on -serial chardev:out -mon chardev=out -device isa-debugcon,iobase=0xe9,chardev=out",
  ],
])("a kernel that prints on %s boots, and is debugged", (where, words) => {
  const folder = kernelFolder(`prints on ${where}`, {
    ...COMMON,
    "serial.c": FILES["lib/serial.c"].replace("0x3f8", "0xe9"),
    Makefile: `${PLAIN_MAKE}run: all\n\tqemu-system-i386 -kernel tiny.elf ${words}\n`,
  });
  const { code, out, err } = weft("init", "--yes", folder);
  expect(code, out + err).toBe(0);
  expect(out).toMatch(/^ok +boot: its first line is "tiny is up"/m);
  expect(out).toMatch(/^ok +debug: kmain /m);
});

test.each([
  ["alone", "kernel_main", "kboot"],
  ["too", "kmain", "kmain"],
])("a test that is compiled beside the kernel has the name of an entry (%s)", (who, its, own) => {
  const folder = kernelFolder(`with a test ${who}`, {
    ...COMMON,
    "kernel.c": FILES["kernel.c"].replace("kmain", own),
    "boot.S": FILES["boot.S"].replace("kmain", own),
    "a-test.c": `int ${its}(void)\n{\n\treturn 0;\n}\n`,
    Makefile: `${PLAIN_MAKE.replace("tiny.elf:", "tiny.elf: a-test.o")}run: all\n\tqemu-system-i386 -kernel tiny.elf -serial stdio\n`,
  });
  const { code, out, err } = weft("init", "--yes", folder);
  expect(code, out + err).toBe(0);
  expect(out).toContain(`(kernel.c): ${its} of a-test.c is not in tiny.elf`);
  expect(JSON.parse(readFileSync(join(folder, "weft.json"), "utf8")).run.stopAt).toBe(own);
  const aspect = readFileSync(join(folder, "aspects/first-steps.ah"), "utf8");
  expect(aspect).toContain(`execution("% ${own}()"${who === "too" ? ' && file("kernel.c")' : ""})`);
  expect(out).toMatch(new RegExp(`^ok +debug: ${own} \\(\\) at .*first-steps\\.ah:7$`, "m"));
});

test("a boot image that can't be made, for want of a program: which, and by which command it comes", () => {
  const folder = kernelFolder("for GRUB", {
    ...COMMON,
    "boot.S": FILES["boot.S"].replace(
      ".long 0x1badb002, 0, -0x1badb002",
      ".balign 8\n.long 0xe85250d6, 0, 24, -(0xe85250d6 + 24)\n.short 0, 0\n.long 8",
    ),
    "bin/grub-mkrescue": "#!/bin/sh\necho 'sh: 1: grub-mkrescue: not found' >&2\nexit 127\n",
    Makefile: PLAIN_MAKE,
  });
  chmodSync(join(folder, "bin/grub-mkrescue"), 0o755);
  const env = { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}` };
  const { status, stdout } = spawnSync(launcher, ["init", "--yes", folder], {
    cwd: root,
    encoding: "utf8",
    env,
  });
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(
    /^failed +boot: \.weft\/boot\.iso was not made: grub-mkrescue is not on this machine: install it .*grub-pc-bin/m,
  );
  expect(stdout).not.toContain("debug:");
  expect(stdout).toContain("Next: put right what failed, then weft build");
});

test("a kernel whose start leads nowhere that is read, beside a program with a main", () => {
  const folder = kernelFolder("with a program", {
    ...COMMON,
    "kernel.c": FILES["kernel.c"].replace("kmain", "begin"),
    "boot.S": FILES["boot.S"].replace(
      " call kmain",
      " mov table, %eax\n call *%eax\n.data\ntable: .long begin",
    ),
    "user.c": "int main(void)\n{\n\treturn 0;\n}\n",
    Makefile: PLAIN_MAKE.replace("all: tiny.elf", "all: tiny.elf user.o"),
  });
  const { code, out, err } = weft("init", "--yes", folder);
  expect(code, out + err).toBe(1);
  expect(out).toMatch(
    /^failed +build: 3 units, 1 woven, but main \(user\.c\), where the kernel's C code was taken to begin, is not in tiny\.elf/m,
  );
});

test("a script with an old compiler's habits: told to today's compiler, tried again, no rule starts QEMU", () => {
  const folder = kernelFolder("by script", {
    ...COMMON,
    "serial.h": `${FILES["include/serial.h"]}int shared;\n`,
    "build.sh": `#!/bin/sh
set -e
for f in kernel serial; do i686-elf-gcc -O2 -ffreestanding -Wall -Werror -c $f.c -o $f.o; done
i686-elf-gcc -c boot.S -o boot.o
i686-elf-ld -T tiny.ld -o tiny.elf boot.o kernel.o serial.o
`,
  });
  const { code, out, err } = weft("init", "--yes", "--json", folder);
  expect(code, out + err).toBe(0);
  const { text, tried, built } = JSON.parse(out);
  expect(JSON.parse(text)).toMatchObject({
    build: {
      make: ["./build.sh"],
      programs: {
        "i686-elf-gcc":
          "gcc -m32 -fno-pie -no-pie -fno-stack-protector -U__linux__ -Ulinux -D_LIBC_LIMITS_H_ -Wl,--build-id=none -Wl,-z,noseparate-code -fcommon -g",
        "i686-elf-ld": "ld -m elf_i386 -z noseparate-code",
      },
    },
    run: { kernel: "tiny.elf", stopAt: "kmain" },
  });
  expect(built).toMatchObject({ total: 2, woven: 1 });
  expect(tried.map(({ what, fine }: { what: string; fine: boolean }) => [what, fine])).toEqual([
    ["build", true],
    ["boot", true],
    ["debug", true],
  ]);
});
