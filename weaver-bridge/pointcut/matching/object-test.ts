/**
 * `that` and `target`: is the object of a class? The static class decides where it can; an object whose class may be
 * derived further has to be asked at run time.
 */
import type { EntityId, Shadow, TypeId, UnitFacts } from "../../model/index.js";
import type { EntityMatcher } from "../patterns/match-entity.js";
import type { TypePattern } from "../patterns/match-expression.js";
import { hierarchyOf, pathOf } from "./class-hierarchy.js";
import type { TypeTest } from "./pointcut-node.js";
import type { RuntimeTest } from "./runtime-test.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
}

/** Of a call with an object, or of a member access. */
export function decideTarget(unit: Unit, test: TypeTest, shadow: Shadow): boolean | RuntimeTest {
  const object = "object" in shadow ? shadow.object : undefined;
  if (object === undefined) return false;
  if (isAnyPointer(test)) return true;
  const { types } = unit.entities;
  const record = pointee(unit, object.type);
  if (types.matches(classPattern(test.pattern), record)) return true;
  const type = types.desugar(record);
  const own = type?.kind === "record" ? hierarchyOf(unit.facts).classOf(type.usr) : undefined;
  return own === undefined ? false : decideClass(unit, test, own, "target");
}

/** `this` of the enclosing member function; static and free functions have none. */
export function decideThat(unit: Unit, test: TypeTest, shadow: Shadow): boolean | RuntimeTest {
  const { entities, facts } = unit;
  const around = facts.entities[shadow.within];
  if (around === undefined || around.kind === "class" || around.isStatic) return false;
  if (around.kind === "function" && around.role === "lambda") return false;
  if (shadow.outside === "default-argument") return false;
  if (around.scope.length === 0 || !entities.isClass(around.scope)) return false;
  if (isAnyPointer(test)) return true;
  const type = classPattern(test.pattern);
  if (entities.matchesScope({ shape: "type", type }, around.scope)) return true;
  const own = around.member?.ofClass ?? hierarchyOf(facts).classAt(around.scope);
  return own === undefined ? false : decideClass(unit, test, own, "that");
}

function decideClass(
  unit: Unit,
  test: TypeTest,
  own: EntityId,
  object: "that" | "target",
): boolean | RuntimeTest {
  const hierarchy = hierarchyOf(unit.facts);
  const type = classPattern(test.pattern);
  const isNamed = (id: EntityId) => {
    const entity = unit.facts.entities[id];
    return entity !== undefined && unit.entities.matchesScope({ shape: "type", type }, pathOf(entity));
  };
  const fits = (id: EntityId) => isNamed(id) || hierarchy.basesOf(id).some(isNamed);
  if (fits(own)) return true;
  const derived = hierarchy.derivedOf(own);
  const related = new Set(derived.flatMap((id) => [id, ...hierarchy.basesOf(id)]));
  const named = [...related].filter(isNamed);
  const classes = named.filter((id) => !hierarchy.basesOf(id).some((base) => named.includes(base)));
  return classes.length === 0 ? false : { kind: "class", object, classes, text: test.text };
}

/** `void *` binds an object of any class. */
function isAnyPointer({ variable, pattern }: TypeTest): boolean {
  return (
    variable !== undefined &&
    isIndirect(pattern) &&
    pattern.to.kind === "builtin" &&
    pattern.to.name === "void"
  );
}

export function classPattern(pattern: TypePattern): TypePattern {
  return isIndirect(pattern) ? pattern.to : pattern;
}

function isIndirect(
  pattern: TypePattern,
): pattern is TypePattern & { readonly kind: "pointer" | "lvalue-reference" } {
  return pattern.kind === "pointer" || pattern.kind === "lvalue-reference";
}

/** The class behind a pointer, a reference or an array of objects. */
function pointee({ entities }: Unit, id: TypeId): TypeId {
  let type = id;
  for (let steps = 0; steps < 3; steps++) {
    const found = entities.types.desugar(type);
    if (found?.kind === "pointer" || found?.kind === "lvalue-reference" || found?.kind === "rvalue-reference")
      type = found.to;
    else if (found?.kind === "array") type = found.of;
    else break;
  }
  return type;
}
