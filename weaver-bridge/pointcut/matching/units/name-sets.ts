/**
 * Name pointcuts over one unit: which entities and which scopes they select. An entity is asked for when a
 * join point needs it, and once per pattern at most.
 */
import type { Entity, EntityId, TypeId, UnitFacts } from "../../../model/index.js";
import { type FilePattern, matchesFile } from "../../patterns/file-pattern.js";
import { createEntityMatcher, type EntityMatcher, namesLiterally } from "../../patterns/match-entity.js";
import { matchesName } from "../../patterns/match-expression.js";
import { sameType } from "../../patterns/match-type.js";
import type { MacroTexts } from "../../syntax/macro-names.js";
import { type ClassHierarchy, hierarchyOf, pathOf } from "../classes/class-hierarchy.js";
import { namedInstances } from "../classes/named-instances.js";
import type { ProjectFlow } from "../flow/project-flow.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import { columnsOf, type UnitColumns } from "./unit-columns.js";

export interface MatchOptions {
  /** Who calls whom in the whole project, for deciding `cflow`; without it only static functions can be decided. */
  readonly flow?: ProjectFlow | undefined;
  /** Names of functions that assembler text and attributes of the unit mention: they may call them at any time. */
  readonly mentioned?: ReadonlySet<string> | undefined;
  /** Types that only instances of a template have are taken for any. */
  readonly openTypes?: boolean;
  /** What macros of the unit's sources are defined as; asked for where names are explained that nothing has. */
  readonly macros?: MacroTexts | undefined;
}

/** Does the name pointcut select the entity? */
export type Selector = (entity: EntityId) => boolean;

export interface NameSets {
  readonly entities: EntityMatcher;
  selector(node: PointcutNode): Selector;
  /** Does it name the scope itself, `["n", "K"]`, not only what stands around it? */
  selectsScope(node: PointcutNode, path: readonly string[]): boolean;
  /** Where something stands that is a function itself: inside its class or namespace, but not inside the function. */
  aroundSelector(node: PointcutNode): Selector;
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
  readonly hierarchy: ClassHierarchy;
  readonly baseClasses: Map<PointcutNode, ReadonlySet<EntityId>>;
}

export function createNameSets(facts: UnitFacts, options: MatchOptions): NameSets {
  const unit: Unit = {
    facts,
    columns: columnsOf(facts),
    entities: createEntityMatcher(facts, options.openTypes),
    options,
    byPattern: new Map(),
    byNode: new Map(),
    files: [],
    hierarchy: hierarchyOf(facts),
    baseClasses: new Map(),
  };
  return {
    entities: unit.entities,
    selector: (node) => selector(unit, node),
    selectsScope: (node, path) => selectsScope(unit, node, path),
    aroundSelector: (node) => aroundSelector(unit, node),
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
    case "named":
      return selector(unit, node.of);
    case "derived":
      return derivedSelector(unit, node);
    case "base":
      return baseSelector(unit, node);
    case "attribute":
      return remember(
        unit,
        (id) => hasAttribute(unit.facts.entities[id], node.name) || reaches(unit, node, id),
      );
    case "aliases":
      return aliasSelector(unit, node);
    case "file":
      return fileSelector(unit, node.pattern);
    case "member":
      return remember(unit, (id) => isInside(unit, node.of, unit.facts.entities[id]?.scope ?? []));
    case "classes":
      return remember(unit, (id) => {
        const path = innermostClass(unit, id);
        return path !== undefined && selectsScope(unit, node.of, path);
      });
    default:
      return () => false;
  }
}

function aroundSelector(unit: Unit, node: PointcutNode): Selector {
  switch (node.kind) {
    case "and": {
      const [left, right] = [aroundSelector(unit, node.left), aroundSelector(unit, node.right)];
      return (id) => left(id) && right(id);
    }
    case "or": {
      const [left, right] = [aroundSelector(unit, node.left), aroundSelector(unit, node.right)];
      return (id) => left(id) || right(id);
    }
    case "named":
      return aroundSelector(unit, node.of);
    case "names":
      return node.pattern.shape === "function" ? () => false : patternSelector(unit, node);
    default:
      return selector(unit, node);
  }
}

/** The classes, all that derive from them, and of virtual functions the overriders. In C there are none. */
function derivedSelector(unit: Unit, node: PointcutNode & { kind: "derived" }): Selector {
  const of = selector(unit, node.of);
  const { classes, redefinedBy } = unit.hierarchy;
  if (classes.length === 0) return of;
  return remember(unit, (id) => of(id) || redefinedBy(id).some(of) || reaches(unit, node, id));
}

