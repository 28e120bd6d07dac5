/** Units that are compiled in folders of their own: one name for each file, whoever says it and from wherever it is compiled. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readUnitRecords } from "../../kernel-build/index.js";
import type { AspectEffect, JoinPoint } from "../../model/index.js";
import { weft } from "../test/weft-process.js";

const top = mkdtempSync(join(tmpdir(), "weft-unit-folders-"));
const root = join(top, "kernel");
afterAll(() => rmSync(top, { recursive: true, force: true }));

const step = "static int fstep(int n) { return n; }\n";
const FILES: Record<string, string> = {
  "kernel/one/main.c": `#include "../shared.h"\n${step}int one(int n) { return fstep(n) + shared(n); }\n`,
  "kernel/two/main.c": `#include "shared.h"\n${step}int two(int n) { return fstep(n) + shared(n); }\n`,
  "kernel/shared.h": "static inline int shared(int n) { return n; }\n",
  "kernel/kernel/sched/core.c": "int core(int n) { return n; }\n",
  "lib/string.c": "int length(const char *s) { return *s != 0; }\n",
  "kernel/steps.ah": [
    "aspect Steps {",
    '  advice execution("% fstep(...)") : before() { }',
    '  advice execution(file("kernel/sched/%.c")) : before() { }',
    '  advice execution("% length(...)") : before() { }',
    "};\n",
  ].join("\n"),
  "kernel/weft.json": JSON.stringify({
    name: "folders",
    aspects: ["*.ah"],
    commands: { database: "compile_commands.json" },
  }),
};

/** Each in a folder of its own, with names that are relative, absolute, or mapped for `__FILE__` and debug information. */
const COMMANDS = [
  { directory: join(root, "one"), file: "main.c", command: "gcc -c main.c" },
  {
    directory: join(root, "two"),
    file: "main.c",
    command: `gcc -ffile-prefix-map=${root}=. -I${root} -c main.c`,
  },
  { directory: join(root, "kernel/sched"), file: "core.c", command: "gcc -fmacro-prefix-map==k/ -c core.c" },
  { directory: root, file: "../lib/string.c", command: "gcc -c ../lib/string.c -o string.o" },
];

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  writeFileSync(join(root, "compile_commands.json"), JSON.stringify(COMMANDS));
  symlinkSync(root, join(top, "link"));
});

function placesOf(pointcut: string, folder = root): string[] {
  const { out, err } = weft(folder, ["joinpoints", "--json", "--pointcut", pointcut]);
  expect(err).toBe("");
  const { joinPoints } = JSON.parse(out) as { joinPoints: JoinPoint[] };
  expect(new Set(joinPoints.map(({ id }) => id)).size).toBe(joinPoints.length);
  return joinPoints.map(({ range }) => `${range.file}:${range.startLine}`);
}

test("two sources of one name in two folders are two", () => {
  expect(placesOf('execution("% fstep(...)")')).toEqual(["one/main.c:2", "two/main.c:2"]);
  expect(placesOf('execution("% fstep(...)" && file("two/main.c"))')).toEqual(["two/main.c:2"]);
});

test("a header is one, however units spell it", () => {
  expect(placesOf('execution("% shared(...)")')).toEqual(["shared.h:1"]);
});

test("files are named from the project's folder, under whatever link it was reached", () => {
  expect(placesOf('execution(file("kernel/sched/%.c"))')).toEqual(["kernel/sched/core.c:1"]);
  expect(placesOf('execution(file("kernel/sched/%.c"))', join(top, "link"))).toEqual([
    "kernel/sched/core.c:1",
  ]);
  // The project's own folder is called kernel too, which says nothing of its files.
  expect(weft(root, ["joinpoints", "--pointcut", 'execution(file("kernel/one/%.c"))']).code).toBe(1);
});

test.each([
  ["one/main.c", "one/main.c:2"],
  ["two/main.c", "two/main.c:2"],
  ["kernel/sched/core.c", "kernel/sched/core.c:1"],
  ["../lib/string.c", `${top}/lib/string.c:1`],
])("effects and reasons of %s are told at its name", (file, place) => {
  const { out, err } = weft(root, ["effects", file, "--json"]);
  expect(err).toBe("");
  const { effects } = JSON.parse(out) as { effects: AspectEffect[] };
  expect(effects.map(({ target }) => `${target.file}:${target.startLine}`)).toEqual([place]);
  expect(weft(root, ["why", `${file}:${place.split(":").at(-1)}`]).out).toMatch(`${place}:`);
});

test("what is compiled elsewhere says the same in the weave map", () => {
  for (const { directory, command } of COMMANDS)
    expect(
      weft(directory, ["cc", "--", ...command.split(" ")], { environment: { WEFT_PROJECT: root } }),
    ).toMatchObject({ code: 0, err: "" });
  const ids = readUnitRecords({ root }).flatMap(({ map }) =>
    map.effects.map(({ id }) => id.replace(/^.*@/, "")),
  );
  expect(ids.sort()).toEqual([
    `${top}/lib/string.c:1:5:length`,
    "kernel/sched/core.c:1:5:core",
    "one/main.c:2:12:fstep",
    "two/main.c:2:12:fstep",
  ]);
});
