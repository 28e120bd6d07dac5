/** `weft check`: everything that is wrong with a project's `weft.json`, aspects and units. */

import { wovenProblems } from "../../compile/woven-problems.js";
import type { Project } from "../../kernel-build/index.js";
import { distinctProblems, type Problem } from "../../model/index.js";
import { createKeptTexts, type KeptTexts, loadSpecializations } from "../../pipeline/index.js";
import { mapUnits, withoutText } from "../../project/analyse-units.js";
import { assemblyFiles, assemblyProblems } from "../../project/assembly-files.js";
import { noMatchProblems, onlyGeneratedProblems } from "../../project/coverage-problems.js";
import { guardedPlaces } from "../../project/guarded-places.js";
import { createContextChecker } from "../../project/kernel-context.js";
import { elsewhereProblems, reckonedElsewhere } from "../../project/pointers-elsewhere.js";
import { unmadeInTarget } from "../../project/residuals-in-file.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { EXIT, printJson, printProblems } from "../output.js";

export interface CheckFlags extends TargetOptions {
  readonly json?: boolean;
}

export async function check(flags: CheckFlags): Promise<number> {
  const target = resolveTarget(flags);
  const atJoinPoints: Problem[] = [];
  const units = target.aspects.length === 0 ? [] : target.units;
  const setting = target.project?.kernelContext;
  const context = setting === undefined ? undefined : createContextChecker(setting, target.aspects);
  const texts = createKeptTexts();
  const analysed = await mapUnits(units, target.aspects, { withTail: true, texts }, async (unit) => {
    context?.add(unit);
    atJoinPoints.push(...(await wovenProblems(unit)));
    return withoutText(unit);
  });
  const problems = distinctProblems([
    ...target.problems,
    ...(target.project === undefined || target.file !== undefined ? [] : await idlProblems(target.project)),
    ...analysed.flatMap(({ analysis }) => analysis.problems),
    ...(analysed.length === 0 ? [] : await noMatchProblems(analysed, target)),
    ...onlyGeneratedProblems(analysed),
    ...toldOnce(atJoinPoints),
    ...(context?.problems() ?? []),
    ...(await unspecialized(target, texts)),
    ...analysed.flatMap(unitProblems),
  ]);
  const matched = analysed.filter(({ analysis }) => analysis.matches.length > 0).length;
  if (flags.json === true) printJson({ version: 1, units: target.units.length, matched, problems });
  else {
    printProblems(problems);
    process.stdout.write(`${summary(target.units.length, matched, target.aspects.length, problems)}\n`);
  }
  return problems.length === 0 ? EXIT.fine : EXIT.problems;
}

async function idlProblems(project: Project): Promise<readonly Problem[]> {
  if (project.idl.length === 0) return [];
  const { generateStubs } = await import("../../project/stubs/project-stubs.js");
  return (await generateStubs(project, "none")).problems;
}

/** What keeps specializations from being made, and guards from being whole. */
async function unspecialized(target: Target, texts: KeptTexts): Promise<Problem[]> {
  const { project, units } = target;
  const { specs, problems: unread } = loadSpecializations(project?.specializations ?? []);
  const problems = [...unread, ...unmadeInTarget(target)];
  if (specs.every(({ guards }) => guards.length === 0)) return problems;
  const found = await guardedPlaces(units, specs, texts);
  return [
    ...problems,
    ...found.flatMap((one) => one.problems.filter(({ code }) => code.startsWith("guards/"))),
    ...assemblyProblems(
      project === undefined || target.file !== undefined ? [] : assemblyFiles(project),
      specs,
      found.flatMap(({ assembly }) => assembly),
    ),
    ...elsewhereProblems(
      await reckonedElsewhere(
        units,
        found.flatMap(({ departures }) => departures),
        texts,
      ),
      specs,
    ),
  ];
}

/** What is wrong with a piece of advice is so in many units, each with a join point of its own to name. */
function toldOnce(problems: readonly Problem[]): Problem[] {
  const found = new Map<string, Problem>();
  for (const problem of problems) {
    // A compiler's words for one mistake differ from join point to join point.
    const said = problem.code === "weave/compiler" && problem.related === undefined ? problem.message : "";
    const key = JSON.stringify([problem.code, problem.range, said]);
    const known = found.get(key);
    found.set(key, known === undefined ? problem : withPlacesOf(known, problem));
  }
  const place = ({ range }: Problem) => range ?? { file: "", startLine: 0 };
  return [...found.values()].sort((a, b) => {
    const [left, right] = [place(a), place(b)];
    return left.file === right.file ? left.startLine - right.startLine : left.file < right.file ? -1 : 1;
  });
}

/** The join points of both: headers bring the same ones into many units. */
function withPlacesOf(known: Problem, { related = [] }: Problem): Problem {
  if (related.length === 0) return known;
  const places = [...(known.related ?? []), ...related];
  return { ...known, related: [...new Map(places.map((one) => [JSON.stringify(one), one])).values()] };
}

function summary(units: number, matched: number, aspects: number, problems: readonly Problem[]): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? "" : "s"}`;
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const found =
    problems.length === 0
      ? "no problems"
      : `${count(errors, "error")}, ${count(problems.length - errors, "warning")}`;
  return `${count(aspects, "aspect file")}, ${count(units, "unit")} (${matched} with matching advice): ${found}`;
}
