/**
 * One unit of `weft cc`: analyse, then either the compiler's own run, untouched, or the woven compile. Whatever keeps a
 * unit from being woven leaves it compiled as without Weft, with a warning that says why.
 */
import { existsSync, rmSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  askCompiler,
  type CompileCommand,
  type CompilerCommand,
  type CompilerInput,
  checkOfInput,
  defaultOutput,
  dependencyRequest,
  filesIncludedBy,
  includeFolders,
  ProcessError,
  type Project,
  recordFile,
  replaceableFile,
  textDigest,
  withTargets,
  writeAtomically,
  writeUnitRecord,
} from "../../kernel-build/index.js";
import { type GuardEffect, printProblem, type UnitWeaveMap } from "../../model/index.js";
import {
  guardsFor,
  headerConflicts,
  isRewritten,
  type SpecFile,
  type UnitAnalysis,
  type WovenUnit,
  weaveUnit,
} from "../../pipeline/index.js";
import { keepOutline } from "../unit-outlines.js";
import { adviceNotes } from "./advice-notes.js";
import { type CcContext, reportErrors } from "./cc-context.js";
import { compileWoven, type WovenOutcome } from "./compile-woven.js";
import { addAspectsToRule } from "./dependencies.js";
import { passThrough } from "./pass-through.js";
import type { ReadOnce } from "./read-once.js";
import { shownWarnings, untoldWarnings } from "./shown-warnings.js";
import { guardsOf, withGuards } from "./unit-guards.js";
import {
  advisedResiduals,
  declaredDigest,
  effectsOfResiduals,
  type UnitResiduals,
  unitResiduals,
} from "./unit-residuals.js";
import { withoutRejected } from "./without-rejected.js";

export type UnitOutcome =
  | { readonly kind: "woven" | "compiled" | "failed"; readonly code: number }
  /** Linking: the unit needs no object of its own, the link command compiles it. */
  | { readonly kind: "left-to-linker" };

/** `read` is the unit when it can't be read again; `object` is where a woven object goes for linking. */
export async function compileUnit(
  command: CompilerCommand,
  input: CompilerInput,
  read: ReadOnce | undefined,
  shared: CcContext,
  object?: string,
): Promise<UnitOutcome> {
  const residuals = read === undefined ? await unitResiduals(shared.project, command, input) : undefined;
  const guards = guardsOf(shared.project, input);
  const outcome: UnitOutcome =
    residuals === "failed"
      ? { kind: "failed", code: 1 }
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
  const { files } = context.aspects;
  const { guards } = context;
  if (
    files.length === 0 &&
    context.always !== true &&
    context.residuals === undefined &&
    guards === undefined
  )
    return compileUnchanged({ command, input, read, context, object });
  await askCompiler(command, input);
  const request = dependencyRequest(command, input);
  const compile = compileOf({ command, input, object });
  let analysis: UnitAnalysis;
  try {
    analysis = await context.analyser.analyse({
      command,
      input,
      aspects: files,
      overlay: read?.text ?? context.residuals?.text,
      withTail: true,
      dependencyOptions: request?.options,
      isProjectFile: context.isProjectFile,
      always: context.always === true,
      isBrief: context.isBrief,
      knowsThreads: context.project?.hasOneCounter,
      keepsOwnText: context.project !== undefined,
      onlyMatched: object === undefined && context.allTexts !== true && guards === undefined,
      flow: context.calls && ((own) => context.calls?.seenBy(compile, own)),
    });
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return { kind: "failed", code: (await passThrough(command.argv, command.directory, listOf(read))) || 1 };
  }
  const unit: AnalysedUnit = { command, input, read, context, object, analysis };
  if (context.residuals !== undefined) {
    const { keep, problems } = advisedResiduals(analysis, context.residuals.made);
    if (reportErrors(problems)) return { kind: "failed", code: 1 };
    if (keep.size > 0) {
      const residuals = await unitResiduals(context.project, command, input, keep);
      if (residuals === undefined || residuals === "failed") return { kind: "failed", code: 1 };
      return attempt(command, input, read, { ...shared, residuals }, object);
    }
    for (const problem of problems) process.stderr.write(`${printProblem(problem)}\n`);
  }
  if (hasOtherCalls(unit)) return refuseOtherCalls(unit);
  if (analysis.failure !== undefined && analysis.introduced !== undefined) return refuseLayout(unit);
  if (analysis.failure !== undefined && !(context.residuals !== undefined && analysis.unitText !== ""))
    return compileUnwoven(unit, analysis.failure.reason);
  if (isWrongAlone(analysis) && object !== undefined) {
    // The linker's command would say it after ours.
    const alone = await checkAlone(unit);
    if (alone.kind === "failed") return alone;
  }
  const isGuarded = guards !== undefined && guardsFor(analysis.unitText, guards).length > 0;
  if (!isRewritten(analysis) && context.residuals === undefined && !isGuarded) {
    context.onUnit?.({ command, input, analysis });
    const outcome = await compileUnchanged(unit);
    if (outcome.kind !== "failed") sayUnread(analysis);
    return outcome;
  }
  return compileMatched(unit);
}

