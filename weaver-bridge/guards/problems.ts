/**
 * What of a unit keeps its guards from being whole: writes that have none, other names by which a term may be written, and
 * functions that could not be read. The same words wherever they are told: by a build, a check, and the list of writes.
 */
import type { ParseDiagnostic, TextRange, UnitFacts } from "../model/index.js";
import type { AliasWarning } from "./aliases/alias.js";
import { type GuardDeclaration, termName } from "./facts/declaration.js";
import type { GuardSite } from "./facts/guard-site.js";

export interface GuardProblem {
  readonly code: "guards/missing" | "guards/alias" | "guards/unread";
  readonly severity: "error";
  readonly message: string;
  readonly hint: string;
  readonly range: TextRange;
}

/** Of guards that something relies on; in order of the text. */
export function guardProblems(
  facts: UnitFacts,
  guards: readonly GuardDeclaration[],
  sites: readonly GuardSite[],
  aliases: readonly AliasWarning[],
): GuardProblem[] {
  if (!guards.some(isReliedOn)) return [];
  const found = [
    ...facts.diagnostics.filter(({ severity }) => severity !== "warning").map(unread),
    ...sites.filter(({ guarded }) => guarded === "missing").map(missing),
    ...aliases
      .filter(({ guard, harmless }) => harmless === undefined && isReliedOn(guard) && !guard.areAliasesTold)
      .map(aliasProblem),
  ];
  return found.sort((left, right) => left.range.start - right.range.start);
}

const isReliedOn = ({ protects }: GuardDeclaration) => protects.length > 0;

function unread({ message, offset, body }: ParseDiagnostic): GuardProblem {
  const where = body === undefined ? "here" : "in this function";
  return {
    code: "guards/unread",
    severity: "error",
    message: `what is written ${where} is not known: libclang does not understand it: ${message}`,
    hint: "Write it so that clang reads it as well (GNU nested functions it does not), or build this unit without what it guards.",
    range: { start: offset, end: offset + 1 },
  };
}

function missing({ guard, terms, how, certainty, range, within }: GuardSite): GuardProblem {
  const named = terms.map((term) => termName(guard, term)).join(", ");
  return {
    code: "guards/missing",
    severity: "error",
    message: `${named} is ${certainty === "possible" ? "perhaps " : ""}${how} without a guard`,
    hint: `Put the guard before it, or say in the declaration why none is needed: harmless ${within ?? "FUNCTION"} because "…".`,
    range,
  };
}

/** Of a way to a term that is not known to be harmless. */
export function aliasProblem({ guard, terms, chain, range, within, callee }: AliasWarning): GuardProblem {
  const named = terms.map((term) => termName(guard, term)).join(", ");
  return {
    code: "guards/alias",
    severity: "error",
    message: `${named} may be written by another name: ${chain.join("; ")}`,
    hint: `Write it by its name. Where it is known that nothing is written, say so in the declaration: harmless ${callee === undefined ? (within ?? "FUNCTION") : `given to ${callee}`} because "…", or aliases told because "…" for all of them.`,
    range,
  };
}
