import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { bundle, environment, folderWith, run, weft } from "../../cli/test/weft-process.js";
import { parseDependencies } from "../../kernel-build/index.js";

const FILES = {
  "u.h": "#define BASE 40\nstatic inline int twice(int a) { return 2 * a; }\n",
  "a.c":
    '#include "u.h"\n#include <stdio.h>\nint answer(int a)\n{\n\tint unused;\n\treturn BASE + a;\n}\n' +
    'int main(void)\n{\n\tprintf("%d %s\\n", answer(2), __FILE__);\n\treturn twice(0);\n}\n',
  "b.c": "int other(int a) { return a; }\n",
  "s.S": ".globl thing\nthing: ret\n",
  "trace.ah":
    '#include <stdio.h>\n\naspect Trace {\n  advice execution("% answer(...)") : before() {\n    puts(tjp->signature);\n  }\n};\n',
  "nothing.ah": 'aspect Nothing {\n  advice execution("% nowhere(...)") : before() { }\n};\n',
};

beforeAll(() => void bundle());

const cc = (folder: string, words: string, settings = {}) =>
  weft(folder, ["cc", ...words.split(" ")], settings);
const plain = (folder: string, words: string, settings = {}) => run(folder, words.split(" "), settings);
const bytes = (folder: string, name: string) => readFileSync(join(folder, name), "hex");

test("what advice on calls does not reach is told, with or without other join points in the unit", () => {
  const lambda = "template<auto F> int apply(int n) { return F(n); }\nint f(int);\n";
  const folder = folderWith({
    "some.cc": `${lambda}int use() { return apply<[](int n) { return f(n); }>(1) + f(2); }\n`,
    "none.cc": `${lambda}int use() { return apply<[](int n) { return f(n); }>(1); }\n`,
    "calls.ah": 'aspect Calls { advice call("% f(...)") : before() { } };\n',
  });
  for (const name of ["some.cc", "none.cc"])
    expect(cc(folder, `--aspects calls.ah -- g++ -std=c++20 -c ${name}`).err).toContain(
      `${name}:3:45: warning[weft/weave/unread-call]: advice on calls does not reach \`f\` in this lambda`,
    );
});

describe("without matching advice", () => {
  test.each([
    ["gcc -O2 -g -Wall -Wextra -c a.c -o a.o"],
    ["gcc -m32 -march=i686 -O2 -g -ffreestanding -MMD -c a.c"],
    ["gcc -g3 -c b.c a.c"],
    ["gcc -S -O2 a.c"],
    [`${CLANG} -O2 -g -Wall -c a.c -o a.o`],
    ["gcc -O0 -g -Wall -Wextra -Wunused-macros -c a.c"],
    ["gcc -Os -g -Wall -c a.c -o a.o"],
    ["gcc -O2 a.c b.c -o program"],
  ])("%s gives the compiler's own bytes and words", (command) => {
    const [own, ours] = [folderWith(FILES), folderWith(FILES)];
    // Debug information names the folder, so both compile in the same one, one after the other.
    const expected = plain(ours, command);
    const outputs = readdirSync(ours).filter((name) => !(name in FILES) && !name.endsWith(".d"));
    const contents = outputs.map((name) => bytes(ours, name));
    for (const name of outputs) rmSync(join(ours, name));
    const found = cc(ours, `--aspects nothing.ah -- ${command}`);
    expect(found).toEqual(expected);
    expect(outputs.map((name) => bytes(ours, name))).toEqual(contents);
    expect(outputs.length).toBeGreaterThan(0);
    rmSync(own, { recursive: true });
  });
});

describe("what is no compile of C goes to the compiler as it came", () => {
  test.each([
    ["gcc --version"],
    ["gcc -dumpmachine"],
    ["gcc -E a.c"],
    ["gcc -M a.c"],
    ["gcc -fsyntax-only a.c"],
    ["gcc -c s.S -o -"],
    ["gcc -print-file-name=include"],
    ["gcc"],
    ["gcc -c missing.c"],
    ["gcc -c -no-such-option b.c"],
    ["gcc -O2 -c -x c /dev/null -o /dev/null"],
  ])("%s", (command) => {
    const folder = folderWith(FILES);
    expect(cc(folder, `--aspects trace.ah -- ${command}`)).toEqual(plain(folder, command));
  });
});

