/**
 * Brings a fresh clone to a state in which Weft runs: system packages, npm packages, native addon, compiled sources,
 * the IDE. Needs only Node. Each step is skipped when its inputs have not changed since it last succeeded, so a second
 * run takes a second. `node tests/tools/setup.mjs [--no-ide] [--tests] [--packages]`; the last installs packages and builds nothing.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { sayOnce } from "./newer-clang.mjs";
import { ensureSystemPackages, proposeNewerClang } from "./system-packages.mjs";
import { engines, inWords, isIn } from "./versions.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const stamps = join(root, "node_modules", ".weft-setup");

const SOURCES = ["weaver-bridge", "language-server", "debug-adapter"];

/** A step says what it runs and what it depends on; a change of any input file runs it again. */
const PACKAGES = {
  name: "npm packages",
  inputs: ["package-lock.json", ".npmrc"],
  output: "node_modules/.package-lock.json",
  run: [() => run(["npm", "ci", "--no-audit", "--no-fund"])],
};

/** What needs the packages, and nothing of each other. Each runs scripts of the packages, in this order. */
function buildSteps({ ide }) {
  return [
    {
      name: "libclang addon",
      inputs: ["weaver-bridge/clang-ast/native"],
      output: "weaver-bridge/clang-ast/native/build/Release",
      run: [script("weaver-bridge", "build:native")],
    },
    {
      name: "Weft",
      inputs: [...SOURCES, "package.json", "tsconfig.json", "tsconfig.base.json"],
      output: "weaver-bridge/dist/weft.js",
      run: SOURCES.map((folder) => script(folder, "bundle")),
    },
    ...(ide
      ? [
          {
            name: "the IDE (a minute or two, once)",
            inputs: ["ide", "package-lock.json", ...SOURCES.map((p) => `${p}/src/protocol`)],
            output: "ide/app/lib/backend/main.js",
            run: [
              script("ide/extension", "bundle"),
              script("ide/weft-theia", "build"),
              script("ide/app", "build"),
            ],
          },
        ]
      : []),
  ];
}

/**
 * Runs what is needed; throws an Error whose message tells the user what to do.
 * `groups` are those of system-packages.mjs.
 */
export async function setUp({
  ide = true,
  build = true,
  groups = ["core", "wanted"],
  log = (line) => console.log(`weft: ${line}`),
} = {}) {
  checkVersions();
  const unmet = ensureSystemPackages(groups, log);
  const needsForBuild = unmet.filter((need) => need.group === "core");
  if (needsForBuild.length > 0) throw new Error(missingMessage(needsForBuild));
  for (const need of unmet)
    log(`without ${need.what} (${need.for}); install it with: apt-get install ${need.packages[0]}`);
  await runStep(PACKAGES, log);
  const newer = proposeNewerClang();
  if (newer !== undefined) sayOnce(newer, join(stamps, "newer-clang"), log);
  if (!build) return;
  // All of them to their ends: what fails leaves nobody behind that still writes.
  const ends = await Promise.allSettled(buildSteps({ ide }).map((step) => runStep(step, log)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** npm is asked only where this runs without it, which does not happen by `npm start`. */
function checkVersions() {
  const npm = /npm\/([\d.]+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
  const wrong = [
    ["Node", process.version.slice(1), engines.node],
    ["npm", npm, engines.npm],
  ].find(([, has, range]) => has !== undefined && !isIn(has, range));
  if (wrong === undefined) return;
  const [name, has, range] = wrong;
  throw new Error(
    `Weft needs ${name} ${inWords(range)}, and this is ${name} ${has}. A newer one for this machine: sudo npm install --global ${name.toLowerCase()}@${name === "Node" ? 24 : 11}. Then run this again in a new shell.`,
  );
}

function missingMessage(unmet) {
  return [
    "Weft can't be set up yet, these are missing:",
    ...unmet.map((need) => `  - ${need.what}: ${need.for}`),
    "Install them, then run the same command again:",
    `  sudo apt-get install ${unmet.map((need) => need.packages[0]).join(" ")}`,
  ].join("\n");
}

async function runStep(step, log) {
  const stamp = join(stamps, step.name.replace(/\W+/g, "-"));
  const digest = () => digestOf(step.inputs.map((input) => join(root, input)));
  if (existsSync(join(root, step.output)) && existsSync(stamp) && readFileSync(stamp, "utf8") === digest())
    return;
  log(`setting up ${step.name} …`);
  const began = Date.now();
  for (const one of step.run) await one();
  mkdirSync(stamps, { recursive: true });
  // Taken after the step: some tools write into the folders that they read.
  writeFileSync(stamp, digest());
  log(`${step.name}: done in ${Math.round((Date.now() - began) / 1000)} s`);
}

/** A script of a package, as npm would run it: npm itself takes a third of a second of the processor for each. */
function script(folder, name) {
  const cwd = join(root, folder);
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  return () => {
    const { scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
    return run(["sh", "-c", scripts[name]], { cwd, env: { ...process.env, PATH } });
  };
}

/** Output is shown only when the command fails, its last part. */
function run([program, ...args], how = { cwd: root }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...how, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (data) => {
      output = (output + data).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const deadline = setTimeout(() => child.kill("SIGKILL"), 1_200_000);
    child.on("error", (error) => reject(new Error(`${program} could not be started: ${error.message}`)));
    child.on("close", (code) => {
      clearTimeout(deadline);
      if (code === 0) resolve();
      else reject(new Error(`${[program, ...args].join(" ")} failed:\n${output}`));
    });
  });
}

const GENERATED = new Set(["node_modules", "lib", "dist", "build", "src-gen", "artifacts", "plugins"]);

function digestOf(paths) {
  const hash = createHash("sha256").update(process.version);
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const entry of readdirSync(path).sort()) if (!GENERATED.has(entry)) visit(join(path, entry));
    } else if (!path.endsWith(".tsbuildinfo") && !/\.test\.tsx?$/.test(path)) {
      hash.update(path.slice(root.length)).update(readFileSync(path));
    }
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await setUp({
      ide: !process.argv.includes("--no-ide"),
      build: !process.argv.includes("--packages"),
      groups: process.argv.includes("--tests") ? ["core", "wanted", "test"] : ["core", "wanted"],
    });
    console.log("weft: set up");
  } catch (error) {
    console.error(`weft: ${error.message}`);
    process.exitCode = 1;
  }
}
