/** Commands on what is missing, broken or not writable: exit code, words, and JSON that its schema allows. */
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, run, weft } from "../test/weft-process.js";

const FILES = {
  "weft.json":
    '{ "name": "tiny", "aspects": ["*.ah"], "commands": { "files": ["*.c"] }, "build": { "make": ["false"] } }\n',
  "trace.ah": 'aspect Trace {\n  int n;\n  advice execution("% answer(...)") : before() { n++; }\n};\n',
  "a.c": "int answer(int a) { return a; }\n",
};

beforeAll(() => void bundle());

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  check: [],
  joinpoints: [],
  effects: ["a.c:1"],
  weave: ["a.c"],
  build: [],
  run: [],
};

/** Runs a command with `--json`; its output must satisfy the schema whatever happens. */
function json(folder: string, name: string, words: readonly string[] = COMMANDS[name] ?? []) {
  const result = weft(folder, [name, "--json", ...words], { environment: { WEFT_LAUNCHERS: folder } });
  const value = JSON.parse(result.out);
  expect(schemaErrors(name, value), name).toBe("");
  return { ...result, value };
}

describe.each(Object.keys(COMMANDS))("weft %s --json", (name) => {
  test.each([
    ["without a project", { "a.c": FILES["a.c"] }],
    ["on a broken weft.json", { ...FILES, "weft.json": '{ "name": 3' }],
    ["with a compiler that does not exist", { ...FILES, "weft.json": withCompiler("no such gcc") }],
  ])("%s fails with JSON", (_, files) => {
    const { code, value, err } = json(folderWith(files), name);
    expect(code).toBe(1);
    expect(value.problems.length).toBeGreaterThan(0);
    expect(err).not.toContain("    at ");
  });
});

function withCompiler(compiler: string): string {
  return JSON.stringify({
    name: "tiny",
    aspects: ["*.ah"],
    commands: { compiler, files: ["*.c"] },
    build: { make: ["make"], compiler },
  });
}

describe("weft effects", () => {
  test("of a line that the file hasn't, of a folder, of a file that is not there", () => {
    const folder = folderWith(FILES);
    for (const [place, code] of [
      ["a.c:99", "cli/no-line"],
      ["a.c:0", "cli/no-line"],
      [".:1", "cli/not-a-file"],
      ["gone.c:1", "cli/missing"],
    ] as const)
      expect(json(folder, "effects", [place])).toMatchObject({ code: 1, value: { problems: [{ code }] } });
  });

  test("takes a column as well, and says when nothing affects a line", () => {
    const folder = folderWith({ ...FILES, "a.c": `int other;\n${FILES["a.c"]}` });
    expect(json(folder, "effects", ["a.c:2:5"]).value.effects).toHaveLength(1);
    expect(weft(folder, ["effects", "a.c:1"])).toMatchObject({ code: 0, out: "" });
    expect(weft(folder, ["effects", "a.c:1"]).err).toBe("nothing affects a.c:1\n");
  });
});

describe("what is named on the command line", () => {
  test("an aspect file that does not exist is an error of every query", () => {
    const folder = folderWith(FILES);
    for (const name of ["check", "joinpoints", "effects", "weave"]) {
      const words = [...(COMMANDS[name] ?? []), "--aspects", "gone.ah"];
      const { code, value } = json(folder, name, words);
      expect(code).toBe(1);
      expect(value.problems).toContainEqual(expect.objectContaining({ code: "aspect/missing" }));
    }
  });

  test("an aspect file is not taken for a unit", () => {
    expect(json(folderWith(FILES), "weave", ["trace.ah"])).toMatchObject({
      code: 2,
      value: { problems: [{ code: "cli/one-unit" }] },
    });
  });

  test("a compiler command that compiles nothing is told", () => {
    const { code, value } = json(folderWith(FILES), "check", ["--aspects", "trace.ah", "--", "gcc", "-v"]);
    expect(code).toBe(1);
    expect(value.problems[0].code).toBe("cli/no-unit");
  });
});

