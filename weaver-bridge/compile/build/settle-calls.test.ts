/** `weft build` and `cflow`: what the calls of the whole program decide costs nothing, and is decided anew with them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

const ASPECT = `aspect Watch {
  int seen;
  advice execution("% leaf(...)") && cflow(execution("% gate(...)")) : before() { extern int hits; hits++; }
};
`;
const SOURCES = {
  "main.c":
    '#include <stdio.h>\nint hits;\nvoid gate(void), other(void);\nint main(void) { gate(); other(); printf("%d\\n", hits); return 0; }\n',
  "gate.c": "void middle(void);\nvoid gate(void) { middle(); }\n",
  "middle.c": "void leaf(void);\nvoid middle(void) { leaf(); }\n",
  "leaf.c": "void leaf(void) {}\n",
  "other.c": "void other(void) {}\n",
};

const UNITS = ["main", "gate", "middle", "leaf", "other"];

beforeAll(() => void bundle());

function project(more: Record<string, string> = {}, objects = "main.o gate.o middle.o leaf.o other.o") {
  const folder = folderWith({
    "weft.json":
      '{ "name": "tiny", "aspects": ["*.ah"], "build": { "make": ["make"], "image": "program" } }\n',
    "watch.ah": ASPECT,
    ...SOURCES,
    Makefile: `program: ${objects}\n\t$(CC) $^ -o $@\n%.o: %.c $(wildcard *.ah weft.json)\n\t$(CC) -O1 -c $< -o $@\n`,
    weft: `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`,
    ...more,
  });
  run(folder, ["chmod", "+x", "weft"]);
  return folder;
}

/** What was compiled in each round of make, the objects with a counter, and what the program prints. */
function build(folder: string, environment: NodeJS.ProcessEnv = {}) {
  const settings = { environment: { WEFT_LAUNCHERS: folder, ...environment } };
  const { code, out, err } = weft(folder, ["build", "-j", "1"], settings);
  const compiled = [...out.matchAll(/ -c (\w+\.c) /g)].map(([, unit]) => unit);
  const counting = ["main", "gate", "middle", "leaf", "other"].filter((name) =>
    /cflow/i.test(run(folder, ["nm", `${name}.o`]).out),
  );
  const printed = run(folder, [join(folder, "program")]).out.trim();
  return { code, compiled, counting, printed, ...(code === 0 ? {} : { err }) };
}

const write = (folder: string, file: string, text: string) => writeFileSync(join(folder, file), text);

describe("calls of the whole program", () => {
  test("a function that runs only inside is woven without a counter", () => {
    const folder = project();
    expect(build(folder)).toMatchObject({ code: 0, counting: [], printed: "1" });
    expect(build(folder)).toMatchObject({ compiled: [], counting: [], printed: "1" });
  });

  test("a new call from outside brings the counter into the units that need it, and only there", () => {
    const folder = project();
    build(folder);
    write(folder, "other.c", "void leaf(void);\nvoid other(void) { leaf(); }\n");
    expect(build(folder)).toEqual({
      code: 0,
      compiled: ["other.c", "gate.c", "leaf.c"],
      counting: ["gate", "leaf"],
      printed: "1",
    });
    write(folder, "other.c", SOURCES["other.c"]);
    expect(build(folder)).toMatchObject({ counting: [], printed: "1" });
  });

  test("programs that are not the project's image are linked again as well, also from secondary objects", () => {
    const objects = "main.o gate.o middle.o leaf.o other.o";
    const folder = project({
      Makefile: `all: second program\n.SECONDARY:\nprogram second: ${objects}\n\t$(CC) $^ -o $@\n%.o: %.c $(wildcard *.ah weft.json)\n\t$(CC) -O1 -c $< -o $@\n`,
    });
    const linked = () => run(folder, ["nm", "second"]).out.includes("cflow");
    expect(build(folder).code).toBe(0);
    expect(linked()).toBe(false);
    write(folder, "other.c", "void leaf(void);\nvoid other(void) { leaf(); }\n");
    expect(build(folder).counting).toEqual(["gate", "leaf"]);
    expect(linked()).toBe(true);
    expect(run(folder, ["make", "-q", "CC=false"]).code).toBe(0);
  });

  test("objects that make knows nothing of, made in the recipe of an archive, are made anew", () => {
    const compiles = UNITS.map((unit) => `\t$(CC) -O1 -c ${unit}.c -o ${unit}.o\n`).join("");
    const folder = project({
      Makefile: `program: all.a\n\t$(CC) -o $@ all.a\nall.a: $(wildcard *.c)\n${compiles}\tar rcs $@ *.o\n`,
      "weft.json": '{ "name": "tiny", "aspects": ["*.ah"], "build": { "make": ["make", "program"] } }\n',
    });
    expect(build(folder)).toMatchObject({ code: 0, counting: [], printed: "1" });
  });

  test("a function that never runs inside gets no advice", () => {
    const folder = project({
      "middle.c": "void middle(void) {}\n",
      "other.c": "void leaf(void);\nvoid other(void) { leaf(); }\n",
    });
    expect(build(folder)).toMatchObject({ code: 0, counting: [], printed: "0" });
    expect(run(folder, ["nm", "-u", "leaf.o"]).out).not.toContain("hits");
  });
});

