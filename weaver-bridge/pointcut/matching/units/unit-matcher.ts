/**
 * Evaluates resolved code pointcuts over one unit. A sweep narrows a list of shadows part by part: names and places
 * are looked up in columns, types are asked only of what is left. Knows no aspects, only {@link PointcutNode}s.
 */
import type { EntityId, FunctionEntity, Shadow, UnitFacts } from "../../../model/index.js";
import type { EntityMatcher } from "../../patterns/match-entity.js";
import { decideTarget, decideThat } from "../classes/object-test.js";
import { allOf, anyOf, not, type Verdict } from "../classes/runtime-test.js";
import { decideAround, decideNames } from "../classes/template-instance.js";
import { saysBuiltin } from "../nodes/node-text.js";
import type { PointcutNode, TypeTest } from "../nodes/pointcut-node.js";
import { argumentsFit, localAt, resultType, typeFits } from "../nodes/shadow-types.js";
import { type CflowDecider, type CflowNode, createCflowDecider } from "./cflow-decider.js";
import { createNameSets, type MatchOptions, type NameSets } from "./name-sets.js";
import { columnsOf, SHADOW_KINDS, subjectOf, type UnitColumns } from "./unit-columns.js";

export interface UnitMatcher {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
  /** Does the name pointcut select the entity? */
  selects(node: PointcutNode, entity: EntityId): boolean;
  /** Does the name pointcut select the class itself? */
  selectsClass(node: PointcutNode, path: readonly string[]): boolean;
  /** What is known of the code pointcut at the shadow, `notrace` or not. */
  decide(node: PointcutNode, shadow: Shadow): Verdict;
  /** May the code pointcut hold at the shadow, `notrace` or not? */
  holds(node: PointcutNode, shadow: Shadow): boolean;
  /** Does a part that holds at the shadow name its function, variable or class without a wildcard? */
  isNamed(node: PointcutNode, shadow: Shadow): boolean;
  /** False for code marked `notrace` or `noinstr` that the pointcut does not name literally. */
  mayWeave(node: PointcutNode, shadow: Shadow): boolean;
  /**
   * Indices of the shadows at which the code pointcut holds or may hold; code marked `notrace` only if it is named
   * literally, built-in operators only if it says `builtin`: whether they are known depends on other pointcuts.
   */
  select(node: PointcutNode): readonly number[];
  /** As {@link select} among the given ones (all without), without regard to `notrace`. */
  selectAnyway(node: PointcutNode, among?: readonly number[]): readonly number[];
  trigger(node: CflowNode): ReturnType<CflowDecider["trigger"]>;
}

interface Unit {
  readonly facts: UnitFacts;
  readonly columns: UnitColumns;
  readonly names: NameSets;
  readonly entities: EntityMatcher;
  readonly cflow: CflowDecider;
}

export function createUnitMatcher(facts: UnitFacts, options: MatchOptions = {}): UnitMatcher {
  const names = createNameSets(facts, options);
  const select = (node: PointcutNode): readonly number[] => {
    const operators = saysBuiltin(node);
    return narrow(unit, node, unit.columns.all, false).filter((index) => {
      const shadow = facts.shadows[index] as Shadow;
      return (operators || shadow.kind !== "builtin") && mayWeave(unit, node, shadow);
    });
  };
  const cflow = createCflowDecider(facts, options, select);
  const unit: Unit = { facts, columns: columnsOf(facts), names, entities: names.entities, cflow };
  return {
    facts,
    entities: names.entities,
    selects: (node, entity) => names.selector(node)(entity),
    selectsClass: (node, path) => names.selectsScope(node, path),
    decide: (node, shadow) => decide(unit, node, shadow),
    holds: (node, shadow) => decide(unit, node, shadow) !== false,
    isNamed: (node, shadow) => isNamed(unit, node, shadow),
    mayWeave: (node, shadow) => mayWeave(unit, node, shadow),
    select,
    selectAnyway: (node, among = unit.columns.all) => narrow(unit, node, among, false),
    trigger: (node) => cflow.trigger(node),
  };
}

/** Those of `among` (in order) at which the pointcut holds; `surely`, or else also where it may hold. */
function narrow(
  unit: Unit,
  node: PointcutNode,
  among: readonly number[],
  surely: boolean,
): readonly number[] {
  const { columns } = unit;
  switch (node.kind) {
    case "and":
      return narrow(unit, node.right, narrow(unit, node.left, among, surely), surely);
    case "or":
      return merge(narrow(unit, node.left, among, surely), narrow(unit, node.right, among, surely));
    case "not":
      return without(among, narrow(unit, node.operand, among, !surely));
    case "named":
      return narrow(unit, node.of, among, surely);
    case "join": {
      const selects = unit.names.selector(node.of);
      const isPlain = unit.facts.language === "c";
      return ofKinds(columns, node.kinds, among).filter((index) => {
        if (isPlain) return selects(columns.entity[index] as number);
        const verdict = decideSubject(unit, node.of, unit.facts.shadows[index] as Shadow);
        return surely ? verdict === true : verdict !== false;
      });
    }
    default:
      return among.filter((index) => {
        const verdict = decide(unit, node, unit.facts.shadows[index] as Shadow);
        return surely ? verdict === true : verdict !== false;
      });
  }
}

