/**
 * Why (not): for a join point and all advice of a project, which part of each pointcut held or failed, in words with
 * values, the nearest miss first, and which edit of the pointcut would make it match.
 */
import type { Advice, Aspect, AspectFile, Shadow, UnitFacts } from "../../model/index.js";
import { qualifiedName } from "../matching/describe-match.js";
import { type LinkedAdvice, linkAspects } from "../matching/link-aspects.js";
import type { MatchOptions } from "../matching/name-sets.js";
import { describeTest } from "../matching/runtime-test.js";
import { createUnitMatcher } from "../matching/unit-matcher.js";
import { parseAspectFile, parseAspectSource } from "../syntax/parse-aspect-file.js";
import { explainCode } from "./explain-code.js";
import type { Change, Finding } from "./finding.js";

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

export interface FileChange extends Change {
  readonly file: AspectFile;
}

export interface Explainer {
  /** Of all advice at the shadow, those that apply first, then the nearest misses. */
  explain(shadow: Shadow): AdviceExplanation[];
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
  return {
    explain(shadow) {
      const all = linked.advice.map((item) => one(item, shadow)).sort((a, b) => a.distance - b.distance);
      let tried = 0;
      return all.map((found) =>
        found.applies !== "no" ||
        found.untraced !== undefined ||
        found.distance >= TOO_FAR ||
        tried++ >= TRIED
          ? found
          : { ...found, changes: triedChanges(found, shadow, facts, files, options) },
      );
    },
  };
}

/** The changes of the finding, if the advice then applies. */
function triedChanges(
  found: AdviceExplanation,
  shadow: Shadow,
  facts: UnitFacts,
  files: readonly AspectFile[],
  options: MatchOptions,
): readonly FileChange[] {
  const changes = found.finding.changes.map(
    (change): FileChange => ({ ...change, file: change.file ?? found.file }),
  );
  if (changes.length === 0) return [];
  const changed = files.map((file) => changedFile(file, changes));
  const at = files.indexOf(found.file);
  const unit = createUnitMatcher(facts, options);
  const again = linkAspects(changed).advice.find(
    ({ aspect, advice, file }) =>
      file === changed[at] &&
      aspect.name === found.aspect.name &&
      advice.aspect === found.advice.aspect &&
      advice.index === found.advice.index,
  );
  if (again === undefined || !unit.holds(again.node, shadow) || !unit.mayWeave(again.node, shadow)) return [];
  return changes;
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
