/** Whether a named pointcut stands for names or for code, looking through further references. */
import type { Aspect, NamedPointcut, PointcutExpression } from "../../model/index.js";
import { type PointcutKind, pointcutFunction } from "./pointcut-functions.js";
import type { PointcutScopes } from "./pointcut-scopes.js";

/** Undefined when the pointcut is unknown, pure, broken, recursive or too deeply nested. */
export type KindFinder = (name: string, from: Aspect | undefined) => PointcutKind | undefined;

const DEPTH_LIMIT = 100;

export function createKindFinder(scopes: PointcutScopes): KindFinder {
  const known = new Map<NamedPointcut, PointcutKind | undefined>();
  const ofNamed = (name: string, from: Aspect | undefined, depth: number): PointcutKind | undefined => {
    const found = scopes.find(name, from);
    if (found === undefined || depth > DEPTH_LIMIT) return undefined;
    const { pointcut, aspect } = found;
    if (known.has(pointcut)) return known.get(pointcut);
    known.set(pointcut, undefined);
    const kind = pointcut.expression === undefined ? undefined : of(pointcut.expression, aspect, depth + 1);
    known.set(pointcut, kind);
    return kind;
  };
  const of = (
    expression: PointcutExpression,
    from: Aspect | undefined,
    depth: number,
  ): PointcutKind | undefined => {
    switch (expression.kind) {
      case "match":
        return "name";
      case "not":
        return of(expression.operand, from, depth);
      case "function":
        return pointcutFunction(expression.name)?.gives;
      case "reference":
        return ofNamed(expression.name, from, depth);
      case "and":
      case "or":
        return of(expression.left, from, depth) ?? of(expression.right, from, depth);
      case "variable":
      case "broken":
        return undefined;
    }
  };
  return (name, from) => ofNamed(name, from, 0);
}
