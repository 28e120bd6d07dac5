/** `weft live weave`: advice into the running kernel. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Project } from "../../../kernel-build/index.js";
import {
  type AdvisedUnit,
  advisedSources,
  findArea,
  imageCode,
  type KernelImage,
  readJournal,
  type SharedPlan,
  sharedAccesses,
  sharedPlan,
  weaveLive,
} from "../../../live-weave/index.js";
import type { AspectEffect, AspectFile, Problem } from "../../../model/index.js";
import type { UnitAnalysis } from "../../../pipeline/index.js";
import { liveAdvice } from "../../../weaver/index.js";
import { mapUnits } from "../../analyse-units.js";
import { askedAspects } from "../../asked-aspects.js";
import { distinctProblems, EXIT, hasErrors, report } from "../../output.js";
import { resolveTarget, type TargetUnit } from "../../target.js";
import { unitProblems } from "../unit-problems.js";
import { describeOutcome, outcomeJson } from "./describe.js";
import { kernelImage, type LiveFlags, liveTarget, withGuest } from "./live-target.js";

export interface WeaveFlags extends LiveFlags {
  readonly watch?: boolean;
}

const POLL = 100;

/** With `watch`, problems are told and the next save is waited for, until the guest ends. */
export async function weave(files: readonly string[], flags: WeaveFlags): Promise<number> {
  const first = await weaveOnce(files, flags);
  if (flags.watch !== true) return first;
  let seen = savedAt(files);
  for (let polls = 1; ; polls++) {
    await sleep(POLL);
    const now = savedAt(files);
    if (polls % 10 === 0 && "problems" in liveTarget(flags)) return EXIT.fine;
    if (now === seen) continue;
    seen = now;
    const started = Date.now();
    const code = await withGuest(flags, () => weaveOnce(files, flags));
    if (code === EXIT.fine)
      process.stderr.write(`weft live weave: woven again in ${Date.now() - started} ms\n`);
  }
}

function savedAt(files: readonly string[]): string {
  return files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs).join();
}

async function weaveOnce(files: readonly string[], flags: WeaveFlags): Promise<number> {
  const target = liveTarget(flags);
  if ("problems" in target) return fail(flags, target.problems);
  const { project, guest } = target;
  const read = kernelImage(project);
  if (read.image === undefined) return fail(flags, [read.problem]);
  const { image } = read;
  const area = await findArea(project, image, guest);
  if ("code" in area) return fail(flags, [area]);
  const journal = readJournal(project);
  const before = journal?.guest === guest.id ? journal.hooks.flatMap(({ aspects }) => aspects) : [];
  const named = [...new Set([...before, ...files.map((file) => resolve(file))])];
  const advised = await advisedUnits(project, image, named);
  if (hasErrors(advised.problems)) return fail(flags, advised.problems);
  const { units, shared } = advised;
  const outcome = await weaveLive({ ...{ project, guest, image, area, units }, ...(shared && { shared }) });
  const problems = [...advised.problems, ...unmet(advised.hooks), ...outcome.problems];
  report(flags, problems, hasErrors(problems) ? undefined : outcomeJson(outcome));
  if (flags.json !== true && !hasErrors(problems)) process.stdout.write(describeOutcome(outcome));
  return hasErrors(problems) || outcome.hooks.length === 0 ? EXIT.problems : EXIT.fine;
}

interface Advised {
  readonly units: readonly AdvisedUnit[];
  readonly shared?: SharedPlan;
  readonly hooks: number;
  readonly problems: readonly Problem[];
}

