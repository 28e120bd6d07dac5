/** Which slices are introduced into which classes of a unit. */
import type { Aspect, AspectFile, ClassEntity, EntityId, Introduction } from "../../../model/index.js";
import { pathOf } from "../classes/class-hierarchy.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import { describeNames } from "../units/describe-match.js";
import type { UnitMatcher } from "../units/unit-matcher.js";
import type { LinkedIntroduction } from "./link-aspects.js";
import type { LinkedSlice } from "./link-slices.js";
import type { AspectOrder } from "./order-aspects.js";

/** A class (struct, union) that slices are introduced into. */
export interface ClassMatch {
  /** The class entity. */
  readonly entity: EntityId;
  /** In order of precedence, highest first; within an aspect as written. Never empty. */
  readonly introductions: readonly IntroductionMatch[];
}

export interface IntroductionMatch {
  /** The concrete aspect; `introduction.aspect` names the one that declares the introduction. */
  readonly aspect: Aspect;
  /** File of the introduction. */
  readonly file: AspectFile;
  readonly introduction: Introduction;
  /** The slice itself: written in the advice, or what the reference names, with its members from all files. */
  readonly slice: LinkedSlice;
  /** Why, in words. */
  readonly reason: string;
}

/** Classes with a definition in the unit; of templates the pattern, not its instances. */
export function matchClasses(
  unit: UnitMatcher,
  introductions: readonly LinkedIntroduction[],
  order: AspectOrder,
): ClassMatch[] {
  if (introductions.length === 0) return [];
  const matches: ClassMatch[] = [];
  unit.facts.entities.forEach((entity, id) => {
    if (entity.kind !== "class" || !canGrow(entity)) return;
    const met = introductions.filter(({ node }) => goesInto(unit, node, entity));
    if (met.length === 0) return;
    const matched = order.arrangeAt(id, met).items.map(({ aspect, file, introduction, node, slice }) => {
      const reason = `class: \`${pathOf(entity).join("::")}\` ${describeNames(unit, node, id)}`;
      return { aspect, file, introduction, slice, reason };
    });
    matches.push({ entity: id, introductions: matched });
  });
  return matches;
}

/** Does a slice with this pointcut go into the class? */
export function goesInto(unit: UnitMatcher, node: PointcutNode, entity: ClassEntity): boolean {
  return node.kind !== "nothing" && unit.selectsClass(node, pathOf(entity));
}

/** Has a definition of its own and a name. */
export function canGrow({ definition, template, name }: ClassEntity): boolean {
  return definition !== undefined && template !== "instance" && name !== "";
}
