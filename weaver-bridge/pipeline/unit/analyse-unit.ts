/**
 * One unit against a set of aspects: preprocess, filter by text, parse, match, and say what will happen. Text filter
 * first: a unit whose text holds none of the names that the pointcuts need is not parsed at all.
 */
import { hasLanguageThreads, parseArguments, sourceNames } from "../../kernel-build/index.js";
import type { AspectFile, UnitFacts } from "../../model/index.js";
import {
  flowOfUnit,
  introduces,
  matchAspects,
  matchIntroductions,
  mentionedNames,
  oneCounterProblems,
  type SoughtNames,
  testedClasses,
} from "../../pointcut/index.js";
import {
  effectsOf,
  type IntroducedUnit,
  startOfAdvised,
  startOfBrought,
  unreadFunctions,
} from "../../weaver/index.js";
import { type Readable, readWithoutGccOnly, unreadHidden } from "./gcc-only.js";
import {
  describeTypes,
  type IntroducedCxx,
  introduceIntoC,
  introduceIntoCxx,
  preparedAspects,
  type UnitView,
} from "./introduce-unit.js";
import { isUntouched } from "./is-untouched.js";
import { type ReadAround, readAroundNested, unreadNested } from "./nested-functions.js";
import { NO_NAMES, orderedTextOfUnit, withBrought } from "./ordered-text.js";
import type { ParseHost } from "./parse-host.js";
import { parseFailure, parseUnit } from "./parse-unit.js";
import type { UnitText } from "./preprocess-unit.js";
import { isNothing, soughtOf, soughtOnce, watchesFlow } from "./sought-names.js";
import { neededFirst } from "./standing-aspects.js";
import { failedAnalysis, languageOf, NOTHING, type UnitAnalysis, type UnitRequest } from "./unit-analysis.js";
import { unreadAccessProblems } from "./unread-accesses.js";
import { unreadCallProblems } from "./unread-calls.js";
import { includesHeaders, ofBrought, reachedCode, soughtBroughtCode } from "./with-brought-code.js";

export interface Analyser {
  /** Rejects only with cancellation, a missing compiler or a passed deadline (ProcessError). */
  analyse(request: UnitRequest): Promise<UnitAnalysis>;
}

export function createAnalyser(parts: { readonly host: ParseHost }): Analyser {
  return { analyse: (request) => analyse(request, parts.host) };
}

async function analyse(raw: UnitRequest, host: ParseHost): Promise<UnitAnalysis> {
  const asked = { ...raw, aspects: preparedAspects(raw.aspects, languageOf(raw.input)) };
  const isCxx = languageOf(asked.input) === "c++";
  const usual = await analyseWith(asked, isCxx ? neededFirst(asked.aspects) : [], host);
  if (!isCxx || isRead(usual) || (usual.introduced === undefined && usual.leftBehind !== true)) return usual;
  // Slices may need headers that the unit includes only after its classes.
  const slicing = asked.aspects.filter((file) => introduces(file) && file.ordinarySource !== true);
  const again = await analyseWith(asked, slicing, host);
  if (isRead(again)) return again;
  for (const hasIncludesFirst of ["at classes", "in cycles"] as const) {
    const ordered = await analyseWith({ ...asked, hasIncludesFirst }, [], host);
    if (isRead(ordered)) return ordered;
  }
  return usual;
}

interface Reading extends UnitAnalysis {
  /** Aspects' headers can't be read in the unit, so classes in them have no slices. */
  readonly leftBehind?: boolean;
}

const isRead = ({ failure, partial, leftBehind }: Reading) =>
  failure === undefined && partial === undefined && leftBehind !== true;