describe("what could call without being seen leaves it to the running program", () => {
  const reached: Record<string, Record<string, string>> = {
    "a table of functions in another unit": {
      "other.c":
        "void leaf(void);\nstatic void (*const table[])(void) = { leaf };\nvoid other(void) { void (*volatile f)(void) = table[0]; f(); }\n",
    },
    "assembler in a unit": {
      "other.c":
        'void other(void) { __asm__ volatile("sub $136, %%rsp\\n\\tcall leaf\\n\\tadd $136, %%rsp" ::: "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory"); }\n',
    },
    "an attribute": {
      "other.c":
        "void leaf(void);\nstatic void undo(int *p) { (void)p; }\nvoid other(void) { int x __attribute__((cleanup(undo))) = 0; (void)x; extern void again(void); again(); }\n",
      "leaf.c": 'void leaf(void) {}\nvoid again(void) __attribute__((alias("leaf")));\n',
    },
  };
  for (const [name, more] of Object.entries(reached))
    test(name, () =>
      expect(build(project(more))).toMatchObject({ code: 0, counting: ["gate", "leaf"], printed: "1" }),
    );

  test("an assembler file", () => {
    const folder = project(
      {
        "other.c": "void jump(void);\nvoid other(void) { jump(); }\n",
        "jump.S":
          '.globl jump\njump:\n\tsub $8, %rsp\n\tcall leaf\n\tadd $8, %rsp\n\tret\n.section .note.GNU-stack,"",@progbits\n',
      },
      "main.o gate.o middle.o leaf.o other.o jump.o",
    );
    expect(build(folder)).toMatchObject({ code: 0, counting: ["gate", "leaf"], printed: "1" });
  });

  test("an object of another compiler", () => {
    const folder = project(
      {
        "other.c": "void jump(void);\nvoid other(void) { jump(); }\n",
        "jump.txt": "void leaf(void);\nvoid jump(void) { leaf(); }\n",
      },
      "main.o gate.o middle.o leaf.o other.o jump.o",
    );
    run(folder, ["gcc", "-x", "c", "-c", "jump.txt", "-o", "jump.o"]);
    expect(build(folder)).toMatchObject({ code: 0, counting: ["gate", "leaf"], printed: "1" });
  });

  test("a unit that could not be read", () => {
    const folder = project();
    expect(build(folder, { WEFT_LIBCLANG: "/nonexistent" })).toMatchObject({ code: 1, printed: "0" });
    expect(build(folder)).toMatchObject({ code: 0, counting: [], printed: "1" });
  });
});

test("weft cc alone refuses a unit whose calls the decisions don't know", () => {
  const folder = project();
  build(folder);
  const before = readFileSync(join(folder, "leaf.o"));
  const compile = () => weft(folder, ["cc", "--", "gcc", "-O1", "-c", "leaf.c", "-o", "leaf.o"]);
  expect(compile().code).toBe(0);
  expect(readFileSync(join(folder, "leaf.o"))).toEqual(before);
  write(folder, "leaf.c", "void gate(void);\nvoid leaf(void) { if (0) gate(); }\n");
  expect(compile()).toMatchObject({ code: 1, err: expect.stringContaining("error[weft/cc/other-calls]") });
  expect(build(folder)).toMatchObject({ code: 0, printed: "1" });
});
