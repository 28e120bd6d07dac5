/** `weft report [DIR]`: what is done to a project, at what cost and what changed, as one HTML file for a review or a paper. */
import { costReport, type UnitCost, unitCost } from "../../cost/index.js";
import { ProcessError } from "../../kernel-build/index.js";
import { git } from "../../match-diff/diff-git.js";
import { type DiffSide, revisionSide } from "../../match-diff/diff-sides.js";
import { differInStubs } from "../../match-diff/diff-stubs.js";
import { differ } from "../../match-diff/diff-versions.js";
import { distinctProblems, hasErrors, type Problem } from "../../model/index.js";
import { mapUnits, withoutText } from "../../project/analyse-units.js";
import { fromRoot, projectEffects } from "../../project/project-effects.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { reportPage } from "../../review-report/report-page.js";
import { isWhole, type ReviewReport } from "../../review-report/review-report.js";
import { EXIT, printProblems } from "../output.js";
import { writeHandedOut } from "../write-handed-out.js";

export interface ReportFlags extends TargetOptions {
  /** `weft-report.html` by default. */
  readonly out?: string;
  /** A revision of Git to compare with. */
  readonly since?: string;
  /** False: nothing is compiled. */
  readonly cost?: boolean;
}

export async function report(flags: ReportFlags): Promise<number> {
  const target = resolveTarget(flags);
  if (hasErrors(target.problems)) return ended(target.problems);
  const costs: UnitCost[] = [];
  const found: Problem[] = [...target.problems];
  const isCosted = flags.cost !== false;
  const out = flags.out ?? "weft-report.html";
  const analysed = await mapUnits(target.units, target.aspects, { withTail: isCosted }, async (one) => {
    found.push(...one.analysis.problems, ...unitProblems(one));
    if (isCosted) {
      const { value, problems } = await unitCost({ ...one.unit, analysis: one.analysis }).catch(noTool);
      if (value !== undefined) costs.push(value);
      found.push(...problems);
    }
    return withoutText(one);
  });
  const all = await projectEffects(target, analysed);
  const since =
    flags.since === undefined ? undefined : await changesSince(target, flags.since, flags.aspects);
  if (since !== undefined && "code" in since) return ended([since]);
  const revision = await revisionOf(target);
  const problems = distinctProblems([...found, ...all.problems, ...(since?.problems ?? [])]);
  const page: ReviewReport = {
    project: target.project?.name ?? "the unit",
    ...(revision === undefined ? {} : { revision }),
    made: new Date().toISOString(),
    units: target.units.length,
    effects: all.effects,
    ...(isCosted ? { cost: costReport(costs) } : {}),
    ...(since === undefined ? {} : { since }),
    problems: problems.map((one) =>
      one.range === undefined ? one : { ...one, range: fromRoot(target.project?.root, one.range) },
    ),
  };
  printProblems(problems);
  try {
    writeHandedOut(out, reportPage(page), { isNamed: flags.out !== undefined });
  } catch (error) {
    return ended([notWritten(out, error as Error)]);
  }
  process.stdout.write(`${out}: ${page.effects.length} places, ${page.units} units\n`);
  return isWhole(page) ? EXIT.fine : EXIT.problems;
}

function ended(problems: readonly Problem[]): number {
  printProblems(problems);
  return EXIT.problems;
}

type Changes = NonNullable<ReviewReport["since"]> & { readonly problems: readonly Problem[] };

async function changesSince(
  { project }: Target,
  revision: string,
  aspects: readonly string[],
): Promise<Changes | Problem> {
  if (project === undefined)
    return problem(
      "cli/usage",
      "--since compares revisions of a project",
      "There is no weft.json here or above.",
    );
  const sides: DiffSide[] = [];
  try {
    for (const side of [revision, undefined]) sides.push(await revisionSide(project, side, aspects));
    const [before, after] = sides as [DiffSide, DiffSide];
    const wrong = [...before.problems, ...after.problems];
    const error = wrong.find(({ severity }) => severity === "error");
    if (error !== undefined) return error;
    const { differences, problems } = await differ(before, after, () => undefined);
    return {
      revision,
      differences,
      stubs: await differInStubs(before, after),
      problems: [...wrong, ...problems],
    };
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
    return problem("diff/git", error.message, "git and tar are needed.");
  } finally {
    for (const side of sides) side.dispose?.();
  }
}

/** `1a2b3c4d5e6f, with changes that are not committed` */
async function revisionOf({ project }: Target): Promise<string | undefined> {
  if (project === undefined) return undefined;
  const ask = (...words: string[]) =>
    git(project.root, words).catch((error: unknown) => {
      // A project needs no Git.
      if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
      return undefined;
    });
  const commit = await ask("rev-parse", "--short=12", "HEAD");
  if (commit === undefined) return undefined;
  const changed = await ask("status", "--porcelain", "--untracked-files=no");
  return changed === "" ? commit : `${commit}, with changes that are not committed`;
}

function noTool(error: unknown): { value: undefined; problems: Problem[] } {
  if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
  const hint = "Costs are read from objects: install binutils and the project's compiler.";
  return { value: undefined, problems: [problem("cost/tool", error.message, hint)] };
}

const notWritten = (file: string, { message }: Error) =>
  problem("report/not-written", `${file} can't be written: ${message}`, "Name a file with --out.");

function problem(code: string, message: string, hint: string): Problem {
  return { code, severity: "error", message, hint };
}
