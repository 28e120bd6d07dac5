/**
 * Advice at names that only the instances of a template say what they are: `o.n` where the class of `o` is a parameter. It
 * is left out there, and told wherever something of that name in the unit is what the advice asks for.
 */
import type {
  Entity,
  EntityId,
  FunctionEntity,
  OpenName,
  Problem,
  Shadow,
  UnitFacts,
  VariableEntity,
} from "../../../model/index.js";
import type { MatchOptions } from "../units/name-sets.js";
import { createUnitMatcher, type UnitMatcher } from "../units/unit-matcher.js";
import type { LinkedAdvice } from "./link-aspects.js";

/** How many meanings a warning names. */
const MOST = 3;

/** A warning at each such name, of the first advice that may mean it. */
export function openNameProblems(
  facts: UnitFacts,
  advice: readonly LinkedAdvice[],
  options: MatchOptions,
): Problem[] {
  const { openNames = [], lineMap } = facts;
  if (openNames.length === 0 || advice.length === 0) return [];
  const unit = createUnitMatcher(facts, { ...options, openTypes: true });
  const byName = entitiesByName(facts);
  return openNames.flatMap((name) => {
    const shadows = lineMap.inSystemHeader(name.nameRange.start)
      ? []
      : candidatesOf(byName, name).flatMap((id) => shadowsOf(facts, name, id));
    for (const { node, aspect } of advice) {
      const meant = shadows.filter((shadow) => node.kind !== "nothing" && isMeant(unit, node, shadow));
      if (meant.length > 0) return problemAt(facts, name, meant, aspect.name);
    }
    return [];
  });
}

const isMeant = (unit: UnitMatcher, node: LinkedAdvice["node"], shadow: Shadow) =>
  unit.holds(node, shadow) && unit.mayWeave(node, shadow);

function entitiesByName({ entities }: UnitFacts): ReadonlyMap<string, readonly EntityId[]> {
  const found = new Map<string, EntityId[]>();
  entities.forEach(({ kind, name }, id) => {
    if (kind === "class") return;
    const list = found.get(name);
    if (list === undefined) found.set(name, [id]);
    else list.push(id);
  });
  return found;
}

const candidatesOf = (byName: ReadonlyMap<string, readonly EntityId[]>, { name, entity }: OpenName) =>
  entity === undefined ? (byName.get(name) ?? []) : [entity];

/** What the name would be if it named the entity. */
function shadowsOf(facts: UnitFacts, name: OpenName, id: EntityId): Shadow[] {
  const entity = facts.entities[id] as FunctionEntity | VariableEntity;
  if (name.isMember && entity.member === undefined) return [];
  // Assignments that nobody wrote are writes, as in C.
  if (entity.kind === "function" && entity.isImplicit === true) return [];
  const { within, topLevel, nameRange: range } = name;
  const place = { range, within, topLevel, entity: id, inTemplate: true } as const;
  if (entity.kind === "function") {
    const isOperator = entity.role === "operator" && entity.member !== undefined && !name.isMember;
    const passed = name.arguments.slice(isOperator ? 1 : 0);
    return name.kinds.includes("call")
      ? [{ kind: "call", ...place, callee: range, arguments: passed, result: entity.result }]
      : [];
  }
  const access = { ...place, lvalue: range, nameRange: range, indices: [], type: entity.type };
  return name.kinds.flatMap((kind) => (kind === "call" ? [] : [{ kind, ...access }]));
}

function problemAt(
  { entities, lineMap }: UnitFacts,
  { name, nameRange, entity: known }: OpenName,
  meant: readonly Shadow[],
  aspect: string,
): Problem {
  const isCall = meant.some(({ kind }) => kind === "call");
  const names = [...new Set(meant.map(({ entity }) => qualifiedName(entities[entity] as Entity)))];
  const isRead = known !== undefined;
  const more = names.length > MOST ? ` or ${names.length - MOST} more` : "";
  return {
    code: isCall ? "weave/unread-call" : "weave/unread-access",
    severity: "warning",
    range: lineMap.rangeOf(nameRange),
    message: `advice of '${aspect}' is left out at \`${name}\`: only the instances of this template say whether it is ${isRead ? "read here or passed by reference" : `${names.slice(0, MOST).join(" or ")}${more}`}`,
    hint: isRead
      ? "Read it into a variable first, and pass that."
      : isCall
        ? "Call a function that is no template and calls it, or advise its execution."
        : "Name the class in the template, or access it in a function of the class.",
  };
}

const qualifiedName = ({ scope, name }: Entity) => `\`${[...scope, name].join("::")}\``;
