/**
 * Why a pointcut selects nothing: which of its conjuncts leaves nothing over, and which names were probably meant.
 * One unit rarely tells the truth about a kernel, so the answers of many units are put together by
 * {@link noMatchProblem} once nothing matched anywhere.
 */
import type { AspectFile, Entity, PointcutExpression, Problem, UnitFacts } from "../../model/index.js";
import { lookUp } from "../../model/index.js";
import type { MatchExpression, QualifiedPattern } from "../patterns/match-expression.js";
import { isLiteral, matchesName } from "../patterns/match-expression.js";
import { type MacroTexts, namesBehind } from "../syntax/macro-names.js";
import { affixedNames, nearestNames } from "../syntax/nearest-names.js";
import { printPointcut } from "../syntax/print-pointcut.js";
import { createPlaces } from "../syntax/problem-sink.js";
import type { LinkedAdvice } from "./aspects/link-aspects.js";
import { linkAspects } from "./aspects/link-aspects.js";
import type { AdviceCoverage } from "./match-aspects.js";
import { misspeltType } from "./nodes/nearest-types.js";
import type { PointcutNode, TypeTest } from "./nodes/pointcut-node.js";
import { signatureOf } from "./signature.js";
import { qualifiedName } from "./units/describe-match.js";
import type { MatchOptions } from "./units/name-sets.js";
import { createUnitMatcher, type UnitMatcher } from "./units/unit-matcher.js";

/** What one unit knows of an advice that matches nothing in it; plain data, made to be collected. */
export interface EmptyExplanation {
  /** The parts joined by `&&`, in textual order. */
  readonly conjuncts: readonly EmptyConjunct[];
  /** Index of the conjunct after which no join point is left; the number of conjuncts when `notrace` was the cause. */
  readonly emptiedBy: number;
  /** Set when only code marked `notrace` is left over. */
  readonly untraced?: string;
}

export interface EmptyConjunct {
  readonly expression: PointcutExpression;
  /** How many join points it selects without the others. */
  readonly alone: number;
  /** Names in the unit that may be meant, best first; only where it selects nothing. */
  readonly nearest: readonly string[];
  /** What is known of its name, a full sentence. */
  readonly detail?: string;
}

type AdviceReference = Pick<AdviceCoverage, "aspect" | "advice">;

/** Undefined when the advice does match in the unit, or when its pointcut is broken (which has a problem already). */
export function explainEmpty(
  wanted: AdviceReference,
  facts: UnitFacts,
  files: readonly AspectFile[],
  options: MatchOptions = {},
): EmptyExplanation | undefined {
  const item = linkAspects(files).advice.find(
    (other) => other.advice === wanted.advice && other.aspect === wanted.aspect,
  );
  return item === undefined || item.node.kind === "nothing" ? undefined : explain(item, facts, options);
}

function explain(item: LinkedAdvice, facts: UnitFacts, options: MatchOptions): EmptyExplanation | undefined {
  const unit = createUnitMatcher(facts, options);
  const parts = conjuncts(item.node);
  let left: readonly number[] = [...facts.shadows.keys()];
  let emptiedBy = parts.length;
  const described = parts.map((part, index): EmptyConjunct => {
    const alone = unit.selectAnyway(part).length;
    left = unit.selectAnyway(part, left);
    if (left.length === 0) emptiedBy = Math.min(emptiedBy, index);
    const hint = alone === 0 ? hintFor(part, unit, options.macros) : { nearest: [] };
    const detail = hint.detail ?? (left.length === 0 ? otherTypes(part, parts, unit) : undefined);
    return { expression: part.source, alone, ...hint, ...(detail === undefined ? {} : { detail }) };
  });
  if (left.length === 0) return { conjuncts: described, emptiedBy };
  if (unit.select(item.node).length > 0) return undefined;
  const untraced = qualifiedName(facts.entities[facts.shadows[left[0] as number]?.within ?? 0]);
  return { conjuncts: described, emptiedBy, untraced };
}

function conjuncts(node: PointcutNode): PointcutNode[] {
  if (node.kind === "and") return [...conjuncts(node.left), ...conjuncts(node.right)];
  if (node.kind === "named" && node.of.kind === "and") return conjuncts(node.of);
  return [node];
}

interface Hint {
  readonly nearest: readonly string[];
  readonly detail?: string;
}

function hintFor(part: PointcutNode, unit: UnitMatcher, macros: MacroTexts | undefined): Hint {
  const join = part.kind === "named" ? part.of : part;
  const tests = testsOf(join);
  if (tests !== undefined) {
    const detail = misspeltType(tests, unit.facts);
    return detail === undefined ? { nearest: [] } : { nearest: [], detail };
  }
  if (join.kind !== "join" && join.kind !== "within") return { nearest: [] };
  const names = firstNames(join.of);
  if (names === undefined) return { nearest: [] };
  const wantsFunctions =
    join.kind === "within" || join.kinds.includes("execution") || join.kinds.includes("call");
  const candidates = unit.facts.entities.filter((entity) => (entity.kind === "function") === wantsFunctions);
  return (
    hintForMacro(names, candidates, macros) ??
    hintForPattern(names.pattern, names.text, candidates, unit, join)
  );
}

