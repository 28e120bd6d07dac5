import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeTrace } from "./build-trace.js";
import { type EntryFunction, findEntry } from "./entry-function.js";
import { firstAspect } from "./proposal.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-entry-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function entryOf(files: Record<string, string>, link: readonly string[] = []): string | undefined {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const sources = Object.keys(files).filter((name) => name.endsWith(".c"));
  const compiles = sources.map((file) => ({ directory: folder, file }));
  const { trace, add } = writeTrace();
  add(["ld", "-o", "kernel.elf", ...link, "a.o"], folder);
  return findEntry({ compiles: compiles as never, assembled: [], links: trace.links })?.name;
}

test("what the first instruction's code goes to by a register; no label of a program's start", () => {
  const files = {
    "entry.S": "entry:\n  movl $(stack + 4096), %esp\n  mov $main, %eax\n  jmp *%eax\n",
    "initcode.S": "start:\n  pushl $argv\n  int $64\nexit:\n  movl $2, %eax\n  int $64\n  jmp exit\n",
    "main.c": "int main(void)\n{\n  return 0;\n}\n",
    "proc.c": "void exit(void)\n{\n}\n",
  };
  expect(entryOf(files)).toBe("main");
});

test.each([
  ["-T", "kernel.ld"],
  ["-Tkernel.ld"],
  ["--script=kernel.ld"],
  ["-e", "first_code", "-Ttext=0x100000"],
  ["-Wl,-T,kernel.ld"],
])("the linker says where the kernel's first instruction is: %j %j", (...link) => {
  const files = {
    "kernel.ld": "/* ENTRY(start) */\nENTRY(first_code)\nSECTIONS { }\n",
    "kernel.S": "_ENTRY(first_code)\n  xorl %ebp, %ebp\n  ljmp $KERN_CODE_SEG, $init\n",
    "loader.S": "start:\n  call load\n",
    "a.c": "void load(void) {}\nvoid init(void) {}\n",
  };
  expect(entryOf(files, link)).toBe("init");
});

test("an address that is loaded and never gone to is none", () => {
  const files = {
    "start.S": "start:\n  mov $table, %eax\n  call begin\n",
    "k.c": "void table(void) {}\nvoid begin(void) {}\n",
  };
  expect(entryOf(files)).toBe("begin");
});

test.each([
  "void main(void) /* never returns */\n{\n}\n",
  "void main(void) // never returns\n{\n}\n",
  'void __attribute__((noreturn, section(".init"))) main(void)\n{\n}\n',
])("words around the entry's header hide nothing: %j", (text) => {
  expect(entryOf({ "main.c": text })).toBe("main");
});

test("what only a comment defines is no entry", () => {
  expect(entryOf({ "main.c": "/*\nvoid kmain(void) {\n}\n*/\nint f(void) { return 0; }\n" })).toBeUndefined();
});

test("a kernel without assembler begins at _start", () => {
  expect(entryOf({ "boot.c": "void _start(void) { for (;;); }\n" })).toBe("_start");
});

test("the first aspect is the kernel's alone where programs have a function of that name", () => {
  for (const [name, text] of Object.entries({
    "main.c": "int main(void) { return 0; }\n",
    "sh.c": "int main(void) { return 1; }\n",
  }))
    writeFileSync(join(folder, name), text);
  const compiles = ["main.c", "sh.c"].map((file) => ({ directory: folder, file }));
  const shared = findEntry({ compiles: compiles as never, assembled: [], links: [] });
  expect(shared).toMatchObject({ file: join(folder, "main.c"), isShared: true });
  expect(firstAspect(shared as EntryFunction, folder)).toContain('execution("% main()" && file("main.c"))');
  const alone = findEntry({ compiles: compiles.slice(0, 1) as never, assembled: [], links: [] });
  expect(firstAspect(alone as EntryFunction, folder)).toContain('execution("% main()")');
});
