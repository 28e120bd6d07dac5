/** Adds to a unit's text what its aspects' own headers bring along, where some of it may be advised. */
import type { AspectFile, Language } from "../model/index.js";
import { type matchAspects, preludeIncludes } from "../pointcut/index.js";
import { broughtCode, type ExpandedTail, type IntroducedUnit } from "../weaver/index.js";

export interface ReadUnit {
  readonly text: string;
  /** What slices did to the text. */
  readonly introduced: IntroducedUnit | undefined;
  readonly tail: ExpandedTail | undefined;
}

interface BroughtFrom {
  readonly aspects: readonly AspectFile[];
  /** Only code in these files is woven; all files' without it. */
  readonly isProjectFile?: ((file: string) => boolean) | undefined;
}

/** The same unit where nothing is added. `original` is the text without introductions. */
export function withBroughtCode(
  unit: ReadUnit,
  original: string,
  language: Language,
  { aspects, isProjectFile }: BroughtFrom,
  isSought: (text: string) => boolean,
): ReadUnit {
  const { introduced } = unit;
  if (unit.tail === undefined || !isSought(unit.text)) return unit;
  const brought = broughtCode(unit.tail, aspects, language, isProjectFile);
  if (brought === undefined || !isSought(brought.text)) return unit;
  const { tail } = brought;
  const text = unit.text + brought.text;
  if (introduced === undefined) return { text, tail, introduced };
  const span = {
    generated: { start: unit.text.length, end: text.length },
    original: { start: original.length, end: original.length },
    from: "aspect" as const,
  };
  return { text, tail, introduced: { ...introduced, text, tail, spans: [...introduced.spans, span] } };
}

type Matched = Pick<ReturnType<typeof matchAspects>, "matches" | "cflows">;

/** Nothing, where only what is behind `end` would be woven: without aspects in the unit, it is not there either. */
export function withoutBroughtAlone(
  { matches, cflows }: Matched,
  end: number,
  isOtherwiseWoven: boolean,
): Matched {
  const isOwn = ({ range }: { readonly range: { readonly start: number } }) => range.start < end;
  if (isOtherwiseWoven || matches.some(({ shadow }) => isOwn(shadow))) return { matches, cflows };
  return { matches: [], cflows: cflows.map((one) => ({ ...one, shadows: one.shadows.filter(isOwn) })) };
}

/** Whether the aspects include more than each other, so that their text may bring code along. */
export function includesHeaders(aspects: readonly AspectFile[]): boolean {
  return aspects.some((file) => preludeIncludes(file).some(({ isAspectFile }) => !isAspectFile));
}
