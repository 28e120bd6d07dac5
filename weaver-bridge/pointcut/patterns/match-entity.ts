/**
 * Which entities of a unit a match expression names: functions, variables and fields, by name, scope and type.
 * A scope pattern reaches inwards: a class stands for its members, a namespace for everything nested in it.
 */
import type { Entity, FunctionEntity, TypeId, UnitFacts, VariableEntity } from "../../model/index.js";
import {
  type FunctionPattern,
  isLiteral,
  type MatchExpression,
  matchesName,
  type TypePattern,
  type VariablePattern,
} from "./match-expression.js";
import { matchesPart, matchesQualifiedName, matchesScopes } from "./match-name.js";
import { createTypeMatcher, type TypeMatcher } from "./match-type.js";

export interface EntityMatcher {
  readonly types: TypeMatcher;
  matches(pattern: MatchExpression, entity: Entity): boolean;
  /** What of a function or variable pattern does not hold; empty exactly when {@link matches}. */
  unmet(pattern: FunctionPattern | VariablePattern, entity: Entity): readonly Demand[];
  /** A scope by its path: `["n", "K"]`. Function and variable patterns match none. */
  matchesScope(pattern: MatchExpression, path: readonly string[]): boolean;
  isClass(path: readonly string[]): boolean;
  /**
   * A scope stands for what is in it: the innermost class for its direct members, a namespace for everything nested.
   * `path` is that of the scopes around an entity, or of a class itself.
   */
  reachesInto(path: readonly string[], matches: (scope: readonly string[]) => boolean): boolean;
}

/** `openTypes`: see {@link createTypeMatcher}. */
export function createEntityMatcher(facts: UnitFacts, openTypes = false): EntityMatcher {
  const types = createTypeMatcher(facts.types, openTypes);
  let classes: ReadonlySet<string> | undefined;
  const isClass = (path: readonly string[]) =>
    facts.language === "c" || (classes ??= classNames(facts)).has(path.join("::"));
  return {
    types,
    isClass,
    reachesInto: (path, matches) => reachesInto(path, matches, isClass),
    matchesScope: (pattern, path) => matchesPath(pattern, openPath(facts, path)),
    unmet: (pattern, entity) => {
      if (pattern.shape === "function")
        return entity.kind === "function"
          ? unmet(FUNCTION_CHECKS, types, pattern, entity, templateNames(facts, entity))
          : ["kind"];
      return entity.kind === "function" || entity.kind === "class"
        ? ["kind"]
        : unmet(VARIABLE_CHECKS, types, pattern, entity, openNames(facts, entity));
    },
    matches: (pattern, entity) => {
      switch (pattern.shape) {
        case "function":
          return (
            entity.kind === "function" &&
            allHold(FUNCTION_CHECKS, types, pattern, entity, templateNames(facts, entity))
          );
        case "variable":
          return (
            entity.kind !== "function" &&
            entity.kind !== "class" &&
            allHold(VARIABLE_CHECKS, types, pattern, entity, openNames(facts, entity))
          );
        case "type":
          return reachesInto(scopeOf(entity), (path) => matchesPath(pattern, openPath(facts, path)), isClass);
        case "root":
          return true;
        case "broken":
          return false;
      }
    },
  };
}

function classNames({ types, entities }: UnitFacts): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const type of types) if (type.kind === "record") classes.add(type.name);
  for (const entity of entities)
    if (entity.kind === "class") classes.add([...entity.scope, entity.name].join("::"));
  return classes;
}

/** A scope or aspect by its path, `["n", "K"]`; a lone `%` matches any. Function and variable patterns match none. */
export function matchesPath(pattern: MatchExpression, path: readonly string[]): boolean {
  if (pattern.shape === "root") return true;
  const name = path.at(-1);
  if (pattern.shape !== "type" || name === undefined) return false;
  if (pattern.type.kind === "any") return true;
  return (
    pattern.type.kind === "named" &&
    matchesQualifiedName(pattern.type.name, { scopes: path.slice(0, -1), name })
  );
}

/** A class is its own scope: a pattern of its name names it. */
function scopeOf(entity: Entity): readonly string[] {
  return entity.kind === "class" ? [...entity.scope, entity.name] : entity.scope;
}

function reachesInto(
  scope: readonly string[],
  matches: (path: readonly string[]) => boolean,
  isClass: (path: readonly string[]) => boolean,
): boolean {
  for (let length = scope.length; length > 0; length--) {
    const path = scope.slice(0, length);
    if ((length === scope.length || !isClass(path)) && matches(path)) return true;
  }
  return false;
}

interface QualifiedEntity {
  readonly name: string;
  readonly scope: readonly string[];
}

/** The text of a template stands for all its instances: `Box<...>::get` and `twice<...>` name it. */
function templateNames(facts: UnitFacts, entity: FunctionEntity): QualifiedEntity {
  const { name, scope } = openNames(facts, entity);
  if (entity.templateArguments !== undefined)
    return { name: `${entity.name}<${entity.templateArguments.join(",")}>`, scope };
  const isOfTemplate = scope.at(-1) !== entity.scope.at(-1);
  if (entity.template !== "pattern" || isOfTemplate) return { name, scope };
  return { name: name.includes("<") ? name : `${name}<%>`, scope };
}

