/** Commands on what is missing, broken or not writable: exit code, words, and JSON that its schema allows. */
import { chmodSync, readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { schemaErrors } from "../test/schemas.js";
import { bundle, folderWith, weft } from "../test/weft-process.js";

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
    expect(weft(folder, ["effects", "a.c:1"]).err).toBe("no advice affects a.c:1\n");
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
  test("the woven text: told without a stack, nothing left behind", () => {
    const folder = folderWith(FILES);
    const result = weft(folder, ["weave", "a.c", "-o", "a.c/out.i"]);
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^weft: error\[weft\/cli\/failed\]: E/);
    expect(result.err).not.toContain("    at ");
    expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
  });

  test.skipIf(process.getuid?.() !== 0)("a read-only project is checked all the same", () => {
    const folder = folderWith(FILES);
    chmodSync(folder, 0o555);
    expect(weft(folder, ["check"], { uid: 65534 })).toMatchObject({ code: 0 });
  });
});

test("a step of a build that fails is a problem with the command", () => {
  const { code, value } = json(folderWith(FILES), "build");
  expect(code).toBe(1);
  expect(value.problems[0]).toMatchObject({ code: "build/step-failed" });
  expect(value.problems[0].message).toContain("false");
});
