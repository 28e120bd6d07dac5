/** Completion in files of declarations: functions, parameters, members, constants, keywords. */
import type { LookedUp, NamedThing } from "@weft/weaver-bridge/partial-eval";
import type { OwnSuggestion } from "../../workspace/index.js";
import type { SpecPlace } from "./spec-place.js";

const OUTSIDE: readonly OwnSuggestion[] = [
  { label: "specialize", kind: "keyword", detail: "a function, where something of its arguments is known" },
];
const CLAUSES: readonly OwnSuggestion[] = [
  {
    label: "dispatch",
    kind: "keyword",
    detail: "the function itself goes to the residual one when the facts hold",
  },
  { label: "keep", kind: "keyword", detail: "functions that stay calls", insert: "keep " },
  {
    label: "assume",
    kind: "keyword",
    detail: "what holds of something that is not known: n > 3, p->state != STOPPED",
    insert: "assume ",
  },
  {
    label: "for each",
    kind: "keyword",
    detail: "code of its own for each of these values: for each n in 1, 2",
    insert: "for each ",
  },
  {
    label: "compare",
    kind: "keyword",
    detail: "a function that was written for the same, priced beside it by weft cost",
    insert: "compare ",
  },
  {
    label: "extern",
    kind: "keyword",
    detail:
      "a function that changes nothing, or these variables alone: extern FUNCTION() pure, writes VARIABLE",
    insert: "extern ",
  },
  {
    label: "require",
    kind: "keyword",
    detail: "what has to be known, or the build fails: return, a variable",
    insert: "require static: ",
  },
  { label: "limits", kind: "keyword", detail: "unroll N, statements N, depth N", insert: "limits unroll " },
];
const RELATIONS: readonly OwnSuggestion[] = [
  { label: "==", kind: "keyword", detail: "a constant, a function or &VARIABLE", insert: "== " },
  { label: "in", kind: "keyword", detail: "one of these: 1, 2, 4", insert: "in " },
];
const OF_POINTERS: readonly OwnSuggestion[] = [
  { label: "nonnull", kind: "keyword", detail: "it points to something" },
  { label: "noalias", kind: "keyword", detail: "nothing but this pointer leads to what it points to" },
];
const LIMITS: readonly OwnSuggestion[] = [
  { label: "unroll", kind: "keyword", detail: "residual copies of one place (250)" },
  { label: "statements", kind: "keyword", detail: "residual statements (4000)" },
  { label: "depth", kind: "keyword", detail: "calls that are followed within each other (12)" },
];

/** `functions`: names of the project, where a function is asked for. */
export function specCompletion(
  place: SpecPlace,
  found: LookedUp | undefined,
  functions: readonly string[],
): readonly OwnSuggestion[] {
  switch (place.at) {
    case "outside":
      return OUTSIDE;
    case "function":
      return functions.map((label) => ({ label, kind: "function" }));
    case "name":
      return [];
    case "limits":
      return LIMITS;
    case "keep":
      return (found?.functions ?? []).map((label) => ({ label, kind: "function" }));
    case "clause":
      return [...things("parameter", found?.parameters), ...things("global", found?.globals), ...CLAUSES];
    case "member":
      return things("member", found?.members);
    case "relation":
      return [...RELATIONS, ...(found?.isPointer === false ? [] : OF_POINTERS)];
    case "value":
      return valuesFor(found);
  }
}

function valuesFor(found: LookedUp | undefined): OwnSuggestion[] {
  if (found === undefined) return [];
  const constants = things("constant", [...found.enumerators, ...found.macros]);
  if (!found.isPointer) return constants;
  const addresses = things("global", found.globals).map((one) => ({ ...one, label: `&${one.label}` }));
  const functions = found.functions.map((label): OwnSuggestion => ({ label, kind: "function" }));
  return [...addresses, ...functions, ...constants];
}

function things(kind: OwnSuggestion["kind"], all: readonly NamedThing[] = []): OwnSuggestion[] {
  return all.map(({ name, type }) => ({ label: name, kind, detail: type }));
}