/** Proper bases with their members, and of functions those that they redefine. */
function baseSelector(unit: Unit, node: PointcutNode & { kind: "base" }): Selector {
  const of = selector(unit, node.of);
  const { hierarchy, facts } = unit;
  if (hierarchy.classes.length === 0) return () => false;
  let redefined: Set<EntityId> | undefined;
  const collect = () => {
    const found = new Set<EntityId>();
    facts.entities.forEach((entity, id) => {
      if (entity.kind === "function" && entity.overrides !== undefined && of(id))
        for (const base of hierarchy.redefinedBy(id)) found.add(base);
    });
    return found;
  };
  return remember(unit, (id) => (redefined ??= collect()).has(id) || reaches(unit, node, id));
}

/** Pointers and references to a type that one of the variables has. */
function aliasSelector(unit: Unit, node: PointcutNode & { kind: "aliases" }): Selector {
  const { entities, types } = unit.facts;
  const of = selector(unit, node.of);
  const isVariable = (entity: Entity) => entity.kind === "variable" || entity.kind === "field";
  const targets = new Set<TypeId>();
  entities.forEach((entity, id) => {
    if (isVariable(entity) && of(id)) targets.add(entity.type);
  });
  return remember(unit, (id) => {
    const entity = entities[id];
    if (entity === undefined || !isVariable(entity)) return false;
    const type = unit.entities.types.desugar(entity.type);
    return (
      type !== undefined && "to" in type && [...targets].some((target) => sameType(types, type.to, target))
    );
  });
}

/** The classes that the node stands for as bases; asked for once. */
function basesIn(unit: Unit, node: PointcutNode & { kind: "base" }): ReadonlySet<EntityId> {
  let found = unit.baseClasses.get(node);
  if (found === undefined) {
    const set = new Set<EntityId>();
    for (const id of unit.hierarchy.classes)
      if (
        selectsScope(unit, node.of, pathOf(unit.facts.entities[id] as Entity)) ||
        namedInstances(unit, node.of, id).length > 0
      )
        for (const base of unit.hierarchy.basesOf(id)) set.add(base);
    unit.baseClasses.set(node, (found = set));
  }
  return found;
}

/** A class is selected, or the entity stands directly in it, or anywhere in a selected namespace. */
function reaches(unit: Unit, node: PointcutNode, id: EntityId): boolean {
  const entity = unit.facts.entities[id];
  if (entity === undefined) return false;
  const scope = entity.kind === "class" ? pathOf(entity) : entity.scope;
  return unit.entities.reachesInto(scope, (path) => selectsScope(unit, node, path));
}

/** The class itself, or the class that the entity is a direct member of. */
function innermostClass(unit: Unit, id: EntityId): readonly string[] | undefined {
  const entity = unit.facts.entities[id];
  if (entity === undefined) return undefined;
  if (entity.kind === "class") return pathOf(entity);
  return entity.scope.length > 0 && unit.entities.isClass(entity.scope) ? entity.scope : undefined;
}

function hasAttribute(entity: Entity | undefined, name: string): boolean {
  return entity?.attributes?.includes(name) === true;
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
    if (fits === undefined) known.set(file, (fits = matchesFile(pattern, nameFor(unit, pattern, file))));
    return fits;
  });
}

/** What a pattern is held against: a relative one means names in the project, however the compiler spells them. */
function nameFor({ facts: { sources } }: Unit, pattern: FilePattern, file: string): string {
  return (pattern.absolute ? sources?.pathOf(file) : sources?.nameOf(file)) ?? file;
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
      return selectsScope(unit, node.of, path);
    case "classes":
      return path.length > 0 && unit.entities.isClass(path) && selectsScope(unit, node.of, path);
    case "file":
    case "attribute":
    case "base":
      return selectsClassAt(unit, node, path);
    case "derived":
      return selectsScope(unit, node.of, path) || selectsClassAt(unit, node, path);
    default:
      return false;
  }
}

type OfClasses = PointcutNode & { kind: "file" | "attribute" | "derived" | "base" };

function selectsClassAt(unit: Unit, node: OfClasses, path: readonly string[]): boolean {
  const id = unit.hierarchy.classAt(path);
  return id !== undefined && selectsClass(unit, node, id);
}

function selectsClass(unit: Unit, node: OfClasses, id: EntityId): boolean {
  const { entities } = unit.facts;
  switch (node.kind) {
    case "file":
      return selector(unit, node)(id);
    case "attribute":
      return hasAttribute(entities[id], node.name);
    case "base":
      return basesIn(unit, node).has(id);
    case "derived":
      return unit.hierarchy
        .basesOf(id)
        .some((base) => selectsScope(unit, node.of, pathOf(entities[base] as Entity)));
  }
}

function literalSelector(unit: Unit, node: PointcutNode): Selector {
  if (node.kind === "and" || node.kind === "or") {
    const [left, right] = [literalSelector(unit, node.left), literalSelector(unit, node.right)];
    return (id) => left(id) || right(id);
  }
  if (node.kind === "named") return literalSelector(unit, node.of);
  if (node.kind !== "names") return () => false;
  const { pattern, text } = node;
  const selects = selector(unit, node);
  return (id) => namesLiterally(pattern, text, unit.facts.entities[id]?.kind ?? "function") && selects(id);
}
