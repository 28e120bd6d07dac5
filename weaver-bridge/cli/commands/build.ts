/** `weft build`: the project's own make with `weft cc` in the compiler's place, and the weave map of what came out. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  buildEnvironment,
  buildNeeds,
  makeCommand,
  prepareCommand,
} from "../../compile/build/build-commands.js";
import { forgetWeaving, movedObjects, refreshObjects } from "../../compile/build/refresh-objects.js";
import { refreshResiduals } from "../../compile/build/refresh-residuals.js";
import { settleCalls } from "../../compile/build/settle-calls.js";
import { unitWarnings } from "../../compile/build/unit-warnings.js";
import { type BuildSummary, collectWeaveMap, describeSummary } from "../../compile/build/weave-summary.js";
import { builtProblems } from "../../compile/built-problems.js";
import {
  type BuildRecipe,
  findProjectRoot,
  loadProject,
  PROJECT_FILE,
  type Project,
  runProcess,
  stateFolder,
  toolProblems,
} from "../../kernel-build/index.js";
import { hasErrors, type StubFunction } from "../../model/index.js";
import { loadAspects } from "../../pipeline/index.js";
import { EXIT, printProblems, report } from "../output.js";

export interface BuildFlags {
  readonly path?: string | undefined;
  readonly clean?: boolean;
  readonly strict?: boolean;
  readonly withoutAspects?: boolean;
  readonly jobs?: number;
  readonly json?: boolean;
  /** For a command that builds among other things: people are told on standard error, and it what came out. */
  readonly observer?: {
    readonly onSummary?: (summary: BuildSummary) => void;
    readonly onOutput?: (piece: Buffer) => void;
  };
}

/** Half a day: a kernel may be large, but a build that waits for input must not wait forever. */
const BUILD_DEADLINE = 12 * 3_600_000;

const ROUNDS = 4;

export async function build(flags: BuildFlags): Promise<number> {
  const folder = resolve(flags.path ?? ".");
  const loaded = loadProject(findProjectRoot(folder) ?? folder);
  const project = loaded.value;
  const problems = [...loaded.problems];
  if (project !== undefined && project.build === undefined)
    problems.push({
      code: "build/no-recipe",
      severity: "error",
      message: `${project.file} has no "build"`,
      hint: `Add "build": {"make": ["make"]} to ${PROJECT_FILE}.`,
    });
  if (project !== undefined) problems.push(...loadAspects(project.aspects, project.root).problems);
  if (!hasErrors(problems) && project?.build !== undefined)
    problems.push(...(await toolProblems(...buildNeeds(project.build, project.run))));
  if (flags.jobs !== undefined && !(Number.isInteger(flags.jobs) && flags.jobs > 0)) {
    process.stderr.write("weft build: --jobs takes a number\n");
    return EXIT.usage;
  }
  if (project?.build === undefined || hasErrors(problems)) {
    report(flags, problems);
    return EXIT.problems;
  }
  printProblems(problems);
  return buildProject(project, project.build, flags);
}