/** A name that only a macro has: what that stands for, to be written instead. */
function hintForMacro(
  { pattern, text }: PointcutNode & { kind: "names" },
  candidates: readonly Entity[],
  macros: MacroTexts | undefined,
): Hint | undefined {
  const { name } = nameOf(pattern) ?? {};
  if (macros === undefined || name === undefined || !isLiteral(name)) return undefined;
  const known = new Set(candidates.map((entity) => entity.name));
  if (known.has(name.text) || macros(name.text).length === 0) return undefined;
  const behind = namesBehind(name.text, macros, known).slice(0, MOST_BEHIND);
  if (behind.length === 0) return { nearest: [], detail: `\`${name.text}\` is a macro here.` };
  const instead = behind.map((one) => `"${text.replace(name.text, () => one)}"`);
  return { nearest: [], detail: `\`${name.text}\` is a macro here: write ${instead.join(" or ")}.` };
}

/** Names that are offered for one macro. */
const MOST_BEHIND = 3;

/** What the other parts select has other types than this part asks for: the first of it. */
function otherTypes(
  part: PointcutNode,
  parts: readonly PointcutNode[],
  unit: UnitMatcher,
): string | undefined {
  const join = part.kind === "named" ? part.of : part;
  if (join.kind !== "args" && join.kind !== "result") return undefined;
  const { facts } = unit;
  let rest: readonly number[] = [...facts.shadows.keys()];
  for (const other of parts) if (other !== part) rest = unit.selectAnyway(other, rest);
  const first = facts.shadows[rest[0] ?? -1];
  if (first === undefined || rest.length === facts.shadows.length) return undefined;
  const tests = testsOf(join) ?? [];
  const exact = tests.some(({ variable }) => variable !== undefined)
    ? " A context variable has exactly the type of what it binds."
    : "";
  return `The rest selects \`${signatureOf(facts, first.entity)}\`.${exact}`;
}

function testsOf(node: PointcutNode): readonly TypeTest[] | undefined {
  if (node.kind === "args") return node.types;
  return node.kind === "result" || node.kind === "target" || node.kind === "that" ? [node.type] : undefined;
}

function firstNames(node: PointcutNode): (PointcutNode & { kind: "names" }) | undefined {
  if (node.kind === "names") return node;
  if (node.kind === "and" || node.kind === "or") return firstNames(node.left) ?? firstNames(node.right);
  return node.kind === "named" ? firstNames(node.of) : undefined;
}

function hintForPattern(
  pattern: MatchExpression,
  text: string,
  candidates: readonly Entity[],
  unit: UnitMatcher,
  join: PointcutNode & { kind: "join" | "within" },
): Hint {
  const name = nameOf(pattern);
  if (name === undefined) return { nearest: [] };
  const { facts } = unit;
  const same = candidates.filter((entity) => matchesName(name.name, entity.name));
  const selected = facts.entities.find(
    (entity, id) => same.includes(entity) && unit.entities.matches(pattern, facts.entities[id] as Entity),
  );
  if (selected !== undefined) return { nearest: [], detail: unused(selected, join) };
  if (same.length === 0) {
    const names = candidates.map((entity) => entity.name);
    // A macro or a convention that took a function's place keeps its name within a longer one.
    const made = affixedNames(name.name.text, names);
    const nearest = made.length > 0 ? made : nearestNames(name.name.text, names);
    return nearest.length === 0 && name.scopes.length === 0 && isAccess(join)
      ? { nearest, detail: NO_LOCALS }
      : { nearest };
  }
  const [example] = same as [Entity];
  const signature = signatureOf(facts, facts.entities.indexOf(example));
  if (pattern.shape === "type" && example.kind === "function")
    return {
      nearest: [],
      detail: `"${text}" names a scope or type; for the function \`${signature}\` write "% ${text}(...)".`,
    };
  const scope = example.scope.join("::");
  if (name.scopes.length === 0 && scope !== "" && isLiteral(name.name))
    return {
      nearest: [],
      detail: `\`${example.name}\` is in \`${scope}\`: write "% ${scope}::${name.name.text}${example.kind === "function" ? "(...)" : ""}".`,
    };
  if (!isLiteral(name.name))
    return { nearest: [], detail: "Functions or variables of such names occur, but with other types." };
  return { nearest: [], detail: `The name occurs, but as \`${signature}\`.` };
}

const isAccess = (join: PointcutNode & { kind: "join" | "within" }) =>
  join.kind === "join" && join.kinds.some((kind) => kind === "get" || kind === "set" || kind === "ref");

const NO_LOCALS =
  'No global variable and no field has such a name. Locals, parameters and what a plain pointer leads to are no join points; operators on them are: `builtin("% operator =(...)")`.';

const NO_LAMBDAS =
  "The body of a lambda is no join point of its own: advise calls of it, what it calls, or the function around it.";

