// The longer part of tests/golden/machine-tools.test.ts: what building, measuring, booting and recording start.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import {
  answerTrust,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  startIde,
} from "../ide/support/index.js";
import { judgePrograms, programsOf, startedPrograms, tracing } from "../support/started-programs.js";
import { keepResultsOf } from "./results.js";

keepResultsOf("programs that are started");
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

// Tests are traced as a whole.
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

// `-D`: the starter stays this process's child, and is who gets signals.
test("the workbench starts nothing that the table does not have, also as a window is loaded anew", async () => {
  const trace = join(place, "workbench.trace");
  rmSync(join(kernel, ".weft"), { recursive: true, force: true });
  // What this user's shell starts by itself, as its files say, is not the workbench's.
  const environment = { SHELL: "/bin/sh" };
  const ide = await startIde({ folder: kernel, environment, under: [...tracing(trace), "-D"] });
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await openWindow(page, ide.address);
    await answerTrust(page, "Yes");
    await openFile(page, "fs/attributes.c");
    await page.locator(".codelens-decoration", { hasText: "advised by" }).first().waitFor();
    await runCommand(page, "Weft: Build");
    await expect.poll(() => existsSync(join(kernel, ".weft/weave-map.json"))).toBe(true);
    // Its end has the processes of its extensions end, too.
    await page.reload();
    await page.locator("#theia-statusBar").waitFor();
  } finally {
    await browser.close();
    await ide.stop();
  }
  const judged = judgePrograms(programsOf(readFileSync(trace, "utf8")));
  expect(judged.unknown).toEqual([]);
  expect(judged.tools).toEqual(expect.arrayContaining(["clangd", "gcc", "git", "make"]));
});
