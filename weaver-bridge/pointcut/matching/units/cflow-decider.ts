/** Decides `cflow` at the join points of one unit: inside, outside, or to be counted at run time. */
import type { Shadow, UnitFacts } from "../../../model/index.js";
import type { CflowTrigger, RuntimeTest } from "../classes/runtime-test.js";
import { type ProjectFlow, projectFlow } from "../flow/project-flow.js";
import { unitFlowOf } from "../flow/unit-flow.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import type { MatchOptions } from "./name-sets.js";

export type CflowNode = PointcutNode & { readonly kind: "cflow" };

export interface CflowDecider {
  decide(node: CflowNode, shadow: Shadow): boolean | RuntimeTest;
  /** The trigger with its join points in this unit. */
  trigger(node: CflowNode): CflowTrigger;
}

interface Known {
  readonly trigger: CflowTrigger;
  readonly triggers: ReadonlySet<Shadow>;
  /** Functions whose whole body is inside. */
  readonly executions: ReadonlySet<number>;
  readonly answer: (usr: string) => boolean | undefined;
}

/** `select` gives the indices of the join points of a trigger. */
export function createCflowDecider(
  facts: UnitFacts,
  { flow, mentioned }: MatchOptions,
  select: (node: PointcutNode) => readonly number[],
): CflowDecider {
  const known = new Map<string, Known>();
  const prepare = (node: CflowNode): Known => {
    let found = known.get(node.key);
    if (found === undefined)
      known.set(node.key, (found = create(facts, { flow, mentioned }, node, select(node.of))));
    return found;
  };
  return {
    trigger: (node) => prepare(node).trigger,
    decide: (node, shadow) => {
      const { triggers, executions, answer, trigger } = prepare(node);
      if (triggers.has(shadow)) return true;
      // It runs wherever an object is made or a call leaves out the argument.
      if (shadow.outside !== undefined) return { kind: "cflow", trigger };
      if (executions.has(shadow.within)) return true;
      const around = facts.entities[shadow.within];
      return answer(around?.usr ?? "") ?? { kind: "cflow", trigger };
    },
  };
}

function create(
  facts: UnitFacts,
  { flow, mentioned }: Pick<MatchOptions, "flow" | "mentioned">,
  { key, text }: CflowNode,
  indices: readonly number[],
): Known {
  const shadows = indices.map((index) => facts.shadows[index] as Shadow);
  const executions = new Set(
    shadows.flatMap(({ kind, within }) =>
      kind === "execution" || kind === "construction" || kind === "destruction" ? within : [],
    ),
  );
  const used = flow?.triggers.some((item) => item.key === key)
    ? flow
    : localFlow(facts, key, indices, mentioned);
  const trigger = used?.triggers.find((item) => item.key === key);
  const decided = trigger?.decided === true;
  return {
    trigger: { key, text, shadows: decided ? [] : shadows, decided },
    triggers: new Set(shadows),
    executions,
    answer: answers(used, key),
  };
}

/** What the unit alone tells: only static functions can be decided. */
function localFlow(
  facts: UnitFacts,
  key: string,
  triggers: readonly number[],
  mentioned: MatchOptions["mentioned"],
): ProjectFlow | undefined {
  const own = unitFlowOf(facts, [{ key, triggers, asked: [] }], mentioned);
  return own === undefined ? undefined : projectFlow([own], false);
}

function answers(flow: ProjectFlow | undefined, key: string): (usr: string) => boolean | undefined {
  const trigger = flow?.triggers.find((item) => item.key === key);
  if (flow === undefined || trigger === undefined) return () => undefined;
  const known = new Set(flow.known);
  const always = new Set(trigger.always);
  const sometimes = new Set(trigger.sometimes);
  return (usr) => {
    if (always.has(usr)) return true;
    return sometimes.has(usr) || !known.has(usr) ? undefined : false;
  };
}
