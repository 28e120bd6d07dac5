/**
 * One unit against a set of aspects: preprocess, filter by text, parse, match, and say what will happen. Text filter
 * first: a unit whose text holds none of the names that the pointcuts need is not parsed at all.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ParseOptions } from "../clang-ast/src/index.js";
import {
  type CompilerCommand,
  type CompilerInput,
  type DependencyRule,
  firstError,
  hasLanguageThreads,
  isPreprocessed,
  type PreprocessResult,
  parseArguments,
  preprocess,
  unitLanguage,
} from "../kernel-build/index.js";
import {
  type AspectEffect,
  type AspectFile,
  type Language,
  latin1OfName,
  type Problem,
  type UnitFacts,
  type WantedFacts,
} from "../model/index.js";
import {
  type AdviceCoverage,
  type CflowTrigger,
  filterOf,
  flowOfUnit,
  introduces,
  matchAspects,
  mentionedNames,
  oneCounterProblems,
  type ProjectFlow,
  type ShadowMatch,
  type SoughtNames,
  soughtIn,
  type TestedClass,
  type TextFilter,
  testedClasses,
  testedNames,
  type UnitFlow,
  wantedFacts,
} from "../pointcut/index.js";
import {
  advisedAspects,
  advisedInUnit,
  effectsOf,
  type IntroducedUnit,
  type OtherwiseRead,
  readOnce,
  renderAdvised,
  renderTail,
  splitTail,
  startOfAdvised,
  startOfBrought,
  unreadFunctions,
} from "../weaver/index.js";
import { initCaptureProblems } from "./init-captures.js";
import {
  describeTypes,
  hasIntroductions,
  type IntroducedCxx,
  introduceIntoC,
  introduceIntoCxx,
  preparedAspects,
  type UnitView,
} from "./introduce-unit.js";
import { isUntouched } from "./is-untouched.js";
import { readAroundNested, unreadNested } from "./nested-functions.js";
import type { ParseHost } from "./parse-host.js";
import { ownCode, projectCode } from "./project-code.js";
import { asSources, includedAspects, neededFirst, withStandingAspects } from "./standing-aspects.js";
import { includesHeaders, ofBrought, reachedCode, soughtBroughtCode } from "./with-brought-code.js";

export interface UnitRequest {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly aspects: readonly AspectFile[];
  /** Unsaved text, latin1. */
  readonly overlay?: string | undefined;
  /** Unsaved texts of headers: latin1, by absolute path. */
  readonly headers?: ReadonlyMap<string, string> | undefined;
  /** Expand the aspects' text with the unit, as weaving needs; queries don't, except of slices and aspects' headers. */
  readonly withTail?: boolean;
  /** Collect the make rule as well (options of `dependencyRequest`). */
  readonly dependencyOptions?: readonly string[] | undefined;
  /** Names that must occur, where a query asks for less or more than the aspects do. */
  readonly filter?: TextFilter | undefined;
  /** Facts that a query needs beyond what the aspects do. */
  readonly wanted?: WantedFacts | undefined;
  /** Only code in these files is woven; all files' without it. Asked for the names in the unit's line markers. */
  readonly isProjectFile?: ((file: string) => boolean) | undefined;
  /** Parse even when the text filter says that nothing can match. */
  readonly always?: boolean | ((text: string) => boolean);
  /** The project has said how `cflow` counts where there are threads: nothing is to be told of it. */
  readonly knowsThreads?: boolean | undefined;
  /** The text is for a compiler alone: without functions of slices that it would make no code of. */
  readonly isBrief?: boolean | undefined;
  /** The result has the text without introductions as well. */
  readonly keepsOwnText?: boolean;
  /** Nothing is asked of a unit in which nothing can match, not even its text. */
  readonly onlyMatched?: boolean;
  /** What a whole program's calls say to `cflow`, asked with what this unit adds to them. */
  readonly flow?: ((own: UnitFlow) => ProjectFlow | undefined) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the preprocessor. */
  readonly deadline?: number | undefined;
  /** Of the compiler and the parser, for what nobody waits for. */
  readonly niceness?: number | undefined;
}

