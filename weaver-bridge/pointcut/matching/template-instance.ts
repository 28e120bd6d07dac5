/**
 * A pattern that names instances of a template, `"% Box<int>::put(...)"` or `"% twice<int>(...)"`, against the
 * template's text, which all instances share: the woven code asks of which instance it is. The compiler knows, so
 * asking costs nothing.
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
  if (!isTemplateText(entity)) return unit.names.selector(node)(id);
  return decide(unit, node, id, entity);
}

/** Does the pattern name some instances of a function template, or members of some of a class template? */
export function namesInstances(pattern: MatchExpression): boolean {
  if (pattern.shape !== "function") return false;
  const scope = pattern.name.scopes.at(-1);
  return (
    pattern.name.templateArguments !== undefined ||
    (scope?.kind === "name" && scope.templateArguments !== undefined)
  );
}

/** Only then can {@link decideFunction} say something else than true or false. */
export function isTemplateText(entity: UnitFacts["entities"][number] | undefined): entity is FunctionEntity {
  return entity?.kind === "function" && entity.template === "pattern";
}

function isMemberOfTemplate({ entities }: UnitFacts, { member }: FunctionEntity): boolean {
  const owner = member && entities[member.ofClass];
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
  const matches = (name: FunctionPattern["name"]) => unit.entities.matches({ ...pattern, name }, entity);
  if (!isMemberOfTemplate(unit.facts, entity)) {
    const { templateArguments, ...name } = pattern.name;
    if (templateArguments === undefined || !matches(name)) return false;
    return { kind: "instance", of: "function", scope: [], arguments: templateArguments };
  }
  const scope = pattern.name.scopes.at(-1);
  if (scope?.kind !== "name" || scope.templateArguments === undefined) return false;
  const { templateArguments, ...anyInstance } = scope;
  const scopes = [...pattern.name.scopes.slice(0, -1), anyInstance];
  if (!matches({ ...pattern.name, scopes })) return false;
  return { kind: "instance", of: "class", scope: entity.scope, arguments: templateArguments };
}
