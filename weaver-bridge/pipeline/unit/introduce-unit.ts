/** The first pass over a unit: its text with the slices of the aspects in it. */
import type { AspectFile, Language, SourceNames, UnitFacts } from "../../model/index.js";
import {
  type ClassMatch,
  filterOfIntroductions,
  matchAspects,
  matchIntroductions,
  mentions,
  namesMeeting,
} from "../../pointcut/index.js";
import {
  composeSpans,
  countStructWords,
  type ExpandedTail,
  type IntroducedUnit,
  introduce,
  introduceTypeInfo,
  structFacts,
  unexpandedTail,
  usesTypeInfo,
  withSliceFunctions,
  withThreadFields,
} from "../../weaver/index.js";
import { inIncludeOrder } from "./include-order.js";

export interface IntroductionRequest {
  readonly unitText: string;
  /** As line markers name the unit's main file. */
  readonly fileName: string;
  /** What the names of its files mean. */
  readonly sources?: SourceNames;
  readonly files: readonly AspectFile[];
  /** Without it the slices' text is used as it is written. */
  readonly tail: ExpandedTail | undefined;
  /** Without functions of slices that the unit need not know. */
  readonly isBrief?: boolean | undefined;
  /** Headers that classes need for their slices stand before them already. */
  readonly hasIncludesFirst?: boolean | undefined;
}

/** Introduction into introduced classes ends here: a slice that matches what it introduces would never end. */
const DEPTH = 10;

/** Passes of introductions over one unit: each works on the text of the one before. */
export interface Introducer {
  /** The text to go on with, as facts of the last one see it; undefined when there is nothing more to introduce. */
  step(facts: UnitFacts): string | undefined;
  /** All passes together; undefined when nothing was introduced. */
  readonly result: IntroducedUnit | undefined;
}

export function createIntroducer(
  { unitText, files, tail, isBrief, hasIncludesFirst }: IntroductionRequest,
  language: Language,
): Introducer {
  const done = new Set<string>();
  let result: IntroducedUnit | undefined;
  let depth = 0;
  return {
    step: (facts) => {
      if (depth++ === DEPTH) return undefined;
      const classes = matchIntroductions(facts, files).flatMap((match): ClassMatch[] => {
        const usr = facts.entities[match.entity]?.usr ?? "";
        const introductions = match.introductions.filter(({ introduction }) => {
          // Several aspects may inherit it.
          const key = `${usr} ${introduction.aspect} ${introduction.index}`;
          const isNew = !done.has(key);
          done.add(key);
          return isNew;
        });
        return introductions.length === 0 ? [] : [{ ...match, introductions }];
      });
      if (classes.length === 0) return undefined;
      const before = result?.text ?? unitText;
      const known = result?.tail ?? tail ?? unexpandedTail(files, language);
      const how = { isBrief, hasIncludesFirst };
      const next = introduce({ unitText: before, facts, classes, files, tail: known, ...how });
      result = {
        ...next,
        spans: result === undefined ? next.spans : composeSpans(result.spans, next.spans),
        effects: [...(result?.effects ?? []), ...next.effects],
        problems: [...(result?.problems ?? []), ...next.problems],
      };
      return next.text === before ? undefined : next.text;
    },
    get result() {
      return result;
    },
  };
}

/** Undefined when nothing is introduced. No parse is needed. */
export function introduceIntoC(request: IntroductionRequest): IntroducedUnit | undefined {
  if (!hasIntroductions(request.files)) return undefined;
  const introducer = createIntroducer(request, "c");
  const isWanted = namesMeeting(filterOfIntroductions(request.files));
  let text = request.unitText;
  for (;;) {
    const facts = structFacts(text, request.fileName, isWanted);
    const next = introducer.step({ ...facts, ...(request.sources && { sources: request.sources }) });
    // Only a struct that a slice brought along could get slices now.
    if (next === undefined || countStructWords(next) === countStructWords(text)) return introducer.result;
    text = next;
  }
}

