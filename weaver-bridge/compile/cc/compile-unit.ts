/**
 * One unit of `weft cc`: analyse, then either the compiler's own run, untouched, or the woven compile. Whatever keeps a
 * unit from being woven leaves it compiled as without Weft, with a warning that says why.
 */
import {
  askCompiler,
  type CompilerCommand,
  type CompilerInput,
  defaultOutput,
  dependencyRequest,
  ProcessError,
  textDigest,
  withTargets,
} from "../../kernel-build/index.js";
import { type GuardEffect, printProblem } from "../../model/index.js";
import {
  type GivenAway,
  guardsFor,
  headerConflicts,
  isRewritten,
  type UnitAnalysis,
  type WovenUnit,
  weaveUnit,
} from "../../pipeline/index.js";
import { adviceNotes } from "./advice-notes.js";
import { type CcContext, reportErrors } from "./cc-context.js";
import {
  type AnalysedUnit,
  compileOf,
  listOf,
  type Unit,
  type UnitContext,
  type UnitOutcome,
  watchedAspects,
} from "./cc-unit.js";
import { checkAlone, compileUnchanged, compileUnwoven } from "./compile-plain.js";
import { compileWoven, type WovenOutcome } from "./compile-woven.js";
import { stateBefore } from "./kept-answers.js";
import { passThrough } from "./pass-through.js";
import type { ReadOnce } from "./read-once.js";
import { hasOtherCalls, refuseLayout, refuseOtherCalls, removeOutput } from "./refuse-unit.js";
import { untoldWarnings } from "./shown-warnings.js";
import { guardsOf, NOTHING_GIVEN, withGuards } from "./unit-guards.js";
import { record, recordFailure } from "./unit-record.js";
import { advisedResiduals, effectsOfResiduals, unitResiduals } from "./unit-residuals.js";
import { withoutRejected } from "./without-rejected.js";

const FAILED: UnitOutcome = { kind: "failed", code: 1 };

/** `read` is the unit when it can't be read again; `object` is where a woven object goes for linking. */
export async function compileUnit(
  command: CompilerCommand,
  input: CompilerInput,
  read: ReadOnce | undefined,
  shared: CcContext,
  object?: string,
): Promise<UnitOutcome> {
  const residuals = read === undefined ? await unitResiduals(shared.project, command, input) : undefined;
  const { specs: guards, problems: unread } = guardsOf(shared.project, input);
  const outcome: UnitOutcome =
    reportErrors(unread) || residuals === "failed"
      ? FAILED
      : await attempt(command, input, read, { ...shared, residuals, guards }, object);
  if (outcome.kind === "failed") recordFailure({ command, input, read, context: shared, object });
  return outcome;
}

async function attempt(
  command: CompilerCommand,
  input: CompilerInput,
  read: ReadOnce | undefined,
  shared: UnitContext,
  object?: string,
): Promise<UnitOutcome> {
  const context = { ...shared, aspects: shared.aspectsOf?.(input) ?? shared.aspects };
  const unread: Unit = { command, input, read, context, object };
  const { residuals, guards } = context;
  const isWanted = context.aspects.files.length > 0 || context.always === true || guards !== undefined;
  if (!isWanted && residuals?.text === undefined)
    return compileUnchanged({ ...unread, state: await stateBefore(unread) });
  await askCompiler(command, input);
  const state = await stateBefore(unread);
  const analysis = await analysisOf(unread);
  if ("kind" in analysis) return analysis;
  const unit: AnalysedUnit = { ...unread, analysis, state };
  if (residuals?.text === undefined) return compileAnalysed(unit);
  const { keep, problems } = advisedResiduals(analysis, residuals.made);
  if (reportErrors(problems)) return FAILED;
  if (keep.size > 0) {
    const others = await unitResiduals(context.project, command, input, keep);
    if (others === undefined || others === "failed") return FAILED;
    return attempt(command, input, read, { ...shared, residuals: others }, object);
  }
  for (const problem of problems) process.stderr.write(`${printProblem(problem)}\n`);
  return compileAnalysed(unit);
}

/** Where it can't be had, the compiler has said why. */
async function analysisOf(unit: Unit): Promise<UnitAnalysis | UnitOutcome> {
  const { command, input, read, context, object } = unit;
  try {
    return await context.analyser.analyse({
      command,
      input,
      aspects: context.aspects.files,
      root: context.project?.root,
      overlay: read?.text ?? context.residuals?.text,
      withTail: true,
      dependencyOptions: dependencyRequest(command, input)?.options,
      isProjectFile: context.isProjectFile,
      always: context.always === true,
      isBrief: context.isBrief,
      knowsThreads: context.project?.hasOneCounter,
      keepsOwnText: context.project !== undefined,
      onlyMatched: object === undefined && context.allTexts !== true && context.guards === undefined,
      flow: context.calls && ((own) => context.calls?.seenBy(compileOf(unit), own)),
    });
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return { kind: "failed", code: (await passThrough(command.argv, command.directory, listOf(read))) || 1 };
  }
}

async function compileAnalysed(unit: AnalysedUnit): Promise<UnitOutcome> {
  const { command, input, context, object, analysis } = unit;
  const { guards } = context;
  const hasMore = context.residuals?.text !== undefined;
  if (hasOtherCalls(unit)) return refuseOtherCalls(unit);
  if (analysis.failure !== undefined && analysis.introduced !== undefined) return refuseLayout(unit);
  if (analysis.failure !== undefined && !(hasMore && analysis.unitText !== ""))
    return compileUnwoven(unit, analysis.failure.reason);
  if (isWrongAlone(analysis) && object !== undefined) {
    // The linker's command would say it after ours.
    const alone = await checkAlone(unit);
    if (alone.kind === "failed") return alone;
  }
  const isGuarded = guards !== undefined && guardsFor(analysis.unitText, guards).length > 0;
  if (isRewritten(analysis) || hasMore || isGuarded) return compileMatched(unit);
  context.onUnit?.({ command, input, analysis });
  const outcome = await compileUnchanged(unit);
  if (outcome.kind !== "failed") sayUnread(analysis);
  return outcome;
}

