/**
 * `npm test [-- --only a,b] [-- --skip a,b]`: set-up, then every stage of the gate, each timed.
 * Closes with one line `N passed, N failed`; a stage that is not a test run (lint, types, fresh) counts as one test.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { whyNot } from "../fresh/debian.mjs";
import { countedIn } from "./gate-report.mjs";
import { overdue, raceOf, readRaces, writeRaces } from "./races.mjs";
import { runProgram } from "./run-program.mjs";
import { runWithSecondChance } from "./second-run.mjs";
import { root, setUp } from "./setup.mjs";

const COMMANDS = {
  types: ["npm", "run", "--silent", "types"],
  lint: ["npm", "run", "--silent", "check"],
  fresh: ["node", "tests/fresh/run.mjs"],
};
/**
 * Turns one after the other; the lanes of a turn beside each other, the stages of a lane one after the other. A lane of
 * tests that meet servers or machines uses one processor and often waits: Linux, and then golden, use what they leave.
 * The browser is alone, since its windows answer late beside others.
 */
const TURNS = [
  [["types"], ["lint"]],
  [["unit"]],
  [["protocol", "fresh"], ["guest"], ["linux", "golden"]],
  [["ide"]],
];
const STAGES = TURNS.flat(2);
/** Why a machine can't run a stage, in words: it is told and not counted, unless it was asked for by name. */
const CANNOT_RUN = { fresh: whyNot };
/** Whose files run beside each other; by itself Vitest leaves a processor free, which of two is half. */
const PARALLEL = ["unit", "golden"];

/** Whose tests meet a whole window or machine; see `second-run.mjs`. */
const SECOND_CHANCE = ["ide", "protocol", "guest"];

const notRun = [];
const chosen = chooseStages(process.argv.slice(2));
const reports = mkdtempSync(join(tmpdir(), "weft-test-"));
const began = Date.now();
const rows = [];
const failures = [];
const races = [];
let passed = 0;
let failed = 0;

try {
  await setUp({ groups: ["core", "wanted", "test"] });
} catch (error) {
  console.error(`weft: ${error.message}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
rows.push(["set-up", seconds(began), ""]);

for (const turn of TURNS) {
  const lanes = turn
    .map((lane) => lane.filter((stage) => chosen.includes(stage)))
    .filter((lane) => lane.length > 0);
  await Promise.all(lanes.map((lane, index) => runLane(lane, { quietly: index > 0 })));
}
rmSync(reports, { recursive: true, force: true });
rows.push(["all", seconds(began), ""]);

const known = [...readRaces(), ...races];
if (races.length > 0) writeRaces(known);
const unmended = overdue(known);
failures.push(...unmended);
failed += unmended.length;

// Once more at the end, where a log that is cut off still has it.
for (const { file, failure } of races)
  console.log(`\nPASSED ON SECOND RUN ${file}, written into tests/races.json, to be committed: ${failure}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
for (const stage of notRun) console.log(`\nNOT RUN on this machine, and not counted: ${stage}`);
console.log("\nstage      seconds");
for (const [stage, time, note] of rows)
  console.log(`${stage.padEnd(10)} ${String(time).padStart(7)}  ${note}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function runLane(stages, how) {
  for (const stage of stages) await runStage(stage, how);
}

async function runStage(stage, { quietly }) {
  const start = Date.now();
  if (!quietly) console.log(`\n=== ${stage}`);
  const result = await (stage in COMMANDS ? runCommand(stage, quietly) : runTests(stage, quietly));
  if (quietly) console.log(`\n=== ${stage}\n${result.words}`);
  passed += result.passed;
  failed += result.failed;
  rows.push([stage, seconds(start), `${result.passed} passed, ${result.failed} failed`]);
}

async function runCommand(stage, quietly) {
  const { status, words } = await runProgram(COMMANDS[stage], {
    cwd: root,
    timeout: 3_000_000,
    quietly,
  });
  if (status !== 0) failures.push(`${stage}: ended with ${status}`);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, words };
}

async function runTests(project, quietly) {
  let words = "";
  const run = async (files) => {
    const result = await runVitest(project, files, quietly);
    words += result.words;
    return result.modules;
  };
  const result = SECOND_CHANCE.includes(project)
    ? await runWithSecondChance(run)
    : { modules: await run([]), races: [] };
  races.push(...result.races.map((race) => raceOf(race, new Date())));
  const found = result.modules.flatMap((module) => module.failures);
  failures.push(...found);
  const sum = result.modules.reduce((all, module) => all + module.passed, 0);
  return { passed: sum, failed: found.length, words };
}

async function runVitest(project, files, quietly) {
  const report = join(reports, `${project}.json`);
  rmSync(report, { force: true });
  const argv = ["npx", "vitest", "run", "--project", project, ...files];
  if (PARALLEL.includes(project)) argv.push(`--maxWorkers=${availableParallelism()}`);
  if (files.length > 0) console.log(`\n=== ${project}, once more: ${files.join(" ")}`);
  const { status, signal, words } = await runProgram(
    [...argv, "--reporter=default", "--reporter=./tests/tools/gate-reporter.mjs"],
    {
      cwd: root,
      timeout: 3_000_000,
      signOfLife: report,
      quietly,
      // The servers as they ship, which set-up has bundled: they start in a fraction of the time, too.
      env: { WEFT_TEST_BUNDLE: "1", ...process.env, CI: process.env.CI ?? "1", WEFT_REPORT: report },
    },
  );
  const modules = countedIn(report, { project, status, signal });
  return { modules, words };
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
  const asked = list("--only");
  return STAGES.filter((stage) => {
    if (list("--skip")?.includes(stage)) return false;
    if (asked !== undefined) return asked.includes(stage);
    const reason = CANNOT_RUN[stage]?.();
    if (reason !== undefined) notRun.push(`${stage}: ${reason}`);
    return reason === undefined;
  });
}

function seconds(since) {
  return Math.round((Date.now() - since) / 1000);
}
