/** Introductions as effects: join point kind `class`, one effect for each slice and class. */
import type { AspectEffect, ClassEntity, JoinPoint, UnitFacts } from "../../model/index.js";
import { type ClassMatch, type IntroductionMatch, qualifiedName } from "../../pointcut/index.js";
import { aspectFileRange } from "../effects.js";

/** In the order of the classes and their introductions. */
export function introductionEffects(facts: UnitFacts, classes: readonly ClassMatch[]): AspectEffect[] {
  return classes.flatMap(({ entity, introductions }) => {
    const struct = facts.entities[entity] as ClassEntity;
    const joinPoint = classJoinPoint(facts, struct);
    return introductions.map((match, order) => effectOf(match, struct, joinPoint, order));
  });
}

/** The class as a join point, at its name. */
export function classJoinPoint(facts: UnitFacts, struct: ClassEntity): JoinPoint {
  const range = facts.lineMap.rangeOf(struct.nameRange);
  const name = qualifiedName(struct);
  return {
    id: `class@${facts.sources?.nameOf(range.file) ?? range.file}:${range.startLine}:${range.startColumn}:${name}`,
    kind: "class",
    signature: facts.language === "c" ? `${struct.key} ${name}` : name,
    within: struct.scope.join("::"),
    range,
    inMacro: false,
  };
}

function effectOf(
  { aspect, introduction, file, reason }: IntroductionMatch,
  struct: ClassEntity,
  joinPoint: JoinPoint,
  order: number,
): AspectEffect {
  const { range: target, ...bound } = joinPoint;
  return {
    id: `${aspect.name}.slice${introduction.index}/${joinPoint.id}`,
    target,
    origin: aspectFileRange(file, introduction.range),
    by: { tool: "aspects", name: aspect.name },
    title: `${aspect.name}: introduction into ${qualifiedName(struct)}`,
    reason,
    certainty: "certain",
    order,
    binding: { kind: "introduction", joinPoint: bound, adviceIndex: introduction.index },
  };
}
