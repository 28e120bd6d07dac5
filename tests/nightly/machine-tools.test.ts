// The longer part of tests/golden/machine-tools.test.ts: what building, measuring, booting and recording start.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { judgePrograms, startedPrograms } from "../support/started-programs.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const weft = join(root, "weaver-bridge/dist/weft.js");
const place = mkdtempSync(join(tmpdir(), "weft-tools-"));
const kernel = join(place, "kernel");
const isBuilt = /\/(?:build|\.weft)(?:\/|$)/;
cpSync(join(root, "sample-projects/mini-unix"), kernel, {
  recursive: true,
  filter: (path) => !isBuilt.test(path.slice(root.length)),
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

// In this order: what is run was built.
test.each([
  [["build"], [0], ["binutils", "clang", "gcc", "make"]],
  // The kernel ends QEMU through a device, which makes 33 of its 16.
  [["run"], [33], ["qemu"]],
  [["cost"], [0], ["binutils", "clang", "gcc"]],
  [["guards"], [0], ["gcc"]],
])("weft %j starts nothing that the table does not have", (words, allowed, tools) => {
  const started = startedPrograms([process.execPath, weft, ...words], kernel, allowed);
  const judged = judgePrograms(started);
  expect(judged.unknown).toEqual([]);
  expect(judged.tools).toEqual(expect.arrayContaining(tools));
});

// Tests are traced as a whole. The workbench is not among them: something in its window asks `ps`, and nobody knows yet what.
const SESSIONS: readonly [what: string, project: string, file: string, name: string, tools: string[]][] = [
  [
    "a debugging session",
    "protocol",
    "tests/protocol/dap-session.test.ts",
    "steps from a kernel line into advice and back",
    ["gcc", "gdb", "qemu"],
  ],
  [
    "a recording",
    "protocol",
    "tests/protocol/dap-recording.test.ts",
    "runs to the end of the recording and back",
    ["gdb", "qemu"],
  ],
  [
    "weaving into a running kernel",
    "guest",
    "tests/guest/live.test.ts",
    "advice is woven, counts and speaks, and leaves no trace",
    ["gcc", "qemu"],
  ],
];

test.each(SESSIONS)("%s starts nothing that the table does not have", (_, project, file, name, tools) => {
  const vitest = [
    process.execPath,
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    project,
  ];
  const judged = judgePrograms(startedPrograms([...vitest, file, "-t", name], root, [0]));
  expect(judged.unknown).toEqual([]);
  expect(judged.tools).toEqual(expect.arrayContaining(tools));
});
