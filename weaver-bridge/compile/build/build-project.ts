/** A project's own make with `weft cc` in the compiler's place, and the weave map of what came out. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BuildRecipe,
  findProjectRoot,
  loadProject,
  PROJECT_FILE,
  type Project,
  runProcess,
  stateFolder,
  toolProblems,
  type UnitRecord,
  unitOf,
} from "../../kernel-build/index.js";
import { hasErrors, type Problem, type StubFunction } from "../../model/index.js";
import { loadAspects, loadSpecializations } from "../../pipeline/index.js";
import { assemblyFiles, assemblyProblems } from "../../project/assembly-files.js";
import { elsewhereProblems, reckonedElsewhere } from "../../project/pointers-elsewhere.js";
import { builtProblems } from "../built-problems.js";
import {
  buildEnvironment,
  buildNeeds,
  makeCommand,
  prepareCommand,
  type WeavingFlags,
} from "./build-commands.js";
import { forgetWeaving, movedObjects, refreshObjects } from "./refresh-objects.js";
import { refreshResiduals } from "./refresh-residuals.js";
import { settleCalls } from "./settle-calls.js";
import { unitWarnings } from "./unit-warnings.js";
import { unmadeResiduals } from "./unmade-residuals.js";
import { type BuildSummary, collectWeaveMap } from "./weave-summary.js";

export interface BuildOptions extends WeavingFlags {
  /** A folder of the project; the working directory by default. */
  readonly path?: string | undefined;
  readonly clean?: boolean;
}

/** Told while a build goes on. */
export interface BuildListener {
  /** Warnings of what is built next. */
  readonly onProblems?: (problems: readonly Problem[]) => void;
  /** A line about what Weft itself does. */
  readonly onWord?: (line: string) => void;
  /** What the programs print. */
  readonly onOutput?: (piece: Buffer, stream: "out" | "error") => void;
}

export interface BuildOutcome {
  /** Built, and woven as far as was asked. */
  readonly fine: boolean;
  /** What ended the build, or what there is to say of its result. */
  readonly problems: readonly Problem[];
  /** Absent where it failed, and where nothing was to be woven. */
  readonly summary?: BuildSummary;
}

/** Half a day: a kernel may be large, but a build that waits for input must not wait forever. */
const BUILD_DEADLINE = 12 * 3_600_000;

const ROUNDS = 4;

const failed = (...problems: Problem[]): BuildOutcome => ({ fine: false, problems });

/** Loads the project and builds it. Rejects with ProcessError where a step outlasts its deadline. */
export async function buildProject(
  options: BuildOptions,
  listener: BuildListener = {},
): Promise<BuildOutcome> {
  const folder = resolve(options.path ?? ".");
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
  if (project !== undefined) {
    problems.push(...loadAspects(project.aspects, project.root).problems);
    problems.push(...loadSpecializations(project.specializations).problems);
  }
  if (!hasErrors(problems) && project?.build !== undefined)
    problems.push(...(await toolProblems(...buildNeeds(project.build, project.run))));
  if (project?.build === undefined || hasErrors(problems)) return failed(...problems);
  listener.onProblems?.(problems);
  return buildWith(project, project.build, options, listener);
}

async function buildWith(
  project: Project,
  recipe: BuildRecipe,
  options: BuildOptions,
  listener: BuildListener,
): Promise<BuildOutcome> {
  const { environment, missing } = buildEnvironment(project, recipe, options);
  if (missing !== undefined) return failed(missing);
  const directory = resolve(project.root, recipe.directory ?? ".");
  const step: Step = (name, argv, where) => runStep({ name, argv, directory: where }, environment, listener);
  const stopped =
    (await stepIf("prepare", recipe.prepare && prepareCommand(recipe, options), project.root, step)) ??
    (options.clean === true ? await cleanProject(project, recipe, directory, step) : undefined) ??
    (await refreshStubs(project, listener));
  if (stopped !== undefined) return stopped;
  if (options.withoutAspects === true) forgetWeaving(project);
  else
    for (const word of [await refreshObjects(project), refreshResiduals(project)])
      if (word !== undefined) listener.onWord?.(word);
  const make = () => step("make", makeCommand(recipe, options), directory);
  const unmade =
    (await makeUntilSettled(project, options, make, listener)) ??
    (await stepIf("finish", recipe.finish, project.root, step));
  const without = options.withoutAspects === true ? [] : await unmadeResiduals(project);
  if (unmade !== undefined) return { ...unmade, problems: [...without, ...unmade.problems] };
  return options.withoutAspects === true ? { fine: true, problems: [] } : outcomeOf(project, without);
}

