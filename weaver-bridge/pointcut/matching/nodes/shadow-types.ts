/** Types at join points: of arguments, results and locals, and whether they are what a pointcut asks for. */
import type {
  AccessShadow,
  EntityId,
  ExecutionShadow,
  LocalVariable,
  Shadow,
  TypeId,
  UnitFacts,
} from "../../../model/index.js";
import { contains } from "../../../model/index.js";
import type { EntityMatcher } from "../../patterns/match-entity.js";
import type { TypeTest } from "./pointcut-node.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
}

function isAccess(shadow: Shadow): shadow is AccessShadow {
  return shadow.kind === "get" || shadow.kind === "set" || shadow.kind === "ref";
}

/** Exactly these arguments: of a call those that are written, as declared, and as passed where the callee is variadic. */
export function argumentsFit(unit: Unit, tests: readonly TypeTest[], shadow: Shadow): boolean {
  if (isAccess(shadow)) {
    if (shadow.kind !== "set") return tests.length === 0;
    return tests.length === 1 && typeFits(unit, tests[0] as TypeTest, shadow.type);
  }
  const entity = unit.facts.entities[shadow.entity];
  if (entity?.kind !== "function") return false;
  const { parameters } = entity;
  const passed = shadow.kind === "call" ? shadow.arguments : parameters;
  if (tests.length !== passed.length) return false;
  return tests.every((test, index) => typeFits(unit, test, (parameters[index] ?? passed[index])?.type ?? -1));
}

export function resultType(facts: UnitFacts, shadow: Shadow): TypeId | undefined {
  if (shadow.kind === "builtin") return shadow.result;
  if (shadow.kind === "get") return shadow.type;
  if (shadow.kind !== "execution" && shadow.kind !== "call") return undefined;
  // As declared: the type of a call's expression has lost its reference.
  const entity = facts.entities[shadow.entity];
  return entity?.kind === "function" ? entity.result : undefined;
}

export function typeFits(unit: Unit, test: TypeTest, type: TypeId): boolean {
  const { types } = unit.entities;
  const array = types.desugar(type);
  if (test.variable === undefined) return types.matchesParameter(test.pattern, type);
  if (array?.kind === "array" && test.pattern.kind === "pointer")
    return types.equals(test.pattern.to, array.of);
  return types.equals(test.pattern, type);
}

/** The variable of that name and type that is in scope at the join point; a hidden one is not. */
export function localAt(unit: Unit, name: string, test: TypeTest, shadow: Shadow): LocalVariable | undefined {
  const execution = executionsOf(unit.facts).get(shadow.within);
  const at = shadow.kind === "execution" ? shadow.body.start : shadow.range.start;
  let found: LocalVariable | undefined;
  for (const local of execution?.locals ?? [])
    if (local.name === name && contains(local.extent, { start: at, end: at })) found = local;
  if (found === undefined) return undefined;
  // A reference binds the variable itself.
  const { pattern } = test;
  const bound = pattern.kind === "lvalue-reference" ? { ...test, pattern: pattern.to } : test;
  return typeFits(unit, test, found.type) || typeFits(unit, bound, found.type) ? found : undefined;
}

const cache = new WeakMap<UnitFacts, ReadonlyMap<EntityId, ExecutionShadow>>();

function executionsOf(facts: UnitFacts): ReadonlyMap<EntityId, ExecutionShadow> {
  let found = cache.get(facts);
  if (found === undefined) {
    const executions = facts.shadows.filter((shadow) => shadow.kind === "execution");
    cache.set(facts, (found = new Map(executions.map((shadow) => [shadow.entity, shadow]))));
  }
  return found;
}