async function advisedUnits(
  project: Project,
  image: KernelImage,
  named: readonly string[],
): Promise<Advised> {
  const aspects = askedAspects(named, project);
  const target = resolveTarget({ path: project.root, aspects: named, compiler: [] });
  const problems = [...target.problems, ...aspects.problems];
  if (hasErrors(problems)) return { units: [], hooks: 0, problems };
  const { files } = aspects;
  const code = imageCode(image);
  const accesses = code && sharedAccesses(code, files);
  const few = accesses && chosenUnits(target.units, accesses.sources);
  if (accesses !== undefined && few !== undefined) {
    const read = await readUnits(few, files, problems);
    const shared = sharedPlan(accesses, read.hooks);
    // Advice that asks for more than the image tells is compiled for each place.
    if (shared !== undefined || hasErrors(read.problems))
      return {
        ...read,
        units: read.units.map((unit) => withoutOthers(unit, shared)),
        ...(shared && { shared }),
        hooks: read.hooks.length,
      };
  }
  const read = await readUnits(unitsToRead(target.units, project, image, files), files, problems);
  return { ...read, hooks: read.hooks.length };
}

/** Of the advice on accesses only what all accesses share. */
function withoutOthers(unit: AdvisedUnit, shared: SharedPlan | undefined): AdvisedUnit {
  const wanted = new Set([...(shared?.hooks.values() ?? [])].map(({ symbol }) => symbol));
  const hooks = unit.advice.hooks.filter(({ access, symbol }) => access === undefined || wanted.has(symbol));
  return { ...unit, advice: { ...unit.advice, hooks } };
}

async function readUnits(
  chosen: readonly TargetUnit[],
  files: readonly AspectFile[],
  given: readonly Problem[],
) {
  const problems = [...given];
  const analysed = await mapUnits(chosen, files, { withTail: true }, ({ unit, analysis }) => {
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

/** Undefined for a kernel that was built in another folder. */
function chosenUnits(units: readonly TargetUnit[], sources: ReadonlySet<string>): TargetUnit[] | undefined {
  const chosen = units.filter(({ command, input }) => sources.has(resolve(command.directory, input.path)));
  return chosen.length < sources.size ? undefined : chosen;
}

function unitsToRead(
  units: readonly TargetUnit[],
  project: Project,
  image: KernelImage,
  aspects: readonly AspectFile[],
): readonly TargetUnit[] {
  const sources = advisedSources(project, image, aspects);
  return (sources && chosenUnits(units, sources)) ?? units;
}

/** With an absolute name of its file. */
function inFolder(effect: AspectEffect, directory: string): AspectEffect {
  return { ...effect, target: { ...effect.target, file: resolve(directory, effect.target.file) } };
}

function adviceOf(analysis: UnitAnalysis, index: number): ReturnType<typeof liveAdvice> {
  const { facts, matches, tail, aspects, failure, introduced } = analysis;
  const empty = { text: "", hooks: [], problems: [] };
  if (introduced !== undefined) return { ...empty, problems: [noSlices(introduced.effects[0]?.origin)] };
  if (facts === undefined || matches.length === 0) return empty;
  if (failure !== undefined || tail === undefined) {
    const message = failure?.reason ?? analysis.tailFailure ?? "the aspects' text can't be expanded";
    return { ...empty, problems: [{ code: "live/unit", severity: "error", message: message.trim() }] };
  }
  const { unitText, target, cflows } = analysis;
  return liveAdvice({ unitText, facts, matches, files: aspects, tail, target, cflows }, index);
}

function noSlices(range: Problem["range"]): Problem {
  return {
    code: "live/slice",
    severity: "error",
    ...(range === undefined ? {} : { range }),
    message: "a slice changes the layout of a class, which a running kernel can't follow",
    hint: "Advice can be woven live; keep slices in aspects that are woven when the kernel is built.",
  };
}

function unmet(hooks: number): Problem[] {
  if (hooks > 0) return [];
  const message = "no advice matches anything that can be woven live";
  return [
    {
      code: "live/no-match",
      severity: "error",
      message,
      hint: "weft joinpoints --pointcut EXPR shows what there is.",
    },
  ];
}

function fail(flags: LiveFlags, problems: readonly Problem[]): number {
  report(flags, problems);
  return EXIT.problems;
}
