/**
 * The heart of the matcher: which advice applies at which join-point shadow of a unit, in which order, and why.
 * Pure; names are decided once per entity, then the shadows are swept once per advice.
 */
import type {
  Advice,
  Aspect,
  AspectFile,
  Precedence,
  Problem,
  Shadow,
  UnitFacts,
} from "../../model/index.js";
import { type ClassMatch, matchClasses } from "./aspects/class-match.js";
import { dependentTypeProblems } from "./aspects/dependent-types.js";
import { type LinkedAdvice, linkAspects } from "./aspects/link-aspects.js";
import { openNameProblems } from "./aspects/open-names.js";
import { createAspectOrder } from "./aspects/order-aspects.js";
import { type CflowTrigger, describeTest, type RuntimeTest } from "./classes/runtime-test.js";
import { bindingsAt, type ContextBinding, createDescriber, type Describer } from "./units/describe-match.js";
import type { MatchOptions } from "./units/name-sets.js";
import { recursionProblem } from "./units/recursion.js";
import { createUnitMatcher, type UnitMatcher } from "./units/unit-matcher.js";

export interface AdviceMatch {
  /** The concrete aspect that is woven; `advice.aspect` names the one that declares the advice. */
  readonly aspect: Aspect;
  /** File of the advice. */
  readonly file: AspectFile;
  readonly advice: Advice;
  /** Why, in words. */
  readonly reason: string;
  /** Whether a match expression that holds here names the join point without a wildcard. */
  readonly isNamed: boolean;
  readonly certainty: "certain" | "conditional";
  /** What is tested at run time before the advice runs; present exactly when `conditional`. */
  readonly test?: RuntimeTest;
  /** The test in words. */
  readonly condition?: string;
  /** The aspects that it encloses here, and why; absent where no other meets. */
  readonly encloses?: readonly Precedence[];
  /** Where the advice's parameters get their values from. */
  readonly bindings: readonly ContextBinding[];
}

export interface ShadowMatch {
  readonly shadow: Shadow;
  /** Outermost first: aspects by order, within an aspect as written. Never empty. */
  readonly advice: readonly AdviceMatch[];
}

/** How often each advice applies, also when never. */
export interface AdviceCoverage {
  readonly aspect: Aspect;
  readonly file: AspectFile;
  readonly advice: Advice;
  readonly matched: number;
  /** How many of them have no text of their own: implicit constructors and destructors. */
  readonly generated: number;
}

export interface MatchResult {
  /** In the order of the unit's shadows. */
  readonly matches: readonly ShadowMatch[];
  /** Introductions, per class. */
  readonly classes: readonly ClassMatch[];
  /** All `cflow` triggers of the aspects, also those that nothing in this unit needs. */
  readonly cflows: readonly CflowTrigger[];
  readonly coverage: readonly AdviceCoverage[];
  /** Problems between files and at shared join points; those of single files are in the files. */
  readonly problems: readonly Problem[];
}

/** `files` is read once per array object; pass the same array for every unit of a project. */
export function matchAspects(
  facts: UnitFacts,
  files: readonly AspectFile[],
  options: MatchOptions = {},
): MatchResult {
  const linked = linkAspects(files);
  const unit = createUnitMatcher(facts, options);
  const met: (LinkedAdvice[] | undefined)[] = facts.shadows.map(() => undefined);
  const hazards: Problem[] = [];
  const coverage = linked.advice.map((item) => {
    const selected = sweep(unit, item, met);
    const recursion = recursionProblem(facts, item, selected);
    if (recursion !== undefined) hazards.push(recursion);
    const { aspect, file, advice } = item;
    const generated = selected.filter((index) => isGenerated(facts, index)).length;
    return { aspect, file, advice, matched: selected.length, generated };
  });
  const order = createAspectOrder(unit, linked.orders);
  const describer = createDescriber(unit);
  const matches: ShadowMatch[] = [];
  facts.shadows.forEach((shadow, index) => {
    const here = met[index];
    if (here === undefined) return;
    const { items, encloses } = order.arrange(shadow, here);
    const advice = items.map((item) => ({
      ...toMatch(unit, describer, item, shadow),
      ...(encloses === undefined ? {} : { encloses: encloses.get(item.aspect.name) ?? [] }),
    }));
    matches.push({ shadow, advice });
  });
  const classes = matchClasses(unit, linked.introductions, order);
  const cflows = linked.triggers.map((node) => unit.trigger(node));
  return {
    matches,
    classes,
    cflows,
    coverage,
    problems: [
      ...linked.problems,
      ...order.problems,
      ...hazards,
      ...dependentTypeProblems(unit, linked.advice, options),
      ...openNameProblems(facts, linked.advice, options),
    ],
  };
}

/** {@link MatchResult.classes} alone: code is not looked at. */
export function matchIntroductions(facts: UnitFacts, files: readonly AspectFile[]): readonly ClassMatch[] {
  const { introductions, orders } = linkAspects(files);
  const unit = createUnitMatcher(facts, {});
  return matchClasses(unit, introductions, createAspectOrder(unit, orders));
}

/** An implicit or defaulted constructor or destructor. */
function isGenerated({ shadows }: UnitFacts, index: number): boolean {
  const shadow = shadows[index];
  const isLifecycle = shadow?.kind === "construction" || shadow?.kind === "destruction";
  return isLifecycle && shadow.definition === undefined;
}

/** Adds the advice at every shadow (by index) that it applies to; which those are. */
function sweep(
  unit: UnitMatcher,
  item: LinkedAdvice,
  met: (LinkedAdvice[] | undefined)[],
): readonly number[] {
  if (item.node.kind === "nothing") return [];
  const selected = unit.select(item.node);
  for (const index of selected) {
    const here = met[index];
    if (here === undefined) met[index] = [item];
    else here.push(item);
  }
  return selected;
}

function toMatch(unit: UnitMatcher, describer: Describer, item: LinkedAdvice, shadow: Shadow): AdviceMatch {
  const test = item.isLate ? unit.decide(item.node, shadow) : true;
  return {
    aspect: item.aspect,
    file: item.file,
    advice: item.advice,
    reason: describer.reason(item.node, shadow),
    get isNamed() {
      return unit.isNamed(item.node, shadow);
    },
    certainty: typeof test === "boolean" ? "certain" : "conditional",
    ...(typeof test === "boolean" ? {} : { test, condition: describeTest(test) }),
    bindings: item.advice.parameters.length === 0 ? NO_BINDINGS : bindingsAt(unit, item.node, shadow),
  };
}

const NO_BINDINGS: readonly ContextBinding[] = [];
