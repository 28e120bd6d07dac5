/** A unit's part of a project's call graph, with the join points of its `cflow` triggers. */
import {
  ANY_SHAPE,
  callShape,
  type EntityId,
  type FunctionEntity,
  type UnitFacts,
} from "../../../model/index.js";
import type { UnitFlow, UnitTriggers } from "./project-flow.js";

export interface TriggerShadows {
  readonly key: string;
  /** Indices of the trigger's join points. */
  readonly triggers: readonly number[];
  /** Indices of join points at which advice asks for it. */
  readonly asked: readonly number[];
}

/** Undefined without a call graph in the facts. */
export function unitFlowOf(
  facts: UnitFacts,
  triggers: readonly TriggerShadows[],
  mentioned: ReadonlySet<string> = new Set(),
): UnitFlow | undefined {
  const { callGraph, entities } = facts;
  if (callGraph === undefined) return undefined;
  const usr = (id: EntityId) => entities[id]?.usr ?? "";
  const overriders: (readonly [string, string])[] = [];
  const internal: string[] = [];
  const exposed: string[] = [];
  for (const entity of entities) {
    if (entity.kind !== "function") continue;
    for (const base of entity.overrides ?? []) overriders.push([usr(base), entity.usr]);
    if (isInternal(entity)) internal.push(entity.usr);
    if (mentioned.has(entity.name)) exposed.push(entity.usr);
  }
  return {
    edges: callGraph.edges.map(({ caller, callee, how }) => [usr(caller), usr(callee), how] as const),
    indirectCalls: callGraph.indirectCalls.map(({ caller, shape }) => [usr(caller), shape] as const),
    shapes: addressed(facts),
    defined: callGraph.defined.map(usr),
    internal,
    overriders,
    ...(exposed.length === 0 ? {} : { exposed }),
    ...(mentioned.size === 0 ? {} : { mentioned: [...mentioned] }),
    triggers: triggers.map((item) => triggersOf(facts, item)),
  };
}

/** Functions whose address is taken, with what they take. */
function addressed({ callGraph, entities, types }: UnitFacts): Record<string, string> {
  const taken = new Set(callGraph?.edges.flatMap(({ callee, how }) => (how === "address" ? callee : [])));
  const shapes = [...taken].flatMap((id) => {
    const entity = entities[id];
    if (entity?.kind !== "function") return [];
    const hidden = entity.member !== undefined && !entity.isStatic;
    const parameters = entity.parameters.map(({ type }) => type);
    const isOpen = hidden || entity.role === "lambda" || entity.template !== undefined;
    return [[entity.usr, isOpen ? ANY_SHAPE : callShape(types, parameters, entity.variadic)] as const];
  });
  return Object.fromEntries(shapes);
}

/** Static at file scope or in an unnamed namespace: nothing outside the unit can name it. */
function isInternal({ isStatic, member, scope }: FunctionEntity): boolean {
  return (isStatic && member === undefined) || scope.includes("") || scope.includes("<unnamed>");
}

function triggersOf(facts: UnitFacts, { key, triggers, asked }: TriggerShadows): UnitTriggers {
  const { shadows, entities } = facts;
  const usr = (id: EntityId) => entities[id]?.usr ?? "";
  const executions = new Set<string>();
  const calls = new Map<string, { caller: string; callee: string; count: number }>();
  for (const index of triggers) {
    const shadow = shadows[index];
    if (shadow === undefined) continue;
    if (shadow.kind === "call") {
      const edge = `${shadow.within} ${shadow.entity}`;
      const known = calls.get(edge);
      if (known !== undefined) known.count++;
      else calls.set(edge, { caller: usr(shadow.within), callee: usr(shadow.entity), count: 1 });
    } else if (shadow.kind === "execution" || shadow.kind === "construction" || shadow.kind === "destruction")
      executions.add(usr(shadow.entity));
  }
  const total = new Map<string, number>();
  if (calls.size > 0)
    for (const shadow of shadows)
      if (shadow.kind === "call") {
        const edge = `${shadow.within} ${shadow.entity}`;
        total.set(edge, (total.get(edge) ?? 0) + 1);
      }
  return {
    key,
    executions: [...executions],
    calls: [...calls].map(([edge, { caller, callee, count }]) => ({
      caller,
      callee,
      all: total.get(edge) === count,
    })),
    asked: [...new Set(asked.map((index) => usr(shadows[index]?.within ?? -1)))],
  };
}
