import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, type RunSettings, run, weft } from "../test/weft-process.js";

const FILES = {
  "weft.json":
    '{ "name": "tiny", "aspects": ["*.ah"],\n  "commands": { "flags": ["-O2"], "files": ["*.c"] },\n' +
    '  "build": { "make": ["make"], "clean": ["make", "clean"], "image": "program" },\n' +
    '  "run": { "kernel": "program" } }\n',
  "trace.ah":
    '#include <stdio.h>\naspect Trace {\n  advice execution("% answer(...)") : before() { puts(tjp->signature); }\n' +
    '  advice get("% inode::i_uid") : before() { puts("read"); }\n};\n',
  "u.h": "struct inode { int i_uid; };\nstatic inline int owner(struct inode *i) { return i->i_uid; }\n",
  "a.c":
    '#include "u.h"\nint answer(int a) { return a; }\nint main(void) { struct inode i = { 1 }; return owner(&i) - answer(1); }\n',
  "b.c": "int nothing_here;\n",
  Makefile:
    "program: a.o b.o\n\t$(CC) $^ -o $@\n%.o: %.c\n\t$(CC) -O2 -MMD -c $< -o $@\nclean:\n\trm -f *.o program\n-include *.d\n",
};

beforeAll(() => void bundle());

/** The bundle under test is not on PATH as `weft`, which is what make calls. */
function launchers(folder: string): RunSettings {
  writeFileSync(
    join(folder, "weft"),
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`,
    { mode: 0o755 },
  );
  return { environment: { WEFT_LAUNCHERS: folder } };
}

/** Runs a query with `--json` and holds the answer against its schema. */
function json(folder: string, name: string, words: readonly string[]) {
  const result = weft(folder, [name, "--json", ...words]);
  const value = JSON.parse(result.out);
  expect(schemaErrors(name, value)).toBe("");
  return { ...result, value };
}

describe("check", () => {
  test("advice that may sleep where interrupts are handled, with the calls that lead there", () => {
    const project = { name: "t", aspects: ["*.ah"], commands: { files: ["*.c"] }, kernelContext: "linux" };
    const folder = folderWith({
      "weft.json": JSON.stringify(project),
      "k.c":
        "typedef int irqreturn_t;\nstatic void drain(void) { }\nirqreturn_t on_irq(void) { drain(); return 0; }\n",
      "t.ah":
        'aspect T { advice execution("% drain(...)") : before() { if (0) __builtin_trap(); MAY; } };\n#define MAY msleep(1)\nvoid msleep(int);\n'.replace(
          "MAY; ",
          "msleep(1); ",
        ),
    });
    const { value, code } = json(folder, "check", []);
    expect(code).toBe(1);
    expect(value.problems).toMatchObject([
      {
        code: "context/sleeps-in-atomic",
        related: [{ range: { startLine: 2 } }, { range: { startLine: 3 } }, {}],
      },
    ]);
    expect(weft(folder, ["check"]).err).toContain("note: on_irq is an interrupt handler");
  });

  test("a sound project", () => {
    const { value, code } = json(folderWith(FILES), "check", []);
    expect(value).toEqual({ version: 1, units: 2, matched: 1, problems: [] });
    expect(code).toBe(0);
  });

  test("a pointcut that matches nowhere names what was near; one that matches in some unit is fine", () => {
    const folder = folderWith({
      ...FILES,
      "more.ah": 'aspect More {\n  advice execution("% anwser(...)") : before() { }\n};\n',
    });
    const { value, code } = json(folder, "check", []);
    expect(code).toBe(1);
    expect(value.problems).toHaveLength(1);
    expect(value.problems[0]).toMatchObject({ code: "pointcut/no-match", range: { startLine: 2 } });
    expect(value.problems[0].hint).toContain("`answer`");
  });

  test("a missing project, a broken one, a unit with errors, a half-typed pointcut", () => {
    expect(weft(folderWith({}), ["check"])).toMatchObject({ code: 1 });
    expect(weft(folderWith({ "weft.json": '{"name": 1}' }), ["check"]).err).toContain("name must be string");
    const unit = json(folderWith({ ...FILES, "b.c": '#include "gone.h"\n' }), "check", []);
    expect(unit.value.problems[0]).toMatchObject({ code: "unit/preprocess", severity: "error" });
    const half = json(folderWith({ ...FILES, "half.ah": 'aspect H {\n  advice call("% f(...' }), "check", []);
    expect(half.code).toBe(1);
    expect(
      half.value.problems.every((problem: { range?: { file: string } }) =>
        problem.range?.file.endsWith("half.ah"),
      ),
    ).toBe(true);
  });

  test("a single file with its compiler command", () => {
    const { "weft.json": _, ...files } = FILES;
    const folder = folderWith(files);
    expect(json(folder, "check", ["--aspects", "trace.ah", "--", "gcc", "-c", "a.c"]).value).toMatchObject({
      matched: 1,
      problems: [],
    });
  });
});

describe("joinpoints", () => {
  test("everything there is, and what a pointcut selects", () => {
    const folder = folderWith(FILES);
    const all = json(folder, "joinpoints", []).value.joinPoints as { kind: string; signature: string }[];
    expect(all.map(({ kind, signature }) => `${kind} ${signature}`)).toEqual([
      "execution int answer(int)",
      "execution int main()",
      "call int owner(struct inode *)",
      "call int answer(int)",
      "execution int owner(struct inode *)",
      "get int inode::i_uid",
    ]);
    const some = json(folder, "joinpoints", ["--pointcut", 'call("% %(...)") && within("% main(...)")']);
    expect(some.value.joinPoints).toHaveLength(2);
    expect(some.code).toBe(0);
  });

  test("a pointcut that selects nothing says why, a broken one where", () => {
    const folder = folderWith(FILES);
    const none = weft(folder, ["joinpoints", "--pointcut", 'execution("% answr(...)")']);
    expect(none).toMatchObject({ code: 1, out: "" });
    expect(none.err).toContain("Did you mean `answer`");
    expect(weft(folder, ["joinpoints", "--pointcut", 'execution("% answr('])).toMatchObject({ code: 1 });
  });
});

describe("effects", () => {
  test("of a unit, a line, and a header seen from the units that include it", () => {
    const folder = folderWith(FILES);
    const titles = (words: string[]) =>
      json(folder, "effects", words).value.effects.map((effect: { title: string }) => effect.title);
    expect(titles(["a.c"])).toEqual(["Trace: before execution of answer"]);
    expect(titles(["a.c:2"])).toEqual(["Trace: before execution of answer"]);
    expect(titles(["a.c:1"])).toEqual([]);
    expect(titles(["u.h"])).toEqual(["Trace: before get of inode::i_uid"]);
    expect(weft(folder, ["effects", "gone.c"])).toMatchObject({ code: 1 });
  });

  test("what the last build left out is told apart, by why too, until other aspects are asked about", () => {
    const folder = folderWith({
      "main.cc":
        "struct P { int k; P(int k) : k(k) { } P(const P &) = delete; };\nP make() { return {3}; }\n" +
        "int got() { return make().k; }\nint main() { return got(); }\n",
      "a.ah": 'int n;\naspect A { advice call("% ...::%(...)") : after() { n++; } };\n',
      Makefile: "main.o: main.cc\n\t$(CXX) -c -o $@ main.cc\nclean:\n\trm -f main.o\n",
      "weft.json": JSON.stringify({
        name: "rejected",
        language: "c++",
        aspects: ["a.ah"],
        commands: { compiler: "g++", flags: [], files: ["main.cc"] },
        build: { make: ["make", "CXX={cc}"], compiler: "g++", clean: ["make", "clean"] },
      }),
    });
    const told = (...words: string[]) => {
      const { value } = json(folder, "effects", ["main.cc", ...words]);
      const title = (effect: { title: string }) => effect.title;
      return [
        value.effects.map(title),
        (value.leftOut ?? []).map((one: { effect: { title: string } }) => title(one.effect)),
      ];
    };
    const both = ["A: after call of make", "A: after call of got"];
    expect(told()).toEqual([both, []]);
    expect(weft(folder, ["build"], launchers(folder))).toMatchObject({ code: 0 });
    expect(told()).toEqual([["A: after call of got"], ["A: after call of make"]]);
    expect(weft(folder, ["effects", "main.cc:3"]).out).toMatch(
      /: A: after call of make, .*; left out by the last build: 'P' can be neither copied nor moved .* at call of 'P make\(\)'/,
    );
    const { joinPoints } = json(folder, "why", ["main.cc:3"]).value;
    const call = joinPoints.find((one: { joinPoint: { kind: string } }) => one.joinPoint.kind === "call");
    expect(call.advice).toMatchObject([
      {
        applies: "no",
        why: expect.stringContaining("but was left out by the build: 'P' can be neither copied"),
      },
    ]);
    expect(told("--aspects", "a.ah")).toEqual([both, []]);
  });
});

describe("weave", () => {
  test("prints text that compiles to the woven program", () => {
    const folder = folderWith(FILES);
    expect(weft(folder, ["weave", "a.c", "-o", "woven.i"])).toMatchObject({ code: 0, out: "", err: "" });
    expect(run(folder, ["gcc", "woven.i", "-o", "p"]).code).toBe(0);
    expect(run(folder, ["./p"]).out).toBe("read\nint answer(int)\n");
    expect(json(folder, "weave", ["a.c"]).value.text).toBe(readFileSync(join(folder, "woven.i"), "latin1"));
    expect(weft(folder, ["weave"]).code).not.toBe(0);
  });
});

describe("build and usage", () => {
  test("a project is built, its weave map is as its schema says", () => {
    const folder = folderWith(FILES);
    const path = launchers(folder);
    const result = weft(folder, ["build", "--json"], path);
    expect(result.code, result.err).toBe(0);
    const summary = JSON.parse(result.out);
    expect(schemaErrors("build", summary)).toBe("");
    expect(summary).toMatchObject({ units: { total: 2, woven: 1, unchanged: 1, notWoven: 0 }, effects: 2 });
    const map = JSON.parse(readFileSync(summary.weaveMap, "utf8"));
    expect(schemaErrors("weave-map", map)).toBe("");
  });

  test("of a header that only an aspect includes, what is woven is what effects and why show", () => {
    const folder = folderWith({
      ...FILES,
      "lock.h":
        "static inline void lock(void) { }\nstatic inline void unlock(void) { }\nstatic inline void other(void) { lock(); }\n",
      "locked.ah":
        '#include "lock.h"\naspect Locked { advice execution("% answer(...)") : before() { lock(); unlock(); } };\n',
      "watch.ah": 'aspect Watch { advice execution("% %()") : before() { } };\n',
    });
    const { err, code } = weft(folder, ["build"], launchers(folder));
    expect(code, err).toBe(0);
    const map = JSON.parse(readFileSync(join(folder, ".weft/weave-map.json"), "utf8"));
    type Shown = { title: string; target: { file: string } };
    const titles = (effects: readonly Shown[]) =>
      effects.filter(({ target }) => target.file.endsWith("lock.h")).map(({ title }) => title);
    const shown = titles(json(folder, "effects", ["lock.h"]).value.effects);
    expect(shown).toEqual(["Watch: before execution of lock", "Watch: before execution of unlock"]);
    expect(titles(map.units.flatMap((unit: { effects?: Shown[] }) => unit.effects ?? []))).toEqual(shown);
    expect(json(folder, "why", ["lock.h:2"]).value.joinPoints).toHaveLength(1);
    expect(json(folder, "why", ["lock.h:3"]).value).toMatchObject({
      joinPoints: [],
      none: expect.stringContaining("only aspects include the file"),
    });
  });

  test("exit code 2 is wrong usage", () => {
    const folder = folderWith(FILES);
    for (const words of [["nonsense"], ["check", "--nonsense"], ["effects"]])
      expect(weft(folder, words).code).toBe(2);
    expect(weft(folder, ["--help"])).toMatchObject({ code: 0 });
    expect(weft(folder, ["check", "--help"]).out).toContain("--aspects");
  });

  test("a project without a recipe, or without an image, says what to do", () => {
    const folder = folderWith({ "weft.json": '{"name": "x"}' });
    expect(weft(folder, ["build"]).err).toContain('Add "build"');
    expect(weft(folder, ["run"]).err).toContain('Add "run"');
    expect(weft(folderWith(FILES), ["run"]).err).toContain("Run weft build first");
  });
});

test("a unit that the compiler rejects is known, and its failure is told", () => {
  const folder = folderWith({ ...FILES, "a.c": `${FILES["a.c"]}int broken(void) { return nothing; }\n` });
  expect(weft(folder, ["build"], launchers(folder)).code).toBe(1);
  const project = JSON.parse(FILES["weft.json"]);
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ ...project, commands: undefined }));
  const { out, err, code } = weft(folder, ["check"]);
  expect(code).toBe(1);
  expect(err).toMatch(/a\.c:4:\d+: error.*nothing.*undeclared/);
  expect(out + err).not.toContain("declared but not defined");
});

test("what weft.json names is not run where nothing is to be run", () => {
  const project = JSON.parse(FILES["weft.json"]);
  const folder = folderWith({
    ...FILES,
    "weft.json": JSON.stringify({ ...project, commands: { ...project.commands, compiler: "./evil" } }),
    evil: '#!/bin/sh\n: > ran\nexec gcc "$@"\n',
  });
  chmodSync(join(folder, "evil"), 0o755);
  const ran = () => existsSync(join(folder, "ran"));
  for (const words of [["check"], ["effects", "a.c"], ["joinpoints"], ["why", "a.c:2"], ["weave", "a.c"]])
    expect([words, weft(folder, [...words, "--no-run"]).code, ran()]).toEqual([words, 0, false]);
  expect(weft(folder, ["check"]).code).toBe(0);
  expect(ran()).toBe(true);
});
