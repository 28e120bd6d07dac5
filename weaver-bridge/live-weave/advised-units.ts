/** From aspects to the units that they advise in a running kernel, with the advice as C that goes live. */
import { basename, resolve } from "node:path";
import { type Project, unitOf } from "../kernel-build/index.js";
import {
  type AspectEffect,
  type AspectFile,
  distinctProblems,
  hasErrors,
  type Problem,
} from "../model/index.js";
import type { UnitAnalysis } from "../pipeline/index.js";
import { mapUnits } from "../project/analyse-units.js";
import { askedAspects } from "../project/asked-aspects.js";
import { resolveTarget, type TargetUnit } from "../project/target.js";
import { unitProblems } from "../project/unit-problems.js";
import { liveAdvice } from "../weaver/index.js";
import {
  type AdvisedUnit,
  advisedSources,
  type GuestKernel,
  hooksWith,
  imageCode,
  type KernelImage,
  moduleCommands,
  type SharedPlan,
  sharedAdvice,
  sharedPlan,
} from "./index.js";

export interface Advised {
  readonly units: readonly AdvisedUnit[];
  /** What the compiler rejects in these units may compile in those that `isSure` chooses. */
  readonly isSure: boolean;
  readonly shared?: SharedPlan;
  readonly hooks: number;
  readonly problems: readonly Problem[];
}

/** `named`: absolute files. With `isSure` units that take longer. */
export async function advisedUnits(
  project: Project,
  { image, modules }: Pick<GuestKernel, "image" | "modules">,
  named: readonly string[],
  isSure = false,
): Promise<Advised> {
  const { files, problems: wrong } = askedAspects(named, project);
  const nothing = { units: [], hooks: 0, isSure: true } as const;
  if (hasErrors(wrong)) return { ...nothing, problems: distinctProblems(wrong) };
  const images = [image, ...modules.map((module) => module.image)];
  const codes = images.flatMap((one) => imageCode(one) ?? []);
  const advisedIn = () => sourcesOfAdvice(project, images, files);
  const same = sharedAdvice(codes, files, () => advisedIn()?.sources.size ?? 0);
  const unitsOf = (sources: ReadonlySet<string> | undefined) => knownUnits(project, named, modules, sources);
  for (const sources of same?.choices.slice(isSure ? 1 : 0) ?? []) {
    const isLast = sources === same?.choices.at(-1);
    const { units, problems } = unitsOf(sources);
    const told = [...problems, ...wrong];
    const few = hasErrors(problems) ? undefined : chosenUnits(units, sources, told);
    if (few === undefined) break;
    told.push(...notTold(same?.gaps ?? []));
    const read = await readUnits(few, files, told);
    const shared = same && sharedPlan(same, read.hooks);
    const isPossible = shared?.isWhole === true && !hasErrors(read.problems);
    // Advice that asks for more than the image tells is compiled for each place.
    if (isPossible || (isLast && (shared !== undefined || hasErrors(read.problems))))
      return {
        ...read,
        problems: [...read.problems, ...firstMembers(same?.firstMembers ?? [])],
        units: shared === undefined ? read.units : read.units.map((unit) => withShared(unit, shared)),
        ...(shared && { shared }),
        ...{ hooks: read.hooks.length, isSure: isLast },
      };
  }
  const advised = advisedIn();
  const { units, problems } = unitsOf(advised?.sources);
  const told = [...problems, ...wrong];
  if (hasErrors(told)) return { ...nothing, problems: distinctProblems(told) };
  const read = await readUnits(unitsToRead(units, advised, told), files, told);
  return { ...read, hooks: read.hooks.length, isSure: true };
}

/** Undefined where all units must be read. */
function sourcesOfAdvice(project: Project, images: readonly KernelImage[], files: readonly AspectFile[]) {
  const found = images.map((one) => advisedSources(project, one, files));
  const known = found.filter((one) => one !== undefined);
  if (known.length < found.length) return undefined;
  const sources: ReadonlySet<string> = new Set(known.flatMap((one) => one.sources));
  return { sources, gaps: known.flatMap((one) => one.gaps) };
}

/** With sources perhaps more than theirs: only the commands of these are prepared where they are known by name. */
function knownUnits(
  project: Project,
  named: readonly string[],
  modules: GuestKernel["modules"],
  sources: ReadonlySet<string> | undefined,
): { readonly units: TargetUnit[]; readonly problems: Problem[] } {
  const target = resolveTarget({ path: project.root, aspects: named, compiler: [], sources });
  const ofModules = unitsOfModules(modules, target.units);
  // Who builds modules alone has no command of the kernel's own units.
  const isTold = ({ code }: Problem) => code !== "project/no-commands" || ofModules.length === 0;
  return { units: [...target.units, ...ofModules], problems: target.problems.filter(isTold) };
}

/** Those that the project has no command of. */
function unitsOfModules(modules: GuestKernel["modules"], known: readonly TargetUnit[]): TargetUnit[] {
  if (modules.length === 0) return [];
  const sources = new Set(known.map(sourceOf));
  const units = moduleCommands(modules).flatMap((command) => unitOf(command) ?? []);
  return units.filter((unit) => !sources.has(sourceOf(unit)));
}

const sourceOf = ({ command, input }: Pick<TargetUnit, "command" | "input">) =>
  resolve(command.directory, input.path);