function openNames(facts: UnitFacts, { name, scope }: Entity): QualifiedEntity {
  return { name, scope: openPath(facts, scope) };
}

const templates = new WeakMap<UnitFacts, ReadonlySet<string>>();

/** `["n", "Box"]` of a class template as `["n", "Box<%>"]`: any instance. */
function openPath(facts: UnitFacts, path: readonly string[]): readonly string[] {
  if (facts.language === "c") return path;
  let known = templates.get(facts);
  if (known === undefined) {
    const patterns = facts.entities.filter(
      (entity) => entity.kind === "class" && entity.template === "pattern",
    );
    known = new Set(patterns.map(({ scope, name }) => [...scope, name].join("::")));
    templates.set(facts, known);
  }
  if (known.size === 0) return path;
  const names = known;
  return path.map((part, at) =>
    !part.includes("<") && names.has(path.slice(0, at + 1).join("::")) ? `${part}<%>` : part,
  );
}

/** What a function or variable pattern asks of an entity, one thing each; all must hold. */
export type Demand =
  | "kind"
  | "name"
  | "scope"
  | "static"
  | "virtual"
  | "count"
  | "result"
  | "conversion"
  | "parameters"
  | "qualifiers"
  | "type";

type Check<P, E> = readonly [
  demand: Demand,
  holds: (types: TypeMatcher, pattern: P, entity: E, named: QualifiedEntity) => boolean,
];

/** In the order of their cost; later ones may rely on the earlier ones. */
const FUNCTION_CHECKS: readonly Check<FunctionPattern, FunctionEntity>[] = [
  ["kind", (_, __, entity) => entity.role !== "constructor" && entity.role !== "destructor"],
  [
    "name",
    (_, { name }, __, named) => matchesPart(name.name, name.templateArguments, operatorName(named.name)),
  ],
  ["scope", (_, { name }, __, { scope }) => matchesScopes(name.scopes, scope)],
  ["static", (_, pattern, entity) => !pattern.isStatic || entity.isStatic],
  ["virtual", (_, pattern, entity) => !pattern.isVirtual || entity.isVirtual === true],
  ["count", (_, pattern, entity) => hasFittingCount(pattern, entity)],
  ["result", (types, { result }, entity) => isAnything(result) || types.matches(result, entity.result)],
  ["conversion", matchesConversion],
  ["parameters", matchesParameters],
  ["qualifiers", (types, pattern, entity) => qualifiersFit(types, pattern, entity.type)],
];

const VARIABLE_CHECKS: readonly Check<VariablePattern, VariableEntity>[] = [
  ["name", (_, { name }, entity) => matchesName(name.name, entity.name)],
  ["scope", (_, { name }, __, { scope }) => matchesScopes(name.scopes, scope)],
  ["static", (_, pattern, entity) => !pattern.isStatic || entity.isStatic],
  ["type", (types, { type }, entity) => isAnything(type) || types.matches(type, entity.type)],
];

function allHold<P, E>(
  checks: readonly Check<P, E>[],
  types: TypeMatcher,
  pattern: P,
  entity: E,
  named: QualifiedEntity,
): boolean {
  for (const [, holds] of checks) if (!holds(types, pattern, entity, named)) return false;
  return true;
}

function unmet<P, E>(
  checks: readonly Check<P, E>[],
  types: TypeMatcher,
  pattern: P,
  entity: E,
  named: QualifiedEntity,
): Demand[] {
  return checks.flatMap(([demand, holds]) => (holds(types, pattern, entity, named) ? [] : [demand]));
}

function isAnything(pattern: TypePattern): boolean {
  return pattern.kind === "any" && !pattern.isConst && !pattern.isVolatile;
}

/** `operator =` is `operator=`, conversions and `operator new` keep their blank. */
function operatorName(name: string): string {
  return name.startsWith("operator") ? name.replace(/^operator\s+(?=[^\w\s])/, "operator") : name;
}

function matchesConversion(types: TypeMatcher, pattern: FunctionPattern, entity: FunctionEntity): boolean {
  return pattern.name.conversion === undefined || types.matches(pattern.name.conversion, entity.result);
}

function hasFittingCount({ open, parameters }: FunctionPattern, entity: FunctionEntity): boolean {
  const count = entity.parameters.length;
  return open ? count >= parameters.length : count === parameters.length;
}

function matchesParameters(types: TypeMatcher, pattern: FunctionPattern, entity: FunctionEntity): boolean {
  const { parameters } = entity;
  return pattern.parameters.every((wanted, index) => {
    const found = parameters[index];
    return found !== undefined && types.matchesParameter(wanted, found.type);
  });
}

function qualifiersFit(types: TypeMatcher, pattern: FunctionPattern, type: TypeId): boolean {
  if (!pattern.isConst && !pattern.isVolatile) return true;
  const found = types.desugar(type);
  return (
    found !== undefined && (!pattern.isConst || found.isConst) && (!pattern.isVolatile || found.isVolatile)
  );
}

/** True for a pattern without a wildcard in the name itself: it means that function, variable or class (`text`). */
export function namesLiterally(pattern: MatchExpression, text: string, kind: Entity["kind"]): boolean {
  if (kind === "class") return pattern.shape === "type" && !/%|\.\.\./.test(text);
  const isOfKind = pattern.shape === (kind === "function" ? "function" : "variable");
  return isOfKind && isLiteral(pattern.name.name);
}