describe("woven", () => {
  const PROGRAM = "int answer(int)\n42 a.c\n";

  test.each(["gcc -O2", "gcc -O0 -g", `${CLANG} -O2`, "gcc -m32 -O2 -fno-pic -c -o a.o a.c && true"])(
    "%s",
    (compiler) => {
      const folder = folderWith(FILES);
      if (compiler.includes("&&")) {
        expect(cc(folder, `--aspects trace.ah -- ${compiler.split(" && ")[0]}`).code).toBe(0);
        expect(run(folder, ["nm", "a.o"]).out).toContain(" U puts");
        return;
      }
      expect(cc(folder, `--aspects trace.ah -- ${compiler} -c a.c -o a.o`)).toMatchObject({
        code: 0,
        err: "",
      });
      run(folder, ["gcc", "a.o", "-o", "p"]);
      expect(run(folder, ["./p"]).out).toBe(PROGRAM);
    },
  );

  test.each(["-m64", "-m32"])("calls that pass on a list of unnamed arguments: %s", (machine) => {
    const source = `#include <stdarg.h>
int vsnprintf(char *, unsigned long, const char *, va_list); int puts(const char *); static char text[9];
static int say(const char *f, va_list l) { return vsnprintf(text, 9, f, l); }
static int tell(const char *f, ...) { va_list l; va_start(l, f); int n = say(f, l); va_end(l); return n; }
int main(void) { int n = tell("%d %.1f", 1, 2.5); puts(text); return n; }\n`.replace(
      "unsigned long",
      machine === "-m64" ? "unsigned long" : "unsigned",
    );
    const aspect = `aspect A { advice call("% say(...)") || execution("% say(...)") : around() { tjp->proceed(); tjp->result++; } };\n`;
    const folder = folderWith({ "v.c": source, "v.ah": aspect });
    expect(cc(folder, `--aspects v.ah -- gcc ${machine} -O2 -c v.c`)).toMatchObject({ code: 0, err: "" });
    run(folder, ["gcc", machine, "v.o", "-o", "p"]);
    expect(run(folder, ["./p"])).toMatchObject({ code: 7, out: "1 2.5\n" });
  });

  test("compile and link in one command, several inputs, one of them on standard input", () => {
    const folder = folderWith(FILES);
    expect(cc(folder, "--aspects trace.ah -- gcc a.c b.c -o p").code).toBe(0);
    expect(run(folder, ["./p"]).out).toBe(PROGRAM);
    const input = FILES["a.c"];
    expect(cc(folder, "--aspects trace.ah -- gcc b.c -x c - -o q", { input }).code).toBe(0);
    expect(run(folder, ["./q"]).out).toBe("int answer(int)\n42 <stdin>\n");
  });

  test("several objects in one command, to assembly, from a response file", () => {
    const folder = folderWith({ ...FILES, "args.rsp": "-O1 -c\n'a.c' b.c" });
    expect(cc(folder, "--aspects trace.ah -- gcc @args.rsp").code).toBe(0);
    run(folder, ["gcc", "a.o", "b.o", "-o", "p"]);
    expect(run(folder, ["./p"]).out).toBe(PROGRAM);
    expect(cc(folder, "--aspects trace.ah -- gcc -S a.c -o -").out).toContain("int answer(int)");
    expect(cc(folder, "--aspects trace.ah -- gcc -S -O1 a.c").code).toBe(0);
    expect(readFileSync(join(folder, "a.s"), "utf8")).toContain("int answer(int)");
  });

  test("warnings keep their places", () => {
    const folder = folderWith(FILES);
    const own = plain(folder, "gcc -Wall -Wextra -c a.c -o plain.o").err;
    const woven = cc(folder, "--aspects trace.ah -- gcc -Wall -Wextra -c a.c -o woven.o").err;
    expect(own).toContain("a.c:5:13: warning: unused variable");
    expect(woven.split("\n")[1]).toBe(own.split("\n")[1]);
  });

  test("a warning that the compiler holds back inside macros is not said, even with -Werror; a real one is", () => {
    const macro = '#define NAME(s) ((s) != 0 ? (s) : "none")\n';
    const body = "const char *answer(int a)\n{\n\tstatic char text[4];\n\treturn NAME(text) + a;\n}\n";
    const folder = folderWith({
      ...FILES,
      "m.c": macro + body,
      "r.c": body.replace("NAME(text)", "(text != 0 ? text : 0)"),
    });
    const held = "-Wall -Werror -O1 -c m.c -o m.o";
    expect(plain(folder, `gcc ${held}`)).toMatchObject({ code: 0, err: "" });
    expect(cc(folder, `--aspects trace.ah -- gcc ${held}`)).toMatchObject({ code: 0, err: "" });
    expect(cc(folder, "--aspects trace.ah -- gcc -Wall -c r.c").err).toContain("[-Waddress]");
  });

  test.each(["gcc", CLANG])(
    "the make rule of %s has the same targets and prerequisites and the aspects",
    (compiler) => {
      const folder = folderWith(FILES);
      plain(folder, `${compiler} -MMD -MP -c a.c -o a.o`);
      const own = parseDependencies(readFileSync(join(folder, "a.d"), "utf8"));
      for (const aspect of ["trace.ah", "nothing.ah"]) {
        cc(folder, `--aspects ${aspect} -- ${compiler} -MMD -MP -c a.c -o a.o`);
        const rule = parseDependencies(readFileSync(join(folder, "a.d"), "utf8"));
        expect(rule).toEqual({ ...own, prerequisites: [...own.prerequisites, join(folder, aspect)] });
      }
    },
  );

  test("what the preprocessor says about macros is said in full, once", () => {
    const text = "#define WARN NOT_DEFINED\n#if WARN\n#endif\nint answer(int a) { return a; }\n";
    const folder = folderWith({ ...FILES, "w.c": text });
    const own = plain(folder, "gcc -Wundef -c w.c").err;
    expect(own).toContain("in expansion of macro");
    expect(cc(folder, "--aspects nothing.ah -- gcc -Wundef -c w.c").err).toBe(own);
    const woven = cc(folder, "--aspects trace.ah -- gcc -Wundef -c w.c").err;
    expect(woven).not.toContain("<stdin>");
    expect(woven.split("NOT_DEFINED")).toHaveLength(own.split("NOT_DEFINED").length);
    expect(woven).toContain("in expansion of macro");
  });

  test("-save-temps keeps the woven text", () => {
    const folder = folderWith(FILES);
    expect(cc(folder, "--aspects trace.ah -- gcc -save-temps -c a.c -o a.o").code).toBe(0);
    expect(readFileSync(join(folder, "a.i"), "utf8")).toContain("__weft_advice_Trace");
    expect(readFileSync(join(folder, "a.s"), "utf8")).toContain("int answer(int)");
  });

  test("--map says what was woven", () => {
    const folder = folderWith(FILES);
    cc(folder, "--aspects trace.ah --map out/map.json -- gcc -c a.c");
    const map = JSON.parse(readFileSync(join(folder, "out/map.json"), "utf8"));
    expect(map).toMatchObject({ version: 2, source: "a.c", output: "a.o", status: "woven" });
    expect(map.effects[0].title).toBe("Trace: before execution of answer");
  });
});

