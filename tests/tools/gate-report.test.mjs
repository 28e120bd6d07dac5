import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countedIn } from "./gate-report.mjs";
import GateReporter from "./gate-reporter.mjs";
import { runProgram } from "./run-program.mjs";

let folder;
let report;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-gate-report-"));
  report = join(folder, "protocol.json");
  vi.stubEnv("WEFT_REPORT", report);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A file of tests as Vitest hands it to reporters; `states`: how each of its tests ended. */
function moduleOf(file, states) {
  const tests = states.map((state, at) => ({
    fullName: `test ${at}`,
    result: () => ({ state, errors: state === "failed" ? [{ message: "no" }] : [] }),
  }));
  const children = { allSuites: () => [], allTests: () => tests };
  return { relativeModuleId: file, errors: () => [], children };
}

const ended = { project: "protocol", status: null, signal: "SIGTERM" };
const a = moduleOf("a.test.ts", ["passed", "passed"]);
const b = moduleOf("b.test.ts", ["passed", "failed"]);

test("a run that ended before its last file has failed, and what was through is counted", () => {
  const reporter = new GateReporter();
  reporter.onTestModuleEnd(a);
  reporter.onTestModuleEnd(b);
  reporter.onTestCaseResult();
  expect(countedIn(report, ended)).toEqual([
    { file: "a.test.ts", passed: 2, failures: [] },
    { file: "b.test.ts", passed: 1, failures: ["b.test.ts > test 1: no"] },
    { passed: 0, failures: ["protocol: ended with SIGTERM, when 3 tests had passed"] },
  ]);
});

test("one that ended before its first test has failed", () => {
  const said = ["protocol: ended with SIGTERM, when 0 tests had passed"];
  expect(countedIn(report, ended)).toEqual([{ passed: 0, failures: said }]);
  new GateReporter().onTestCaseResult();
  expect(countedIn(report, ended)).toEqual([{ passed: 0, failures: said }]);
});

test("of a whole run its own failures are all, and an exit code that nothing explains is one", () => {
  const reporter = new GateReporter();
  reporter.onTestRunEnd([a, b], []);
  expect(countedIn(report, { ...ended, status: 1, signal: null })).toHaveLength(2);
  reporter.onTestRunEnd([a], []);
  expect(countedIn(report, { ...ended, status: 0, signal: null })).toHaveLength(1);
  expect(countedIn(report, { ...ended, status: 1, signal: null }).at(-1)).toEqual({
    passed: 0,
    failures: ["protocol: ended with 1"],
  });
});

const SOON = 1;
const AN_HOUR = 3600;

/** `age`, seconds: how long ago the sign of life was written. */
function signOfLife(age) {
  writeFileSync(report, "");
  const then = Date.now() / 1000 - age;
  utimesSync(report, then, then);
  return report;
}

test("a program of whose work a sign is new runs on after its time", async () => {
  const script = "setTimeout(() => process.exit(3), 200)";
  const run = { cwd: folder, timeout: SOON, quietly: true };
  const { status } = await runProgram([process.execPath, "-e", script], {
    ...run,
    signOfLife: signOfLife(-AN_HOUR),
  });
  expect(status).toBe(3);
});

test("one whose sign is old, or that has none, is ended", async () => {
  const script = "setTimeout(() => {}, 600_000)";
  const run = { cwd: folder, timeout: SOON, quietly: true };
  for (const sign of [signOfLife(AN_HOUR), join(folder, "none"), undefined]) {
    const { signal } = await runProgram([process.execPath, "-e", script], { ...run, signOfLife: sign });
    expect(signal).toBe("SIGTERM");
  }
});
