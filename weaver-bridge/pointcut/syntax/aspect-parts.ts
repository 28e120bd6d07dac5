/** Parts of a parsed aspect file, listed flat for those who look at all of a kind wherever they stand. Pure. */
import {
  type Aspect,
  type AspectFile,
  type IncludeLine,
  type Introduction,
  includesIn,
  type NamedPointcut,
  type OrderAdvice,
  type PointcutExpression,
  type Slice,
  type TextRange,
} from "../../model/index.js";

/** A pointcut expression with the declaration that it is written in. */
export interface WrittenPointcut {
  readonly expression: PointcutExpression;
  readonly user: NamedPointcut | Aspect["advice"][number] | Introduction | OrderAdvice;
  /** Undefined at file scope. */
  readonly aspect: Aspect | undefined;
}

type File = Pick<AspectFile, "aspects" | "pointcuts">;

/** Of `order` advice the names of aspects too. */
export function pointcutsIn(file: File): WrittenPointcut[] {
  const named = (list: readonly NamedPointcut[], aspect: Aspect | undefined) =>
    list.flatMap((user) =>
      user.expression === undefined ? [] : [{ user, expression: user.expression, aspect }],
    );
  return [
    ...named(file.pointcuts, undefined),
    ...file.aspects.flatMap((aspect) => [
      ...named(aspect.pointcuts, aspect),
      ...[...aspect.advice, ...(aspect.introductions ?? [])].map((user) => ({
        ...{ user, aspect },
        expression: user.pointcut,
      })),
      ...aspect.order.flatMap((user) =>
        [user.pointcut, ...user.sequence].map((expression) => ({ user, expression, aspect })),
      ),
    ]),
  ];
}

/** The expression and all parts of it. */
export function everyPart(expression: PointcutExpression): PointcutExpression[] {
  return [expression, ...operandsOf(expression).flatMap(everyPart)];
}

/** What an operator or a pointcut function is applied to. */
export function operandsOf(expression: PointcutExpression): readonly PointcutExpression[] {
  switch (expression.kind) {
    case "and":
    case "or":
      return [expression.left, expression.right];
    case "not":
      return [expression.operand];
    case "function":
      return expression.arguments;
    default:
      return [];
  }
}

/** Named slices of the file, then those written inside advice. */
export function slicesIn({ slices = [], aspects }: AspectFile): Slice[] {
  const inside = aspects.flatMap(({ introductions = [] }) =>
    introductions.flatMap(({ slice }) => ("reference" in slice ? [] : [slice])),
  );
  return [...slices, ...inside];
}

/** All text of a slice in its file, that of its non-inline members with their keyword. */
export function wholeSlice({ range, definitions }: Slice): TextRange[] {
  return [range, ...definitions.map(({ keyword, range: { end } }) => ({ start: keyword, end }))];
}

/** Holds slices, or puts members into classes. */
export function introduces({ aspects, slices = [] }: AspectFile): boolean {
  return slices.length > 0 || aspects.some(({ introductions = [] }) => introductions.length > 0);
}

/** What stands in an aspect's body without being C: advice, pointcuts, orders and introductions, in order of the text. */
export function aspectDeclarations({ advice, pointcuts, order, introductions = [] }: Aspect): TextRange[] {
  return [...advice, ...pointcuts, ...order, ...introductions]
    .map(({ range }) => range)
    .sort((a, b) => a.start - b.start);
}

/** Of the file's C at file scope. */
export function preludeIncludes({ text, prelude }: Pick<AspectFile, "text" | "prelude">): IncludeLine[] {
  return prelude.flatMap((range) => includesIn(text.slice(range.start, range.end), range.start));
}

/** `Trace` of `kernel::Trace`. */
export function plainName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}