export interface UnitAnalysis {
  /** `skipped`: nothing can match, facts are empty. `failed`: see {@link failure}; nothing is known about the unit. */
  readonly status: "analysed" | "skipped" | "failed";
  /** With introductions in it. */
  readonly unitText: string;
  /** As the preprocessor gave it; where it was asked for. */
  readonly ownText?: string;
  /** What slices did to the text; absent when they did nothing. */
  readonly introduced?: IntroducedUnit;
  /** Expanded aspect text; absent when it wasn't asked for or failed to expand (see {@link tailFailure}). */
  readonly tail?: ReturnType<typeof splitTail>["tail"];
  readonly facts: UnitFacts | undefined;
  readonly aspects: readonly AspectFile[];
  readonly matches: readonly ShadowMatch[];
  /** Where control flow is watched for advice of this unit or another. */
  readonly cflows: readonly CflowTrigger[];
  /** Classes of which woven code may ask an object that can't say it (`-fno-rtti`); known `withTail`. */
  readonly tested?: readonly TestedClass[];
  /** What the unit adds to the program's calls; when {@link UnitRequest.flow} was given and aspects use `cflow`. */
  readonly flow?: UnitFlow | undefined;
  /** Each thread of the program may have objects of its own. */
  readonly isThreadLocal?: boolean;
  /** As asked for. */
  readonly isBrief?: boolean | undefined;
  /** Triple of the compile's target. */
  readonly target?: string | undefined;
  /** How often each advice applies; empty unless analysed. */
  readonly coverage: readonly AdviceCoverage[];
  readonly effects: readonly AspectEffect[];
  readonly problems: readonly Problem[];
  /** Why the unit can't be analysed or must not be woven. */
  readonly failure?: UnitFailure;
  /** Why functions are left as they are: libclang reads the unit, but not all of their bodies. */
  readonly partial?: UnitFailure;
  /** What the compiler said about the aspects' text; an error only when something matches. */
  readonly tailFailure?: string;
  /** Headers without include guards that say something else to an aspect than they said before. */
  readonly otherwiseRead?: readonly OtherwiseRead[];
  /** Warnings of the preprocessor. */
  readonly diagnostics: string;
  readonly dependencies?: DependencyRule;
}

export interface UnitFailure {
  /** `preprocess`: the compiler rejects the unit. `parse`: libclang does. `crash`: libclang could not be used. */
  readonly stage: "preprocess" | "parse" | "crash";
  readonly reason: string;
}

export interface Analyser {
  /** Rejects only with cancellation, a missing compiler or a passed deadline (ProcessError). */
  analyse(request: UnitRequest): Promise<UnitAnalysis>;
}

export function createAnalyser(parts: { readonly host: ParseHost }): Analyser {
  return { analyse: (request) => analyse(request, parts.host) };
}

/** True when the compiler gets another text than the unit's own. */
export function isRewritten({ matches, cflows, tested = [], introduced }: UnitAnalysis): boolean {
  const watches = cflows.some(({ shadows }) => shadows.length > 0);
  return matches.length > 0 || introduced !== undefined || tested.length > 0 || watches;
}

async function analyse(raw: UnitRequest, host: ParseHost): Promise<UnitAnalysis> {
  const asked = { ...raw, aspects: preparedAspects(raw.aspects, languageOf(raw.input)) };
  const isCxx = languageOf(asked.input) === "c++";
  const usual = await analyseWith(asked, isCxx ? neededFirst(asked.aspects) : [], host);
  if (!isCxx || usual.introduced === undefined || isRead(usual)) return usual;
  // Slices may need headers that the unit includes only after its classes.
  const slicing = asked.aspects.filter((file) => introduces(file) && file.ordinarySource !== true);
  const again = await analyseWith(asked, slicing, host);
  return isRead(again) ? again : usual;
}

const isRead = ({ failure, partial }: UnitAnalysis) => failure === undefined && partial === undefined;

