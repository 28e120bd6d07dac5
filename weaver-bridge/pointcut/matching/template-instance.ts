/**
 * A pattern that names instances of a class template, `"% Box<int>::put(...)"`, against the template's text, which all
 * instances share: the woven code asks of which instance it is. The compiler knows, so asking costs nothing.
 */
import type { EntityId, FunctionEntity, UnitFacts } from "../../model/index.js";
import type { EntityMatcher } from "../patterns/match-entity.js";
import type { FunctionPattern, MatchExpression } from "../patterns/match-expression.js";
import type { PointcutNode } from "./pointcut-node.js";
import { allOf, anyOf, not, type Verdict } from "./runtime-test.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
  readonly names: { selector(node: PointcutNode): (id: EntityId) => boolean };
}

/** Does the name pointcut select the function, or some instances of it? */
export function decideFunction(unit: Unit, node: PointcutNode, id: EntityId): Verdict {
  const entity = unit.facts.entities[id];
  if (!isMemberOfTemplate(unit.facts, entity)) return unit.names.selector(node)(id);
  return decide(unit, node, id, entity);
}

/** Does the pattern name members of some instances of a class template? */
export function namesInstances(pattern: MatchExpression): boolean {
  const scope = pattern.shape === "function" ? pattern.name.scopes.at(-1) : undefined;
  return scope?.kind === "name" && scope.templateArguments !== undefined;
}

/** Only then can {@link decideFunction} say something else than true or false. */
export function isMemberOfTemplate(
  { entities }: UnitFacts,
  entity: UnitFacts["entities"][number] | undefined,
): entity is FunctionEntity {
  if (entity?.kind !== "function" || entity.template !== "pattern" || entity.member === undefined)
    return false;
  const owner = entities[entity.member.ofClass];
  return owner?.kind === "class" && owner.template === "pattern";
}

function decide(unit: Unit, node: PointcutNode, id: EntityId, entity: FunctionEntity): Verdict {
  switch (node.kind) {
    case "and":
      return allOf(decide(unit, node.left, id, entity), decide(unit, node.right, id, entity));
    case "or":
      return anyOf(decide(unit, node.left, id, entity), decide(unit, node.right, id, entity));
    case "not":
      return not(decide(unit, node.operand, id, entity));
    case "named":
      return decide(unit, node.of, id, entity);
    case "names": {
      if (unit.names.selector(node)(id)) return true;
      return node.pattern.shape === "function" && decidePattern(unit, node.pattern, entity);
    }
    default:
      return unit.names.selector(node)(id);
  }
}

function decidePattern(unit: Unit, pattern: FunctionPattern, entity: FunctionEntity): Verdict {
  const scope = pattern.name.scopes.at(-1);
  if (scope?.kind !== "name" || scope.templateArguments === undefined) return false;
  const { templateArguments, ...anyInstance } = scope;
  const scopes = [...pattern.name.scopes.slice(0, -1), anyInstance];
  const widened = { ...pattern, name: { ...pattern.name, scopes } };
  if (!unit.entities.matches(widened, entity)) return false;
  return { kind: "instance", scope: entity.scope, arguments: templateArguments };
}