function firstMembers(names: readonly string[]): Problem[] {
  if (names.length === 0) return [];
  const message = `the ref of ${someOf(names)} has no place: the address of a struct's first member is the struct's own, which no instruction computes`;
  return [{ code: "live/first-member", severity: "note", message }];
}

function withShared(unit: AdvisedUnit, shared: SharedPlan): AdvisedUnit {
  return { ...unit, advice: { ...unit.advice, hooks: hooksWith(unit.advice.hooks, sourceOf(unit), shared) } };
}

const READ = { withTail: true, onlyMatched: true, remembers: true } as const;

async function readUnits(
  chosen: readonly TargetUnit[],
  files: readonly AspectFile[],
  given: readonly Problem[],
) {
  const problems = [...given];
  const analysed = await mapUnits(chosen, files, READ, ({ unit, analysis }) => {
    problems.push(...unitProblems({ unit, analysis }));
    return { ...unit, analysis };
  });
  const units = analysed.flatMap(({ command, input, analysis }, index): AdvisedUnit[] => {
    const advice = adviceOf(analysis, index);
    problems.push(...advice.problems);
    const hooks = advice.hooks.map((hook) => ({
      ...hook,
      effects: hook.effects.map((effect) => inFolder(effect, command.directory)),
    }));
    return hooks.length === 0 ? [] : [{ command, input, advice: { ...advice, hooks } }];
  });
  const hooks = units.flatMap(({ advice }) => advice.hooks);
  return { units, hooks, problems: distinctProblems(problems) };
}

/** Undefined for a kernel that was built in another folder. Tells of units that none of the commands compiles. */
function chosenUnits(
  units: readonly TargetUnit[],
  sources: ReadonlySet<string>,
  problems: Problem[],
): TargetUnit[] | undefined {
  const chosen = units.filter((unit) => sources.has(sourceOf(unit)));
  if (chosen.length === 0 && sources.size > 0) return undefined;
  const known = new Set(chosen.map(sourceOf));
  problems.push(...notCompiled([...sources].filter((source) => !known.has(source))));
  return chosen;
}

function notCompiled(sources: readonly string[]): Problem[] {
  if (sources.length === 0) return [];
  const message = `what pointcuts mean in ${someOf(sources)} is not hooked: no compile command of C is known for it`;
  const hint = "Assembler is not advised. Other units need their commands, which weft build records.";
  return [{ code: "live/no-command", severity: "warning", message, hint }];
}

/** Of functions. */
function notTold(gaps: readonly string[]): Problem[] {
  if (gaps.length === 0) return [];
  const message = `not hooked: ${someOf(gaps, "; ")}`;
  return [{ code: "live/only-symbols", severity: "note", message }];
}

const MOST_NAMED = 3;

function someOf(names: readonly string[], between = ", "): string {
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : "";
  return `${names.slice(0, MOST_NAMED).join(between)}${more}`;
}

function unitsToRead(
  units: readonly TargetUnit[],
  advised: ReturnType<typeof sourcesOfAdvice>,
  problems: Problem[],
): readonly TargetUnit[] {
  if (advised === undefined) return units;
  const few = chosenUnits(units, advised.sources, problems);
  if (few !== undefined) problems.push(...notTold(advised.gaps));
  return few ?? units;
}

/** With an absolute name of its file. */
function inFolder(effect: AspectEffect, directory: string): AspectEffect {
  return { ...effect, target: { ...effect.target, file: resolve(directory, effect.target.file) } };
}

function adviceOf(analysis: UnitAnalysis, index: number): ReturnType<typeof liveAdvice> {
  const { facts, matches, tail, aspects, failure, introduced } = analysis;
  const empty = { unitText: "", shortText: "", prelude: "", hooks: [], problems: [] };
  if (introduced !== undefined)
    return { ...empty, problems: [notIntroduced(introduced.effects.map(({ origin }) => origin))] };
  if (facts === undefined || matches.length === 0) return empty;
  if (failure !== undefined || tail === undefined) {
    const message = failure?.reason ?? analysis.tailFailure ?? "the aspects' text can't be expanded";
    return { ...empty, problems: [{ code: "live/unit", severity: "error", message: message.trim() }] };
  }
  const { unitText, target, cflows } = analysis;
  return liveAdvice({ unitText, facts, matches, files: aspects, tail, target, cflows }, index);
}

/** What cflow counts per thread is introduced for the project's settings; slices stand in aspects. */
function notIntroduced(origins: readonly Problem["range"][]): Problem {
  const slices = origins.filter((origin) => basename(origin?.file ?? "") !== "weft.json");
  return slices.length === 0 && origins.length > 0 ? NO_CFLOW : noSlices(slices[0]);
}

const NO_CFLOW: Problem = {
  code: "weave/not-live",
  severity: "error",
  message: "advice under cflow can't be woven into a running kernel",
  hint: "What it counts stands in the kernel's threads, whose layout a running kernel can't change.",
};

function noSlices(range: Problem["range"]): Problem {
  return {
    code: "live/slice",
    severity: "error",
    ...(range === undefined ? {} : { range }),
    message: "a slice changes the layout of a class, which a running kernel can't follow",
    hint: "Advice can be woven live; keep slices in aspects that are woven when the kernel is built.",
  };
}
