import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { printProblem } from "../../model/index.js";
import { projectCommands } from "../records/compile-commands.js";
import { readUnitRecords, writeUnitRecord } from "../records/unit-record.js";
import { loadProject } from "./project.js";
import { findProjectRoot } from "./project-root.js";

function project(text: string, files: readonly string[] = []): string {
  const root = mkdtempSync(join(tmpdir(), "weft-project-"));
  writeFileSync(join(root, "weft.json"), text);
  for (const file of files) {
    mkdirSync(join(root, file, ".."), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}

function problemsOf(text: string): string {
  const root = project(text);
  return loadProject(root)
    .problems.map((problem) => printProblem(problem).replaceAll(root, "ROOT"))
    .join("\n");
}

test("aspect files are read as listed, those of a glob alphabetically behind them", () => {
  const text = '{ "name": "t", "aspects": ["more/*.ah", "z.ah", "a.ah"], "commands": { "files": ["*.c"] } }';
  const root = project(text, ["a.ah", "z.ah", "more/d.ah", "more/c.ah", "one.c"]);
  expect(loadProject(root).value?.aspects).toEqual(
    ["z.ah", "a.ah", "more/c.ah", "more/d.ah"].map((file) => join(root, file)),
  );
});

test("a whole project, with comments and trailing commas", () => {
  const root = project(
    `{
      // the kernel
      "name": "tiny", "language": "c", "aspects": ["aspects/*.ah", "extra.ah"],
      "commands": { "compiler": "gcc", "flags": ["-m32"], "files": ["src/**/*.c"] },
      "run": { "kernel": "k.elf", "success": "^done", },
    }`,
    ["aspects/b.ah", "aspects/a.ah", "extra.ah", "src/x/one.c", "src/two.c"],
  );
  const { value, problems } = loadProject(root);
  expect(problems).toEqual([]);
  expect(value?.aspects).toEqual(
    ["extra.ah", "aspects/a.ah", "aspects/b.ah"].map((file) => join(root, file)),
  );
  expect(projectCommands(value!).value).toEqual(
    ["src/two.c", "src/x/one.c"].map((file) => ({
      directory: root,
      file,
      arguments: ["gcc", "-m32", "-c", file],
    })),
  );
  expect(findProjectRoot(join(root, "src/x"))).toBe(root);
});

test.each([
  ["", "ROOT/weft.json:1:1: error[weft/project/syntax]: the file is empty"],
  ['{"name": "x"', "ROOT/weft.json:1:13: error[weft/project/syntax]: not valid JSON: close brace expected"],
  ["{}", 'ROOT/weft.json:1:1: error[weft/project/schema]: the project lacks the property "name"'],
  [
    '{"name": ""}',
    "ROOT/weft.json:1:10: error[weft/project/schema]: name must NOT have fewer than 1 characters",
  ],
  [
    '{"name": "é", "aspect": []}',
    'ROOT/weft.json:1:16: error[weft/project/schema]: unknown property "aspect" in the project',
  ],
  [
    '{"name": "x",\n  "language": "ada"}',
    "ROOT/weft.json:2:15: error[weft/project/schema]: language must be one of c, c++",
  ],
  [
    '{"name": "x",\n "build": {"make": "make"}}',
    "ROOT/weft.json:2:20: error[weft/project/schema]: build.make must be array",
  ],
  [
    '{"name": "x", "run": {"kernel": "k", "success": "("}}',
    "ROOT/weft.json:1:49: error[weft/project/schema]: run.success is not a valid regular expression",
  ],
  [
    '{"name": "x", "commands": {}}',
    'ROOT/weft.json:1:27: error[weft/project/schema]: commands needs either "files" or "database"',
  ],
  [
    '{"name": "x", "commands": {"files": ["a.c"], "database": "b.json"}}',
    'commands needs either "files" or "database", not both',
  ],
  [
    '{"name": "x", "live": {"area": {"address": "0xc0010000", "size": 256}}}',
    'live.area needs either a "symbol", or an "address" as "0x…" and a "size" of at least 4096 bytes',
  ],
  [
    '{"name": "x", "aspects": ["nothing/*.ah"]}',
    'ROOT/weft.json:1:27: warning[weft/project/no-aspects]: no file matches "nothing/*.ah"',
  ],
])("%s", (text, expected) => expect(problemsOf(text)).toContain(expected));

test("one thing that is wrong is one problem; a byte order mark is none", () => {
  expect(problemsOf('{"name": "x", "commands": {}}').split("\n")).toHaveLength(1);
  expect(problemsOf('\ufeff{"name": "x"}')).toBe("");
});

test.each(["{}", "[null]", '[{"file": 3}]', '[{"file": "a.c", "arguments": "gcc"}]', "[", ""])(
  "a compilation database that holds %s",
  (text) => {
    const root = project('{"name": "x", "commands": {"database": "db.json"}}');
    writeFileSync(join(root, "db.json"), text);
    const { value, problems } = projectCommands(loadProject(root).value!);
    expect(value).toEqual([]);
    expect(problems).toMatchObject([{ code: "project/database", severity: "error" }]);
    expect(problems[0]?.message).not.toContain("function");
  },
);

test("a missing weft.json says what a project is", () => {
  const { problems } = loadProject(mkdtempSync(join(tmpdir(), "weft-none-")));
  expect(problems[0]?.hint).toContain("A project is a folder with weft.json");
});

test("a compilation database, both spellings of its commands", () => {
  const root = project('{"name": "x", "commands": {"database": "db.json"}}');
  writeFileSync(
    join(root, "db.json"),
    JSON.stringify([
      { directory: "/k", file: "a.c", command: 'gcc -DX="a b" -c a.c' },
      { directory: "sub", file: "b.c", arguments: ["gcc", "-c", "b.c"], output: "b.o" },
    ]),
  );
  expect(projectCommands(loadProject(root).value!).value).toEqual([
    { directory: "/k", file: "a.c", arguments: ["gcc", "-DX=a b", "-c", "a.c"] },
    { directory: join(root, "sub"), file: "b.c", arguments: ["gcc", "-c", "b.c"], output: "b.o" },
  ]);
});

test("of a compilation database the commands of some sources; all where it names one in other words", () => {
  const root = project('{"name": "x", "commands": {"database": "db.json"}}');
  const entries = ["a.c", "sub/../b.c", "c.c"].map((file) => ({
    directory: "/k",
    file,
    command: `cc ${file}`,
  }));
  writeFileSync(join(root, "db.json"), JSON.stringify(entries));
  const filesOf = (...sources: string[]) =>
    projectCommands(loadProject(root).value!, new Set(sources)).value.map(({ file }) => file);
  expect(filesOf("/k/b.c", "/k/c.c")).toEqual(["sub/../b.c", "c.c"]);
  expect(filesOf("/k/a.c", "/elsewhere/a.c")).toHaveLength(3);
  expect(filesOf()).toHaveLength(3);
});

test("without declared commands the recorded ones are used, not those of gone sources or broken records", () => {
  const root = project('{"name": "x"}');
  const command = { directory: root, file: "a.c", arguments: ["gcc", "-c", "a.c"], output: "a.o" };
  const map = {
    version: 2,
    source: "a.c",
    directory: root,
    status: "unchanged",
    effects: [],
    generated: [],
  } as const;
  writeFileSync(join(root, "a.c"), "");
  writeUnitRecord({ root }, { version: 2, command, aspects: "d", map });
  const gone = { ...command, file: "gone.c", output: "gone.o" };
  writeUnitRecord({ root }, { version: 2, command: gone, aspects: "d", map: { ...map, source: "gone.c" } });
  writeFileSync(join(root, ".weft/units/zz.json"), "{");
  expect(projectCommands(loadProject(root).value!).value).toEqual([command]);
  expect(readUnitRecords({ root })).toHaveLength(2);
});

test("what Weft keeps about a project is in the project: a link in its place is told, and nothing is taken away behind it", () => {
  const outside = mkdtempSync(join(tmpdir(), "weft-outside-"));
  writeFileSync(join(outside, "mine.json"), JSON.stringify({ version: 2, root: "/elsewhere" }));
  for (const [link, target] of [
    [".weft", outside],
    [".weft/units", outside],
    [".weft/weave-map.json", join(outside, "mine.json")],
  ] as const) {
    const root = project('{ "name": "t", "aspects": [] }');
    if (link !== ".weft") mkdirSync(join(root, ".weft"));
    symlinkSync(target, join(root, link));
    const { value, problems } = loadProject(root);
    expect([link, value, problems.map(({ code }) => code)]).toEqual([
      link,
      undefined,
      ["project/state-link"],
    ]);
  }
});
