/** What a unit's aspects bring along with their own headers, where some of it may be advised. */
import type { AspectFile, Language, UnitFacts } from "../../model/index.js";
import { filterOfIntroductions, type matchAspects, mentions, preludeIncludes } from "../../pointcut/index.js";
import {
  type BroughtCode,
  broughtCode,
  type ExpandedTail,
  functionsReached,
  startOfBrought,
} from "../../weaver/index.js";

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

/** Without join points in those functions of brought code that aspects don't lead to. */
export function reachedCode(
  facts: UnitFacts,
  unitText: string,
  { reached }: Partial<SoughtCode> = {},
): UnitFacts {
  const start = reached && startOfBrought(unitText);
  if (reached === undefined || start === undefined) return facts;
  return within(facts, (at, name) => at < start || reached.has(name));
}

type Matched = Pick<ReturnType<typeof matchAspects>, "matches" | "cflows">;

/**
 * What is woven, and what there is to be: of brought code nothing, where only that would be, because without aspects in
 * the unit it is not there either. `start`: where the unit's own text ends; undefined where nothing was brought.
 */
export function ofBrought(
  { matches, cflows }: Matched,
  facts: UnitFacts,
  start: number | undefined,
  isOtherwiseWoven: boolean,
): Matched & { readonly facts: UnitFacts } {
  const isOwn = (at: number) => start === undefined || at < start;
  if (isOtherwiseWoven || matches.some(({ shadow }) => isOwn(shadow.range.start)))
    return { matches, cflows, facts };
  return {
    matches: [],
    cflows: cflows.map((one) => ({
      ...one,
      shadows: one.shadows.filter(({ range }) => isOwn(range.start)),
    })),
    facts: within(facts, isOwn),
  };
}

function within(facts: UnitFacts, isIn: (at: number, name: string) => boolean): UnitFacts {
  const nameOf = (entity: number) => facts.entities[entity]?.name ?? "";
  return {
    ...facts,
    shadows: facts.shadows.filter(({ range, within: inside }) => isIn(range.start, nameOf(inside))),
  };
}

/** Whether the aspects include more than each other, so that their text may bring code along. */
export function includesHeaders(aspects: readonly AspectFile[]): boolean {
  return aspects.some((file) => preludeIncludes(file).some(({ isAspectFile }) => !isAspectFile));
}
