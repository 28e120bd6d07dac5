/**
 * A pattern that names instances of a template, `"% Box<int>::put(...)"`, `"Box<int>"` or `"% twice<int>(...)"`, against
 * the template's text, which all instances share: the woven code asks of which instance it is. The compiler knows, so
 * asking costs nothing.
 */
import type { EntityId, FunctionEntity, UnitFacts, VariableEntity } from "../../../model/index.js";
import type { EntityMatcher } from "../../patterns/match-entity.js";
import type { FunctionPattern, MatchExpression, VariablePattern } from "../../patterns/match-expression.js";
import { type AnyInstance, anyInstance, anyMember } from "../../patterns/template-arguments.js";
import { findNode } from "../nodes/node-text.js";
import type { PointcutNode } from "../nodes/pointcut-node.js";
import { hierarchyOf, pathOf } from "./class-hierarchy.js";
import { namedInstances } from "./named-instances.js";
import { allOf, anyOf, type InstanceTest, not, type Verdict } from "./runtime-test.js";

interface Unit {
  readonly facts: UnitFacts;
  readonly entities: EntityMatcher;
  readonly names: {
    selector(node: PointcutNode): (id: EntityId) => boolean;
    aroundSelector(node: PointcutNode): (id: EntityId) => boolean;
    selectsScope(node: PointcutNode, path: readonly string[]): boolean;
  };
}

/** Whose instance is asked for: that of `this`, or of the object or class that a join point names. */
type Subject = InstanceTest["object"];

/** Does the name pointcut select the function, variable, field or class, or what some instances make of it? */
export function decideNames(unit: Unit, node: PointcutNode, id: EntityId, subject: Subject): Verdict {
  const entity = unit.facts.entities[id];
  if (entity === undefined || !mayDiffer(unit.facts, node, id)) return unit.names.selector(node)(id);
  return decide({ unit, id, subject, path: classPath(unit.facts, id) }, node);
}

/** As {@link decideNames}, for where a function's body stands: in its class, not in the function. */
export function decideAround(unit: Unit, node: PointcutNode, id: EntityId): Verdict {
  if (!mayDiffer(unit.facts, node, id)) return unit.names.aroundSelector(node)(id);
  const asked: Asked = { unit, id, subject: "that", path: classPath(unit.facts, id), isBody: true };
  return decide(asked, node);
}

/** Text that instances share; of an instance itself, whether it is a base is known to the compiler alone. */
function mayDiffer(facts: UnitFacts, node: PointcutNode, id: EntityId): boolean {
  if (isTemplateText(facts, id)) return true;
  return classPath(facts, id).at(-1)?.includes("<") === true && findNode(node, isBase) !== undefined;
}

const isBase = ({ kind }: PointcutNode) => kind === "base";

/** Does the pattern name some instances of a function template, or of a class template, or members of some? */
export function namesInstances(pattern: MatchExpression): boolean {
  switch (pattern.shape) {
    case "function":
    case "variable":
      return pattern.name.templateArguments !== undefined || anyMember(pattern.name) !== undefined;
    case "type":
      return anyInstance(pattern) !== undefined;
    default:
      return false;
  }
}

/** Text that several instances share. Only then can {@link decideNames} say something else than true or false. */
export function isTemplateText({ entities }: UnitFacts, id: EntityId): boolean {
  const entity = entities[id];
  if (entity === undefined) return false;
  if (entity.kind !== "function" && entity.kind !== "class") return isOfTemplate(entities, entity);
  return entity.template === "pattern" || isOfTemplate(entities, entity);
}

function isOfTemplate(entities: UnitFacts["entities"], { member }: Pick<VariableEntity, "member">): boolean {
  const owner = member && entities[member.ofClass];
  return owner?.kind === "class" && owner.template === "pattern";
}

/** The class itself, or the one that the entity is a member of. */
function classPath({ entities }: UnitFacts, id: EntityId): readonly string[] {
  const entity = entities[id];
  if (entity?.kind === "class") return pathOf(entity);
  return entity?.member === undefined ? [] : entity.scope;
}

interface Asked {
  readonly unit: Unit;
  readonly id: EntityId;
  readonly subject: Subject;
  /** Of the class that instances differ by. */
  readonly path: readonly string[];
  readonly isBody?: true;
}

function decide(asked: Asked, node: PointcutNode): Verdict {
  switch (node.kind) {
    case "and":
      return allOf(decide(asked, node.left), decide(asked, node.right));
    case "or":
      return anyOf(decide(asked, node.left), decide(asked, node.right));
    case "not":
      return not(decide(asked, node.operand));
    case "named":
      return decide(asked, node.of);
    case "base":
      return decideBase(asked, node.of);
    default: {
      const { names } = asked.unit;
      const selects = asked.isBody === true ? names.aroundSelector(node) : names.selector(node);
      // Of the text of a template, it says what some of its instances are.
      const isOfSome = asked.path.length > 0 && findNode(node, isBase) !== undefined;
      return (!isOfSome && selects(asked.id)) || decideInstances(asked, node);
    }
  }
}

