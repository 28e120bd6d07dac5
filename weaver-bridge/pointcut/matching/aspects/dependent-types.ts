/**
 * The text of a template says `T` where its instances say `int`: what a pointcut asks of types there is true of some
 * instances only. Such advice is decided by the text alone, and that is told.
 */
import type { FunctionEntity, Problem, Shadow, TypeId, UnitFacts } from "../../../model/index.js";
import { isTemplateText } from "../classes/template-instance.js";
import { findNode } from "../nodes/node-text.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import type { MatchOptions } from "../units/name-sets.js";
import { createUnitMatcher, type UnitMatcher } from "../units/unit-matcher.js";
import type { LinkedAdvice } from "./link-aspects.js";

/** How many places a warning names. */
const MOST = 5;

/** A warning for each advice that asks for types of templates' functions, at the first of these. */
export function dependentTypeProblems(
  unit: UnitMatcher,
  advice: readonly LinkedAdvice[],
  options: MatchOptions,
): Problem[] {
  const { facts } = unit;
  if (facts.language === "c") return [];
  const asking = advice.filter(({ node }) => findNode(node, asksTypes) !== undefined);
  const shadows = asking.length === 0 ? [] : facts.shadows.filter((shadow) => isOpen(facts, shadow));
  if (shadows.length === 0) return [];
  const open = createUnitMatcher(facts, { ...options, openTypes: true });
  return asking.flatMap(({ node, aspect }) => {
    const found = shadows.filter((shadow) => unit.holds(node, shadow) !== open.holds(node, shadow));
    const [first] = found;
    if (first === undefined) return [];
    const isThere = unit.holds(node, first);
    return {
      code: "weave/dependent-type",
      severity: "warning",
      range: facts.lineMap.rangeOf((facts.entities[first.entity] as FunctionEntity).nameRange),
      message: `advice of '${aspect.name}' asks for a type that only the instances of ${namesOf(facts, found)} have; it ${isThere ? "runs in all of them" : "is left out of all of them"}`,
      hint: 'Name the instances that are meant, as in "% Box<int>::get()", or write % for the type.',
    } as const;
  });
}

function namesOf({ entities }: UnitFacts, shadows: readonly Shadow[]): string {
  const names = shadows.map(({ entity }) => {
    const { scope, name } = entities[entity] as FunctionEntity;
    return `'${[...scope, name].join("::")}'`;
  });
  const more = names.length > MOST ? ` and ${names.length - MOST} more` : "";
  return `${names.slice(0, MOST).join(", ")}${more}`;
}

/** A function of a template of which some type is known to its instances alone. */
function isOpen(facts: UnitFacts, { kind, entity: id }: Shadow): boolean {
  const entity = facts.entities[id];
  if (kind !== "execution" || entity?.kind !== "function" || !isTemplateText(facts, id)) return false;
  return [entity.result, ...entity.parameters.map(({ type }) => type)].some((type) =>
    isDependent(facts, type),
  );
}

function isDependent({ types }: Pick<UnitFacts, "types">, id: TypeId): boolean {
  const type = types[id];
  if (type === undefined) return false;
  if (type.kind === "other") return true;
  if (type.kind === "typedef") return isDependent({ types }, type.underlying);
  if (type.kind === "array") return isDependent({ types }, type.of);
  return "to" in type && isDependent({ types }, type.to);
}

function asksTypes(node: PointcutNode): boolean {
  if (node.kind === "args" || node.kind === "result") return true;
  if (node.kind !== "names" || node.pattern.shape !== "function") return false;
  const { result, parameters } = node.pattern;
  return [result, ...parameters].some(({ kind }) => kind !== "any");
}
