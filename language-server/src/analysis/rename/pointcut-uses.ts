/** All pointcut expressions of the aspects, and the names that occur in them, with the places of each. */
import type { Aspect, PointcutExpression, TextRange } from "@weft/weaver-bridge/model";
import type { AspectDocument } from "../../workspace/index.js";

export interface WrittenPointcut {
  readonly expression: PointcutExpression;
  /** The aspect that it stands in. */
  readonly aspect: Aspect | undefined;
}

export function pointcutsIn({ file }: AspectDocument): WrittenPointcut[] {
  const ofAspect = (aspect: Aspect): WrittenPointcut[] =>
    [
      ...aspect.pointcuts.flatMap(({ expression }) => expression ?? []),
      ...aspect.advice.map(({ pointcut }) => pointcut),
      ...(aspect.introductions ?? []).map(({ pointcut }) => pointcut),
      ...aspect.order.flatMap(({ pointcut, sequence }) => [pointcut, ...sequence]),
    ].map((expression) => ({ expression, aspect }));
  return [
    ...file.pointcuts.flatMap(({ expression }) =>
      expression === undefined ? [] : [{ expression, aspect: undefined }],
    ),
    ...file.aspects.flatMap(ofAspect),
  ];
}

/** The expression and all parts of it. */
export function everyPart(expression: PointcutExpression): PointcutExpression[] {
  switch (expression.kind) {
    case "and":
    case "or":
      return [expression, ...everyPart(expression.left), ...everyPart(expression.right)];
    case "not":
      return [expression, ...everyPart(expression.operand)];
    case "function":
      return [expression, ...expression.arguments.flatMap(everyPart)];
    default:
      return [expression];
  }
}

/** Byte ranges of the word in a part of the file's text; not behind `.` or `->`, not in strings or comments. */
export function wordsIn({ file }: AspectDocument, range: TextRange, word: string): TextRange[] {
  const text = file.text.slice(range.start, range.end);
  const found =
    /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|(?:\.|->)\s*\w+|[A-Za-z_$][\w$]*/g;
  return [...text.matchAll(found)]
    .filter(([one]) => one === word)
    .map(({ index }) => ({ start: range.start + index, end: range.start + index + word.length }));
}