interface UnitContext extends CcContext {
  readonly residuals?: UnitResiduals | undefined;
  /** Files that declare guards; undefined where none does. */
  readonly guards?: readonly SpecFile[] | undefined;
}

interface Unit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly read: ReadOnce | undefined;
  readonly context: UnitContext;
  readonly object: string | undefined;
  readonly analysis?: UnitAnalysis;
}

const listOf = (read: ReadOnce | undefined) => (read === undefined ? [] : [read]);

interface AnalysedUnit extends Unit {
  readonly analysis: UnitAnalysis;
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
  if (reportErrors([...analysis.problems, ...woven.problems])) return { kind: "failed", code: 1 };
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
    if (reportErrors(settled.unit.problems)) return { kind: "failed", code: 1 };
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
  record(unit, { status: "woven", effects: all, generated, ...leftOut }, textDigest(woven.text));
  return { kind: "woven", code: 0 };
}

/** Functions in which advice may be missing. */
function sayUnread({ problems }: UnitAnalysis): void {
  for (const problem of problems)
    if (problem.code === "weave/broken-code") process.stderr.write(`${printProblem(problem)}\n`);
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
    return { code: 1, said: Buffer.from(wrong), guards: [] };
  }
  return { ...outcome, guards: "effects" in guarded ? guarded.effects : [] };
}

