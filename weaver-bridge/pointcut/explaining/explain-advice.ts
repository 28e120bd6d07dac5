/**
 * Why (not): for a join point and all advice of a project, which part of each pointcut held or failed, in words with
 * values, the nearest miss first, and which edit of the pointcut would make it match.
 */
import type { Advice, Aspect, AspectFile, EntityId, Shadow, UnitFacts } from "../../model/index.js";
import { type LinkedAdvice, linkAspects } from "../matching/aspects/link-aspects.js";
import { describeTest } from "../matching/classes/runtime-test.js";
import { saysBuiltin } from "../matching/nodes/node-text.js";
import { qualifiedName } from "../matching/units/describe-match.js";
import type { MatchOptions } from "../matching/units/name-sets.js";
import { createUnitMatcher } from "../matching/units/unit-matcher.js";
import { parseAspectFile, parseAspectSource } from "../parse-aspect-file.js";
import { explainCode } from "./explain-code.js";
import { explainIntroduction, type IntroductionExplanation } from "./explain-introduction.js";
import { explainOrder, explainOrderInto, type OrderExplanation } from "./explain-order.js";
import type { Change, FileChange, Finding } from "./finding.js";

export interface AdviceExplanation {
  /** The concrete aspect; `advice.aspect` is the one that declares the advice. */
  readonly aspect: Aspect;
  readonly file: AspectFile;
  readonly advice: Advice;
  readonly applies: "yes" | "at run time" | "no";
  /** What the run-time test asks; present for `at run time`. */
  readonly condition?: string;
  /** 0 when it applies; the nearest miss has the smallest. */
  readonly distance: number;
  readonly finding: Finding;
  /** Set when the pointcut matches but the code is marked `notrace` or `noinstr`. */
  readonly untraced?: string;
  /** Edits after which the advice applies here: tried, not guessed. */
  readonly changes: readonly FileChange[];
}

export interface Explainer {
  /** Of all advice at the shadow (at a built-in operator: that says `builtin`), those that apply first, then the nearest misses. */
  explain(shadow: Shadow): AdviceExplanation[];
  /** Of the advice that applies there, why it nests as it does. */
  order(shadow: Shadow): OrderExplanation[];
  /** Of all introductions at the class, those that go into it first, then the nearest misses. */
  explainClass(entity: EntityId): IntroductionExplanation[];
  /** Of what goes into the class, why it stands in that order. */
  orderInto(entity: EntityId): OrderExplanation[];
  /** False where nothing could be said of classes. */
  readonly hasIntroductions: boolean;
}

/** Suggestions are tried for so many of the nearest misses, and not for pointcuts that name something else altogether. */
const TRIED = 5;
const TOO_FAR = 10;

export function createExplainer(
  facts: UnitFacts,
  files: readonly AspectFile[],
  options: MatchOptions = {},
): Explainer {
  const unit = createUnitMatcher(facts, options);
  const linked = linkAspects(files);
  const one = (item: LinkedAdvice, shadow: Shadow): AdviceExplanation => {
    const finding = explainCode(unit, item.node, shadow, { file: item.file });
    const { aspect, file, advice } = item;
    const known = { aspect, file, advice, finding, changes: [] };
    if (finding.verdict === false) return { ...known, applies: "no", distance: finding.distance };
    if (!unit.mayWeave(item.node, shadow)) {
      const untraced = qualifiedName(facts.entities[shadow.within]);
      return { ...known, applies: "no", distance: 1, untraced };
    }
    return typeof finding.verdict === "boolean"
      ? { ...known, applies: "yes", distance: 0 }
      : { ...known, applies: "at run time", distance: 0, condition: describeTest(finding.verdict) };
  };
  const { introductions, orders } = linked;
  const appliesAt =
    ({ aspect, advice }: AdviceExplanation, shadow: Shadow) =>
    (changed: AspectFile, all: readonly AspectFile[]): boolean => {
      const again = linkAspects(all).advice.find(
        (other) =>
          other.file === changed &&
          other.aspect.name === aspect.name &&
          other.advice.aspect === advice.aspect &&
          other.advice.index === advice.index,
      );
      const anew = createUnitMatcher(facts, options);
      return again !== undefined && anew.holds(again.node, shadow) && anew.mayWeave(again.node, shadow);
    };
  const goesThere =
    ({ aspect, introduction }: IntroductionExplanation, entity: EntityId) =>
    (changed: AspectFile, all: readonly AspectFile[]): boolean =>
      linkAspects(all).introductions.some(
        (other) =>
          other.file === changed &&
          other.aspect.name === aspect.name &&
          other.introduction.aspect === introduction.aspect &&
          other.introduction.index === introduction.index &&
          explainIntroduction(createUnitMatcher(facts, options), other, entity).applies,
      );
  return {
    hasIntroductions: introductions.length > 0,
    order: (shadow) =>
      explainOrder(
        unit,
        orders,
        shadow,
        linked.advice.filter(({ node }) => unit.holds(node, shadow) && unit.mayWeave(node, shadow)),
      ),
    explainClass: (entity) =>
      introductions
        .map((item) => explainIntroduction(unit, item, entity))
        .sort((a, b) => a.distance - b.distance)
        .map((found) =>
          found.applies || found.hindrance !== undefined || found.distance >= TOO_FAR
            ? found
            : { ...found, changes: triedChanges(found, files, goesThere(found, entity)) },
        ),
    orderInto: (entity) =>
      explainOrderInto(
        unit,
        orders,
        entity,
        introductions.filter((item) => explainIntroduction(unit, item, entity).applies),
      ),
    explain(shadow) {
      const all = linked.advice
        .filter(({ node }) => shadow.kind !== "builtin" || saysBuiltin(node))
        .map((item) => one(item, shadow))
        .sort((a, b) => a.distance - b.distance);
      let tried = 0;
      return all.map((found) =>
        found.applies !== "no" ||
        found.untraced !== undefined ||
        found.distance >= TOO_FAR ||
        tried++ >= TRIED
          ? found
          : { ...found, changes: triedChanges(found, files, appliesAt(found, shadow)) },
      );
    },
  };
}

/** The changes of the finding, if what was asked about then applies: in its file as it would be, among all the others. */
function triedChanges(
  { finding, file }: Pick<AdviceExplanation, "finding" | "file">,
  files: readonly AspectFile[],
  applies: (changed: AspectFile, all: readonly AspectFile[]) => boolean,
): readonly FileChange[] {
  const changes = finding.changes.map((change): FileChange => ({ ...change, file: change.file ?? file }));
  if (changes.length === 0) return [];
  const all = files.map((one) => changedFile(one, changes));
  const changed = all[files.indexOf(file)];
  return changed !== undefined && applies(changed, all) ? changes : [];
}

function changedFile(file: AspectFile, changes: readonly FileChange[]): AspectFile {
  const own = changes.filter((change) => change.file === file);
  if (own.length === 0) return file;
  const text = applyChanges(file.text, own);
  return file.ordinarySource === true ? parseAspectSource(file.file, text) : parseAspectFile(file.file, text);
}

/** Edits that don't overlap, in any order. */
export function applyChanges(text: string, changes: readonly Pick<Change, "range" | "text">[]): string {
  let result = text;
  for (const { range, text: by } of [...changes].sort((a, b) => b.range.start - a.range.start))
    result = result.slice(0, range.start) + by + result.slice(range.end);
  return result;
}