/** What was introduced, and the facts of the text that came of it when they were looked at on the way. */
export interface IntroducedCxx {
  readonly introduced: IntroducedUnit | undefined;
  readonly facts: UnitFacts | undefined;
}

/** What facts of a text are for: all classes are in them, and with them no code, code that may be matched, or all code. */
export type UnitView = "classes" | "matched" | "all";

type ParseFor = (text: string, view: UnitView) => Promise<UnitFacts | undefined>;

/** Looks at the unit's classes as it is, and at all that may matter in what slices made of it in the end. */
export async function introduceIntoCxx(
  request: IntroductionRequest,
  parse: ParseFor,
): Promise<IntroducedCxx> {
  // What slices bring along can get slices only after the first one has found its class in the unit's own text.
  if (!mentions(request.unitText, filterOfIntroductions(request.files), { language: "c++" }))
    return { introduced: undefined, facts: undefined };
  const introducer = createIntroducer(request, "c++");
  const heads = headsOf(request.files);
  let text = request.unitText;
  let view: UnitView = "classes";
  for (;;) {
    const facts = await parse(text, view);
    const next = facts && introducer.step(facts);
    if (next === undefined)
      return { introduced: introducer.result, facts: view === "classes" ? undefined : facts };
    // What slices brought along gets slices of its own most of the time, and then this is not the text that is matched.
    view = heads(next) > heads(text) ? "classes" : "matched";
    text = next;
  }
}

/** Counts definitions of classes that slices may be for. */
function headsOf(files: readonly AspectFile[]): (text: string) => number {
  const isWanted = namesMeeting(filterOfIntroductions(files)) ?? (() => true);
  return (text) => [...text.matchAll(CLASS_HEAD)].filter(([, name = ""]) => isWanted(name)).length;
}

const CLASS_HEAD = /\b(?:class|struct)\s+(\w+)\s*(?:\{|:(?!:)|final\b)/g;

/** The last pass: descriptions of classes for a unit whose own text asks for them. */
export async function describeTypes(
  { unitText, files, tail }: IntroductionRequest,
  known: IntroducedCxx,
  parse: ParseFor,
): Promise<IntroducedCxx> {
  const { introduced } = known;
  const before = introduced?.text ?? unitText;
  const facts = usesTypeInfo(before) ? await parse(before, "all") : undefined;
  if (facts === undefined) return known;
  const { text, spans } = introduceTypeInfo(before, facts);
  const described =
    introduced === undefined
      ? { text, spans, tail: tail ?? unexpandedTail(files, "c++"), effects: [], problems: [] }
      : { ...introduced, text, spans: composeSpans(introduced.spans, spans) };
  return { introduced: described, facts: undefined };
}

export function hasIntroductions(files: readonly AspectFile[]): boolean {
  return files.some(({ aspects }) => aspects.some(({ introductions = [] }) => introductions.length > 0));
}

const THREADED = new WeakMap<readonly AspectFile[], readonly AspectFile[]>();

const ORDERED = new WeakMap<readonly AspectFile[], readonly AspectFile[]>();

/**
 * The aspect files as one language takes them: in the order of their includes, with what `cflow` keeps per thread, and
 * in C with the functions of slices as functions of their aspects. The same array for the same array.
 */
export function preparedAspects(files: readonly AspectFile[], language: Language): readonly AspectFile[] {
  let ordered = ORDERED.get(files);
  if (ordered === undefined) ORDERED.set(files, (ordered = inIncludeOrder(files)));
  const threaded = withThread(ordered);
  return language === "c" ? withSliceFunctions(threaded) : threaded;
}

/** The files with what `cflow` keeps per thread, as an introduction. The same array for the same array. */
function withThread(files: readonly AspectFile[]): readonly AspectFile[] {
  if (files.every(({ thread }) => thread === undefined)) return files;
  let threaded = THREADED.get(files);
  if (threaded !== undefined) return threaded;
  const { cflows } = matchAspects(NO_FACTS, files);
  threaded = withThreadFields(files, cflows);
  THREADED.set(files, threaded);
  THREADED.set(threaded, threaded);
  return threaded;
}

const NO_FACTS = structFacts("", "");
