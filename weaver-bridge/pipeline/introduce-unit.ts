/** The first pass over a unit: its text with the slices of the aspects in it. */
import type { AspectFile, Language, UnitFacts } from "../model/index.js";
import { matchAspects } from "../pointcut/index.js";
import {
  type ExpandedTail,
  type IntroducedUnit,
  introduce,
  structFacts,
  unexpandedTail,
  withSliceFunctions,
  withThreadFields,
} from "../weaver/index.js";

export interface IntroductionRequest {
  readonly unitText: string;
  /** As line markers name the unit's main file. */
  readonly fileName: string;
  readonly files: readonly AspectFile[];
  /** Without it the slices' text is used as it is written. */
  readonly tail: ExpandedTail | undefined;
}

/** Undefined when nothing is introduced. In C no parse is needed. */
export function introduceIntoC(request: IntroductionRequest): IntroducedUnit | undefined {
  const { unitText, files, fileName } = request;
  if (!hasIntroductions(files)) return undefined;
  return introduceWith(structFacts(unitText, fileName), request);
}

export function introduceWith(
  facts: UnitFacts,
  { unitText, files, tail }: IntroductionRequest,
): IntroducedUnit | undefined {
  const { classes } = matchAspects(facts, files);
  if (classes.length === 0) return undefined;
  return introduce({ unitText, facts, classes, files, tail: tail ?? unexpandedTail(files) });
}

export function hasIntroductions(files: readonly AspectFile[]): boolean {
  return files.some(({ aspects }) => aspects.some(({ introductions = [] }) => introductions.length > 0));
}

const THREADED = new WeakMap<readonly AspectFile[], readonly AspectFile[]>();

/**
 * The aspect files as one language takes them: with what `cflow` keeps per thread, and in C with the functions of slices
 * as functions of their aspects. The same array for the same array.
 */
export function preparedAspects(files: readonly AspectFile[], language: Language): readonly AspectFile[] {
  const threaded = withThread(files);
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
