/**
 * `npm test [-- --only a,b] [-- --skip a,b]`: set-up, then every stage of the gate, each timed.
 * Closes with one line `N passed, N failed`; a stage that is not a test run (lint, types) counts as one test.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runWithSecondChance } from "./second-run.mjs";
import { root, setUp } from "./setup.mjs";

const VITEST = ["unit", "golden", "protocol", "guest", "ide", "linux"];
const COMMANDS = {
  types: ["npm", "run", "--silent", "types"],
  lint: ["npm", "run", "--silent", "check"],
};
const STAGES = [...Object.keys(COMMANDS), ...VITEST];

const chosen = chooseStages(process.argv.slice(2));
const reports = mkdtempSync(join(tmpdir(), "weft-test-"));
const rows = [];
const failures = [];
const told = [];
let passed = 0;
let failed = 0;

const setUpBegan = Date.now();
try {
  await setUp({ groups: ["core", "test"] });
} catch (error) {
  console.error(`weft: ${error.message}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
rows.push(["set-up", seconds(setUpBegan), ""]);

for (const stage of chosen) {
  const began = Date.now();
  console.log(`\n=== ${stage}`);
  const result = stage in COMMANDS ? runCommand(COMMANDS[stage]) : runStage(stage);
  passed += result.passed;
  failed += result.failed;
  rows.push([stage, seconds(began), `${result.passed} passed, ${result.failed} failed`]);
}
rmSync(reports, { recursive: true, force: true });

// Once more at the end, where a log that is cut off still has it.
for (const line of told) console.log(`\nPASSED ON SECOND RUN ${line}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log("\nstage      seconds");
for (const [stage, time, note] of rows)
  console.log(`${stage.padEnd(10)} ${String(time).padStart(7)}  ${note}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function runCommand([program, ...args]) {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 900_000,
  });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function runStage(project) {
  const run = (files) => runVitest(project, files);
  const result = project === "ide" ? runWithSecondChance(run) : { modules: run([]), told: [] };
  told.push(...result.told);
  const found = result.modules.flatMap((module) => module.failures);
  failures.push(...found);
  return { passed: result.modules.reduce((sum, module) => sum + module.passed, 0), failed: found.length };
}

/** A run that ends without a report (a crash, the deadline) is a failure, whatever it had counted. */
function runVitest(project, files) {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const args = ["vitest", "run", "--project", project, ...files];
  if (files.length > 0) console.log(`\n=== ${project}, once more: ${files.join(" ")}`);
  const { status, signal } = spawnSync(
    "npx",
    [...args, "--reporter=default", "--reporter=./tests/tools/gate-reporter.mjs"],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      timeout: 3_000_000,
      // The servers as they ship, which set-up has bundled: they start in a fraction of the time, too.
      env: { WEFT_TEST_BUNDLE: "1", ...process.env, CI: process.env.CI ?? "1", WEFT_REPORT: report },
    },
  );
  let modules = [];
  try {
    modules = JSON.parse(readFileSync(report, "utf8"));
  } catch {
    // It says below how it ended.
  }
  if (status !== 0 && modules.every((module) => module.failures.length === 0))
    modules.push({ passed: 0, failures: [`${project}: ended with ${signal ?? status}`] });
  return modules;
}

function chooseStages(args) {
  const list = (flag) => {
    const at = args.indexOf(flag);
    return at === -1 ? undefined : (args[at + 1] ?? "").split(",");
  };
  const unknown = [...(list("--only") ?? []), ...(list("--skip") ?? [])].filter(
    (stage) => !STAGES.includes(stage),
  );
  if (unknown.length > 0) {
    console.error(`weft: no such stage: ${unknown.join(", ")}; there are ${STAGES.join(", ")}`);
    process.exit(2);
  }
  return STAGES.filter(
    (stage) => (list("--only") ?? STAGES).includes(stage) && !list("--skip")?.includes(stage),
  );
}

function seconds(began) {
  return Math.round((Date.now() - began) / 1000);
}
