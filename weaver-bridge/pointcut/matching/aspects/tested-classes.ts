/** Classes that `that` and `target` may ask an object for at run time, in this unit or another. */
import type { AspectFile, EntityId, UnitFacts } from "../../../model/index.js";
import { createEntityMatcher } from "../../patterns/match-entity.js";
import { hierarchyOf, pathOf } from "../classes/class-hierarchy.js";
import { classPattern } from "../classes/object-test.js";
import { partsOf } from "../nodes/node-text.js";
import type { PointcutNode, TypeTest } from "../nodes/pointcut-node.js";
import { linkAspects } from "./link-aspects.js";

export interface TestedClass {
  readonly entity: EntityId;
  /** It and the classes derived from it whose objects the unit may make, and templates of such classes. */
  readonly classes: readonly EntityId[];
}

/** Empty in C, and for aspects that ask no object. */
export function testedClasses(facts: UnitFacts, files: readonly AspectFile[]): TestedClass[] {
  const tests = typeTests(files);
  if (tests.length === 0 || facts.language === "c") return [];
  const entities = createEntityMatcher(facts);
  const hierarchy = hierarchyOf(facts);
  const isObject = (id: EntityId) => {
    const entity = facts.entities[id];
    return entity?.kind === "class" && entity.polymorphic === true;
  };
  return hierarchy.classes.flatMap((id): TestedClass[] => {
    const entity = facts.entities[id];
    if (entity?.kind !== "class") return [];
    const isAsked = tests.some((test) =>
      entities.matchesScope({ shape: "type", type: classPattern(test.pattern) }, pathOf(entity)),
    );
    if (!isAsked) return [];
    const classes = [id, ...hierarchy.derivedOf(id)].filter(isObject);
    // An object is asked only through a base that is no such class itself.
    const isOther = (base: EntityId) => base !== id && !hierarchy.basesOf(base).includes(id);
    return classes.some((one) => hierarchy.basesOf(one).some(isOther)) ? [{ entity: id, classes }] : [];
  });
}

/** Names, with wildcards, of which a unit must hold one for its classes to be asked for. */
export function testedNames(files: readonly AspectFile[]): readonly string[] {
  return typeTests(files).flatMap(({ pattern }) => {
    const type = classPattern(pattern);
    return type.kind === "named" ? [type.name.name.text] : [];
  });
}

const known = new WeakMap<readonly AspectFile[], readonly TypeTest[]>();

function typeTests(files: readonly AspectFile[]): readonly TypeTest[] {
  let tests = known.get(files);
  if (tests === undefined) {
    tests = linkAspects(files)
      .advice.flatMap(({ node }) => testsIn(node))
      .filter(isAskable);
    known.set(files, tests);
  }
  return tests;
}

/** Any class is decided while compiling. */
const isAskable = ({ pattern }: TypeTest) => classPattern(pattern).kind === "named";

function testsIn(node: PointcutNode): TypeTest[] {
  if (node.kind === "that" || node.kind === "target") return [node.type];
  return partsOf(node).flatMap(testsIn);
}
