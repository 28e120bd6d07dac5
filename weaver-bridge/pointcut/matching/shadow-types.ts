/** Types at join points: of arguments, results and objects, and whether they are what a pointcut asks for. */
import type { AccessShadow, Shadow, TypeId, UnitFacts } from "../../model/index.js";
import type { EntityMatcher } from "../patterns/match-entity.js";
import type { TypeTest } from "./pointcut-node.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
}

export function isAccess(shadow: Shadow): shadow is AccessShadow {
  return shadow.kind === "get" || shadow.kind === "set" || shadow.kind === "ref";
}

/** Exactly these arguments: of a call as declared, and as passed where the callee is variadic or has no prototype. */
export function argumentsFit(unit: Unit, tests: readonly TypeTest[], shadow: Shadow): boolean {
  if (isAccess(shadow)) {
    if (shadow.kind !== "set") return tests.length === 0;
    return tests.length === 1 && typeFits(unit, tests[0] as TypeTest, shadow.type);
  }
  const entity = unit.facts.entities[shadow.entity];
  if (entity?.kind !== "function") return false;
  const { parameters } = entity;
  const passed = shadow.kind === "call" ? shadow.arguments : [];
  if (tests.length !== Math.max(parameters.length, passed.length)) return false;
  return tests.every((test, index) => typeFits(unit, test, (parameters[index] ?? passed[index])?.type ?? -1));
}

export function resultType(facts: UnitFacts, shadow: Shadow): TypeId | undefined {
  if (shadow.kind === "call") return shadow.result;
  if (shadow.kind === "get") return shadow.type;
  if (shadow.kind !== "execution") return undefined;
  const entity = facts.entities[shadow.entity];
  return entity?.kind === "function" ? entity.result : undefined;
}

export function typeFits(unit: Unit, test: TypeTest, type: TypeId): boolean {
  const { types } = unit.entities;
  const array = types.desugar(type);
  if (test.variable === undefined) return types.matchesParameter(test.pattern, type);
  if (array?.kind === "array" && test.pattern.kind === "pointer")
    return types.equals(test.pattern.to, array.of);
  return types.equals(test.pattern, type);
}

/** The object is of the type, or the variable is a pointer to it (or to void). */
export function objectFits(unit: Unit, test: TypeTest, shadow: AccessShadow): boolean {
  if (shadow.object === undefined) return false;
  const { types } = unit.entities;
  const object = types.desugar(shadow.object.type);
  const record =
    object?.kind === "pointer" ? object.to : object?.kind === "array" ? object.of : shadow.object.type;
  const { pattern } = test;
  const isIndirect = pattern.kind === "pointer" || pattern.kind === "lvalue-reference";
  if (
    test.variable !== undefined &&
    isIndirect &&
    pattern.to.kind === "builtin" &&
    pattern.to.name === "void"
  )
    return true;
  return types.matches(isIndirect ? pattern.to : pattern, record);
}

/** The enclosing class of a member function, as far as it is known without the class hierarchy. */
export function thatFits(unit: Unit, test: TypeTest, shadow: Shadow): boolean {
  const around = unit.facts.entities[shadow.within];
  if (
    around === undefined ||
    around.isStatic ||
    around.scope.length === 0 ||
    !unit.entities.isClass(around.scope)
  )
    return false;
  const { pattern } = test;
  const isIndirect = pattern.kind === "pointer" || pattern.kind === "lvalue-reference";
  return unit.entities.matchesScope({ shape: "type", type: isIndirect ? pattern.to : pattern }, around.scope);
}