/** `needed` are aspect files that the unit is to include before its own text. */
async function analyseWith(
  asked: UnitRequest,
  needed: readonly AspectFile[],
  host: ParseHost,
  bringsCode = true,
): Promise<UnitAnalysis> {
  if (asked.onlyMatched === true && !watchesFlow(asked) && (await isUntouched(asked)))
    return { ...NOTHING, aspects: asked.aspects, status: "skipped" };
  const { request, text, tailFailure } = await preprocessed(asked, needed, bringsCode);
  if (!text.ok) return { ...failedAnalysis(request.aspects, rejected(text)), diagnostics: text.diagnostics };
  const once = readOnce(text.text, readingOf(request));
  const { unitText: read, tail: expanded } = splitTail(advisedInUnit(once.text));
  const original = standing(request, read);
  const asksTables = expanded?.rtti === false;
  const sought = soughtOnce(request, asksTables);
  const own = await introductionsOf(request, original, expanded, host, sought);
  const isSought = (text: string) => !isNothing(sought(text));
  const mayBring = bringsCode && includesHeaders(request.aspects);
  const brought =
    expanded !== undefined && mayBring && isSought(own.introduced?.text ?? original)
      ? soughtBroughtCode(expanded, languageOf(request.input), request, isSought)
      : undefined;
  const whole = brought === undefined ? original : original + brought.text;
  const { introduced, facts } =
    brought === undefined ? own : await introductionsOf(request, whole, brought.tail, host, sought);
  const unitText = introduced?.text ?? whole;
  const tail = introduced?.tail ?? brought?.tail ?? expanded;
  const isThreadLocal = hasLanguageThreads(request.command, request.isProjectFile !== undefined);
  const knowsThreads =
    isThreadLocal ||
    request.knowsThreads === true ||
    request.aspects.some(({ thread }) => thread !== undefined);
  const known = {
    ...NOTHING,
    unitText,
    ...(request.keepsOwnText === true ? { ownText: read } : {}),
    target: targetOf(request),
    isBrief: request.isBrief,
    isThreadLocal,
    ...(introduced === undefined
      ? {}
      : { introduced, effects: introduced.effects, problems: introduced.problems }),
    aspects: request.aspects,
    diagnostics: text.diagnostics,
    ...(tail === undefined ? {} : { tail }),
    ...(tailFailure === undefined ? {} : { tailFailure }),
    ...(once.otherwise.length === 0 ? {} : { otherwiseRead: once.otherwise }),
    ...(text.dependencies === undefined ? {} : { dependencies: text.dependencies }),
  };
  const names = sought(unitText);
  if (isNothing(names)) return { ...known, status: "skipped" };
  const first = facts ?? (await parse(request, unitText, names, host));
  if ("stage" in first) return { ...known, status: "failed", failure: first };
  const around = await readAroundNested(first, unitText, async (text) => {
    const again = await parse(request, text, names, host);
    return "stage" in again ? undefined : again;
  });
  const parsed = reachedCode(around.facts, unitText, brought);
  const mentioned = parsed.callGraph === undefined ? undefined : mentionedNames(unitText);
  const flow = watchesFlow(request) ? flowOfUnit(parsed, request.aspects, { mentioned }) : undefined;
  const { coverage, problems, ...found } = matchAspects(parsed, request.aspects, {
    mentioned,
    flow: flow && request.flow?.(flow),
  });
  const advised = startOfAdvised(unitText);
  const isBrought = brought !== undefined || advised !== undefined;
  const woven = ofBrought(
    found,
    parsed,
    advised ?? startOfBrought(unitText),
    own.introduced !== undefined || !isBrought,
  );
  const { matches } = woven;
  // Slices that only brought classes would get: without aspects in the unit, these are not there.
  const isUnwoven = matches.length === 0 && own.introduced === undefined && introduced !== undefined;
  const { effects } = effectsOf(parsed, matches);
  const partial = parseFailure(parsed, true);
  const unread =
    request.withTail === true && partial !== undefined
      ? unreadFunctions(
          parsed,
          matches.map(({ shadow }) => shadow.range),
        )
      : [];
  const failure = parseFailure(parsed, false) ?? (parsed.callGraph === undefined ? undefined : partial);
  // Headers of one aspect may need what another's declares: then they stay with the aspects, unwoven.
  if ((failure !== undefined || isUnwoven) && isBrought && bringsCode)
    return analyseWith(asked, needed, host, false);
  return {
    ...known,
    status: "analysed",
    ...woven,
    ...(asksTables ? { tested: testedClasses(parsed, request.aspects) } : {}),
    coverage,
    effects: [...known.effects, ...effects],
    problems: [
      ...known.problems,
      ...problems,
      ...(knowsThreads ? [] : oneCounterProblems(matches)),
      ...unread,
      ...unreadNested(around, unitText, (text) => !isNothing(soughtOf(request, text, asksTables))),
      ...(languageOf(request.input) === "c++" ? initCaptureProblems(unitText, request.aspects, parsed) : []),
    ],
    ...(flow === undefined ? {} : { flow }),
    ...(failure === undefined ? partial && { partial } : { failure }),
  };
}

/** Undefined: all code is looked at. Nothing sought: nothing can match. */
function soughtOf(request: UnitRequest, text: string, asksTables: boolean): SoughtNames | undefined {
  const { always } = request;
  if (typeof always === "function" ? always(text) : always === true) return undefined;
  if (watchesFlow(request)) return undefined;
  const filter = request.filter ?? filterOf(request.aspects);
  const tested = asksTables ? testedNames(request.aspects).map((name) => ({ name })) : [];
  return soughtIn(text, filter === "all" ? filter : [...filter, ...tested], {
    language: languageOf(request.input),
    directory: request.command.directory,
    isUnit: true,
  });
}

