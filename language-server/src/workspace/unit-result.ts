/**
 * What is kept of one unit's analysis: effects and problems at absolute paths, the context types of its advice, and the
 * names that match expressions can use. Texts and facts are let go, so that a whole kernel fits in memory.
 */
import { resolve } from "node:path";
import { entityNames } from "@weft/weaver-bridge/kernel-index";
import {
  type AspectEffect,
  type Effect,
  filesOfMarkers,
  type Problem,
  type SourceRange,
  type UnitFacts,
} from "@weft/weaver-bridge/model";
import { foreseenProblems, type UnitAnalysis } from "@weft/weaver-bridge/pipeline";
import { type EmptyExplanation, explainEmpty } from "@weft/weaver-bridge/pointcut";
import { adviceKey, asBuilt, type JoinPointShape, type LeftOut, shapesOf } from "@weft/weaver-bridge/weaver";
import type { KnownNames } from "./snapshot.js";
import type { SourceText } from "./texts/documents.js";
import { type IntroducedText, introducedText } from "./units/introduced-text.js";

/** Of what was open, the texts that an analysis saw. */
export interface AnalysedTexts {
  /** Of the main file. */
  readonly text?: string;
  readonly headers: ReadonlyMap<string, string>;
}

export interface UnitResult {
  readonly status: "ready" | "failed";
  /** Why nothing is known, or why what is known may be incomplete. */
  readonly message?: string;
  /** Version of the open document that was analysed. */
  readonly version?: number;
  /** Quickly made after an edit: to be replaced by a whole analysis when typing pauses. */
  readonly provisional?: boolean;
  /** Text of the main file that the effects refer to; absent for the file on disk. */
  readonly text?: string;
  /** Unsaved texts of other files that the effects refer to, by absolute path. */
  readonly headers: ReadonlyMap<string, string>;
  readonly effects: readonly AspectEffect[];
  /** What contributors found in it. */
  readonly found: readonly Effect[];
  readonly problems: readonly Problem[];
  /** Files that the unit reads, absolute. */
  readonly files: ReadonlySet<string>;
  /** By {@link adviceKey}. */
  readonly shapes: ReadonlyMap<string, JoinPointShape>;
  readonly names: KnownNames;
  /** Why advice matches nothing in the unit, by {@link adviceKey}. */
  readonly unmatched: ReadonlyMap<string, EmptyExplanation>;
  /** What slices add to classes in the unit's files. */
  readonly introduced: readonly IntroducedText[];
  /** What its places refer to, unless quickly made: then those of the last whole analysis. */
  readonly introducedInto: AnalysedTexts;
  /** Bytes of preprocessed text. */
  readonly size: number;
}

export const NO_HEADERS: ReadonlyMap<string, string> = new Map();
export const NO_NAMES: KnownNames = { functions: [], variables: [], fields: [], records: [] };

/** What a result is made of beside the analysis. */
export interface AnalysedUnit {
  /** The unit's main file, absolute. */
  readonly path: string;
  /** That of the unit's command. */
  readonly directory: string;
  readonly document: SourceText | undefined;
  /** Other files that were open and not saved. */
  readonly unsaved?: readonly SourceText[];
  /** By the last build. */
  readonly leftOut?: LeftOut | undefined;
  /** What contributors found. */
  readonly found?: readonly Effect[];
}

export function unitResult(analysis: UnitAnalysis, analysed: AnalysedUnit): UnitResult {
  const { path, directory, document, unsaved = [], leftOut, found = [] } = analysed;
  const absolute = (range: SourceRange): SourceRange => ({ ...range, file: resolve(directory, range.file) });
  const { facts, failure } = analysis;
  // A quick analysis has no text of the whole unit to weave.
  const foreseen = analysis.unitText === "" ? [] : foreseenProblems(analysis);
  const files = filesOf(path, directory, analysis.unitText, facts);
  const seen = unsaved.filter((header) => files.has(header.path));
  const headers = seen.length === 0 ? NO_HEADERS : new Map(seen.map((header) => [header.path, header.text]));
  const text = document === undefined ? {} : { text: document.text };
  const built = asBuilt(
    analysis.effects.map((effect) => ({
      ...effect,
      target: absolute(effect.target),
      origin: absolute(effect.origin),
    })),
    leftOut,
  );
  return {
    status: analysis.status === "failed" ? "failed" : "ready",
    ...(failure === undefined ? {} : { message: failure.reason }),
    ...(document?.version === undefined ? {} : { version: document.version }),
    ...text,
    headers,
    effects: built.effects,
    found: found.map((effect) => ({
      ...effect,
      target: absolute(effect.target),
      origin: absolute(effect.origin),
    })),
    problems: [...analysis.problems, ...foreseen, ...built.problems].map((problem) =>
      problem.range === undefined ? problem : { ...problem, range: absolute(problem.range) },
    ),
    files,
    shapes: facts === undefined ? new Map() : shapesOf(path, facts, analysis.matches),
    names: facts === undefined ? NO_NAMES : entityNames(facts.entities),
    unmatched: facts === undefined ? new Map() : unmatchedIn(facts, analysis),
    introduced: introducedText(directory, analysis),
    introducedInto: { ...text, headers },
    size: analysis.unitText.length,
  };
}

function unmatchedIn(facts: UnitFacts, analysis: UnitAnalysis): ReadonlyMap<string, EmptyExplanation> {
  const found = new Map<string, EmptyExplanation>();
  for (const { aspect, advice, file, matched } of analysis.coverage) {
    const explanation = matched > 0 ? undefined : explainEmpty({ aspect, advice }, facts, analysis.aspects);
    if (explanation !== undefined) found.set(adviceKey(file.file, advice.aspect, advice.index), explanation);
  }
  return found;
}

export { adviceKey };

function filesOf(
  path: string,
  directory: string,
  text: string,
  facts: UnitFacts | undefined,
): ReadonlySet<string> {
  const spelled = facts?.lineMap.files ?? filesOfMarkers(text);
  return new Set([path, ...new Set(spelled.map((file) => absolutePath(directory, file)))]);
}

/** The units of a kernel name the same few thousand headers again and again: each is one string. */
const known = new Map<string, string>();

function absolutePath(directory: string, file: string): string {
  const key = `${directory}\0${file}`;
  const path = known.get(key) ?? resolve(directory, file);
  known.set(key, path);
  return path;
}
