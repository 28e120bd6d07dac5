/**
 * Name pointcuts over one unit: which entities and which scopes they select. An entity is asked for when a
 * join point needs it, and once per pattern at most.
 */
import type { Entity, EntityId, UnitFacts } from "../../model/index.js";
import { type FilePattern, matchesFile } from "../patterns/file-pattern.js";
import { createEntityMatcher, type EntityMatcher, namesLiterally } from "../patterns/match-entity.js";
import { matchesName } from "../patterns/match-expression.js";
import type { PointcutNode } from "./pointcut-node.js";
import { columnsOf, type UnitColumns } from "./unit-columns.js";

export interface MatchOptions {
  /** The compile's working directory: relative file names of the unit start there. */
  readonly directory?: string;
}

/** Does the name pointcut select the entity? */
export type Selector = (entity: EntityId) => boolean;

export interface NameSets {
  readonly entities: EntityMatcher;
  selector(node: PointcutNode): Selector;
  /** Selects what a match expression in it names without a wildcard. */
  literalSelector(node: PointcutNode): Selector;
}

interface Unit {
  readonly facts: UnitFacts;
  readonly columns: UnitColumns;
  readonly entities: EntityMatcher;
  readonly options: MatchOptions;
  readonly byPattern: Map<string, Selector>;
  readonly byNode: Map<PointcutNode, Selector>;
  readonly files: (string | undefined)[];
}

export function createNameSets(facts: UnitFacts, options: MatchOptions): NameSets {
  const unit: Unit = {
    facts,
    columns: columnsOf(facts),
    entities: createEntityMatcher(facts),
    options,
    byPattern: new Map(),
    byNode: new Map(),
    files: [],
  };
  return {
    entities: unit.entities,
    selector: (node) => selector(unit, node),
    literalSelector: (node) => literalSelector(unit, node),
  };
}

function selector(unit: Unit, node: PointcutNode): Selector {
  let found = unit.byNode.get(node);
  if (found === undefined) unit.byNode.set(node, (found = createSelector(unit, node)));
  return found;
}

function createSelector(unit: Unit, node: PointcutNode): Selector {
  switch (node.kind) {
    case "and": {
      const [left, right] = [selector(unit, node.left), selector(unit, node.right)];
      return (id) => left(id) && right(id);
    }
    case "or": {
      const [left, right] = [selector(unit, node.left), selector(unit, node.right)];
      return (id) => left(id) || right(id);
    }
    case "not": {
      const operand = selector(unit, node.operand);
      return (id) => !operand(id);
    }
    case "names":
      return patternSelector(unit, node);
    // The facts know no class hierarchy; in C there is none.
    case "derived":
    case "named":
      return selector(unit, node.of);
    case "file":
      return fileSelector(unit, node.pattern);
    case "member":
      return remember(unit, (id) => isInside(unit, node.of, unit.facts.entities[id]?.scope ?? []));
    case "classes":
      return remember(unit, (id) => isClassMember(unit, node.of, unit.facts.entities[id]?.scope ?? []));
    default:
      return () => false;
  }
}

/** Asks once per entity. */
function remember(unit: Unit, decide: Selector): Selector {
  const known = new Int8Array(unit.facts.entities.length);
  return (id) => {
    if (known[id] === 0) known[id] = decide(id) ? 1 : -1;
    return known[id] === 1;
  };
}

function patternSelector(unit: Unit, { text, pattern }: PointcutNode & { kind: "names" }): Selector {
  let found = unit.byPattern.get(text);
  if (found === undefined) {
    const { entities } = unit.facts;
    const { names } = unit.columns;
    const name = pattern.shape === "function" || pattern.shape === "variable" ? pattern.name.name : undefined;
    found = remember(
      unit,
      (id) =>
        (name === undefined || matchesName(name, names[id] as string)) &&
        unit.entities.matches(pattern, entities[id] as Entity),
    );
    unit.byPattern.set(text, found);
  }
  return found;
}

function fileSelector(unit: Unit, pattern: FilePattern): Selector {
  const known = new Map<string, boolean>();
  return remember(unit, (id) => {
    const file = fileOf(unit, id);
    let fits = known.get(file);
    if (fits === undefined) known.set(file, (fits = matchesFile(pattern, file, unit.options.directory)));
    return fits;
  });
}

/** Path of the file that holds the entity's declaration (the definition when the unit has it). */
function fileOf(unit: Unit, id: EntityId): string {
  const { facts, files } = unit;
  return (files[id] ??= facts.lineMap.positionAt(facts.entities[id]?.nameRange.start ?? 0).file);
}

function isInside(unit: Unit, node: PointcutNode, scope: readonly string[]): boolean {
  for (let length = scope.length; length >= 0; length--)
    if (selectsScope(unit, node, scope.slice(0, length))) return true;
  return false;
}

function isClassMember(unit: Unit, node: PointcutNode, scope: readonly string[]): boolean {
  return scope.length > 0 && unit.entities.isClass(scope) && selectsScope(unit, node, scope);
}

function selectsScope(unit: Unit, node: PointcutNode, path: readonly string[]): boolean {
  switch (node.kind) {
    case "and":
      return selectsScope(unit, node.left, path) && selectsScope(unit, node.right, path);
    case "or":
      return selectsScope(unit, node.left, path) || selectsScope(unit, node.right, path);
    case "not":
      return path.length > 0 && !selectsScope(unit, node.operand, path);
    case "names":
      return unit.entities.matchesScope(node.pattern, path);
    case "member":
      return path.length > 0 && isInside(unit, node.of, path.slice(0, -1));
    case "named":
    case "derived":
      return selectsScope(unit, node.of, path);
    case "classes":
      return path.length > 0 && unit.entities.isClass(path) && selectsScope(unit, node.of, path);
    default:
      return false;
  }
}

function literalSelector(unit: Unit, node: PointcutNode): Selector {
  if (node.kind === "and" || node.kind === "or") {
    const [left, right] = [literalSelector(unit, node.left), literalSelector(unit, node.right)];
    return (id) => left(id) || right(id);
  }
  if (node.kind === "named") return literalSelector(unit, node.of);
  return node.kind === "names" && namesLiterally(node.pattern) ? selector(unit, node) : () => false;
}
