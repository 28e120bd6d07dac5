/** Kernels of a few lines with a guard: what is listed, checked and built says the same, of assembly files too. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, run, weft as weftIn } from "../test/weft-process.js";

beforeAll(() => void bundle());

const UNIT = `#include <stdio.h>
#include "mode.h"
struct mode M, *m = &M;
int work(int x) { if (m->on == 0) return 0; return 1; }
int work_off_plugged(int x);
static int slow(void) { for (int i = 0; i < 5000; i++) work_off_plugged(i); return 1; }
int main(void) { m->on = slow(); printf("on=%d plugged=%d\\n", m->on, work_off_plugged(1)); }
`;
const GUARD = "optimistic guard struct mode { on } protects work_off replug boolean";

const SPEC = `specialize work as work_off { m->on == 0; }\n${GUARD};\n`;

function project(more: { readonly [file: string]: string }, flags = "-m32"): string {
  const words = JSON.stringify(flags.split(" ").filter((word) => word !== ""));
  const launcher = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`;
  const folder = folderWith({
    weft: launcher,
    "mode.h": "struct mode { int on; };\n",
    "a.c": UNIT,
    "a.spec": SPEC,
    Makefile: `CC = gcc\nOBJECTS = $(patsubst %.c,%.o,$(wildcard *.c)) $(patsubst %.S,%.o,$(wildcard *.S))\na: $(OBJECTS)\n\t$(CC) ${flags} -no-pie $(OBJECTS) -o a\n%.o: %.c\n\t$(CC) ${flags} -O2 -fno-pie -c $< -o $@\n%.o: %.S\n\t$(CC) ${flags} -c $< -o $@\n`,
    "weft.json": `{ "name": "small", "language": "c", "specializations": ["*.spec"], "commands": { "compiler": "gcc", "flags": ${words}, "files": ["*.c"] }, "build": { "make": ["make"], "image": "a" } }`,
    ...more,
  });
  run(folder, ["chmod", "+x", "weft"]);
  return folder;
}

const weft = (folder: string, words: readonly string[]) =>
  weftIn(folder, words, { environment: { WEFT_LAUNCHERS: folder, WEFT_RESIDENT: "off" } });

const COMMANDS = [["build"], ["check"], ["guards"]] as const;

/** What all three say, which must be the same words, and end alike. */
function said(folder: string): string {
  const all = COMMANDS.map((words) => {
    const { code, err } = weft(folder, words);
    const errors = err.split("\n").filter((line) => line.includes("error[weft/guards/"));
    return `${code} ${[...new Set(errors)].join("\n").replaceAll(`${folder}/`, "")}`;
  });
  expect(new Set(all).size, all.join("\n")).toBe(1);
  return all[0] ?? "";
}

test("a processor for which nothing is plugged is told at the guard", () => {
  expect(said(project({}, ""))).toMatch(
    /^1 a\.spec:2:1: error\[weft\/guards\/processor\]: guards are made for 32-bit x86 alone, and .*a\.c is compiled for \w+\./,
  );
});

test("so is code of 16 bits, whose assembler does not reach what is plugged", () => {
  expect(said(project({}, "-m16 -ffreestanding"))).toMatch(
    /^1 a\.spec:2:1: error\[weft\/guards\/processor\]: .*a\.c is compiled for 16 bits \(-m16\)\./,
  );
});

const runs = (folder: string) => {
  const { code, err } = weft(folder, ["build"]);
  expect(code, err).toBe(0);
  return execFileSync(join(folder, "a"), { encoding: "utf8", timeout: 10_000 });
};

test.each([
  ["an epoch", "unsigned long weft_epoch(void) { static unsigned long epoch; return epoch += 2; }"],
  ["an epoch, by the macro", "#define WEFT_EPOCH\nunsigned long weft_epoch(void) { return 4; }"],
  ["a way to write code", "void weft_write_text(int *at, int value) { *(volatile int *)at = value; }"],
])("the unit that is specialized may define it: %s", (_, text) => {
  expect(runs(project({ "a.c": `${text}\n${UNIT}` }))).toBe("on=1 plugged=1\n");
});

test("a file of declarations that can't be read, or is mistaken, is built by nobody", () => {
  const told = (words: readonly string[], folder: string) => {
    const { code, err } = weft(folder, words);
    expect(code, words.join(" ")).toBe(1);
    return err;
  };
  const unread = project({});
  run(unread, ["ln", "-s", "/proc/self/mem", "b.spec"]);
  const mistaken = project({ "b.spec": SPEC.replace("boolean", "booleen").replace(/^.*\n/, "") });
  for (const words of COMMANDS) {
    expect(told(words, unread)).toContain("b.spec can't be read: ");
    expect(told(words, mistaken)).toContain("b.spec:1:1: error[weft/specialize/declaration]: replug booleen");
  }
  expect(told(["cc", "--", "gcc", "-m32", "-c", "a.c"], unread)).toContain("b.spec can't be read: ");
});

test("a pattern that finds no file of declarations is told", () => {
  const folder = project({});
  run(folder, ["mv", "a.spec", "b.json"]);
  expect(weft(folder, ["check"]).err).toMatch(
    /weft\.json:1:\d+: warning\[weft\/project\/no-specializations\]: no file matches "\*\.spec"/,
  );
});

const assembly = (code: string) => `\t.text\n\t.globl enter\nenter:\n${code}\n\tret\n`;

test("assembly that names an object is told", () => {
  expect(said(project({ "enter.S": assembly("\tmovl $1, M # the mode") }))).toBe(
    '1 enter.S:4:11: error[weft/guards/alias]: mode.on may be written by another name: assembly names M. Write it by its name. Where it is known that nothing is written, say so in the declaration: harmless enter because "…", or aliases told because "…" for all of them.',
  );
});