/** Whether the unit may be wrong without aspects, too. With slices, what is wrong may be theirs, and the unit may need them. */
const isWrongAlone = ({ partial, introduced }: UnitAnalysis) =>
  partial !== undefined && introduced === undefined;

/** Undefined for text that is larger than a string can be, or nested deeper than can be followed. */
function wovenWithin(analysis: UnitAnalysis): WovenUnit | undefined {
  try {
    return weaveUnit(analysis);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const TOO_LARGE =
  "the woven text would be too large, or is nested too deeply. Narrow the pointcut, or split the unit's longest functions";

async function compileMatched(unit: AnalysedUnit): Promise<UnitOutcome> {
  const { command, input, analysis } = unit;
  const woven = wovenWithin(analysis);
  if (woven === undefined && analysis.introduced === undefined) return compileUnwoven(unit, TOO_LARGE);
  if (woven === undefined)
    return refuseLayout({
      ...unit,
      analysis: { ...analysis, failure: { stage: "crash", reason: TOO_LARGE } },
    });
  if (reportErrors([...analysis.problems, ...woven.problems])) return FAILED;
  let done = woven;
  let outcome = await compileText(unit, woven);
  if (outcome.code !== 0 && isWrongAlone(analysis)) {
    // Code that is simply wrong: the compiler's own words say all there is to say.
    const alone = await checkAlone(unit);
    if (alone.kind === "failed") return alone;
  }
  const said = Buffer.from(outcome.said).toString();
  const conflicts = outcome.code === 0 ? [] : headerConflicts(analysis, said, command.directory);
  if (reportErrors(conflicts)) return { kind: "failed", code: outcome.code };
  const settled = outcome.code === 0 ? undefined : await withoutRejected(command, input, analysis, woven);
  if (settled?.unit !== undefined) {
    if (reportErrors(settled.unit.problems)) return FAILED;
    done = settled.unit;
    outcome = await compileText(unit, settled.unit);
  }
  unit.context.onUnit?.({ command, input, analysis, woven: done });
  sayUnread(analysis);
  const shown = unit.context.onUnit === undefined ? untoldWarnings(unit.context, analysis) : [];
  for (const problem of [...shown, ...done.problems]) process.stderr.write(`${printProblem(problem)}\n`);
  process.stderr.write(Buffer.from(analysis.diagnostics, "utf8"));
  process.stderr.write(outcome.said);
  process.stderr.write(Buffer.from(adviceNotes(settled?.broken ?? [], done.effects), "latin1"));
  if (outcome.code !== 0) return { kind: "failed", code: outcome.code };
  // The text that the analysis makes: what a later analysis is compared with.
  const { effects, generated } = done;
  const leftOut = done.leftOut.length === 0 ? {} : { leftOut: done.leftOut };
  const residual = effectsOfResiduals(unit.context.residuals, command.directory);
  const all = [...effects, ...residual, ...outcome.guards];
  if (isRewritten(analysis) || all.length > 0 || unit.context.residuals?.made.length !== 0)
    record(
      unit,
      { status: "woven", effects: all, generated, ...leftOut },
      textDigest(woven.text),
      outcome.given,
    );
  else record(unit, { status: "unchanged" }, undefined, outcome.given);
  return { kind: "woven", code: 0 };
}

/** Where advice is missing, or may be. */
function sayUnread({ problems }: UnitAnalysis): void {
  for (const problem of problems)
    if (problem.code.startsWith("weave/")) process.stderr.write(`${printProblem(problem)}\n`);
}

/** The woven text with its guards. */
async function compileText(unit: AnalysedUnit, { text: woven }: WovenUnit): Promise<GuardedOutcome> {
  const { command, input, object, context } = unit;
  const mode = command.mode === "assembly" ? "assembly" : "object";
  const guarded = await withGuards(woven, command, input, context.guards);
  const wrong = "problem" in guarded ? guarded.problem : undefined;
  const outcome = await compileWoven({
    command,
    input,
    text: "text" in guarded ? guarded.text : woven,
    output: object ?? command.output ?? defaultOutput(input, mode),
    mode,
    read: listOf(unit.read),
    rule: ruleOf(unit),
  });
  // Of code that the compiler rejects as well, its own words say more.
  if (wrong !== undefined && outcome.code === 0) {
    removeOutput(unit);
    return { code: 1, said: Buffer.from(wrong), guards: [], given: NOTHING_GIVEN };
  }
  return "text" in guarded
    ? { ...outcome, guards: guarded.effects, given: guarded.given }
    : { ...outcome, guards: [], given: NOTHING_GIVEN };
}

interface GuardedOutcome extends WovenOutcome {
  readonly guards: readonly GuardEffect[];
  readonly given: GivenAway;
}

/** The make rule that goes with a woven object, if one was asked for. */
function ruleOf(unit: AnalysedUnit) {
  const request = dependencyRequest(unit.command, unit.input);
  const rule = unit.analysis.dependencies;
  if (request === undefined || rule === undefined) return undefined;
  const source = unit.input.path === "-" ? undefined : unit.input.path;
  return {
    file: request.file,
    rule: withTargets(rule, request),
    source,
    aspects: watchedAspects(unit.context),
  };
}
