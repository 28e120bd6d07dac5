/**
 * `that` and `target`: is the object of a class? The static class decides where it can; an object whose class may be
 * derived further has to be asked at run time.
 */
import type { ClassEntity, EntityId, Shadow, TypeId, UnitFacts } from "../../../model/index.js";
import type { EntityMatcher } from "../../patterns/match-entity.js";
import type { TypePattern } from "../../patterns/match-expression.js";
import type { TypeTest } from "../nodes/pointcut-node.js";
import { hierarchyOf, pathOf } from "./class-hierarchy.js";
import { namedInstance } from "./named-instances.js";
import { anyOf, type ClassTest, type Verdict } from "./runtime-test.js";
import { decideClassInstances } from "./template-instance.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
}

/** Of a call with an object, or of a member access. */
export function decideTarget(unit: Unit, test: TypeTest, shadow: Shadow): Verdict {
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
export function decideThat(unit: Unit, test: TypeTest, shadow: Shadow): Verdict {
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

function decideClass(unit: Unit, test: TypeTest, own: EntityId, object: "that" | "target"): Verdict {
  const hierarchy = hierarchyOf(unit.facts);
  const type = classPattern(test.pattern);
  const isNamed = (id: EntityId) => {
    const entity = unit.facts.entities[id];
    return entity !== undefined && unit.entities.matchesScope({ shape: "type", type }, pathOf(entity));
  };
  const fits = (id: EntityId) => isNamed(id) || hierarchy.basesOf(id).some(isNamed);
  if (fits(own)) return true;
  const derived = derivedOfInstances(unit.facts, own);
  const isOwn = instancesOf(unit.facts, own);
  const related = new Set(
    derived.flatMap((id) => [id, ...hierarchy.basesOf(id)].filter((one) => !isOwn(one))),
  );
  const named = [...related].filter(isNamed);
  const classes = named.filter((id) => !hierarchy.basesOf(id).some((base) => named.includes(base)));
  const isAskable = (unit.facts.entities[own] as ClassEntity).polymorphic === true;
  const instances = derived.flatMap((id) => {
    const path = isAskable ? namedInstance(unit, { shape: "type", type }, id) : undefined;
    return path === undefined ? [] : [path];
  });
  const further: ClassTest | false = classes.length + instances.length > 0 && {
    kind: "class",
    object,
    classes,
    ...(instances.length === 0 ? {} : { instances }),
    text: test.text,
  };
  return anyOf(decideClassInstances(unit, { shape: "type", type }, own, object), further);
}

/** What derives from the class; from the text of a template, what derives from one of its instances. */
function derivedOfInstances(facts: UnitFacts, own: EntityId): readonly EntityId[] {
  const hierarchy = hierarchyOf(facts);
  const entity = facts.entities[own];
  if (entity?.kind !== "class" || entity.template !== "pattern") return hierarchy.derivedOf(own);
  // Without virtual functions, no object says what it is part of.
  if (entity.polymorphic !== true) return [];
  const instances = hierarchy.classes.filter(instancesOf(facts, own));
  return [...new Set([own, ...instances].flatMap((id) => hierarchy.derivedOf(id)))];
}

/** Is it an instance of the template that the class is the text of? */
function instancesOf({ entities }: UnitFacts, own: EntityId): (id: EntityId) => boolean {
  const entity = entities[own];
  if (entity?.kind !== "class" || entity.template !== "pattern") return () => false;
  const scope = entity.scope.join("::");
  return (id) => {
    const other = entities[id];
    return other?.name.startsWith(`${entity.name}<`) === true && other.scope.join("::") === scope;
  };
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