function nameOf(pattern: MatchExpression): QualifiedPattern | undefined {
  if (pattern.shape === "function" || pattern.shape === "variable") return pattern.name;
  return pattern.shape === "type" && pattern.type.kind === "named" ? pattern.type.name : undefined;
}

function unused(entity: Entity, join: PointcutNode & { kind: "join" | "within" }): string {
  const isLambda = entity.kind === "function" && entity.role === "lambda";
  if (isLambda && join.kind === "join" && join.name === "execution") return NO_LAMBDAS;
  const what =
    join.kind === "within" ? "has no such join points in it" : (lookUp(USES, join.name) ?? "is not used so");
  return `\`${qualifiedName(entity)}\` ${what}.`;
}

const USES: Readonly<Record<string, string>> = {
  execution: "is declared but not defined",
  call: "is never called by name",
  get: "is never read by its name (what a pointer reads is no join point of it)",
  set: "is never written by its name (what a pointer writes is no join point of it)",
  ref: "never has its address taken",
  access: "is never accessed",
};

/** One problem for an advice that matched nowhere, from what its units said; `explanations` may be empty. */
export function noMatchProblem(
  { advice, file }: Pick<AdviceCoverage, "advice" | "file">,
  explanations: readonly EmptyExplanation[],
): Problem {
  const blame = culprit(explanations);
  const conjunct = blame?.expression ?? advice.pointcut;
  const ownText = conjunct.range.start >= advice.header.start && conjunct.range.end <= advice.header.end;
  return {
    code: "pointcut/no-match",
    severity: "warning",
    range: createPlaces(file.file, file.text)(ownText ? conjunct.range : advice.pointcut.range),
    message: "this pointcut matches nothing",
    hint: blame?.why ?? "No unit mentions its names. Check the spelling.",
  };
}

/** Advice of an aspect with pure virtual pointcuts that no other one defines. */
export function neverWovenProblem({
  aspect,
  advice,
  file,
}: Pick<AdviceCoverage, "aspect" | "advice" | "file">): Problem {
  return {
    code: "pointcut/no-match",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.pointcut.range),
    message: `this advice is woven nowhere: no aspect defines the pure virtual pointcuts of \`${aspect.name}\``,
    hint: `Derive one that does: \`aspect NAME : public ${aspect.name} { ... };\`.`,
  };
}

/** An advice that matches only what the compiler makes: nothing that anybody wrote runs it. */
export function onlyGeneratedProblem({ advice, file }: Pick<AdviceCoverage, "advice" | "file">): Problem {
  return {
    code: "pointcut/only-generated",
    severity: "warning",
    range: createPlaces(file.file, file.text)(advice.pointcut.range),
    message: "this pointcut matches only constructors and destructors that nobody wrote",
    hint: "They are made explicit where it is woven. Write them in the class if that is not meant.",
  };
}

interface Culprit {
  readonly expression: PointcutExpression;
  readonly why: string;
}

/** The first conjunct that selects nothing in any unit; else the one that most often was the last straw. */
function culprit(explanations: readonly EmptyExplanation[]): Culprit | undefined {
  const [first] = explanations;
  if (first === undefined) return undefined;
  const columns = first.conjuncts.map((_, index) =>
    explanations.flatMap((item) => item.conjuncts[index] ?? []),
  );
  const empty = columns.find((column) => column.every((item) => item.alone === 0));
  if (empty?.[0] !== undefined)
    return { expression: empty[0].expression, why: describeEmpty(empty[0].expression, empty) };
  const untraced = explanations.find((item) => item.untraced !== undefined)?.untraced;
  const last = Math.max(...explanations.map((item) => item.emptiedBy));
  const expression = first.conjuncts[last]?.expression;
  if (untraced !== undefined)
    return {
      expression: (first.conjuncts[0] as EmptyConjunct).expression,
      why: `Only code marked notrace or noinstr is left, as in \`${untraced}\`; it is woven only when a match expression names it without a wildcard.`,
    };
  if (expression === undefined) return undefined;
  const why = `\`${printPointcut(expression)}\` leaves nothing over of what the rest selects.`;
  return { expression, why };
}

function describeEmpty(expression: PointcutExpression, units: readonly EmptyConjunct[]): string {
  const details = units.flatMap(({ detail }) => detail ?? []);
  const words = printPointcut(expression).match(/[\w%]+/g) ?? [];
  const isMade = (name: string) =>
    Number(words.some((word) => affixedNames(word, [name.replaceAll("%", "x")]).length > 0));
  const nearest = [...new Set(units.flatMap((item) => item.nearest))]
    .sort((a, b) => isMade(b) - isMade(a))
    .slice(0, 3);
  const names = nearest.map((name) => `\`${name}\``).join(" or ");
  // What is known in one unit counts for more than that another has no such name.
  const detail = details.find((text) => text !== NO_LOCALS) ?? (names === "" ? details[0] : undefined);
  const next = detail ?? (names === "" ? "" : `Did you mean ${names}?`);
  return `\`${printPointcut(expression)}\` selects nothing.${next === "" ? "" : ` ${next}`}`;
}
