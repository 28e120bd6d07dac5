/** Results that hold what was known before, where an edit or a failure says nothing new about it. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import type { LeftOut } from "@weft/weaver-bridge/weaver";
import type { UnitCommand } from "../projects/project-set.js";
import type { SourceText } from "../texts/documents.js";
import { NO_HEADERS, NO_NAMES, type UnitResult, unitResult } from "../unit-result.js";
import type { WarmAnalysis } from "../warm/warm-unit.js";

export interface QuickQuestion {
  readonly unit: UnitCommand;
  readonly document: SourceText | undefined;
  readonly aspects: readonly AspectFile[];
  /** What the last build could not weave. */
  readonly leftOut?: LeftOut | undefined;
}

/** Most edits introduce nothing new: the list stays the one that is known. */
export function sameIntroduced(result: UnitResult, before: UnitResult | undefined): UnitResult {
  const known = before?.introduced;
  return known !== undefined && JSON.stringify(known) === JSON.stringify(result.introduced)
    ? { ...result, introduced: known }
    : result;
}

/** The unit's own code as it is now; its headers, and what is known of names, as they were. */
export function quickResult(
  { unit, document, aspects, leftOut }: QuickQuestion,
  before: UnitResult,
  analysis: WarmAnalysis,
): UnitResult {
  const { facts, matching, effects, files } = analysis;
  const now = unitResult(
    { ...matching, facts, effects, aspects, unitText: "", status: "analysed", diagnostics: "" },
    { path: unit.path, directory: unit.command.directory, document, leftOut },
  );
  const ofHeaders = before.effects.filter(({ target }) => !files.has(target.file));
  return {
    ...now,
    provisional: true,
    effects: [...now.effects, ...ofHeaders],
    found: before.found,
    problems: before.problems,
    files: new Set([...before.files, ...files]),
    shapes: new Map([...before.shapes, ...now.shapes]),
    names: before.names,
    introduced: before.introduced,
    introducedInto: before.introducedInto,
    size: before.size,
  };
}

/** A unit that can't be analysed at this moment (half-typed code) keeps the markers that it had. */
export function keepKnown(failed: UnitResult, before: UnitResult | undefined): UnitResult {
  if (before === undefined) return failed;
  const {
    status: _,
    message: _message,
    version: _version,
    provisional: _quick,
    problems: _told,
    ...known
  } = before;
  return { ...failed, ...known };
}

export function failedResult(path: string, message: string, document: SourceText | undefined): UnitResult {
  return {
    status: "failed",
    message,
    ...(document?.version === undefined ? {} : { version: document.version }),
    ...(document === undefined ? {} : { text: document.text }),
    headers: NO_HEADERS,
    effects: [],
    found: [],
    problems: [],
    files: new Set([path]),
    shapes: new Map(),
    names: NO_NAMES,
    unmatched: new Map(),
    introduced: [],
    introducedInto: { headers: NO_HEADERS },
    size: 0,
  };
}
