/**
 * `node tests/fresh/run.mjs [bookworm] [trixie]`: what the README says, on Debians that have nothing. Each step is one test;
 * the last line is `N passed, N failed`.
 */
import { linkCommand, runIn, whyNot } from "./debian.mjs";
import { IN_CLONE as IN, layerWithClone, preparedRoot } from "./prepare.mjs";

const vitest = (project, file, name) =>
  `${IN} npx vitest run --project ${project} ${file} -t '${name}' --reporter=default`;

const ONE_UNORDERED = "grep -q 'weft/pointcut/unordered' said && grep -q ': 0 errors, 1 warning$' said";

/** What stands in the README (`weft run` headless: its exit code is then whether the kernel said so, not QEMU's), and tests that do what it tells to do by keys. */
const STEPS = [
  ["npm start, until the page answers", `${IN} node tests/fresh/page-answers.mjs`],
  ["weft doctor finds nothing missing", `${IN} npx weft doctor sample-projects/mini-unix`],
  // The tutorial about the order of aspects begins with this warning.
  [
    "weft check finds nothing but the order that is not given",
    `${IN} cd sample-projects/mini-unix && npx weft check > said 2>&1 || [ $? = 1 ]; cat said; ${ONE_UNORDERED} && rm said`,
  ],
  ["weft build", `${IN} cd sample-projects/mini-unix && npx weft build && npx weft doctor`],
  ["weft run boots it", `${IN} cd sample-projects/mini-unix && timeout 120 npx weft run --headless`],
  // Outside of the clone, a kernel that knows nothing of Weft.
  [
    "weft in any folder makes a project of a kernel, and builds and debugs it",
    `${IN} ${linkCommand()} && cp -r sample-projects/mini-unix /root/kernel && cd /root/kernel && ` +
      "rm -rf weft.json aspects .weft build $(find . -name '*.spec') && weft init --yes && weft doctor",
  ],
  ["weft specialize", `${IN} npx weft specialize sample-projects/mini-unix --check`],
  [
    "stop in advice",
    vitest("protocol", "tests/protocol/dap-session.test.ts", "steps from a kernel line into advice and back"),
  ],
  [
    "record and go back",
    vitest("protocol", "tests/protocol/dap-recording.test.ts", "runs to the end of the recording and back"),
  ],
  [
    "ask a recording where a value came from, and why something ran",
    `${vitest("protocol", "tests/protocol/dap-origins.test.ts", "O2, 32 bits")} && ${vitest("protocol", "tests/protocol/dap-reasons.test.ts", "O2, 32 bits")}`,
  ],
  [
    "weave into a running kernel",
    vitest("guest", "tests/guest/live.test.ts", "advice is woven, counts and speaks, and leaves no trace"),
  ],
  [
    "today's C, by this Debian's gcc",
    `${IN} WEFT_TEST_BUNDLE=1 WEFT_COMPILERS=gcc npm run --silent bench -- todays-c`,
    // What gcc 12 knows of it is asked elsewhere.
    (release) => release !== "bookworm",
  ],
  [
    "the self-test of the stubs",
    `${IN} cd sample-projects/mini-l4 && npx weft build && timeout 120 npx weft run --headless`,
  ],
];

const releases = process.argv.length > 2 ? process.argv.slice(2) : ["bookworm", "trixie"];
const reason = whyNot();
if (reason !== undefined) {
  console.error(`weft: fresh Debians can't be made here: ${reason}`);
  console.log("0 passed, 1 failed");
  process.exit(1);
}
const results = (await Promise.all(releases.map(tryRelease))).flat();
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;

async function tryRelease(release) {
  const tell = (line) => console.log(`${release}: ${line}`);
  try {
    const kept = await preparedRoot(release, tell);
    return await tryIn(
      kept,
      STEPS.filter(([, , isFor]) => isFor === undefined || isFor(release)),
      tell,
    );
  } catch (error) {
    tell(`FAILED ${error.message}`);
    return [false];
  }
}

async function tryIn(kept, steps, tell) {
  const layer = layerWithClone();
  const results = [];
  for (const [name, command] of steps) {
    const began = Date.now();
    const { code, said } = await runIn(kept, command, { layer, timeout: 900_000 });
    tell(`${code === 0 ? "ok" : "FAILED"} ${name} (${Math.round((Date.now() - began) / 1000)} s)`);
    if (code !== 0) console.log(said);
    results.push(code === 0);
  }
  return results;
}
