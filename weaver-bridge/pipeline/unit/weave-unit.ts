/** The woven text of an analysed unit. */
import type { GeneratedFunction, LeftOutEffect, Problem, SpanMap } from "../../model/index.js";
import { composeSpans, type WovenSite, weave } from "../../weaver/index.js";
import type { UnitAnalysis } from "./unit-analysis.js";

export interface WovenUnit {
  /** Latin1; the unit's own text where nothing matches. */
  readonly text: string;
  readonly spanMap: SpanMap;
  readonly effects: UnitAnalysis["effects"];
  readonly generated: readonly GeneratedFunction[];
  readonly leftOut: readonly LeftOutEffect[];
  readonly problems: readonly Problem[];
  readonly sites?: () => readonly WovenSite[];
}

/**
 * Pure. The analysis must have been made `withTail`; what keeps it from being woven comes back as problems. `rejected`:
 * what the compiler says of effects, by id; their join points are left as they are, which is a problem too.
 */
export function weaveUnit(analysis: UnitAnalysis, rejected?: ReadonlyMap<string, string>): WovenUnit {
  const { facts, matches, cflows, tested, target, unitText, aspects, tail, introduced, isBrief } = analysis;
  const { isThreadLocal } = analysis;
  const spanMap: SpanMap = { spans: introduced?.spans ?? [] };
  const effects = introduced?.effects ?? [];
  const asIs = { text: unitText, spanMap, effects, generated: [], leftOut: [], problems: [] };
  if (introduced !== undefined && tail === undefined && analysis.tailFailure !== undefined)
    return { ...asIs, problems: tailProblems(analysis) };
  if (facts === undefined || !isWoven(analysis)) return asIs;
  if (analysis.failure !== undefined) return { ...asIs, problems: [notWoven(analysis.failure.reason)] };
  if (tail === undefined) return { ...asIs, problems: tailProblems(analysis) };
  const woven = weave({
    ...{
      unitText,
      facts,
      matches,
      files: aspects,
      tail,
      cflows,
      tested,
      target,
      isBrief,
      isThreadLocal,
      rejected,
    },
  });
  return {
    ...woven,
    spanMap: { spans: composeSpans(introduced?.spans ?? [], woven.spanMap.spans) },
    effects: [...asIs.effects, ...woven.effects],
  };
}

/** Something is woven besides introductions. */
function isWoven({ matches, cflows, tested = [] }: UnitAnalysis): boolean {
  return matches.length > 0 || tested.length > 0 || cflows.some(({ shadows }) => shadows.length > 0);
}

/**
 * What would keep matched advice from being woven, for an analysis made without the aspects' expanded text: the bodies
 * are looked at as they are written. Pure.
 */
export function foreseenProblems(analysis: UnitAnalysis): readonly Problem[] {
  const { facts, matches, unitText, aspects, failure } = analysis;
  if (facts === undefined || matches.length === 0 || failure !== undefined) return [];
  // Functions are half-typed in an editor; what the parser says of them is said already.
  return weave({ unitText, facts, matches, files: aspects }).problems.filter(
    ({ code }) => code !== "weave/broken-code",
  );
}

/** The compiler's words about aspect text that it could not preprocess, at the places that it names. */
function tailProblems(analysis: UnitAnalysis): Problem[] {
  const said = analysis.tailFailure ?? "";
  const places = [...said.matchAll(/^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/gm)];
  if (places.length === 0)
    return [
      {
        code: "weave/aspect-text",
        severity: "error",
        message: `the aspects' text can't be preprocessed: ${said.trim()}`,
      },
    ];
  return places.map(([, file = "", line, column, message = ""]) => ({
    code: "weave/aspect-text",
    severity: "error",
    range: {
      file,
      ...{ startLine: Number(line), startColumn: Number(column) },
      endLine: Number(line),
      endColumn: Number(column) + 1,
    },
    message,
    hint: "The aspect is expanded in the context of each unit that it is woven into; what it includes must be found there.",
  }));
}

function notWoven(reason: string): Problem {
  return { code: "weave/not-woven", severity: "error", message: reason };
}
