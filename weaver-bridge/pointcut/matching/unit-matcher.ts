/**
 * Evaluates resolved code pointcuts over one unit. A sweep narrows a list of shadows part by part: names and places
 * are looked up in columns, types are asked only of what is left. Knows no aspects, only {@link PointcutNode}s.
 */
import type { EntityId, FunctionEntity, Shadow, UnitFacts } from "../../model/index.js";
import type { EntityMatcher } from "../patterns/match-entity.js";
import { createNameSets, type MatchOptions, type NameSets } from "./name-sets.js";
import type { PointcutNode } from "./pointcut-node.js";
import { argumentsFit, isAccess, objectFits, resultType, thatFits, typeFits } from "./shadow-types.js";
import { columnsOf, SHADOW_KINDS, type UnitColumns } from "./unit-columns.js";

export interface UnitMatcher {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
  /** Does the name pointcut select the entity? */
  selects(node: PointcutNode, entity: EntityId): boolean;
  /** Does the code pointcut hold at the shadow, `notrace` or not? */
  holds(node: PointcutNode, shadow: Shadow): boolean;
  /** Indices of the shadows that the code pointcut selects; code marked `notrace` only if it is named literally. */
  select(node: PointcutNode): readonly number[];
  /** As {@link select} among the given ones (all without), without regard to `notrace`. */
  selectAnyway(node: PointcutNode, among?: readonly number[]): readonly number[];
}

interface Unit {
  readonly facts: UnitFacts;
  readonly columns: UnitColumns;
  readonly names: NameSets;
  readonly entities: EntityMatcher;
}

export function createUnitMatcher(facts: UnitFacts, options: MatchOptions = {}): UnitMatcher {
  const names = createNameSets(facts, options);
  const unit: Unit = { facts, columns: columnsOf(facts), names, entities: names.entities };
  return {
    facts,
    entities: names.entities,
    selects: (node, entity) => names.selector(node)(entity),
    holds: (node, shadow) => holds(unit, node, shadow),
    select: (node) =>
      narrow(unit, node, unit.columns.all).filter((index) =>
        mayWeave(unit, node, facts.shadows[index] as Shadow),
      ),
    selectAnyway: (node, among = unit.columns.all) => narrow(unit, node, among),
  };
}

/** Those of `among` (in order) at which the pointcut holds. */
function narrow(unit: Unit, node: PointcutNode, among: readonly number[]): readonly number[] {
  const { columns } = unit;
  switch (node.kind) {
    case "and":
      return narrow(unit, node.right, narrow(unit, node.left, among));
    case "or":
      return merge(narrow(unit, node.left, among), narrow(unit, node.right, among));
    case "not":
      return without(among, narrow(unit, node.operand, among));
    case "named":
      return narrow(unit, node.of, among);
    case "join": {
      const selects = unit.names.selector(node.of);
      const wanted = SHADOW_KINDS.map((kind) => node.kinds.includes(kind));
      return among.filter(
        (index) => wanted[columns.kind[index] as number] && selects(columns.entity[index] as number),
      );
    }
    case "within": {
      const selects = unit.names.selector(node.of);
      return among.filter((index) => selects(columns.within[index] as number));
    }
    default:
      return among.filter((index) => holds(unit, node, unit.facts.shadows[index] as Shadow));
  }
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

function holds(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  switch (node.kind) {
    case "and":
      return holds(unit, node.left, shadow) && holds(unit, node.right, shadow);
    case "or":
      return holds(unit, node.left, shadow) || holds(unit, node.right, shadow);
    case "not":
      return !holds(unit, node.operand, shadow);
    case "named":
      return holds(unit, node.of, shadow);
    case "join":
      return node.kinds.includes(shadow.kind) && unit.names.selector(node.of)(shadow.entity);
    case "within":
      return unit.names.selector(node.of)(shadow.within);
    case "args":
      return argumentsFit(unit, node.types, shadow);
    case "result": {
      const found = resultType(unit.facts, shadow);
      return found !== undefined && typeFits(unit, node.type, found);
    }
    case "target":
      return isAccess(shadow) && objectFits(unit, node.type, shadow);
    case "that":
      return thatFits(unit, node.type, shadow);
    default:
      return false;
  }
}

/** Code marked `notrace` or `noinstr` may be woven only where the pointcut means it. */
function mayWeave(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  const around = unit.facts.entities[shadow.within] as FunctionEntity | undefined;
  return around?.noInstrument !== true || namesLiterally(unit, node, shadow);
}

/** True when a part that holds here names the enclosing function without a wildcard. */
function namesLiterally(unit: Unit, node: PointcutNode, shadow: Shadow): boolean {
  switch (node.kind) {
    case "and":
      return namesLiterally(unit, node.left, shadow) || namesLiterally(unit, node.right, shadow);
    case "or":
      return [node.left, node.right].some(
        (arm) => holds(unit, arm, shadow) && namesLiterally(unit, arm, shadow),
      );
    case "named":
      return namesLiterally(unit, node.of, shadow);
    case "within":
      return unit.names.literalSelector(node.of)(shadow.within);
    case "join":
      return shadow.kind === "execution" && unit.names.literalSelector(node.of)(shadow.entity);
    default:
      return false;
  }
}