describe("projects", () => {
  const PROJECT = { ...FILES, "weft.json": '{"name": "p", "aspects": ["trace.ah"]}' };

  test("the nearest weft.json is used, from the unit's folder upwards", () => {
    const folder = folderWith({ ...PROJECT, "sub/c.c": "int answer(int a) { return a; }\n" });
    mkdirSync(join(folder, "elsewhere"));
    expect(cc(join(folder, "elsewhere"), "gcc -c ../sub/c.c -o c.o").code).toBe(0);
    const [record] = readdirSync(join(folder, ".weft/units"));
    expect(JSON.parse(readFileSync(join(folder, ".weft/units", record!), "utf8"))).toMatchObject({
      command: { directory: join(folder, "elsewhere"), file: "../sub/c.c", output: "c.o" },
      map: { status: "woven" },
    });
  });

  test("parallel make leaves one whole record for each unit", () => {
    const units = Array.from({ length: 12 }, (_, index) => `u${index}`);
    const folder = folderWith({
      ...PROJECT,
      ...Object.fromEntries(
        units.map((unit) => [`${unit}.c`, `int answer_${unit}(int a) { return a; }\nint answer(int);\n`]),
      ),
      Makefile: `all: ${units.map((unit) => `${unit}.o`).join(" ")}\n%.o: %.c\n\t$(CC) -c $< -o $@\n`,
    });
    const wrapper = join(folder, "weft-cc");
    writeFileSync(wrapper, `#!/bin/sh\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`);
    chmodSync(wrapper, 0o755);
    expect(run(folder, ["make", "-j8", "CC=./weft-cc -- gcc"]).code).toBe(0);
    const records = readdirSync(join(folder, ".weft/units"));
    expect(records).toHaveLength(12);
    const statuses = records.map(
      (name) => JSON.parse(readFileSync(join(folder, ".weft/units", name), "utf8")).map.status,
    );
    expect(new Set(statuses)).toEqual(new Set(["unchanged"]));
  });

  test("the bundle checks weft.json as its schema says, formats included", () => {
    const folder = folderWith({
      ...PROJECT,
      "weft.json": '{"name": "p", "aspects": [], "run": {"kernel": "k", "success": "("}}',
    });
    const result = cc(folder, "gcc -c a.c");
    expect(result.code).toBe(1);
    expect(result.err).toContain("weft.json:1:64: error[weft/project/schema]: run.success is not a valid");
  });

  test("the first unit tells that aspects meet without an order, and again when they changed", () => {
    const both =
      'aspect A {\n  advice execution("% %(...)") : before() { }\n};\naspect B {\n  advice execution("% %(...)") : before() { }\n};\n';
    const folder = folderWith({ ...PROJECT, "trace.ah": both });
    const told = (unit: string) =>
      cc(folder, `gcc -c ${unit}`).err.split("weft/pointcut/unordered").length - 1;
    expect([told("a.c"), told("b.c")]).toEqual([1, 0]);
    writeFileSync(join(folder, "trace.ah"), both.replace("before", "after"));
    expect([told("b.c"), told("a.c")]).toEqual([1, 0]);
  });

  test("a broken weft.json or a half-typed pointcut stops the compile at its place", () => {
    const folder = folderWith({ ...PROJECT, "weft.json": '{"name": "p", "aspect": []}' });
    expect(cc(folder, "gcc -c a.c")).toMatchObject({ code: 1 });
    const half = folderWith({
      ...PROJECT,
      "trace.ah": 'aspect T {\n  advice execution("% answer(..." : before() { }\n};\n',
    });
    const result = cc(half, "gcc -c a.c");
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/trace\.ah:2:\d+: error\[weft\//);
    expect(existsSync(join(half, "a.o"))).toBe(false);
  });
});

describe("when things go wrong", () => {
  test("an aspect that does not exist", () => {
    const result = cc(folderWith(FILES), "--aspects gone.ah -- gcc -c a.c");
    expect(result.code).toBe(1);
    expect(result.err).toContain("gone.ah does not exist");
  });

  test("C with errors gets the compiler's words and code", () => {
    const folder = folderWith({ ...FILES, "broken.c": "int answer(int a) { return a +; }\n" });
    expect(cc(folder, "--aspects trace.ah -- gcc -c broken.c")).toEqual(plain(folder, "gcc -c broken.c"));
  });

  test("a type error in an advice body is reported at its line, and no object is left", () => {
    const folder = folderWith({
      ...FILES,
      "wrong.ah":
        'aspect Wrong {\n  advice execution("% answer(...)") : before() {\n    int *p = tjp->arg0 * "x";\n  }\n};\n',
    });
    const result = cc(folder, "--aspects wrong.ah -- gcc -c a.c -o a.o");
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/wrong\.ah:3:\d+: error: invalid operands/);
    expect(readdirSync(folder).filter((name) => name.endsWith(".o"))).toEqual([]);
  });

  test("an include that an aspect can't find is reported at its line, once something matches", () => {
    const folder = folderWith({ ...FILES, "inc.ah": `#include "gone.h"\n${FILES["trace.ah"]}` });
    const result = cc(folder, "--aspects inc.ah -- gcc -c a.c");
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/inc\.ah:1:\d+: error.*gone\.h/);
    expect(cc(folder, "--aspects inc.ah -- gcc -c b.c").code).toBe(0);
  });

  test("a missing compiler is named", () => {
    const result = cc(folderWith(FILES), "--aspects trace.ah -- no-such-gcc -c a.c");
    expect(result).toMatchObject({ code: 127 });
    expect(result.err).toContain("no-such-gcc was not found");
  });

  test("one output for several inputs is refused in the compiler's words", () => {
    const folder = folderWith(FILES);
    const own = plain(folder, "gcc -c a.c b.c -o one.o");
    expect(own.code).toBe(1);
    expect(cc(folder, "--aspects trace.ah -- gcc -c a.c b.c -o one.o")).toEqual(own);
    expect(existsSync(join(folder, "one.o"))).toBe(false);
  });

  test("wrong usage is code 2", () => {
    expect(cc(folderWith(FILES), "--nonsense -- gcc -c a.c").code).toBe(2);
    expect(cc(folderWith(FILES), "--aspects trace.ah").code).toBe(2);
  });

  test("without libclang units are compiled unwoven, with a warning; --strict makes it an error", () => {
    const environment = { WEFT_LIBCLANG: "/nowhere/libclang.so" };
    const folder = folderWith(FILES);
    const result = cc(folder, "--aspects trace.ah -- gcc -c a.c -o a.o", { environment });
    expect(result.code).toBe(0);
    expect(result.err).toMatch(
      /a\.c: warning\[weft\/cc\/not-woven\]: compiled without its aspects: .*libclang/,
    );
    expect(cc(folder, "--strict --aspects trace.ah -- gcc -c a.c", { environment }).code).toBe(1);
  });

  test("a type that only libclang rejects costs the functions that use it, with the reason", () => {
    const folder = folderWith({
      "n.c":
        "typedef float decimal __attribute__((mode(SD)));\nint answer(int a) { return a + (int)sizeof(decimal); }\n" +
        "int sound(int a) { return a; }\n",
      "trace.ah": 'extern int woven; aspect All { advice execution("% %(...)") : before() { woven++; } };',
    });
    const result = cc(folder, "--aspects trace.ah -- gcc -c n.c");
    expect(result.code).toBe(0);
    expect(result.err).toMatch(
      /^n\.c:2:5: warning\[weft\/weave\/broken-code\]: advice is left out: .*\(n\.c:2: /,
    );
    const symbols = run(folder, ["nm", "n.o"]).out;
    expect(symbols).toMatch(/ U woven$/m);
    expect(symbols).toMatch(/ T answer$/m);
  });

  test("a nested function is left as it is, the function around it is woven", () => {
    const folder = folderWith({
      "n.c": `#include <stdio.h>
int woven;
int inner(int a) { return a; }
int nests(int a) { int in(int b) { return a + inner(b); } return in(1) + inner(0); }
int other(int a) { return a; }
int main(void) { printf("%d\\n", nests(1) + other(1)); printf("woven %d\\n", woven); return 0; }
`,
      "all.ah":
        'extern int woven; aspect All { advice execution("% %(int)") || call("% in%(int)") : before() { woven++; } };',
    });
    const result = cc(folder, "--aspects all.ah --strict -- gcc -Wall n.c -o n");
    expect(result.code).toBe(0);
    expect(result.err).toMatch(
      /^n\.c:4:34: warning\[weft\/weave\/broken-code\]: advice may be missing in this nested function[^\n]*\n$/,
    );
    // Executions of nests, other, and inner twice; one call of inner.
    expect(run(folder, ["./n"]).out).toBe("3\nwoven 5\n");
  });

  test("a function that only libclang rejects is left as it is, the others are woven", () => {
    const folder = folderWith({
      "n.c": `#include <stdio.h>
int woven;
int inner(int a) { return a; }
int nests(int a) { auto int in(int); int in(int b) { return a + inner(b); } return in(1); }
int other(int a) { return a; }
int main(void) { printf("%d\\n", nests(1) + other(1)); printf("woven %d\\n", woven); return 0; }
`,
      "all.ah": 'extern int woven; aspect All { advice execution("% %(int)") : before() { woven++; } };',
      "inner.ah": 'aspect Inner { advice call("% inner(...)") : before() { } };',
    });
    const result = cc(folder, "--aspects all.ah -- gcc n.c -o n");
    expect(result.code).toBe(0);
    expect(result.err).toMatch(
      /^n\.c:4:5: warning\[weft\/weave\/broken-code\]: advice is left out: .*\(n\.c:4: illegal storage class/,
    );
    expect(run(folder, ["./n"]).out).toBe("3\nwoven 2\n");
    const named = cc(folder, "--aspects inner.ah -- gcc -c n.c");
    expect(named.code).toBe(0);
    expect(named.err).toMatch(/^n\.c:4:\d+: warning\[weft\/weave\/broken-code\]: advice may be missing/);
  });

  test.each(["gcc", CLANG])("the oldest dialect is woven, to the letter: %s", (compiler) => {
    const folder = folderWith({
      "old.c": `int printf(const char *, ...);
struct wide { unsigned a : 3; }; struct wide w; int woven; int f(int n) { w.a = 5; return (n << 2) + w.a; }
int main(void) { int r = f(3); printf("%d %d\\n", r, woven); return 0; }
`,
      "all.ah": `extern int woven;
aspect All { advice execution("% f(...)") || call("% f(...)") || builtin("% operator +(...)") : around() { woven++; tjp->proceed(); } };
`,
    });
    const words = `${compiler} -std=c89 -pedantic-errors -Wall -Werror`;
    expect(cc(folder, `--aspects all.ah -- ${words} old.c -o old`)).toMatchObject({ code: 0, err: "" });
    expect(run(folder, ["./old"]).out).toBe("17 3\n");
  });

  test.each(["gcc", "gcc -std=c89 -pedantic-errors -Wno-long-long -Wall -Werror", CLANG])(
    "a bit-field wider than int is computed with in its width: %s",
    (compiler) => {
      const folder = folderWith({
        "wide.c": `int printf(const char *, ...);
struct wide { unsigned b : 31; __extension__ unsigned long long c : 40; } x, *p = &x; int woven;
#define TOP(e) printf("%d ", (int)(((e) << 32) >> 32))
int main(void) {
  p->c = 0x100; TOP(x.c); TOP(p->c); TOP(p->c = 0x300); TOP(p->c += 1); TOP(++x.c); TOP(x.c++); TOP(-x.c);
  printf("%d\\n", (int)(1 + woven * 0)); return 0; }
`,
        "all.ah":
          'extern int woven; aspect All { advice builtin("% operator <<(...)") || builtin("% operator +(...)") : after() { woven++; } };',
        "uses.ah":
          'extern int woven; aspect Uses { advice get("% ...::%") || set("% wide::c") : around() { tjp->proceed(); woven++; } };',
        "none.ah": "aspect None { };",
      });
      const printed = ["none", "all", "uses"].map((aspects) => {
        const { code, err } = cc(folder, `--aspects ${aspects}.ah --strict -- ${compiler} wide.c -o wide`);
        expect({ code, err }).toEqual({ code: 0, err: "" });
        return run(folder, ["./wide"]).out;
      });
      expect(printed).toEqual([printed[0], printed[0], printed[0]]);
    },
  );

  test("advice that is in no unit is told once, when the program is linked", () => {
    const folder = folderWith({
      "a.c": "int f(void) { return 0; }\n",
      "main.c": "int f(void); int main(void) { return f(); }\n",
      "t.ah":
        'aspect T { int n; advice execution("% f(...)") : before() { n++; }\nadvice execution("% fo(...)") : before() { n++; } };\n',
      "weft.json": '{ "name": "small", "aspects": ["t.ah"] }',
    });
    const told = expect.stringMatching(/^.*t\.ah:2:8: warning\[weft\/pointcut\/no-match\]: [^\n]*\n$/);
    expect(cc(folder, "--aspects t.ah -- gcc a.c main.c -o small")).toMatchObject({ code: 0, err: told });
    for (const unit of ["a", "main"])
      expect(cc(folder, `-- gcc -c ${unit}.c`)).toMatchObject({ code: 0, err: "" });
    expect(cc(folder, "-- gcc a.o main.o -o small")).toMatchObject({ code: 0, err: told });
  });

  test.each(["gcc", CLANG])("warnings in woven lines show what is written: %s", (compiler) => {
    const source = "int f(int); int g(int x) { if (x = f(f(x))) return 1; return x; }";
    const folder = folderWith({
      "a.c": `${source}\n`,
      "t.ah": 'aspect T { int n; advice call("% f(...)") : before() { n++; } };\n',
    });
    const { code, err } = cc(folder, `--aspects t.ah -- ${compiler} -Wall -c a.c`);
    expect(code).toBe(0);
    expect(err).toContain(`1 | ${source}\n`);
    expect(err).not.toContain("__weft");
  });

  test("a full disk leaves nothing half-written and says why", () => {
    const folder = folderWith(FILES);
    const result = cc(folder, "--aspects trace.ah -- gcc -c a.c -o /dev/full");
    expect(result.code).not.toBe(0);
    expect(result.err).toContain("No space left");
    if (process.getuid?.() !== 0) return;
    const small = join(folder, "small");
    mkdirSync(small);
    if (run(folder, ["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs", small]).code !== 0) return;
    try {
      const full = cc(folder, "--aspects trace.ah -- gcc -g -c a.c -o small/a.o");
      expect(full.code).not.toBe(0);
      expect(full.err).toContain("No space left");
      expect(readdirSync(small)).toEqual([]);
    } finally {
      run(folder, ["umount", small]);
    }
  });

  test("a read-only output folder is an error that names the object", () => {
    const folder = folderWith({ ...FILES, "out/keep": "" });
    chmodSync(join(folder, "out"), 0o555);
    const result = cc(folder, "--aspects trace.ah -- gcc -c a.c -o out/a.o", { obeyModes: true });
    expect(result.code).toBe(1);
    expect(result.err).toContain("out/a.o can't be written");
    expect(readdirSync(join(folder, "out"))).toEqual(["keep"]);
  });

  test("a signal ends the compiler and then the wrapper, in the same way; nothing half-written stays", async () => {
    const folder = folderWith({
      ...FILES,
      "slow-gcc":
        '#!/bin/sh\ncase " $* " in *" -E "*) exec gcc "$@" ;; esac\nwhile [ "$1" != -o ]; do shift; done\n' +
        'echo half > "$2"\ntouch started\nexec sleep 1000\n',
    });
    chmodSync(join(folder, "slow-gcc"), 0o755);
    const started = new Promise<void>((resolve) => {
      const watcher = watch(folder, (_, name) => {
        if (name !== "started") return;
        watcher.close();
        resolve();
      });
    });
    const words = ["cc", "--aspects", "trace.ah", "--", "./slow-gcc", "-MMD", "-c", "a.c", "-o", "a.o"];
    const child = spawn(process.execPath, [join(bundle(), "cc.cjs"), ...words], {
      cwd: folder,
      env: environment(),
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.on("exit", (code, signal) => resolve(signal ?? code)));
    await started;
    child.kill("SIGTERM");
    expect(await ended).toBe("SIGTERM");
    expect(readdirSync(folder).sort()).toEqual([...Object.keys(FILES), "slow-gcc", "started"].sort());
  });
});

test.each([
  [
    "<stdatomic.h> of gcc",
    "gcc",
    "#include <stdatomic.h>\nstatic atomic_flag lock = ATOMIC_FLAG_INIT;\nvoid hold(void) { atomic_flag_test_and_set(&lock); }\n",
  ],
  [
    "generic atomic functions",
    "gcc",
    "#include <stdatomic.h>\nint use(_Atomic int *p) { atomic_store(p, 3); return atomic_load(p); }\n",
  ],
  [
    "questions for attributes",
    "gcc",
    "struct s { char n[8] __attribute__((nonstring)), m[8]; };\nint size(struct s *p) { return sizeof(struct { int : (-__builtin_has_attribute(p->m, nonstring)); }); }\n",
  ],
  [
    "shuffles of vectors",
    "gcc",
    "typedef int v4 __attribute__((vector_size(16)));\nv4 turn(v4 a, v4 order) { return __builtin_shuffle(a, order); }\n",
  ],
  ["a kernel's own compiler", "./i686-elf-gcc", "_Float128 wide(_Float128 x) { return x; }\n"],
])("%s keeps no unit from being woven", (_, compiler, text) => {
  const folder = folderWith({
    "t.ah": 'aspect T { int n; advice execution("% %(...)") : before() { n++; } };\n',
    "u.c": text,
    "i686-elf-gcc": '#!/bin/sh\nexec gcc -m32 "$@"\n',
  });
  chmodSync(join(folder, "i686-elf-gcc"), 0o755);
  const { code, err } = cc(folder, `--aspects t.ah --strict -- ${compiler} -c u.c -o u.o`);
  expect([code, err]).toEqual([0, ""]);
});

describe("a compiler is what it says that it is, whatever its name", () => {
  const ASPECT = 'extern int woven; aspect All { advice execution("% %(...)") : before() { woven++; } };\n';
  const NARROW =
    "typedef __SIZE_TYPE__ size_t; extern void *memcpy(void *, const void *, size_t);\nint woven;\n" +
    "struct s { void *p; long l; }; char is_narrow[sizeof(struct s) == 8 ? 1 : -1];\n" +
    "void *copy(void *a, void *b) { return memcpy(a, b, 8); }\nint wide(long l) { switch (l) { case (sizeof(long) == 4): ; case 0: ; } return 1; }\n";
  const OLD =
    "int woven;\nint fallback(a) char a; { int typeof_ = inline_(a); return a + typeof_; }\nint inline_(int a) { return a; }\n" +
    "char is_unsigned[(char)-1 > 0 ? 1 : -1]; wchar[sizeof(L'x') == 2 ? 1 : -1];\n";
  const WINDOWS =
    "int woven;\nchar is_short[sizeof(long) == 4 && sizeof(void *) == 8 ? 1 : -1];\nint answer(void) { return 42; }\n";

  test.each([
    ["a script", "mycc", "exec gcc -m32 -fno-pic", NARROW],
    ["a compiler in its own folder", "bin/i686-elf-gcc", "exec gcc -m32 -fno-pic", NARROW],
    ["a name that says another target", "x86_64-elf-gcc", "exec gcc -m32", NARROW],
    ["Clang behind a script", "mycc", `exec ${CLANG} --target=i686-elf`, NARROW],
    ["Clang called gcc", "my-gcc", `exec ${CLANG} --target=i686-linux-gnu`, NARROW],
    ["gcc called clang", "not-clang", "exec gcc -m32", NARROW],
    ["a dialect of its own", "oldcc", "exec gcc -std=gnu89 -w -funsigned-char -fshort-wchar", OLD],
    ["Windows' widths", "efi-cc", `exec ${CLANG} --target=x86_64-unknown-windows-gnu`, WINDOWS],
  ])("%s", (_, name, script, text) => {
    const folder = folderWith({
      "all.ah": ASPECT,
      "u.c": text,
      [name]: `#!/bin/sh\n${script} "$@"\n`,
    });
    chmodSync(join(folder, name), 0o755);
    const command = `./${name} -O1 -MMD -c u.c -o out.o`;
    expect(plain(folder, command)).toMatchObject({ code: 0 });
    const rule = readFileSync(join(folder, "out.d"), "utf8");
    const own = bytes(folder, "out.o");
    expect(cc(folder, `--aspects all.ah --strict --map m.json -- ${command}`)).toMatchObject({
      code: 0,
      err: "",
    });
    expect(JSON.parse(readFileSync(join(folder, "m.json"), "utf8"))).toMatchObject({ status: "woven" });
    expect(bytes(folder, "out.o")).not.toBe(own);
    expect(readFileSync(join(folder, "out.d"), "utf8").split(":")[0]).toBe(rule.split(":")[0]);
  });

  test("another program in its place is asked again; whoever does not answer is taken for what its name says", () => {
    const folder = folderWith({ "all.ah": ASPECT, "u.c": NARROW, mycc: '#!/bin/sh\nexec gcc -m32 "$@"\n' });
    chmodSync(join(folder, "mycc"), 0o755);
    const words = "--aspects all.ah --strict -- ./mycc -c u.c -o u.o";
    expect(cc(folder, words)).toMatchObject({ code: 0, err: "" });
    writeFileSync(join(folder, "mycc"), `#!/bin/sh\nexec ${CLANG} -m32 "$@"\n`);
    expect(cc(folder, words)).toMatchObject({ code: 0, err: "" });
    const silent = '#!/bin/sh\ncase " $* " in *" -dM "*) exit 1 ;; esac\nexec gcc "$@"\n';
    writeFileSync(join(folder, "mycc"), silent);
    expect(cc(folder, words.replace("mycc", "mycc -m32"))).toMatchObject({ code: 0, err: "" });
  });
});
