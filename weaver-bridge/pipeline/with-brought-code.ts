/** What a unit's aspects bring along with their own headers, where some of it may be advised. */
import type { AspectFile, Language, UnitFacts } from "../model/index.js";
import { filterOfIntroductions, type matchAspects, mentions, preludeIncludes } from "../pointcut/index.js";
import { type BroughtCode, broughtCode, type ExpandedTail, functionsReached } from "../weaver/index.js";

interface BroughtFrom {
  readonly aspects: readonly AspectFile[];
  /** Only code in these files is woven; all files' without it. */
  readonly isProjectFile?: ((file: string) => boolean) | undefined;
}

interface SoughtCode extends BroughtCode {
  /** Names of the functions that aspects lead to, in C, where kernels' headers have hundreds that nobody calls. */
  readonly reached: ReadonlySet<string> | undefined;
}

export function soughtBroughtCode(
  expanded: ExpandedTail,
  language: Language,
  { aspects, isProjectFile }: BroughtFrom,
  isSought: (text: string) => boolean,
): SoughtCode | undefined {
  const brought = broughtCode(expanded, aspects, language, isProjectFile);
  if (brought === undefined) return undefined;
  const isSliced = mentions(brought.text, filterOfIntroductions(aspects), { language });
  const { names: reached, text } =
    language === "c"
      ? functionsReached(brought.text, brought.tail.sections.join("\n"))
      : { names: undefined, text: brought.text };
  return isSliced || isSought(text) ? { ...brought, reached } : undefined;
}

type Matched = Pick<ReturnType<typeof matchAspects>, "matches" | "cflows">;

interface BroughtPart {
  /** Where the unit's own text ends; undefined where nothing was brought. */
  readonly start: number | undefined;
  readonly reached: ReadonlySet<string> | undefined;
}

/**
 * What is woven: nothing, where only brought code would be, because without aspects in the unit it is not there either;
 * and of brought code what aspects reach.
 */
export function ofBrought(
  { matches, cflows }: Matched,
  { entities }: UnitFacts,
  { start = Number.POSITIVE_INFINITY, reached }: BroughtPart,
  isOtherwiseWoven: boolean,
): Matched {
  type Place = { readonly range: { readonly start: number }; readonly within: number };
  const isOwn = ({ range }: Place) => range.start < start;
  const isWoven = isOtherwiseWoven || matches.some(({ shadow }) => isOwn(shadow));
  const stays = (shadow: Place) =>
    isOwn(shadow) || (isWoven && reached?.has(entities[shadow.within]?.name ?? "") !== false);
  return {
    matches: isWoven ? matches.filter(({ shadow }) => stays(shadow)) : [],
    cflows: cflows.map((one) => ({ ...one, shadows: one.shadows.filter(stays) })),
  };
}

/** Whether the aspects include more than each other, so that their text may bring code along. */
export function includesHeaders(aspects: readonly AspectFile[]): boolean {
  return aspects.some((file) => preludeIncludes(file).some(({ isAspectFile }) => !isAspectFile));
}
