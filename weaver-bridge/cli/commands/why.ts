/**
 * `weft why FILE:LINE`: for each advice, and in a class for each slice, which part of its pointcut held or failed at the
 * line, the nearest miss first; and why what applies nests as it does.
 */

import { resolve } from "node:path";
import type { StubEffect } from "../../idl/index.js";
import { readRegular } from "../../kernel-build/index.js";
import { type AspectFile, distinctProblems, hasErrors, type Problem } from "../../model/index.js";
import { filterOf, identifiersIn } from "../../pointcut/index.js";
import { type AnalysedUnit, mapUnits } from "../../project/analyse-units.js";
import { unitsForLine } from "../../project/kept-index.js";
import { lastBuild } from "../../project/last-build.js";
import { unmadeInTarget, whyDynamicAtLine } from "../../project/residuals-in-file.js";
import { namedIn, sameFile, sourceReader, unitName } from "../../project/source-files.js";
import { stubsInFile, withoutUnitProblems } from "../../project/stubs-in-file.js";
import { resolveTarget, type Target, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import {
  type AdviceAnswer,
  explainLine,
  explanationAsBuilt,
  type LineExplanation,
  leftOutByBuild,
} from "../../weaver/index.js";
import { EXIT, report } from "../output.js";

export interface WhyFlags extends Omit<TargetOptions, "path"> {
  readonly place: string;
  readonly json?: boolean;
  /** Only advice of this aspect. */
  readonly advice?: string;
}

/** So many units are read at most to find one that holds a header's line. */
const HEADER_UNITS = 24;

interface Answer extends LineExplanation {
  readonly unit: string;
  readonly notes: readonly string[];
}

export async function why(flags: WhyFlags): Promise<number> {
  const [, path = flags.place, digits] = /^(.*?)(?::(\d+)(?::\d+)?)?$/.exec(flags.place) ?? [];
  const asked = resolveTarget({ ...flags, path });
  const line = Number(digits);
  const stubs = (await stubsInFile(asked)).filter(({ target }) => target.startLine === line);
  const target = stubs.length === 0 ? asked : withoutUnitProblems(asked);
  const { file } = target;
  const text = file === undefined ? undefined : lineOf(file, line);
  const wrong = [
    ...target.problems,
    ...placeProblems(flags.place, digits, text, target.problems),
    ...aspectProblems(flags.advice, target.aspects),
  ];
  if (file === undefined || text === undefined || hasErrors(wrong)) {
    report(flags, wrong);
    return EXIT.problems;
  }
  const { answer: advised, problems: found } = await ask(target, flags, file, line, text);
  const answer = withNotes(withStubs(advised, stubs, file), await whyDynamicAtLine(target, line));
  const problems = distinctProblems([...target.problems, ...found, ...unmadeInTarget(target)]);
  if (answer === undefined && !hasErrors(problems)) problems.push(notReached(flags.place));
  if (answer === undefined) report(flags, problems);
  else report(flags, problems, answer);
  if (flags.json !== true && answer !== undefined) process.stdout.write(describe(answer, flags.place));
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

/** Stubs are no question of pointcuts: what the line's are is said as it is. */
function withStubs(
  answer: Answer | undefined,
  stubs: readonly StubEffect[],
  file: string,
): Answer | undefined {
  if (stubs.length === 0) return answer;
  const words = stubs.map(
    ({ title, reason, origin }) => `${title} (${origin.file}:${origin.startLine}): ${reason}`,
  );
  const { notes, ...rest } = answer ?? { ...NO_UNIT, unit: file };
  return { ...rest, notes: [...notes, ...words] };
}

/** Also what the unit's specializations leave for the running program. */
function withNotes(answer: Answer | undefined, notes: readonly string[]): Answer | undefined {
  return answer === undefined || notes.length === 0
    ? answer
    : { ...answer, notes: [...answer.notes, ...notes] };
}

const NO_UNIT = { joinPoints: [], none: "no compile command compiles it", notes: [] };

/** Of the units that hold the line (a header's line stands in many) the first with join points there, else the first. */
async function ask(
  target: Target,
  flags: WhyFlags,
  file: string,
  line: number,
  text: string,
): Promise<{ answer: Answer | undefined; problems: readonly Problem[] }> {
  const leftOutOf = lastBuild(target, flags);
  const holding = await unitsForLine(target, line);
  const tried = await mapUnits(
    holding.slice(0, HEADER_UNITS),
    target.aspects,
    { always: true },
    (one): { answer?: Answer; problems: Problem[] } => {
      const problems = unitProblems(one);
      const { analysis, unit } = one;
      const isFile = (name: string) => sameFile(resolve(unit.command.directory, name), file);
      if (analysis.facts === undefined || !analysis.facts.lineMap.files.some(isFile)) return { problems };
      const explained = explainLine({
        facts: analysis.facts,
        unitText: analysis.unitText,
        aspects: analysis.aspects,
        isFile,
        line,
        text,
        aspect: flags.advice,
        sourceText: sourceReader(unit.command.directory),
      });
      const without = leftOutByBuild(analysis.effects, leftOutOf(unit));
      const named = namedIn(unit);
      const joinPoints = explained.joinPoints.map((one) => {
        const { joinPoint, ...built } = explanationAsBuilt(one, without);
        return { ...built, joinPoint: { ...joinPoint, range: named(joinPoint.range) } };
      });
      return { answer: { unit: unitName(unit), notes: notesOn(one), ...explained, joinPoints }, problems };
    },
  );
  const answers = tried.flatMap((one) => one.answer ?? []);
  return {
    answer: answers.find(({ none }) => none === undefined) ?? answers[0],
    problems: tried.flatMap((one) => one.problems),
  };
}

/** What keeps the whole unit from being woven, whatever its lines say. */
function notesOn({ unit, analysis }: AnalysedUnit): string[] {
  const { failure, aspects, unitText } = analysis;
  if (failure !== undefined) return [`nothing is woven into ${unitName(unit)}: ${failure.reason}`];
  const needed = identifiersIn(unitText, filterOf(aspects), { directory: unit.command.directory });
  if (needed?.length !== 0) return [];
  return [
    `builds do not even parse ${unitName(unit)}: its text holds none of the names or files that the pointcuts need`,
  ];
}

function lineOf(file: string, line: number): string | undefined {
  return readRegular(file, "latin1").split("\n")[line - 1];
}

const PLACE = "Name a source file and a line of it: weft why FILE:LINE.";

/** Nothing more is said about a path that doesn't exist. */
function placeProblems(
  place: string,
  line: string | undefined,
  text: string | undefined,
  known: readonly Problem[],
): Problem[] {
  if (hasErrors(known) || (line !== undefined && text !== undefined)) return [];
  const message = line === undefined ? `${place} names no line` : `${place}: the file has no such line`;
  return [{ code: "cli/no-line", severity: "error", message, hint: PLACE }];
}

function aspectProblems(name: string | undefined, files: readonly AspectFile[]): Problem[] {
  const names = files.flatMap(({ aspects }) => aspects.map((aspect) => aspect.name));
  if (name === undefined || names.includes(name)) return [];
  const hint = names.length === 0 ? "The project has no aspects." : `The aspects are ${names.join(", ")}.`;
  return [{ code: "cli/no-aspect", severity: "error", message: `there is no aspect ${name}`, hint }];
}

function notReached(place: string): Problem {
  return {
    code: "cli/no-unit",
    severity: "error",
    message: `no unit of the project holds ${place}`,
    hint: "Only code that some compile command compiles or includes can be advised.",
  };
}

function describe({ joinPoints, none, notes }: Answer, place: string): string {
  const lines = notes.map((note) => `note: ${note}`);
  if (none !== undefined) lines.push(`${place}: no join point here: ${none}`);
  if (none !== undefined && joinPoints.length > 0) lines.push("The function around it:");
  for (const { joinPoint, advice, order } of joinPoints) {
    const { kind, signature, within, range } = joinPoint;
    const inside = kind === "execution" || kind === "class" ? "" : ` within ${within}`;
    lines.push(`${range.file}:${range.startLine}:${range.startColumn}: ${kind}: ${signature}${inside}`);
    if (advice.length === 0) lines.push("  there is no advice in the project's aspects");
    for (const answer of advice) lines.push(...describeAdvice(answer));
    for (const { outer, inner, why: reason } of order)
      lines.push(
        kind === "class"
          ? `  members of ${outer} stand before those of ${inner}: ${reason}`
          : `  ${outer} encloses ${inner}: ${reason}`,
      );
  }
  return `${lines.join("\n")}\n`;
}

function describeAdvice(answer: AdviceAnswer): string[] {
  const { aspect, pointcut, range, applies, why: words, condition, suggestion } = answer;
  const verdict =
    applies === "no" ? "does not apply" : applies === "yes" ? "applies" : `applies ${condition}`;
  const lines = [
    `  ${aspect}: ${adviceText(answer)} ${pointcut} (${range.file}:${range.startLine}) ${verdict}: ${words}`,
  ];
  if (suggestion !== undefined) lines.push(`    it would with: ${suggestion.pointcut}`);
  return lines;
}

/** `before`, `slice StackGuard on` */
function adviceText({ adviceKind, slice }: AdviceAnswer): string {
  return slice === undefined ? adviceKind : `slice ${slice === "" ? "{ … }" : slice} on`;
}
