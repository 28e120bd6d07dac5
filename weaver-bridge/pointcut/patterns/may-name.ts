/** Could a match expression name a declaration, going by names and scopes alone? For renames, before any facts are new. */

import { matchesPath } from "./match-entity.js";
import { matchesPart, matchesScopes } from "./match-name.js";
import { parseMatchExpression } from "./parse-match-expression.js";

export interface DeclaredName {
  readonly kind: "function" | "variable" | "type";
  readonly name: string;
  /** Enclosing named scopes, outermost first; of a field its struct. */
  readonly scope: readonly string[];
}

/** Of a match expression, which is read once. */
export function createNameTest(text: string): (declared: DeclaredName) => boolean {
  const pattern = parseMatchExpression(text).value;
  return ({ kind, name, scope }) => {
    if (kind === "type") return matchesPath(pattern, [...scope, name]);
    return (
      pattern.shape === kind &&
      matchesPart(pattern.name.name, pattern.name.templateArguments, name) &&
      matchesScopes(pattern.name.scopes, scope)
    );
  };
}

export function mayName(text: string, declared: DeclaredName): boolean {
  return createNameTest(text)(declared);
}
