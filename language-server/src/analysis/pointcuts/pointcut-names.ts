/** Named pointcuts of an `.ah` file: all of them, and the one that is used under the cursor. */
import type { NamedPointcut, PointcutExpression } from "@weft/weaver-bridge/model";
import { everyPart, pointcutsIn } from "@weft/weaver-bridge/pointcut";
import type { Position, Range } from "../../protocol/index.js";
import type { AspectDocument } from "../../workspace/index.js";
import { rangeOfBytes } from "../advice-text.js";
import { holds } from "../locate.js";

export function namedPointcuts(document: AspectDocument): NamedPointcut[] {
  return [...document.file.pointcuts, ...document.file.aspects.flatMap((aspect) => aspect.pointcuts)];
}

/** The declaration that a use under the cursor refers to. */
export function namedPointcutAt(
  document: AspectDocument,
  position: Position,
): { readonly name: string; readonly range: Range } | undefined {
  const expressions = pointcutsIn(document.file).map(({ expression }) => expression);
  for (const use of expressions.flatMap(references)) {
    if (!holds(rangeOfBytes(document, use.range), position)) continue;
    const declared = namedPointcuts(document).find(({ name }) => name === use.name);
    if (declared !== undefined)
      return { name: declared.name, range: rangeOfBytes(document, declared.nameRange) };
  }
  return undefined;
}

type Reference = Extract<PointcutExpression, { kind: "reference" }>;

/** Uses of named pointcuts, and of attributes, in an expression. */
export function references(expression: PointcutExpression): Reference[] {
  return everyPart(expression).filter((part) => part.kind === "reference");
}