async function buildProject(project: Project, recipe: BuildRecipe, flags: BuildFlags): Promise<number> {
  const { environment, missing } = buildEnvironment(project, recipe, flags);
  if (missing !== undefined) {
    report(flags, [missing]);
    return EXIT.problems;
  }
  const directory = resolve(project.root, recipe.directory ?? ".");
  const step = (name: string, argv: readonly string[], where: string) =>
    runStep(name, argv, where, environment, flags);
  if (recipe.prepare !== undefined && !(await step("prepare", prepareCommand(recipe, flags), project.root)))
    return EXIT.problems;
  if (flags.clean === true && !(await cleanProject(project, recipe, directory, step))) return EXIT.problems;
  if (!(await refreshStubs(project, flags))) return EXIT.problems;
  if (flags.withoutAspects === true) forgetWeaving(project);
  else {
    const refreshed = await refreshObjects(project);
    for (const said of [refreshed, refreshResiduals(project)])
      if (said !== undefined) process.stderr.write(`weft build: ${said}\n`);
  }
  if (!(await makeUntilSettled(project, flags, () => step("make", makeCommand(recipe, flags), directory))))
    return EXIT.problems;
  if (recipe.finish !== undefined && !(await step("finish", recipe.finish, project.root)))
    return EXIT.problems;
  if (flags.withoutAspects === true) {
    report(flags, []);
    return EXIT.fine;
  }
  const { summary, map, records } = collectWeaveMap(project, await functionsOfIdl(project));
  const aspects = loadAspects(project.aspects, project.root, project);
  const problems = [
    ...builtProblems(project, map, aspects),
    ...(await unitWarnings(records, aspects)).filter(
      ({ code }) => !(project.hasOneCounter && code === "pointcut/one-counter"),
    ),
    ...movedObjects(project, records, aspects),
  ];
  report(flags, problems, summary);
  if (flags.json !== true) outputOf(flags).write(describeSummary(summary));
  flags.observer?.onSummary?.(summary);
  // Only units that an aspect could match are read at all: whatever is left out may be advice that is missing.
  const isIncomplete = summary.notWoven.length > 0;
  return isIncomplete || hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** Which calls there are is known only when all units were compiled; what that decides may change some of them. */
async function makeUntilSettled(
  project: Project,
  flags: BuildFlags,
  make: () => Promise<boolean>,
): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    const done = await make();
    if (flags.withoutAspects === true) return done;
    const settled = await settleCalls(project);
    if (!done || settled === undefined) return done;
    process.stderr.write(`weft build: ${settled}\n`);
  }
  const message = "units change with each round of make, so its cflow pointcuts can't be decided";
  const hint = "A unit that make generates anew each time does this.";
  report(flags, [{ code: "build/unsettled", severity: "error", message, hint }]);
  return false;
}

/** Stubs whose interface has changed; false, reported, when it is wrong. */
async function refreshStubs(project: Project, flags: BuildFlags): Promise<boolean> {
  if (project.idl.length === 0) return true;
  const { generateStubs } = await import("../../project/stubs/project-stubs.js");
  const { written, problems } = await generateStubs(project, "changed");
  if (hasErrors(problems)) {
    report(flags, problems);
    return false;
  }
  printProblems(problems);
  if (written.length > 0) process.stderr.write(`weft build: ${written.length} stub files regenerated\n`);
  return true;
}

async function functionsOfIdl(project: Project): Promise<readonly StubFunction[]> {
  if (project.idl.length === 0) return [];
  const { projectNames, stubFunctions } = await import("../../project/stubs/project-stubs.js");
  const known = await projectNames(project);
  return known === undefined ? [] : stubFunctions(known);
}

async function cleanProject(
  project: Project,
  recipe: BuildRecipe,
  directory: string,
  step: (name: string, argv: readonly string[], where: string) => Promise<boolean>,
): Promise<boolean> {
  const folder = stateFolder(project);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // What is configured there, and what stands before PATH, the build needs at once; its own clean comes next.
  for (const name of names.filter((one) => one !== "build" && one !== "programs"))
    rmSync(join(folder, name), { recursive: true, force: true });
  return recipe.clean === undefined || step("clean", recipe.clean, directory);
}

function outputOf({ json, observer }: BuildFlags): NodeJS.WriteStream {
  return json === true || observer !== undefined ? process.stderr : process.stdout;
}

async function runStep(
  name: string,
  argv: readonly string[],
  directory: string,
  environment: NodeJS.ProcessEnv,
  flags: BuildFlags,
): Promise<boolean> {
  const out = outputOf(flags);
  const run = await runProcess(argv, {
    directory,
    environment,
    deadline: BUILD_DEADLINE,
    onOutput: (piece, stream) => {
      flags.observer?.onOutput?.(piece);
      (stream === "out" ? out : process.stderr).write(piece);
    },
  });
  if (run.code === 0) return true;
  const how = run.code === undefined ? `was ended by ${run.endedBy}` : `failed with code ${run.code}`;
  const message = `${name} (${argv.join(" ")}) ${how}`;
  const hint = "What it printed above says why.";
  report(flags, [{ code: "build/step-failed", severity: "error", message, hint }]);
  return false;
}