/** Of what does not select all instances. */
function decideInstances(asked: Asked, node: PointcutNode): Verdict {
  const { unit, path, isBody } = asked;
  const entity = unit.facts.entities[asked.id];
  switch (node.kind) {
    case "names":
      if (node.pattern.shape === "type") return decideScope(asked, node, path);
      if (isBody === true || entity === undefined) return false;
      if (node.pattern.shape === "function" && entity.kind === "function")
        return decideFunction(asked, node.pattern, entity);
      return (
        node.pattern.shape === "variable" &&
        (entity.kind === "variable" || entity.kind === "field") &&
        decideMember(asked, node.pattern, entity)
      );
    case "member": {
      const around = entity?.kind === "class" ? path.slice(0, -1) : path;
      return anyOf(...around.map((_, length) => decideScope(asked, node.of, path.slice(0, length + 1))));
    }
    case "classes":
      return decideScope(asked, node.of, path);
    case "derived":
      return decideDerived(asked, node.of);
    default:
      return false;
  }
}

/** Does the pointcut name the class at `path`, which the one that is asked for is or lies in? */
function decideScope(asked: Asked, node: PointcutNode, path: readonly string[]): Verdict {
  const { unit } = asked;
  const again = (part: PointcutNode) => decideScope(asked, part, path);
  switch (node.kind) {
    case "and":
      return allOf(again(node.left), again(node.right));
    case "or":
      return anyOf(again(node.left), again(node.right));
    case "not":
      return not(again(node.operand));
    case "named":
    case "classes":
      return again(node.of);
    case "names":
      return unit.names.selectsScope(node, path) || decideClassName(asked, node.pattern, path);
    case "base":
    case "derived": {
      const id = hierarchyOf(unit.facts).classAt(path);
      // Of a class around the one that is asked for, nothing says which instance it is of.
      if (id === undefined || path.length !== asked.path.length || !mayDiffer(unit.facts, node, id))
        return unit.names.selectsScope(node, path);
      const at = { ...asked, id, path };
      return node.kind === "base" ? decideBase(at, node.of) : decideDerived(at, node.of);
    }
    default:
      return unit.names.selectsScope(node, path);
  }
}

function decideClassName(asked: Asked, pattern: MatchExpression, path: readonly string[]): Verdict {
  const any = anyInstance(pattern);
  if (any === undefined || !asked.unit.entities.matchesScope(any.pattern, path)) return false;
  return instanceOf(asked, any, path);
}

/** `path` is that of the class that the pattern names; `any.inner` says how many classes of it lie in the template. */
function instanceOf(
  { subject, path: own }: Pick<Asked, "subject" | "path">,
  any: AnyInstance<unknown>,
  path: readonly string[],
): InstanceTest {
  const scope = path.slice(0, path.length - any.inner);
  const inner = own.slice(scope.length);
  const place = { scope, ...(inner.length === 0 ? {} : { inner }) };
  return { kind: "instance", of: "class", object: subject, ...place, arguments: any.arguments };
}

/** Classes derive from the instance that is asked for in each of their own instances, or in some. */
function decideDerived(asked: Asked, of: PointcutNode): Verdict {
  const { unit, path } = asked;
  const own = classOf(unit.facts, asked.id);
  if (own === undefined) return false;
  const bases = hierarchyOf(unit.facts).basesOf(own);
  return anyOf(
    decideScope(asked, of, path),
    ...bases.map((base) => derivedFrom(asked, of, unit.facts.entities[base])),
  );
}

function derivedFrom(
  asked: Asked,
  of: PointcutNode,
  base: UnitFacts["entities"][number] | undefined,
): Verdict {
  if (base?.kind !== "class") return false;
  const path = pathOf(base);
  const found = decideScope({ ...asked, path }, of, path);
  return mapInstances(found, (test) => ({ ...test, derived: true }));
}

function mapInstances(verdict: Verdict, change: (test: InstanceTest) => InstanceTest): Verdict {
  if (typeof verdict === "boolean") return verdict;
  switch (verdict.kind) {
    case "instance":
      return change(verdict);
    case "not":
      return not(mapInstances(verdict.of, change));
    case "all":
      return allOf(...verdict.of.map((part) => mapInstances(part, change)));
    case "any":
      return anyOf(...verdict.of.map((part) => mapInstances(part, change)));
    default:
      return verdict;
  }
}