interface GuardedOutcome extends WovenOutcome {
  readonly guards: readonly GuardEffect[];
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

/**
 * Aspect files whose changes make has to see. Under `weft build` none: it knows which units they concern before it starts
 * make.
 */
function watchedAspects({ aspects, residuals, guards }: UnitContext): string[] {
  const specs = new Set([...(residuals?.specs ?? []), ...(guards ?? []).map(({ file }) => file)]);
  return process.env.WEFT_PROJECT ? [...specs] : [...aspects.files.map(({ file }) => file), ...specs];
}

async function compileUnchanged(unit: Unit): Promise<UnitOutcome> {
  const outcome = await compileAsItIs(unit);
  if (outcome.kind !== "failed") record(unit, { status: "unchanged" });
  return outcome;
}

/** The compiler speaks first: when it rejects the unit as well, its own words say all there is to say. */
async function compileUnwoven(unit: Unit, reason: string): Promise<UnitOutcome> {
  const { input, context } = unit;
  const name = input.path === "-" ? "<stdin>" : input.path;
  const outcome = context.options.strict ? await checkAlone(unit) : await compileAsItIs(unit);
  if (outcome.kind === "failed") return outcome;
  if (context.options.strict) {
    process.stderr.write(`${name}: error[weft/cc/not-woven]: its aspects can't be woven in: ${reason}\n`);
    return { kind: "failed", code: 1 };
  }
  process.stderr.write(`${name}: warning[weft/cc/not-woven]: compiled without its aspects: ${reason}\n`);
  record(unit, { status: "not-woven", reason });
  return outcome;
}

/** Compiled without its aspects, the unit would disagree with the others about a struct. */
function refuseLayout(unit: AnalysedUnit): UnitOutcome {
  const { input, analysis } = unit;
  const structs = new Set(analysis.introduced?.effects.map(({ binding }) => binding.joinPoint.signature));
  process.stderr.write(
    `${input.path}: error[weft/cc/layout]: its aspects can't be woven in: ${analysis.failure?.reason}. ` +
      `Slices change ${[...structs].join(", ")}, so it can't be compiled without them either.` +
      `${includeCircle(unit)}\n`,
  );
  return { kind: "failed", code: 1 };
}

/** A class can't derive from what stands behind it: its own header comes first in the aspect's file. */
function includeCircle({ command, analysis }: AnalysedUnit): string {
  for (const { origin, target, binding } of analysis.introduced?.effects ?? []) {
    if (analysis.failure?.reason.includes(`${origin.file}:`) !== true) continue;
    const header = resolve(command.directory, target.file);
    const search = { folders: includeFolders(command), follows: () => true };
    if (filesIncludedBy([origin.file], search).includes(header))
      return (
        ` ${basename(origin.file)} includes ${basename(header)}, so ${binding.joinPoint.signature} stands before the aspect: ` +
        "move what its slices need (base classes, types of members) to a file that both can include."
      );
  }
  return "";
}

/** What a failed compile leaves is for make as good as a sound one, so it must not stay. */
function removeOutput({ command, input }: Unit): void {
  const output = command.output ?? defaultOutput(input, command.mode === "assembly" ? "assembly" : "object");
  const file = replaceableFile(resolve(command.directory, output));
  if (file !== undefined) rmSync(file, { force: true });
}

/** What the compiler says of the unit as it is; nothing is written. */
async function checkAlone({ command, input, read }: Unit): Promise<UnitOutcome> {
  const code = await passThrough(checkOfInput(command, input), command.directory, listOf(read));
  return { kind: code === 0 ? "compiled" : "failed", code };
}

async function compileAsItIs(unit: Unit): Promise<UnitOutcome> {
  const { command, input, read, context } = unit;
  if (unit.object !== undefined) return { kind: "left-to-linker" };
  const request = dependencyRequest(command, input);
  const code = await passThrough(
    command.argv,
    command.directory,
    listOf(read),
    request === undefined && isLast(unit),
  );
  if (code !== 0) return { kind: "failed", code };
  if (request !== undefined)
    addAspectsToRule(resolve(command.directory, request.file), watchedAspects(context));
  return { kind: "compiled", code };
}

/** Nothing is left to do for the call when the compiler is done with the unit. */
function isLast({ command, context: { options, project, isSingle }, analysis, read }: Unit): boolean {
  const isKept = options.map !== undefined || project !== undefined;
  return (
    isSingle === true &&
    command.inputs.length === 1 &&
    !isKept &&
    read === undefined &&
    analysis?.status === "skipped" &&
    analysis.problems.length === 0
  );
}

/** Other units rely on calls that this one no longer makes. `weft build` sees to them; nobody else does. */
function hasOtherCalls(unit: AnalysedUnit): boolean {
  const { flow } = unit.analysis;
  if (flow === undefined || process.env.WEFT_PROJECT) return false;
  return unit.context.calls?.outdatedBy(compileOf(unit), flow) === true;
}

function refuseOtherCalls(unit: AnalysedUnit): UnitOutcome {
  if (unit.object === undefined) removeOutput(unit);
  process.stderr.write(
    `${unit.input.path}: error[weft/cc/other-calls]: it calls other functions than when the last weft build decided ` +
      "the project's cflow pointcuts, which concerns other units too. Run weft build.\n",
  );
  return { kind: "failed", code: 1 };
}

function compileOf({ command, input, object }: Pick<Unit, "command" | "input" | "object">): CompileCommand {
  const mode = command.mode === "assembly" ? "assembly" : "object";
  const output = object === undefined ? (command.output ?? defaultOutput(input, mode)) : command.output;
  const named = output === undefined ? {} : { output };
  return { directory: command.directory, file: input.path, arguments: command.argv, ...named };
}

/** A unit that was never compiled is one all the same: what it declares and how it is to be compiled is known from now on. */
function recordFailure({ command, input, read, context, object }: Unit): void {
  const { project, aspects } = context;
  const compile = compileOf({ command, input, object });
  if (project === undefined || read !== undefined || existsSync(recordFile(project, compile))) return;
  const source = { source: input.path, directory: command.directory };
  const map = { version: 2, ...source, effects: [], generated: [] } as const;
  const reason = "the compiler rejects it";
  try {
    const failed = { ...map, status: "not-woven", reason } as const;
    writeUnitRecord(project, { version: 2, command: compile, aspects: aspects.digest, map: failed });
  } catch {
    // The compiler's own words matter more.
  }
}

function declaredBy(project: Project, file: string): { readonly declared?: string } {
  if (project.specializations.length === 0) return {};
  const declared = declaredDigest(project, file);
  return declared === undefined ? {} : { declared };
}

function record(unit: Unit, done: Pick<UnitWeaveMap, "status"> & Partial<UnitWeaveMap>, text?: string): void {
  const { command, input, context } = unit;
  const isKept = unit.read === undefined;
  const compile = compileOf(unit);
  const named = compile.output === undefined ? {} : { output: compile.output };
  const map: UnitWeaveMap = {
    version: 2,
    source: input.path,
    directory: command.directory,
    ...named,
    effects: [],
    generated: [],
    ...done,
  };
  context.onMap?.(map);
  if (!isKept && context.options.map === undefined) return;
  const ownText = unit.analysis?.ownText;
  const warnings = shownWarnings(unit.analysis);
  try {
    if (context.options.map !== undefined) writeAtomically(context.options.map, `${JSON.stringify(map)}\n`);
    if (context.project !== undefined && isKept)
      writeUnitRecord(context.project, {
        version: 2,
        command: compile,
        aspects: context.aspects.digest,
        ...(text === undefined ? {} : { text }),
        ...(warnings.length > 0 && { warnings: { aspects: context.aspects.digest, problems: warnings } }),
        ...declaredBy(context.project, resolve(command.directory, input.path)),
        ...(done.status === "not-woven" ? {} : context.calls?.account(compile, unit.analysis?.flow)),
        ...(ownText === undefined ? {} : keepOutline(context.project, compile, ownText)),
        map,
      });
  } catch (error) {
    process.stderr.write(
      `weft: warning[weft/cc/no-map]: the weave map can't be written: ${(error as Error).message}\n`,
    );
  }
}
