/** Why a pointcut selects a join point, in words, and what it binds there. */
import type { Entity, EntityId, LocalVariable, Shadow } from "../../../model/index.js";
import { printPointcut } from "../../syntax/print-pointcut.js";
import type { PointcutNode, TypeTest } from "../nodes/pointcut-node.js";
import { localAt } from "../nodes/shadow-types.js";
import { SHADOW_KINDS, subjectOf } from "./unit-columns.js";
import type { UnitMatcher } from "./unit-matcher.js";

/** Where the value of a context variable comes from at a join point. */
export interface ContextBinding {
  /** Name of the advice's parameter. */
  readonly name: string;
  readonly source: /** Of a call, an execution, a construction; the value of a `set`; an operand of a built-in operator. From 0. */
    | { readonly kind: "argument"; readonly index: number }
    /** A local variable in scope at the join point. */
    | { readonly kind: "local"; readonly variable: LocalVariable }
    | { readonly kind: "result" | "target" | "that" };
}

export interface Describer {
  /** ``execution: `sys_open` matches "% sys_%(...)"; not within("% boot(...)")`` */
  reason(node: PointcutNode, shadow: Shadow): string;
}

/** Remembers the words for each entity, since one name is usually met many times. */
export function createDescriber(unit: UnitMatcher): Describer {
  const words = new Map<PointcutNode, string[]>();
  const remember = (node: PointcutNode, key: number, make: () => string): string => {
    let row = words.get(node);
    if (row === undefined) words.set(node, (row = []));
    return (row[key] ??= make());
  };
  const describe = (node: PointcutNode, shadow: Shadow): string => {
    switch (node.kind) {
      case "and": {
        const [left, right] = [describe(node.left, shadow), describe(node.right, shadow)];
        return `${left}; ${right}`;
      }
      case "or":
        return describe(armAt(unit, node, shadow), shadow);
      case "named":
        return `${node.name}(): ${describe(node.of, shadow)}`;
      case "join":
        return remember(node, subjectOf(shadow) * KINDS.length + KINDS.indexOf(shadow.kind), () => {
          const name =
            node.name === "access" || node.name === "alias" ? `${node.name} (${shadow.kind})` : node.name;
          const subject = subjectOf(shadow);
          return `${name}: \`${nameOf(unit, subject)}\` ${describeNames(unit, node.of, subject)}`;
        });
      case "within":
        return remember(
          node,
          shadow.within,
          () => `within: \`${nameOf(unit, shadow.within)}\` ${describeNames(unit, node.of, shadow.within)}`,
        );
      default:
        return remember(node, 0, () => describeFixed(node));
    }
  };
  return { reason: describe };
}

const KINDS = SHADOW_KINDS;

/** The arm that certainly holds, else one that may. */
function armAt(
  unit: UnitMatcher,
  { left, right }: PointcutNode & { kind: "or" | "and" },
  shadow: Shadow,
): PointcutNode {
  const first = unit.decide(left, shadow);
  return first === true || (first !== false && unit.decide(right, shadow) !== true) ? left : right;
}

function describeFixed(node: PointcutNode): string {
  switch (node.kind) {
    case "not":
      return `not ${printPointcut(node.operand.source)}`;
    case "args":
      return `args: ${node.types.map(describeType).join(", ") || "none"}`;
    case "result":
    case "target":
    case "that":
      return `${node.kind}: ${describeType(node.type)}`;
    case "local":
      return `local: ${describeType(node.type)} is \`${node.name}\``;
    default:
      return printPointcut(node.source);
  }
}

function describeType(test: TypeTest): string {
  if (test.variable === undefined) return `"${test.text}"`;
  return `\`${test.text}${test.text.endsWith("*") ? "" : " "}${test.variable}\``;
}

/** `matches "% f(...)"`, `is in file("...")`. */
export function describeNames(unit: UnitMatcher, node: PointcutNode, entity: EntityId): string {
  switch (node.kind) {
    case "names":
      return `matches "${node.text}"`;
    case "attribute":
      return `is annotated [[${node.name}]]`;
    case "file":
      return `is in ${printPointcut(node.source)}`;
    case "and":
      return `${describeNames(unit, node.left, entity)} and ${describeNames(unit, node.right, entity)}`;
    case "or":
      return describeNames(unit, unit.selects(node.left, entity) ? node.left : node.right, entity);
    case "not":
      return `is not in ${printPointcut(node.operand.source)}`;
    case "named":
      return `${describeNames(unit, node.of, entity)} (${node.name}())`;
    default:
      return `is in ${printPointcut(node.source)}`;
  }
}

function nameOf(unit: UnitMatcher, id: EntityId): string {
  return qualifiedName(unit.facts.entities[id]);
}

export function qualifiedName(entity: Entity | undefined): string {
  return entity === undefined ? "?" : [...entity.scope, entity.name].join("::");
}

/** In an `||`, those of the first arm that holds. */
export function bindingsAt(unit: UnitMatcher, node: PointcutNode, shadow: Shadow): ContextBinding[] {
  switch (node.kind) {
    case "and":
      return [...bindingsAt(unit, node.left, shadow), ...bindingsAt(unit, node.right, shadow)];
    case "or":
      return bindingsAt(unit, armAt(unit, node, shadow), shadow);
    case "named":
      return bindingsAt(unit, node.of, shadow);
    case "args":
      return node.types.flatMap(({ variable }, index) =>
        variable === undefined ? [] : [{ name: variable, source: { kind: "argument", index } as const }],
      );
    case "result":
    case "target":
    case "that":
      return node.type.variable === undefined
        ? []
        : [{ name: node.type.variable, source: { kind: node.kind } }];
    case "local": {
      const { name, type } = node;
      const variable = type.variable === undefined ? undefined : localAt(unit, name, type, shadow);
      return variable === undefined
        ? []
        : [{ name: type.variable as string, source: { kind: "local", variable } }];
    }
    default:
      return [];
  }
}
