/** Names of classes that mean something in their own text only. */
import type { Entity, FunctionEntity, UnitFacts } from "../../../model/index.js";

/** What a class calls itself, and in a template the instance that is being made ([temp.local]). */
export const injectedName = ({ scope }: Pick<Entity, "scope">) => (scope.at(-1) ?? "").replace(/<.*/s, "");

export const isLocalClass = (entity: Entity | undefined) => entity?.kind === "class" && entity.local === true;

/** A static member whose class has a name only where the function stands. */
export const isNamedWithin = ({ template, member, isStatic }: FunctionEntity, facts: UnitFacts) =>
  member !== undefined &&
  isStatic &&
  (template === "pattern" || isLocalClass(facts.entities[member.ofClass]));
