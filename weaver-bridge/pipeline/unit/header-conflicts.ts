/**
 * A compile that fails because an aspect includes a header without an include guard once more, told once and at the
 * aspect's `#include`, instead of in the compiler's words about every line of the header.
 */
import { basename, resolve } from "node:path";
import type { Problem } from "../../model/index.js";
import type { UnitAnalysis } from "./unit-analysis.js";

/** `said`: what the compiler printed about the woven text, relative names being those in `directory`. */
export function headerConflicts(
  { otherwiseRead = [] }: UnitAnalysis,
  said: string,
  directory: string,
): Problem[] {
  if (otherwiseRead.length === 0) return [];
  const blamed = new Set(Array.from(said.matchAll(REPEATED), ([, file = ""]) => resolve(directory, file)));
  const found = new Map<string, Problem>();
  for (const { header, path, file, line } of otherwiseRead)
    if (blamed.has(resolve(directory, path)) || blamed.has(header))
      found.set(`${file}:${line}`, conflict(header, file, line));
  return [...found.values()];
}

/** In gcc's words and in Clang's. */
const REPEATED =
  /^((?:(?!:\d+:).)+):\d+:(?:\d+:)? (?:fatal )?error: (?:.*\b(?:redefinition|redeclaration|redeclared|conflicting|redefined)\b|multiple definition).*$/gm;

function conflict(header: string, file: string, line: number): Problem {
  const name = basename(header);
  return {
    code: "weave/header-twice",
    severity: "error",
    range: { file, startLine: line, startColumn: 1, endLine: line, endColumn: 2 },
    message: `${name} is included here once more: it has no include guard, and says something else than when the unit included it`,
    hint:
      `An aspect stands behind the unit's text and sees what the unit includes. Leave this #include out, ` +
      `give ${name} an include guard, or include it under the same conditions as the unit does.`,
  };
}
