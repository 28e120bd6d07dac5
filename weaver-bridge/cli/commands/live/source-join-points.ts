/**
 * The join points that the sources of an image have: its units are read as they were compiled, by what the compiler noted in
 * the image, and what a kernel's build left beside them. Where nothing of a folder may run, both are data.
 */
import { resolve } from "node:path";
import {
  type CompileCommand,
  harmlessArguments,
  isCompilerName,
  isUntrusted,
  programInPath,
  readRegular,
  sourceNames,
  unitOf,
} from "../../../kernel-build/index.js";
import type { ImageCode, Question, SourceJoinPoint } from "../../../live-weave/index.js";
import { commandsOfImage } from "../../../live-weave/unprepared/unit-commands.js";
import {
  distinctProblems,
  type Problem,
  type Shadow,
  type UnitFacts,
  unlessRefused,
} from "../../../model/index.js";
import { filterOf, matchAspects, matchPointcut, wantedFacts } from "../../../pointcut/index.js";
import { type AnalysedUnit, mapUnits } from "../../../project/analyse-units.js";
import { unitProblems } from "../../../project/unit-problems.js";
import { joinPointNamer } from "../../../weaver/index.js";

export interface SourceJoinPoints {
  /** Each once, whichever units have its header. */
  readonly joinPoints: readonly SourceJoinPoint[];
  /** Of units that can't be read: what they have is missing. */
  readonly problems: readonly Problem[];
  /** How many were read. */
  readonly units: number;
}

export async function sourceJoinPoints(image: ImageCode, question: Question): Promise<SourceJoinPoints> {
  const texts = new Map<string, string | undefined>();
  const textOf = (file: string) => {
    if (!texts.has(file))
      texts.set(
        file,
        unlessRefused(() => readRegular(file, "latin1")),
      );
    return texts.get(file);
  };
  const commands = commandsOfImage(image, textOf, (name) => programInPath(name) !== undefined);
  const units = commands.map(isUntrusted() ? harmless : asIs).flatMap((command) => unitOf(command) ?? []);
  const what = "pointcut" in question ? question.pointcut : question.files;
  const files = "pointcut" in question ? question.files : [];
  const options = { filter: filterOf(what, files), wanted: wantedFacts(what, files) };
  const read = await mapUnits(units, [], options, (one) => ({
    joinPoints: joinPointsIn(one, question),
    problems: unitProblems(one).map(asMissing),
  }));
  const all = read.flatMap(({ joinPoints }) => joinPoints);
  return {
    joinPoints: [...new Map(all.map((one) => [one.joinPoint.id, one])).values()],
    problems: distinctProblems(read.flatMap(({ problems }) => problems)),
    units: units.length,
  };
}

const asIs = (command: CompileCommand) => command;

/** For the compiler that it names, where that is one of the system. */
function harmless(command: CompileCommand): CompileCommand {
  const [name = ""] = command.arguments;
  const [usual = "", ...words] = harmlessArguments(command.arguments, command.directory);
  const compiler = isCompilerName(name) && programInPath(name) !== undefined ? name : usual;
  return { ...command, arguments: [compiler, ...words] };
}

const asMissing = (problem: Problem): Problem => ({
  ...problem,
  severity: "warning",
  message: `${problem.message}; its join points are missing in the numbers`,
  hint: "The image tells options and folders of headers, but no macros of the command line (-D).",
});

function joinPointsIn({ unit, analysis: { facts } }: AnalysedUnit, question: Question): SourceJoinPoint[] {
  if (facts === undefined) return [];
  const name = joinPointNamer({ ...facts, sources: sourceNames(unit.command.directory, "/") });
  const reasons = reasonsIn(facts, question);
  return facts.shadows.flatMap((shadow) => {
    const { inMacro: _, ...joinPoint } = name(shadow);
    const reason = reasons.get(shadow);
    if (reason === undefined) return [];
    const range = { ...joinPoint.range, file: resolve(unit.command.directory, joinPoint.range.file) };
    const entity = facts.entities[shadow.entity];
    return [
      {
        ...{ joinPoint: { ...joinPoint, range }, reason, owner: entity?.scope.join("::") ?? "" },
        ...{ name: entity?.name ?? "", around: facts.entities[shadow.within]?.name ?? "" },
      },
    ];
  });
}

function reasonsIn(facts: UnitFacts, question: Question): ReadonlyMap<Shadow, string> {
  if ("pointcut" in question) {
    const { shadows } = matchPointcut(question.pointcut, facts, question);
    return new Map(shadows.map(({ shadow, reason }) => [shadow, reason]));
  }
  const { matches } = matchAspects(facts, question.files);
  return new Map(
    matches.map(({ shadow, advice }) => [shadow, advice.map(({ reason }) => reason).join("; ")]),
  );
}
