/**
 * Instances of a template that a pointcut names, `"W<int>"`, and of which libclang has no class for the unit, because its
 * text names them nowhere: those that are deduced, that a typedef stands for, or that other templates make.
 */
import type { EntityId, UnitFacts } from "../../../model/index.js";
import type { EntityMatcher } from "../../patterns/match-entity.js";
import type { MatchExpression } from "../../patterns/match-expression.js";
import { anyInstance } from "../../patterns/template-arguments.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import { hierarchyOf, pathOf } from "./class-hierarchy.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
}

/** The instance of the template, whose text the class is, as a path: `["n", "W<int>"]`. */
export function namedInstance(
  { facts, entities }: Unit,
  pattern: MatchExpression,
  id: EntityId,
): readonly string[] | undefined {
  const entity = facts.entities[id];
  if (entity?.kind !== "class" || entity.template !== "pattern" || entity.definition === undefined)
    return undefined;
  const any = anyInstance(pattern);
  if (any === undefined || any.inner > 0 || !any.arguments.every((one) => isKnown(facts, one)))
    return undefined;
  if (!entities.matchesScope(any.pattern, pathOf(entity))) return undefined;
  const isThere = hierarchyOf(facts).classes.some((other) => {
    const found = facts.entities[other];
    return (
      found?.kind === "class" && found.name !== entity.name && entities.matchesScope(pattern, pathOf(found))
    );
  });
  return isThere ? undefined : [...entity.scope, `${entity.name}<${any.arguments.join(", ")}>`];
}

/** As {@link namedInstance}, of all that a name pointcut says, without what it excludes. */
export function namedInstances(unit: Unit, node: PointcutNode, id: EntityId): (readonly string[])[] {
  switch (node.kind) {
    case "or":
      return [...namedInstances(unit, node.left, id), ...namedInstances(unit, node.right, id)];
    case "named":
      return namedInstances(unit, node.of, id);
    case "names": {
      const found = namedInstance(unit, node.pattern, id);
      return found === undefined ? [] : [found];
    }
    default:
      return [];
  }
}

const WORD =
  /^(?:const|volatile|bool|char\d*_?t?|wchar_t|short|int|long|signed|unsigned|float|double|void|true|false|nullptr|struct|class|union|enum)$/;

/** Written out, with types that the unit has. */
function isKnown({ types, entities }: UnitFacts, argument: string): boolean {
  if (argument.includes("%") || argument.includes("...")) return false;
  const names = (argument.match(/[A-Za-z_]\w*/g) ?? []).filter((name) => !WORD.test(name));
  return names.every(
    (name) =>
      entities.some((entity) => entity.name === name || entity.scope.includes(name)) ||
      types.some((type) => "name" in type && type.name.split("::").includes(name)),
  );
}
