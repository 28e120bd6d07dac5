/** What the project's guards add to a unit that is compiled. */
import {
  type CompilerCommand,
  type CompilerInput,
  type Project,
  unitLanguage,
} from "../../kernel-build/index.js";
import { type Problem, printProblem } from "../../model/index.js";
import {
  type GivenAway,
  type GuardedUnitText,
  guardText,
  inProcessHost,
  loadSpecializations,
  type SpecFile,
} from "../../pipeline/index.js";

/** Files that declare guards, for a unit in C; undefined where none does. Problems: of a file that can't be read nobody knows. */
export function guardsOf(
  project: Project | undefined,
  input: CompilerInput,
): { readonly specs: readonly SpecFile[] | undefined; readonly problems: readonly Problem[] } {
  if (project === undefined || project.specializations.length === 0 || unitLanguage(input) !== "c")
    return { specs: undefined, problems: [] };
  const { specs, problems } = loadSpecializations(project.specializations);
  return {
    specs: specs.some(({ guards }) => guards.length > 0) ? specs : undefined,
    problems: problems.filter(({ code }) => code === "specialize/missing"),
  };
}

export type GuardedText = Pick<GuardedUnitText, "text" | "effects" | "given">;

export const NOTHING_GIVEN: GivenAway = { assembly: [], departures: [] };

/** The text that the compiler gets; a string with the problem where it can't be guarded: unguarded it would be wrong. */
export async function withGuards(
  text: string,
  command: CompilerCommand,
  input: CompilerInput,
  specs: readonly SpecFile[] | undefined,
): Promise<GuardedText | { readonly problem: string }> {
  const guarded = await guardText(text, { command, input }, specs ?? [], inProcessHost());
  if (Array.isArray(guarded))
    return { problem: guarded.map((one: Problem) => `${printProblem(one)}\n`).join("") };
  if (typeof guarded !== "string")
    return (guarded as GuardedText | undefined) ?? { text, effects: [], given: NOTHING_GIVEN };
  return {
    problem: `${input.path}: error[weft/cc/not-guarded]: it may write what a guard protects, and can't be guarded: ${guarded}\n`,
  };
}