/** `needed` are aspect files that the unit is to include before its own text. */
async function analyseWith(
  asked: UnitRequest,
  needed: readonly AspectFile[],
  host: ParseHost,
  bringsCode = true,
): Promise<Reading> {
  if (asked.onlyMatched === true && !watchesFlow(asked) && (await isUntouched(asked)))
    return { ...NOTHING, aspects: asked.aspects, status: "skipped" };
  const read = await orderedTextOfUnit(asked, needed, bringsCode, host);
  if ("failure" in read)
    return { ...failedAnalysis(read.request.aspects, read.failure), diagnostics: read.diagnostics };
  const { request } = read;
  const sought = soughtOnce(request, read.tail?.rtti === false);
  const sliced = await introduceInto(read, bringsCode, host, sought);
  const known = knownOf(read, sliced);
  const names = sought(sliced.unitText);
  if (isNothing(names)) return { ...known, status: "skipped" };
  const facts = sliced.facts ?? (await parseUnit(request, sliced.unitText, names, host));
  if ("stage" in facts) return { ...known, status: "failed", failure: facts };
  const parse = async (text: string, more: readonly string[]) => {
    const again = await parseUnit(request, text, names, host, more);
    return "stage" in again ? undefined : again;
  };
  const isTyped = request.overlay !== undefined || (request.headers?.size ?? 0) > 0;
  const readable = await readWithoutGccOnly(facts, sliced.unitText, isTyped, parse);
  const around = await readAroundNested(readable.facts, readable.text, (text) =>
    parse(text, readable.arguments),
  );
  const found = matchedIn(read, sliced, around, readable);
  // Headers of one aspect may need what another's declares: then they stay with the aspects, unwoven.
  if ((found.failure !== undefined || isUnwoven(sliced, found)) && isBrought(sliced) && bringsCode) {
    const leftBehind = found.failure !== undefined && isLeftBehind(sliced, readable.facts, request);
    return { ...(await analyseWith(asked, needed, host, false)), leftBehind };
  }
  return {
    ...known,
    status: "analysed",
    ...found,
    effects: [...known.effects, ...found.effects],
    problems: [...known.problems, ...found.problems],
  };
}

/** Whether classes in code that aspects bring are to have slices. */
function isLeftBehind({ unitText }: SlicedUnit, facts: UnitFacts, { aspects }: UnitRequest): boolean {
  const start = startOfBrought(unitText) ?? Infinity;
  return matchIntroductions(facts, aspects).some(({ entity }) => {
    const owner = facts.entities[entity];
    return owner?.kind === "class" && (owner.definition?.body.start ?? 0) > start;
  });
}

interface SlicedUnit {
  readonly unitText: string;
  readonly tail: UnitAnalysis["tail"];
  readonly introduced: IntroducedUnit | undefined;
  /** Of `unitText`, where they are known already. */
  readonly facts: UnitFacts | undefined;
  /** Whether slices change the unit's own code, without what aspects bring. */
  readonly isOwnSliced: boolean;
  readonly brought: ReturnType<typeof soughtBroughtCode>;
}

/** The unit with its slices in it, and behind it the code of aspects' headers that may be advised. */
async function introduceInto(
  { request, original, tail }: UnitText,
  bringsCode: boolean,
  host: ParseHost,
  sought: (text: string) => SoughtNames | undefined,
): Promise<SlicedUnit> {
  const isSought = (text: string) => !isNothing(sought(text));
  const own = await introductionsOf(request, original, tail, host, sought);
  const mayBring = tail !== undefined && bringsCode && includesHeaders(request.aspects);
  const brought =
    mayBring && isSought(own.introduced?.text ?? original)
      ? soughtBroughtCode(tail, languageOf(request.input), request, isSought)
      : undefined;
  const whole =
    brought === undefined ? { text: original, tail } : await withBrought(request, original, brought, host);
  const { introduced, facts } =
    brought === undefined ? own : await introductionsOf(request, whole.text, whole.tail, host, sought);
  return {
    unitText: introduced?.text ?? whole.text,
    tail: introduced?.tail ?? whole.tail,
    introduced,
    facts,
    isOwnSliced: own.introduced !== undefined,
    brought,
  };
}