describe("what can't be written", () => {
  test("a reader that ends early is no failure", () => {
    const help = `"${process.execPath}" "${join(bundle(), "weft.js")}" --help`;
    const result = run(folderWith({}), ["bash", "-c", `set -o pipefail; ${help} | true`]);
    expect(result).toMatchObject({ code: 0, err: "" });
  });

  test("the woven text: told without a stack, nothing left behind", () => {
    const folder = folderWith(FILES);
    const result = weft(folder, ["weave", "a.c", "-o", "a.c/out.i"]);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^weft: error\[weft\/cli\/failed\]: E/);
    expect(result.err).not.toContain("    at ");
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
  });

  test("a read-only project is checked all the same", () => {
    const folder = folderWith(FILES);
    chmodSync(folder, 0o555);
    expect(weft(folder, ["check"], { obeyModes: true })).toMatchObject({ code: 0 });
  });
});

test("weft doctor says that nothing reads units", () => {
  const { code, out, err } = weft(folderWith(FILES), ["doctor"], {
    environment: { WEFT_LIBCLANG: "/nowhere/libclang.so" },
  });
  expect(code).toBe(1);
  expect(out).toContain("failed libclang: reads C and C++");
  expect(err).toMatch(/error\[weft\/clang\/libclang-missing\]: .*\/nowhere.* Install libclang 16/);
});

test("a step of a build that fails is a problem with the command", () => {
  const { code, value } = json(folderWith(FILES), "build");
  expect(code).toBe(1);
  expect(value.problems[0]).toMatchObject({ code: "build/step-failed" });
  expect(value.problems[0].message).toContain("false");
});

describe("weft check", () => {
  const units = {
    "a.c": "int sys_a(int a) { return a; }\nvoid sys_b(char *b) { *b = 0; }\n",
    "b.c": "int sys_c(void) { return 1; }\n",
  };
  const withBody = (body: string) => ({
    ...FILES,
    ...units,
    "trace.ah": `aspect Trace {\n  advice execution("% sys_%(...)") : after() {\n    ${body}\n  }\n};\n`,
  });

  test.each([
    ["tjp->arg7 = 1;", "weave/no-such-context"],
    ["int r = (int)tjp->result; (void)r;", "weave/no-result"],
    ["tjp->nosuch;", "weave/unknown-context"],
    ["tjp;", "weave/unknown-context"],
    ["undeclared = 1;", "weave/compiler"],
  ])("finds %s as the build does, once, at its line", (body, code) => {
    const folder = folderWith(withBody(body));
    const { value } = json(folder, "check");
    expect(value.problems).toHaveLength(1);
    expect(value.problems[0]).toMatchObject({ code, severity: "error", range: { startLine: 3 } });
    const built = weft(folder, ["cc", "--", "gcc", "-c", "a.c"]);
    expect(built.code).toBe(1);
    expect(built.err.match(/trace\.ah:3:\d+: error/g)).toHaveLength(1);
  });

  test("finds a header that the aspect's units don't, and what is wrong between aspect files", () => {
    const header = { ...FILES, "trace.ah": `#include "no/such.h"\n${FILES["trace.ah"]}` };
    expect(json(folderWith(header), "check").value.problems).toMatchObject([{ code: "weave/aspect-text" }]);
    const twice = folderWith({ ...FILES, "other.ah": FILES["trace.ah"] });
    expect(json(twice, "check").value.problems).toMatchObject([{ code: "aspect/duplicate-name" }]);
    const built = weft(twice, ["cc", "--", "gcc", "-c", "a.c"]);
    expect(built).toMatchObject({ code: 1 });
    expect(built.err).toContain("aspect/duplicate-name");
  });
});

test("weft cc --strict leaves no object that make would take for a sound one", () => {
  const folder = folderWith(FILES);
  const words = ["cc", "--strict", "--", "gcc", "-c", "a.c"];
  const result = weft(folder, words, { environment: { WEFT_LIBCLANG: "/nonexistent" } });
  expect(result.code).toBe(1);
  expect(result.err).toContain("WEFT_LIBCLANG");
  expect(readdirSync(folder)).not.toContain("a.o");
});
