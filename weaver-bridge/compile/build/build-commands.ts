/** The commands that build a project, with `weft cc` where the compiler's name was, and the environment they run in. */
import { availableParallelism } from "node:os";
import { basename, delimiter, join } from "node:path";
import {
  type BuildRecipe,
  needOf,
  type Project,
  type RunRecipe,
  stateFolder,
  type ToolNeed,
  writeStandIns,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { launcherFolder } from "../places.js";

export interface WeavingFlags {
  readonly strict?: boolean;
  readonly withoutAspects?: boolean;
  readonly jobs?: number;
}

/** Programs that can do several things at once when they are told `-jN`. */
const PARALLEL = /^(g?make|remake|ninja|samu)$/;

export function prepareCommand(recipe: BuildRecipe, flags: WeavingFlags): string[] {
  const launcher = wrapper(flags).replaceAll(" ", ";");
  return (recipe.prepare ?? []).map((word) => word.replaceAll("{launcher}", launcher));
}

export function makeCommand(recipe: BuildRecipe, flags: WeavingFlags): string[] {
  const cc = [wrapper(flags), recipe.compiler ?? "gcc"].filter((word) => word !== "").join(" ");
  const words = recipe.make.map((word) => word.replaceAll("{cc}", cc));
  const hasJobs = words.some((word) => /^(-j\d*|--jobs(=.*)?)$/.test(word));
  const isParallel = words.some((word) => PARALLEL.test(basename(word)));
  const jobs = flags.jobs ?? (hasJobs || !isParallel ? undefined : availableParallelism());
  return [
    ...words,
    ...(jobs === undefined ? [] : [`-j${jobs}`]),
    ...(isBroughtOtherwise(recipe) ? [] : [`CC=${cc}`]),
  ];
}

/** Weft comes to the compiler by other ways than `CC=`. */
function isBroughtOtherwise({ make, prepare = [], programs }: BuildRecipe): boolean {
  return (
    programs !== undefined ||
    make.some((word) => word.includes("{cc}")) ||
    prepare.some((word) => word.includes("{launcher}"))
  );
}

function wrapper({ strict, withoutAspects }: WeavingFlags): string {
  if (withoutAspects === true) return "";
  return strict === true ? "weft cc --strict --" : "weft cc --";
}

/** `weft` by its plain name (its folder may have spaces, which make can't quote), and the project whatever the folder. */
export function buildEnvironment(
  project: Project,
  { prepare = [], programs }: BuildRecipe,
  flags: WeavingFlags,
): { readonly environment: NodeJS.ProcessEnv; readonly missing?: Problem } {
  const folder = join(stateFolder(project), "programs");
  // What the build's own launchers call is woven already.
  const wrap = prepare.some((word) => word.includes("{launcher}")) ? "" : wrapper(flags);
  const standIns = programs === undefined ? undefined : writeStandIns(folder, programs, wrap);
  const path = [...(standIns === undefined ? [] : [folder]), launcherFolder(), process.env.PATH ?? ""];
  const environment = {
    ...process.env,
    ...(flags.withoutAspects === true ? {} : withoutOuterCache()),
    PATH: path.join(delimiter),
    WEFT_PROJECT: project.root,
  };
  const [missing] = standIns?.missing ?? [];
  if (missing === undefined) return { environment };
  const problem: Problem = {
    code: "build/no-program",
    severity: "error",
    message: `${missing}, which "build.programs" of ${project.file} names, is not on this machine`,
    hint: "Install it, or name there what can do its work.",
  };
  return { environment, missing: problem };
}

/**
 * A build that itself calls `ccache gcc` calls ccache before Weft, which would answer with what other aspects made. Behind
 * Weft it caches woven text: the launcher takes this back for what `weft cc` calls.
 */
function withoutOuterCache(): NodeJS.ProcessEnv {
  return process.env.CCACHE_DISABLE === undefined ? { CCACHE_DISABLE: "1", WEFT_OUTER_CACHE: "off" } : {};
}

/** What must be on the machine: what makes i686 objects for i686 kernels, and the programs that are named. */
export function buildNeeds(recipe: BuildRecipe, run: RunRecipe | undefined): [ToolNeed[], string] {
  const { compiler = "gcc", make, prepare = [], programs } = recipe;
  const isOwn = run?.architecture === "x86_64" || programs !== undefined;
  const named = [make[0], prepare[0]].map((word) => needOf(basename(word ?? "")));
  const needs = new Set(named.filter((need) => need !== undefined));
  return [[...(isOwn ? [] : (["compiler"] as const)), ...needs], compiler];
}