/** Undefined when it went well. */
type Step = (name: string, argv: readonly string[], where: string) => Promise<BuildOutcome | undefined>;

async function stepIf(
  name: string,
  argv: readonly string[] | undefined,
  where: string,
  step: Step,
): Promise<BuildOutcome | undefined> {
  return argv === undefined ? undefined : step(name, argv, where);
}

/** `without`: what it did without. */
async function outcomeOf(project: Project, without: readonly Problem[]): Promise<BuildOutcome> {
  const { summary, map, records } = collectWeaveMap(project, await functionsOfIdl(project));
  const aspects = loadAspects(project.aspects, project.root, project);
  const problems = [
    ...without,
    ...builtProblems(project, map, aspects),
    ...(await unitWarnings(records, aspects)).filter(
      ({ code }) => !(project.hasOneCounter && code === "pointcut/one-counter"),
    ),
    ...movedObjects(project, records, aspects),
    ...(await writtenElsewhere(project, records)),
  ];
  // Only units that an aspect could match are read at all: whatever is left out may be advice that is missing.
  const isIncomplete = summary.notWoven.length > 0;
  return { fine: !isIncomplete && !hasErrors(problems), problems, summary };
}

/** Units tell by what assembly and other units could write what guards keep. */
async function writtenElsewhere(project: Project, records: readonly UnitRecord[]): Promise<Problem[]> {
  const { specs } = loadSpecializations(project.specializations);
  if (specs.every(({ guards }) => guards.length === 0)) return [];
  const ways = records.flatMap(({ assembly }) => assembly ?? []);
  const departures = records.flatMap((one) => one.departures ?? []);
  const units = records.flatMap(({ command }) => unitOf(command) ?? []);
  return [
    ...assemblyProblems(assemblyFiles(project), specs, ways),
    ...elsewhereProblems(await reckonedElsewhere(units, departures), specs),
  ];
}

/** Which calls there are is known only when all units were compiled; what that decides may change some of them. */
async function makeUntilSettled(
  project: Project,
  options: BuildOptions,
  make: () => Promise<BuildOutcome | undefined>,
  listener: BuildListener,
): Promise<BuildOutcome | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    const stopped = await make();
    if (options.withoutAspects === true) return stopped;
    const settled = await settleCalls(project);
    if (stopped !== undefined || settled === undefined) return stopped;
    listener.onWord?.(settled);
  }
  const message = "units change with each round of make, so its cflow pointcuts can't be decided";
  const hint = "A unit that make generates anew each time does this.";
  return failed({ code: "build/unsettled", severity: "error", message, hint });
}

/** Stubs whose interface has changed. */
async function refreshStubs(project: Project, listener: BuildListener): Promise<BuildOutcome | undefined> {
  if (project.idl.length === 0) return undefined;
  const { generateStubs } = await import("../../project/stubs/project-stubs.js");
  const { written, problems } = await generateStubs(project, "changed");
  if (hasErrors(problems)) return failed(...problems);
  listener.onProblems?.(problems);
  if (written.length > 0) listener.onWord?.(`${written.length} stub files regenerated`);
  return undefined;
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
  step: Step,
): Promise<BuildOutcome | undefined> {
  const folder = stateFolder(project);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  // What is configured there, and what stands before PATH, the build needs at once; its own clean comes next.
  for (const name of names.filter((one) => one !== "build" && one !== "programs"))
    rmSync(join(folder, name), { recursive: true, force: true });
  return stepIf("clean", recipe.clean, directory, step);
}

async function runStep(
  { name, argv, directory }: { name: string; argv: readonly string[]; directory: string },
  environment: NodeJS.ProcessEnv,
  { onOutput }: BuildListener,
): Promise<BuildOutcome | undefined> {
  const run = await runProcess(argv, {
    directory,
    environment,
    deadline: BUILD_DEADLINE,
    onOutput: (piece, stream) => onOutput?.(piece, stream),
  });
  if (run.code === 0) return undefined;
  const how = run.code === undefined ? `was ended by ${run.endedBy}` : `failed with code ${run.code}`;
  const message = `${name} (${argv.join(" ")}) ${how}`;
  const hint = "What it printed above says why.";
  return failed({ code: "build/step-failed", severity: "error", message, hint });
}