function ofKinds(
  columns: UnitColumns,
  kinds: readonly Shadow["kind"][],
  among: readonly number[],
): readonly number[] {
  const [only, ...more] = kinds;
  if (among === columns.all && only !== undefined && more.length === 0)
    return columns.ofKind[SHADOW_KINDS.indexOf(only)] ?? [];
  const wanted = SHADOW_KINDS.map((kind) => kinds.includes(kind));
  return among.filter((index) => wanted[columns.kind[index] as number]);
}

/** In C++ a function's body as a whole stands in its class, not in the function. */
function standsWithin(unit: Unit, node: PointcutNode, shadow: Shadow): Verdict {
  const { facts, names } = unit;
  if (facts.language === "c") return names.selector(node)(shadow.within);
  const entity = facts.entities[shadow.entity];
  const isBody = shadow.kind === "execution" && entity?.kind === "function" && entity.role !== "lambda";
  return isBody ? decideAround(unit, node, shadow.within) : decideNames(unit, node, shadow.within, "that");
}

/** Does a name pointcut hold for what is executed, called, accessed or made there, in all instances of its template? */
function decideSubject(unit: Unit, node: PointcutNode, shadow: Shadow): Verdict {
  const isOwn =
    shadow.kind === "execution" || shadow.kind === "construction" || shadow.kind === "destruction";
  return decideNames(unit, node, subjectOf(shadow), isOwn ? "that" : "target");
}

/** Union of two ascending lists. */
function merge(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function without(all: readonly number[], gone: readonly number[]): readonly number[] {
  if (gone.length === 0) return all;
  const out = new Set(gone);
  return all.filter((index) => !out.has(index));
}

function decideBoth(unit: Unit, left: PointcutNode, right: PointcutNode, shadow: Shadow): Verdict {
  const first = decide(unit, left, shadow);
  return first === false ? false : allOf(first, decide(unit, right, shadow));
}

function resultFits(unit: Unit, wanted: TypeTest, shadow: Shadow): boolean {
  const result = resultType(unit.facts, shadow);
  return result !== undefined && typeFits(unit, wanted, result);
}

function decide(unit: Unit, node: PointcutNode, shadow: Shadow): Verdict {
  switch (node.kind) {
    case "and":
      return decideBoth(unit, node.left, node.right, shadow);
    case "or":
      return anyOf(decide(unit, node.left, shadow), decide(unit, node.right, shadow));
    case "not":
      return not(decide(unit, node.operand, shadow));
    case "named":
      return decide(unit, node.of, shadow);
    case "join":
      return node.kinds.includes(shadow.kind) ? decideSubject(unit, node.of, shadow) : false;
    case "within":
      return standsWithin(unit, node.of, shadow);
    case "args":
      return argumentsFit(unit, node.types, shadow) && allOf(...evaluated(unit, node, shadow));
    case "result":
      return resultFits(unit, node.type, shadow);
    case "target":
      return decideTarget(unit, node.type, shadow);
    case "that":
      return decideThat(unit, node.type, shadow);
    case "local":
      return localAt(unit, node.name, node.type, shadow) !== undefined;
    case "cflow":
      return unit.cflow.decide(node, shadow);
    default:
      return false;
  }
}

/** Operands of `&&`, `||` and `?:` that may not be evaluated can be bound only where they are. */
function evaluated(unit: Unit, node: PointcutNode & { kind: "args" }, shadow: Shadow): Verdict[] {
  if (shadow.kind !== "builtin") return [];
  const name = unit.facts.entities[shadow.entity]?.name ?? "";
  const isShort = /^operator\s*(?:&&|\|\|)$/.test(name);
  if (shadow.form !== "conditional" && !isShort) return [];
  return node.types.flatMap(({ variable }, operand) =>
    variable === undefined || operand === 0 ? [] : [{ kind: "evaluated", operand } as const],
  );
}

/** Code marked `notrace` or `noinstr` may be woven only where the pointcut means it. */
function mayWeave(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  const around = unit.facts.entities[shadow.within] as FunctionEntity | undefined;
  return around?.noInstrument !== true || namesLiterally(unit, node, shadow);
}

/** True when a part that holds here names the join point without a wildcard. */
function isNamed(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  return someHolding(
    unit,
    node,
    shadow,
    (part) =>
      part.kind === "join" &&
      part.kinds.includes(shadow.kind) &&
      unit.names.literalSelector(part.of)(subjectOf(shadow)),
  );
}

/** True when a part that holds here names the enclosing function without a wildcard. */
function namesLiterally(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  return someHolding(unit, node, shadow, (part) => {
    if (part.kind === "within") return unit.names.literalSelector(part.of)(shadow.within);
    if (part.kind !== "join" || shadow.kind !== "execution") return false;
    return unit.names.literalSelector(part.of)(shadow.entity);
  });
}

/** Asks the parts without which the whole would not hold here; of `||` the arms that do. */
function someHolding(
  unit: Unit,
  node: PointcutNode,
  shadow: Shadow,
  accept: (part: PointcutNode) => boolean,
): boolean {
  switch (node.kind) {
    case "and":
      return someHolding(unit, node.left, shadow, accept) || someHolding(unit, node.right, shadow, accept);
    case "or":
      return [node.left, node.right].some(
        (arm) => decide(unit, arm, shadow) !== false && someHolding(unit, arm, shadow, accept),
      );
    case "named":
      return someHolding(unit, node.of, shadow, accept);
    default:
      return accept(node);
  }
}
