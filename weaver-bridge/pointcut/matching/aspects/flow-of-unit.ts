/** What a unit contributes to deciding the `cflow`s of a project; see {@link projectFlow}. */
import type { AspectFile, UnitFacts } from "../../../model/index.js";
import type { UnitFlow } from "../flow/project-flow.js";
import { unitFlowOf } from "../flow/unit-flow.js";
import { findNode } from "../nodes/node-text.js";
import type { MatchOptions } from "../units/name-sets.js";
import { createUnitMatcher } from "../units/unit-matcher.js";
import { linkAspects } from "./link-aspects.js";

/** Plain data, to be kept per unit. Undefined without a call graph in the facts (`WantedFacts.callGraph`). */
export function flowOfUnit(
  facts: UnitFacts,
  files: readonly AspectFile[],
  options: MatchOptions = {},
): UnitFlow | undefined {
  const { triggers, advice } = linkAspects(files);
  const unit = createUnitMatcher(facts, options);
  const shadows = triggers.map(({ key, of }) => {
    const asking = advice.filter(
      ({ node }) => findNode(node, (part) => part.kind === "cflow" && part.key === key) !== undefined,
    );
    return { key, triggers: unit.select(of), asked: asking.flatMap(({ node }) => unit.select(node)) };
  });
  return unitFlowOf(facts, shadows, options.mentioned);
}
