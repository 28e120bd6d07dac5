/** The facts of a unit's text, and what of it can't be read. */
import type { ParseOptions } from "../../clang-ast/src/index.js";
import { parseArguments, sourceNames } from "../../kernel-build/index.js";
import type { UnitFacts, WantedFacts } from "../../model/index.js";
import { type SoughtNames, wantedFacts } from "../../pointcut/index.js";
import type { ParseHost } from "./parse-host.js";
import { ownCode, projectCode } from "./project-code.js";
import { withSizedArrays } from "./sized-arrays.js";
import { languageOf, type UnitFailure, type UnitRequest } from "./unit-analysis.js";

export async function parseUnit(
  request: UnitRequest,
  text: string,
  sought: SoughtNames | undefined,
  host: ParseHost,
  /** Arguments for libclang alone. */
  more: readonly string[] = [],
): Promise<UnitFacts | UnitFailure> {
  const language = languageOf(request.input);
  const options: ParseOptions = {
    language,
    arguments: [...parseArguments(request.command, request.input), ...more],
    fileName: request.input.path,
    // Aspects become friends of the unit's classes.
    wanted: mergeWanted(
      wantedFacts(request.aspects),
      request.wanted,
      language === "c++" ? { classes: true } : undefined,
    ),
    ...sought,
    ...(request.onlyMatched === true ? { onlyUsed: true } : {}),
    ...(request.niceness === undefined ? {} : { niceness: request.niceness }),
  };
  try {
    const sources = sourceNames(request.command.directory, request.root);
    const read = await host.parse(text, options, request.signal);
    const shown = language === "c++" ? withSizedArrays(text, read) : undefined;
    const again = shown === undefined ? read : await host.parse(shown, options, request.signal);
    const facts = { ...ownCode(again), sources };
    return request.isProjectFile === undefined ? facts : projectCode(facts, request.isProjectFile);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    return { stage: "crash", reason: sayError(error as Error & { hint?: string }) };
  }
}

function sayError(error: Error & { hint?: string }): string {
  return error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
}

/**
 * Errors outside of functions may change what any name means, so a unit with one is not woven; what was found is still
 * shown. An error inside a function is {@link UnitAnalysis.partial}, except where calls of the unit are counted.
 */
export function parseFailure(facts: UnitFacts, isPartial: boolean): UnitFailure | undefined {
  const errors = facts.diagnostics.filter(
    ({ severity, body }) => severity !== "warning" && (body !== undefined) === isPartial,
  );
  const first = errors[0];
  if (first === undefined) return undefined;
  const place = facts.lineMap.positionAt(first.offset);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return {
    stage: "parse",
    reason: `libclang can't parse it: ${place.file}:${place.line}:${place.column}: ${first.message}${more}`,
  };
}

function mergeWanted(...all: readonly (WantedFacts | undefined)[]): WantedFacts {
  const any = (name: keyof WantedFacts) => all.some((wanted) => wanted?.[name] === true);
  return {
    locals: any("locals"),
    builtins: any("builtins"),
    callGraph: any("callGraph"),
    classes: any("classes"),
    escapes: any("escapes"),
  };
}