test("assembly that is let go is listed as not read; what tools made of C is none", () => {
  const spec = `specialize work as work_off { m->on == 0; }\n${GUARD} harmless enter because "it only looks";\n`;
  const made = {
    "a.asm": "\na.o:     file format elf32-i386\n\n 0:\tmovl   $0x1,0x0\n\t\t\t6: R_386_32\tM\n",
    "a.s": '\t.file\t"a.c"\n\t.text\nmain:\n\tmovl\t$1, M\n',
  };
  const folder = project({ ...made, "enter.S": assembly("\tcmpl $1, M"), "a.spec": spec });
  expect(said(folder)).toBe("0 ");
  const { out } = weft(folder, ["guards", "--json"]);
  expect(JSON.parse(out).assembly).toEqual([join(folder, "enter.S")]);
});

const BESIDE =
  "struct mode { int on; int beside; };\nextern int *kept, *table[4]; struct list { struct list *next; int *first; }; struct ops { void (*hand)(int *); }; extern const struct ops *ops; extern struct list *list; void take(int *), more(int, ...), hand(int *); int *give(void);\n";
const GIVES: readonly (readonly [string, string, string])[] = [
  [
    "kept = &m->beside;",
    "void f(void) { kept[-1] = 1; }",
    "kept keeps its address; in b.c; kept keeps its address",
  ],
  [
    "take(&m->beside);",
    "void take(int *p) { p[-1] = 1; }",
    "it is argument 1 of take; in b.c; it is argument 1 of take (p)",
  ],
  [
    "table[1] = &m->beside;",
    "void f(int i) { *(table[i] - 1) = 1; }",
    "table keeps what leads to it; in b.c; table keeps what leads to it",
  ],
  [
    "list->first = &m->beside;",
    "void f(void) { for (struct list *l = list; l; l = l->next) l->first[-1] = 1; }",
    "first keeps its address; in b.c; first keeps its address",
  ],
  [
    "hand(&m->beside);",
    "void hand(int *p) { kept = p; } void f(void) { int *q = kept; *--q = 1; }",
    "it is argument 1 of hand; in b.c; it is argument 1 of hand (p); kept keeps its address; q keeps its address",
  ],
  [
    "ops->hand(&m->beside);",
    "static void behind(int *p) { p[-1] = 1; } const struct ops own = { behind }, *ops = &own;",
    "it is argument 1 of what a pointer leads to; in b.c; it is argument 1 of behind (p)",
  ],
  [
    "take(&m->beside);",
    'static void real(int *p) { p[-1] = 1; } void take(int *) __attribute__((alias("real")));',
    "it is argument 1 of take; in b.c; it is argument 1 of real (p)",
  ],
];

test.each(GIVES)(
  "a neighbour's address that another unit reckons with is told: %s",
  (gives, takes, chain) => {
    const folder = project({
      "mode.h": BESIDE,
      "a.c": UNIT.replace("m->on = slow();", `$& ${gives}`),
      "b.c": `#include "mode.h"\nint *kept, *table[4]; struct list one, *list = &one; ${takes}\n`,
      ...(takes.includes("void take") ? {} : { "c.c": `#include "mode.h"\nvoid take(int *p) { *p = 1; }\n` }),
    });
    expect(said(folder)).toContain(
      `error[weft/guards/alias]: mode.on may be written by another name: beside stands beside it; ${chain}; its address is reckoned with.`,
    );
  },
);

test("of hundreds of units also one is asked whose own file does not say the name", () => {
  const filling = Array.from({ length: 200 }, (_, n) => [`fill${n}.c`, `int fill${n};\n`] as const);
  const folder = project({
    ...Object.fromEntries(filling),
    "mode.h": BESIDE,
    "a.c": UNIT.replace("m->on = slow();", "$& take(&m->beside);"),
    "make.h": "#define MAKE(x) void ta##x(int *p) { p[-1] = 1; }\n",
    "b.c": '#include "make.h"\nMAKE(ke)\n',
  });
  const { code, err } = weft(folder, ["guards"]);
  expect(code).toBe(1);
  expect(err).toContain("it is argument 1 of take; in b.c; it is argument 1 of take (p); its address is");
});

const FAR = {
  "mode.h": BESIDE,
  "a.c": UNIT.replace("m->on = slow();", "$& take(&m->beside);"),
  "b.c": '#include "mode.h"\nint *kept; void take(int *p) { hand(p); }\n',
};

test.each([
  ["is only followed", "void hand(int *p) { *p = 1; kept = p; }", "0 "],
  [
    "is reckoned with",
    "void hand(int *p) { *p = 1; kept = p; } void f(void) { kept[-1] = 1; }",
    "in b.c; it is argument 1 of take (p); it is argument 1 of hand; in c.c; it is argument 1 of hand (p); kept keeps its address",
  ],
])("through two units, where it %s", (_, text, expected) => {
  expect(said(project({ ...FAR, "c.c": `#include "mode.h"\n${text}\n` }))).toContain(expected);
});

test("text that is printed, and what a function takes as const, is followed nowhere", () => {
  const folder = project({
    "mode.h":
      "struct mode { int on; char name[8]; int beside; };\nvoid say(const char *, ...) __attribute__((format(printf, 1, 2))); void look(const int *), log_text(const char *, ...);\n",
    "a.c": UNIT.replace(
      "m->on = slow();",
      '$& say("%s %p", m->name, &m->beside); look(&m->beside); log_text("", m->name);',
    ),
    "b.c":
      '#include "mode.h"\nvoid say(const char *a, ...) {} void look(const int *p) { (void)p[-1]; } void log_text(const char *a, ...) {}\n',
  });
  expect(said(folder)).toBe("0 ");
});
