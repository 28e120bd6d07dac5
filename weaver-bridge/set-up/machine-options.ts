/** Rules that start QEMU are as old as their kernel: what the QEMU of this machine no longer takes is left out, and said. */
import { guestProgram, ProcessError, type RunRecipe, runProcess } from "../kernel-build/index.js";
import type { BootRecipe } from "./boot-recipe.js";

const DEADLINE = 20_000;

/** The recipe as it came where QEMU is not here to be asked. */
export async function withKnownOptions<Recipe extends BootRecipe>(recipe: Recipe): Promise<Recipe> {
  if (recipe.run.arguments === undefined) return recipe;
  const help = await askHelp(guestProgram(recipe.run));
  return help === undefined ? recipe : leaveOutUnknown(recipe, optionsOf(help));
}

async function askHelp(program: string): Promise<string | undefined> {
  try {
    const run = await runProcess([program, "-help"], { directory: ".", deadline: DEADLINE });
    return run.code === 0 ? run.output.toString() : undefined;
  } catch (error) {
    if (error instanceof ProcessError) return undefined;
    throw error;
  }
}

/** The names of options in what `qemu -help` prints, each with its dash. */
export function optionsOf(help: string): Set<string> {
  const lines = [...help.matchAll(/^(-[\w-]+(?:(?: or |\/)-[\w-]+)*)/gm)];
  return new Set(lines.flatMap(([, names = ""]) => names.split(/ or |\//)));
}

export function leaveOutUnknown<Recipe extends BootRecipe>(
  recipe: Recipe,
  known: ReadonlySet<string>,
): Recipe {
  const kept: string[] = [];
  const gone: string[] = [];
  let isGone = false;
  for (const word of recipe.run.arguments ?? []) {
    // A file behind an option that is gone may be a disk; any other word was the option's.
    if (word.startsWith("-")) isGone = !known.has(word);
    else if (/[/.]/.test(word)) isGone = false;
    if (!isGone) kept.push(word);
    else if (word.startsWith("-")) gone.push(word);
  }
  if (gone.length === 0) return recipe;
  const { arguments: _all, ...rest } = recipe.run;
  const run: RunRecipe = { ...rest, ...(kept.length === 0 ? {} : { arguments: kept }) };
  const left = gone.map((option) => `${option}: the QEMU of this machine has no such option`);
  return { ...recipe, run, left: [...recipe.left, ...left] };
}
