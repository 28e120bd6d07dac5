/**
 * What the last build left out of a unit because the compiler rejects it, which only a compiler run can tell, found again
 * among the effects of an analysis. Join points are told by what they are, not by where, so that edits elsewhere change
 * nothing.
 */
import { type AspectEffect, isOfAspect, kindOf, type Problem, type UnitWeaveMap } from "../../model/index.js";
import type { AdviceAnswer, JoinPointExplanation } from "../explain-line.js";

/** Why, by {@link numbered} names of the effects. */
export type LeftOut = ReadonlyMap<string, string>;

/** Of what the build wrote of the unit. */
export function leftOutOf({ effects, leftOut = [] }: UnitWeaveMap): LeftOut {
  const rejected = leftOut.filter(({ code }) => code === "weave/rejected");
  if (rejected.length === 0) return new Map();
  const names = numbered([...effects.filter(isOfAspect), ...leftOut.map(({ effect }) => effect)]);
  return new Map(rejected.map(({ effect, because }) => [names.get(effect) ?? "", because]));
}

/** Unique among the effects of a unit: the how manieth it is of those that have all but the place in common. */
function numbered(effects: readonly AspectEffect[]): ReadonlyMap<AspectEffect, string> {
  const counts = new Map<string, number>();
  const inOrder = [...effects].sort(
    ({ target: a }, { target: b }) => a.startLine - b.startLine || a.startColumn - b.startColumn,
  );
  return new Map(
    inOrder.map((effect) => {
      const { kind, signature, within } = effect.binding.joinPoint;
      const name = JSON.stringify([effect.by.name, effect.binding.adviceIndex, kind, signature, within]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [effect, `${name} ${count}`];
    }),
  );
}

/** Which of the unit's effects the build left out, and why. */
export function leftOutByBuild(
  effects: readonly AspectEffect[],
  leftOut: LeftOut | undefined,
): ReadonlyMap<AspectEffect, string> {
  const found = new Map<AspectEffect, string>();
  if (leftOut === undefined) return found;
  for (const [effect, name] of numbered(effects)) {
    const because = leftOut.get(name);
    if (because !== undefined) found.set(effect, because);
  }
  return found;
}

/** What the build weaves of a unit, and what it says of the rest. */
export function asBuilt(
  effects: readonly AspectEffect[],
  leftOut: LeftOut | undefined,
): { readonly effects: readonly AspectEffect[]; readonly problems: readonly Problem[] } {
  const without = leftOutByBuild(effects, leftOut);
  return {
    effects: effects.filter((effect) => !without.has(effect)),
    problems: [...without].map(([effect, because]) => problemOf(effect, because)),
  };
}

/** What applies by the pointcut, but is not woven. */
export function explanationAsBuilt(
  explained: JoinPointExplanation,
  without: ReadonlyMap<AspectEffect, string> = new Map(),
): JoinPointExplanation {
  const becauseOf = ({ aspect, adviceIndex }: AdviceAnswer) =>
    [...without].find(
      ([effect]) =>
        effect.binding.joinPoint.id === explained.joinPoint.id &&
        effect.binding.kind === "advice" &&
        effect.by.name === aspect &&
        effect.binding.adviceIndex === adviceIndex,
    )?.[1];
  const advice = explained.advice.map((answer): AdviceAnswer => {
    const because = becauseOf(answer);
    if (because === undefined) return answer;
    return { ...answer, applies: "no", why: `${answer.why}, but was left out by the build: ${because}` };
  });
  return { ...explained, advice };
}

function problemOf(effect: AspectEffect, because: string): Problem {
  const { kind, signature } = effect.binding.joinPoint;
  return {
    code: "weave/rejected",
    severity: "warning",
    range: effect.target,
    message: `${kindOf(effect)} advice of '${effect.by.name}' was left out by the build: ${because}`,
    hint: `Write && !${kind}("${signature}") in the pointcut to say so yourself, or change the advice and build again.`,
  };
}