/** Where the unit's own text ends; undefined where nothing of aspects stands behind it. */
function endOfOwn(unitText: string): number | undefined {
  const starts = [startOfAdvised(unitText), startOfBrought(unitText)].filter((at) => at !== undefined);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** What holds of the unit whether something in it matches or not. */
function knownOf({ request, own, original, said }: UnitText, { unitText, tail, introduced }: SlicedUnit) {
  return {
    ...NOTHING,
    ...said,
    unitText,
    ...(request.keepsOwnText === true ? { ownText: own } : {}),
    target: targetOf(request),
    isBrief: request.isBrief,
    isThreadLocal: isThreadLocal(request),
    ...(introduced === undefined
      ? {}
      : { introduced, effects: introduced.effects, problems: introduced.problems }),
    aspects: request.aspects,
    ...(original === own ? {} : { holdsAspects: true }),
    ...(tail === undefined ? {} : { tail }),
  };
}

type Matched = Pick<
  UnitAnalysis,
  | "facts"
  | "matches"
  | "cflows"
  | "tested"
  | "coverage"
  | "effects"
  | "problems"
  | "flow"
  | "partial"
  | "failure"
>;

function matchedIn(
  { request, tail }: UnitText,
  sliced: SlicedUnit,
  around: ReadAround,
  readable: Readable,
): Matched {
  const { unitText, brought } = sliced;
  const asksTables = tail?.rtti === false;
  const facts = reachedCode(around.facts, unitText, brought);
  const mentioned = facts.callGraph === undefined ? undefined : mentionedNames(unitText);
  const flow = watchesFlow(request) ? flowOfUnit(facts, request.aspects, { mentioned }) : undefined;
  const { coverage, problems, ...found } = matchAspects(facts, request.aspects, {
    mentioned,
    flow: flow && request.flow?.(flow),
  });
  const woven = ofBrought(found, facts, endOfOwn(unitText), sliced.isOwnSliced || !isBrought(sliced));
  const partial = parseFailure(facts, true);
  const failure = parseFailure(facts, false) ?? (facts.callGraph === undefined ? undefined : partial);
  const isSought = (text: string) => !isNothing(soughtOf(request, text, asksTables));
  return {
    ...woven,
    ...(asksTables ? { tested: testedClasses(facts, request.aspects) } : {}),
    coverage,
    effects: effectsOf(facts, woven.matches).effects,
    problems: [
      ...problems,
      ...(knowsThreads(request) ? [] : oneCounterProblems(woven.matches)),
      ...(request.withTail === true && partial !== undefined
        ? unreadFunctions(
            facts,
            woven.matches.map(({ shadow }) => shadow.range),
          )
        : []),
      ...unreadNested(around, unitText, isSought),
      ...unreadHidden(readable, unitText, isSought),
      ...(languageOf(request.input) === "c++"
        ? [
            ...unreadCallProblems(unitText, request.aspects, facts),
            ...unreadAccessProblems(unitText, request.aspects, facts),
          ]
        : []),
    ],
    ...(flow === undefined ? {} : { flow }),
    ...(failure === undefined ? partial && { partial } : { failure }),
  };
}

/** Whether code of aspects stands in or behind the unit, so that it may be woven. */
const isBrought = ({ unitText, brought }: SlicedUnit) =>
  brought !== undefined || startOfAdvised(unitText) !== undefined;

/** Slices that only brought classes would get: without aspects in the unit, these are not there. */
const isUnwoven = ({ isOwnSliced, introduced }: SlicedUnit, { matches }: Matched) =>
  matches.length === 0 && !isOwnSliced && introduced !== undefined;

const isThreadLocal = ({ command, isProjectFile }: UnitRequest) =>
  hasLanguageThreads(command, isProjectFile !== undefined);

function knowsThreads(request: UnitRequest): boolean {
  const { knowsThreads: isTold, aspects } = request;
  return isThreadLocal(request) || isTold === true || aspects.some(({ thread }) => thread !== undefined);
}

function targetOf({ command, input }: UnitRequest): string | undefined {
  const prefix = "--target=";
  return parseArguments(command, input)
    .find((word) => word.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Slices may be for classes inside functions, so these functions are looked at. */
const CLASS_KEYS = ["class", "struct", "union"];

async function introductionsOf(
  request: UnitRequest,
  unitText: string,
  tail: UnitAnalysis["tail"],
  host: ParseHost,
  sought: (text: string) => SoughtNames | undefined,
): Promise<IntroducedCxx> {
  const { input, aspects, isBrief } = request;
  const hasIncludesFirst = request.hasIncludesFirst !== undefined;
  const sources = sourceNames(request.command.directory, request.root);
  const wanted = { unitText, fileName: input.path, sources, files: aspects, tail, isBrief, hasIncludesFirst };
  if (languageOf(input) === "c") return { introduced: introduceIntoC(wanted), facts: undefined };
  const parseFor = async (text: string, view: UnitView) => {
    const { identifiers } = (view === "matched" ? sought(text) : NO_NAMES) ?? {};
    const isAll = view === "all" || identifiers === undefined;
    const names = isAll ? undefined : { identifiers: [...identifiers, ...CLASS_KEYS], defined: [] };
    const facts = await parseUnit(request, text, names, host);
    return "stage" in facts ? undefined : facts;
  };
  return describeTypes(wanted, await introduceIntoCxx(wanted, parseFor), parseFor);
}