const isNothing = (names: SoughtNames | undefined) =>
  names?.identifiers.length === 0 && names.defined.length === 0;

/** {@link soughtOf} a text, looked for once while it is the same. */
function soughtOnce(request: UnitRequest, asksTables: boolean): (text: string) => SoughtNames | undefined {
  let last: { readonly text: string; readonly names: SoughtNames | undefined } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, names: soughtOf(request, text, asksTables) };
    return last.names;
  };
}

function watchesFlow({ flow, aspects }: UnitRequest): boolean {
  return flow !== undefined && wantedFacts(aspects).callGraph === true;
}

function targetOf({ command, input }: UnitRequest): string | undefined {
  const prefix = "--target=";
  return parseArguments(command, input)
    .find((word) => word.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Slices may be for classes inside functions, so these functions are looked at. */
const CLASS_KEYS = ["class", "struct", "union"];
const NO_NAMES: SoughtNames = { identifiers: [], defined: [] };

async function introductionsOf(
  request: UnitRequest,
  unitText: string,
  tail: UnitAnalysis["tail"],
  host: ParseHost,
  sought: (text: string) => SoughtNames | undefined,
): Promise<IntroducedCxx> {
  const { input, aspects, isBrief } = request;
  const wanted = { unitText, fileName: input.path, files: aspects, tail, isBrief };
  if (languageOf(input) === "c") return { introduced: introduceIntoC(wanted), facts: undefined };
  const parseFor = async (text: string, view: UnitView) => {
    const { identifiers } = (view === "matched" ? sought(text) : NO_NAMES) ?? {};
    const isAll = view === "all" || identifiers === undefined;
    const names = isAll ? undefined : { identifiers: [...identifiers, ...CLASS_KEYS], defined: [] };
    const facts = await parse(request, text, names, host);
    return "stage" in facts ? undefined : facts;
  };
  return describeTypes(wanted, await introduceIntoCxx(wanted, parseFor), parseFor);
}

const NOTHING: Pick<
  UnitAnalysis,
  "unitText" | "facts" | "matches" | "cflows" | "coverage" | "effects" | "problems" | "diagnostics"
> = {
  unitText: "",
  facts: undefined,
  matches: [],
  cflows: [],
  coverage: [],
  effects: [],
  problems: [],
  diagnostics: "",
};

/** The analysis of a unit that nothing could be learned about. */
export function failedAnalysis(aspects: readonly AspectFile[], failure: UnitFailure): UnitAnalysis {
  return { ...NOTHING, aspects, status: "failed", failure };
}

/** The tail stands in the unit, so names that mean files beside the aspect's are made absolute. */
function besideAspect({ file }: AspectFile, name: string): string {
  // The text is latin1, and names in it are bytes.
  const beside = resolve(dirname(file), Buffer.from(name, "latin1").toString());
  return existsSync(beside) ? latin1OfName(beside) : name;
}

interface Preprocessed {
  readonly text: PreprocessResult;
  readonly tailFailure?: string | undefined;
}

/** An aspect file that the unit includes is in its text already, and its include guard keeps it out of the tail. */
async function preprocessed(
  asked: UnitRequest,
  needed: readonly AspectFile[],
  bringsCode: boolean,
): Promise<Preprocessed & { request: UnitRequest }> {
  const includes = needed.map(({ file }) => file);
  const request = { ...asked, aspects: asSources(asked.aspects, needed) };
  const first = await preprocessWithTail(request, includes);
  const own = first.text.ok ? splitTail(first.text.text).unitText : "";
  const included = includedAspects(own, request.aspects, request.command.directory);
  const standing = { ...request, aspects: asSources(request.aspects, included) };
  const advised = bringsCode && first.text.ok ? advisedIn(standing, own) : [];
  if (included.length + advised.length === 0) return { ...first, request };
  const again = { ...standing, aspects: asSources(standing.aspects, advised) };
  if (!needsTail(again) && advised.length === 0) return { ...first, request: again };
  const text = await preprocessWithTail(again, includes, advised);
  // Where they can't be read in the unit, they stay behind it.
  if (advised.length > 0 && text.tailFailure !== undefined) return preprocessed(asked, needed, false);
  return { ...text, request: again };
}

/** Aspects whose own functions may be join points, where something of the unit is woven. */
function advisedIn(request: UnitRequest, unitText: string): readonly AspectFile[] {
  const { input, aspects } = request;
  if (languageOf(input) === "c" || isPreprocessed(input)) return [];
  const asked = { ...request, always: false };
  const isSought = (text: string) => text !== "" && !isNothing(soughtOf(asked, text, false));
  return isSought(unitText) ? advisedAspects(aspects, isSought) : [];
}

/** Who is an aspect, and which names mean one file. */
function readingOf({ aspects, command }: UnitRequest): Parameters<typeof readOnce>[1] {
  const files = new Set(aspects.map(({ file }) => file));
  const known = new Map<string, string>();
  return {
    isAspect: (name) => files.has(resolve(command.directory, name)),
    pathOf: (name) => {
      let path = known.get(name);
      if (path === undefined) known.set(name, (path = realPath(resolve(command.directory, name))));
      return path;
    },
  };
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** What slices add may need what their files include, and what these include may be advised. */
const needsTail = ({ withTail, aspects }: UnitRequest) =>
  withTail === true || hasIntroductions(aspects) || includesHeaders(aspects);

/** The unit's text with the aspects in it as the compiler may see them. */
function standing({ aspects, command, input }: UnitRequest, read: string): string {
  const sources = aspects.filter(({ ordinarySource }) => ordinarySource === true);
  if (sources.length === 0) return read;
  const names = new Set(sources.map(({ file }) => file));
  return withStandingAspects(read, languageOf(input), aspects, (file) =>
    names.has(resolve(command.directory, file)),
  );
}

async function preprocessWithTail(
  request: UnitRequest,
  includes: readonly string[] = [],
  advised: readonly AspectFile[] = [],
): Promise<Preprocessed> {
  const { command, input, aspects, overlay, headers, signal, deadline, niceness, dependencyOptions } =
    request;
  const alone = { overlay, headers, signal, deadline, niceness, dependencyOptions, includes };
  if (!needsTail(request) && advised.length === 0) return { text: await preprocess(command, input, alone) };
  const text = await preprocess(command, input, {
    ...alone,
    tail: `${renderAdvised(advised, aspects, besideAspect)}${renderTail(aspects, languageOf(input), besideAspect)}`,
  });
  if (text.ok) return { text };
  const retry = await preprocess(command, input, alone);
  return { text: retry, ...(retry.ok ? { tailFailure: text.diagnostics } : {}) };
}

async function parse(
  request: UnitRequest,
  text: string,
  sought: SoughtNames | undefined,
  host: ParseHost,
): Promise<UnitFacts | UnitFailure> {
  const language = languageOf(request.input);
  const options: ParseOptions = {
    language,
    arguments: parseArguments(request.command, request.input),
    fileName: request.input.path,
    // Aspects become friends of the unit's classes.
    wanted: mergeWanted(
      wantedFacts(request.aspects),
      request.wanted,
      language === "c++" ? { classes: true } : undefined,
    ),
    ...sought,
    ...(request.onlyMatched === true ? { onlyUsed: true } : {}),
    ...(request.niceness === undefined ? {} : { niceness: request.niceness }),
  };
  try {
    const facts = ownCode(await host.parse(text, options, request.signal));
    return request.isProjectFile === undefined ? facts : projectCode(facts, request.isProjectFile);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    return { stage: "crash", reason: sayError(error as Error & { hint?: string }) };
  }
}

function sayError(error: Error & { hint?: string }): string {
  return error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
}

function rejected(text: PreprocessResult): UnitFailure {
  return { stage: "preprocess", reason: firstError(text.diagnostics) || "the preprocessor failed" };
}

/**
 * Errors outside of functions may change what any name means, so a unit with one is not woven; what was found is still
 * shown. An error inside a function is {@link UnitAnalysis.partial}, except where calls of the unit are counted.
 */
function parseFailure(facts: UnitFacts, isPartial: boolean): UnitFailure | undefined {
  const errors = facts.diagnostics.filter(
    ({ severity, body }) => severity !== "warning" && (body !== undefined) === isPartial,
  );
  const first = errors[0];
  if (first === undefined) return undefined;
  const place = facts.lineMap.positionAt(first.offset);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return {
    stage: "parse",
    reason: `libclang can't parse it: ${place.file}:${place.line}:${place.column}: ${first.message}${more}`,
  };
}

function mergeWanted(...all: readonly (WantedFacts | undefined)[]): WantedFacts {
  const any = (name: keyof WantedFacts) => all.some((wanted) => wanted?.[name] === true);
  return {
    locals: any("locals"),
    builtins: any("builtins"),
    callGraph: any("callGraph"),
    classes: any("classes"),
  };
}

function languageOf(input: CompilerInput): Language {
  return unitLanguage(input) ?? "c";
}