/** The instances of this template that are bases of a class that the pointcut names, or of that of a function it names. */
function decideBase(asked: Asked, of: PointcutNode): Verdict {
  const { unit } = asked;
  const { classes } = hierarchyOf(unit.facts);
  const owners = classes.filter((id) => {
    const entity = unit.facts.entities[id];
    return entity?.kind === "class" && unit.names.selectsScope(of, pathOf(entity));
  });
  const named = classes.flatMap((id) => {
    const isBase = hierarchyOf(unit.facts)
      .basesOf(id)
      .some((base) => isOfText(asked, unit.facts.entities[base]));
    return isBase ? namedInstances(unit, of, id) : [];
  });
  return anyOf(
    ...[...owners, ...ownersOfRedefining(asked, of)].map((id) => isBaseOf(asked, id, false)),
    ...named.map((path) => baseTest(asked, path)),
  );
}

const baseTest = ({ subject, path }: Asked, baseOf: readonly string[]): InstanceTest => ({
  kind: "instance",
  of: "class",
  object: subject,
  scope: path,
  arguments: ["..."],
  baseOf,
});

/** Is the class an instance of that template that the class of this entity derives from, or is, where `orSame`? */
function isBaseOf(asked: Asked, id: EntityId, orSame: boolean): Verdict {
  const { facts } = asked.unit;
  const hierarchy = hierarchyOf(facts);
  const entity = facts.entities[id];
  if (entity?.kind !== "class") return false;
  const around = orSame ? [id, ...hierarchy.basesOf(id)] : hierarchy.basesOf(id);
  if (!around.some((base) => isOfText(asked, facts.entities[base]))) return false;
  if (entity.template !== "pattern") {
    const test = baseTest(asked, pathOf(entity));
    return orSame && isOfText(asked, entity) ? { ...test, orSame: true } : test;
  }
  // What the bases of a template are of which it is not known of what instance: any.
  return anyOf(
    orSame && isOfText(asked, entity),
    ...entity.bases.map((base) => isBaseOf(asked, base.entity, true)),
  );
}

/** The template's own text, or an instance of it. */
function isOfText({ path }: Asked, entity: UnitFacts["entities"][number] | undefined): boolean {
  if (entity?.kind !== "class" || entity.scope.join("::") !== path.slice(0, -1).join("::")) return false;
  const own = path.at(-1)?.replace(/<.*$/s, "") ?? "";
  return entity.name === own || entity.name.startsWith(`${own}<`);
}

/** Classes with a function that the pointcut names and that redefines the one that is asked for. */
function ownersOfRedefining({ unit, id }: Asked, of: PointcutNode): EntityId[] {
  const { entities } = unit.facts;
  const own = entities[id];
  if (own?.kind !== "function") return [];
  const { redefinedBy } = hierarchyOf(unit.facts);
  const selects = unit.names.selector(of);
  const isOwn = (other: EntityId) => other === id || entities[other]?.nameRange.start === own.nameRange.start;
  return entities.flatMap((entity, other) =>
    entity.kind === "function" &&
    entity.member !== undefined &&
    entity.overrides !== undefined &&
    selects(other) &&
    redefinedBy(other).some(isOwn)
      ? [entity.member.ofClass]
      : [],
  );
}

function classOf({ entities }: UnitFacts, id: EntityId): EntityId | undefined {
  const entity = entities[id];
  return entity?.kind === "class" ? id : entity?.member?.ofClass;
}

function decideFunction(asked: Asked, pattern: FunctionPattern, entity: FunctionEntity): Verdict {
  const { entities } = asked.unit;
  if (isOfTemplate(asked.unit.facts.entities, entity)) return decideMember(asked, pattern, entity);
  const { templateArguments, ...name } = pattern.name;
  if (templateArguments === undefined || !entities.matches({ ...pattern, name }, entity)) return false;
  return { kind: "instance", of: "function", object: "that", scope: [], arguments: templateArguments };
}

function decideMember(
  asked: Asked,
  pattern: FunctionPattern | VariablePattern,
  entity: FunctionEntity | VariableEntity,
): Verdict {
  const any = anyMember(pattern.name);
  if (any === undefined || !asked.unit.entities.matches({ ...pattern, name: any.pattern }, entity))
    return false;
  return instanceOf(asked, any, entity.scope);
}

/** Is the class with this entity such a one, or derived from such a one, where its instances differ in that? */
export function decideClassInstances(
  unit: Pick<Unit, "facts" | "entities">,
  pattern: MatchExpression,
  own: EntityId,
  object: Subject,
): Verdict {
  const any = anyInstance(pattern);
  if (any === undefined) return false;
  const { entities } = unit.facts;
  const test = (id: EntityId): Verdict => {
    const entity = entities[id];
    if (entity?.kind !== "class" || entity.template !== "pattern") return false;
    const path = pathOf(entity);
    if (!unit.entities.matchesScope(any.pattern, path)) return false;
    return { ...instanceOf({ subject: object, path }, any, path), ...(id === own ? {} : { derived: true }) };
  };
  return anyOf(test(own), ...hierarchyOf(unit.facts).basesOf(own).map(test));
}
