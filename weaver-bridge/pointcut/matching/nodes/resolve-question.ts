/** A pointcut that is asked by itself, resolved; what is wrong with it is told by who answers. */
import type { AspectFile, PointcutExpression } from "../../../model/index.js";
import { createPointcutScopes } from "../../syntax/pointcut-scopes.js";
import type { PointcutNode } from "./pointcut-node.js";
import { resolvePointcut } from "./resolve-pointcut.js";

/** It may use the named pointcuts of `files` as they are seen from `aspect`, a qualified name. */
export function resolveQuestion(
  expression: PointcutExpression,
  files: readonly AspectFile[],
  aspect: string | undefined,
): PointcutNode {
  const scopes = createPointcutScopes(files);
  const around = aspect === undefined ? undefined : scopes.aspect(aspect, undefined);
  return resolvePointcut(expression, {
    scopes,
    aspect: around,
    ...(around === undefined ? {} : { woven: around }),
    file: around && scopes.fileOf(around),
    report: () => undefined,
  });
}
