/** Queries: what a pointcut given on its own selects in a unit, as `weft joinpoints --pointcut` asks. */
import type {
  AspectFile,
  EntityId,
  PointcutExpression,
  Problem,
  Shadow,
  UnitFacts,
} from "../../model/index.js";
import { checkPointcut } from "../syntax/check-pointcut.js";
import { createKindFinder } from "../syntax/kind-finder.js";
import { createPointcutScopes } from "../syntax/pointcut-scopes.js";
import { createProblemSink } from "../syntax/problem-sink.js";
import type { PointcutNode } from "./nodes/pointcut-node.js";
import { resolvePointcut } from "./nodes/resolve-pointcut.js";
import { createDescriber } from "./units/describe-match.js";
import type { MatchOptions } from "./units/name-sets.js";
import { createUnitMatcher } from "./units/unit-matcher.js";

export interface PointcutMatches {
  /** Join points of a code pointcut, in the order of the unit's shadows; empty for a name pointcut. */
  readonly shadows: readonly ShadowHit[];
  /** Entities of a name pointcut. */
  readonly entities: readonly EntityId[];
  readonly problems: readonly Problem[];
}

export interface ShadowHit {
  readonly shadow: Shadow;
  /** Why, in words. */
  readonly reason: string;
  /** `conditional` where the running program decides. */
  readonly certainty: "certain" | "conditional";
}

export interface QueryOptions extends MatchOptions {
  /** Aspect files whose named pointcuts the expression may use. */
  readonly files?: readonly AspectFile[];
  /** Qualified name of the aspect in which the expression is written: named pointcuts are looked up from there. */
  readonly aspect?: string | undefined;
  /** Text of the expression, for the places of problems. */
  readonly text?: string;
}

/** What a pointcut selects, by number: of a whole kernel most is only counted. */
export interface PointcutSelection extends Pick<PointcutMatches, "entities" | "problems"> {
  /** Indices of shadows, ascending. */
  readonly shadows: readonly number[];
  /** False where the running program decides. */
  isCertain(shadow: number): boolean;
  /** Why, in words. */
  reasonAt(shadow: number): string;
}

/** Code marked `notrace` is found only when the pointcut names it literally, as for advice. */
export function matchPointcut(
  expression: PointcutExpression,
  facts: UnitFacts,
  options: QueryOptions = {},
): PointcutMatches {
  const { shadows, entities, problems, isCertain, reasonAt } = selectByPointcut(expression, facts, options);
  const hitAt = (index: number): ShadowHit => ({
    shadow: facts.shadows[index] as Shadow,
    certainty: isCertain(index) ? "certain" : "conditional",
    get reason() {
      return reasonAt(index);
    },
  });
  return { shadows: shadows.map(hitAt), entities, problems };
}

/** As {@link matchPointcut}. */
export function selectByPointcut(
  expression: PointcutExpression,
  facts: UnitFacts,
  options: QueryOptions = {},
): PointcutSelection {
  const scopes = createPointcutScopes(options.files ?? []);
  const sink = createProblemSink("<pointcut>", options.text ?? "");
  const aspect = options.aspect === undefined ? undefined : scopes.aspect(options.aspect, undefined);
  const file = aspect && scopes.fileOf(aspect);
  const kindOfNamed = createKindFinder(scopes);
  const kind = checkPointcut(expression, {
    sink,
    kindOfReference: (name) => kindOfNamed(name, aspect),
  });
  const node = resolvePointcut(expression, {
    scopes,
    aspect,
    ...(aspect === undefined ? {} : { woven: aspect }),
    file,
    report: (_file, code, range, message, hint) => sink.error(code, range, message, hint),
  });
  const { problems } = sink;
  const unit = createUnitMatcher(facts, options);
  const isNothing = node.kind === "nothing";
  const known = facts.language === "c" && isKnownBeforeRunning(node);
  const at = (index: number) => facts.shadows[index] as Shadow;
  const describer = createDescriber(unit);
  return {
    shadows: isNothing || kind === "name" ? [] : unit.select(node),
    entities:
      isNothing || kind !== "name"
        ? []
        : facts.entities.flatMap((_, id) => (unit.selects(node, id) ? [id] : [])),
    problems,
    isCertain: (index) => known || typeof unit.decide(node, at(index)) === "boolean",
    reasonAt: (index) => describer.reason(node, at(index)),
  };
}

/** True when in C no part of the code pointcut is decided by the running program. */
function isKnownBeforeRunning(node: PointcutNode): boolean {
  switch (node.kind) {
    case "and":
    case "or":
      return isKnownBeforeRunning(node.left) && isKnownBeforeRunning(node.right);
    case "not":
      return isKnownBeforeRunning(node.operand);
    case "named":
      return isKnownBeforeRunning(node.of);
    default:
      return node.kind === "join" || node.kind === "within" || node.kind === "result";
  }
}
