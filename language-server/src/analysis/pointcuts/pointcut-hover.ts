/** Hover on a part of a pointcut: what it selects, and what it takes away from the rest. */
import type { PointcutExpression } from "@weft/weaver-bridge/model";
import { operandsOf, pointcutsIn, printPointcut } from "@weft/weaver-bridge/pointcut";
import type { Range } from "../../protocol/index.js";
import type { AspectDocument, PointcutAnswer } from "../../workspace/index.js";
import { rangeOfBytes } from "../advice-text.js";
import { count } from "../lines/file-effects.js";
import { functionText } from "./pointcut-functions-text.js";

export interface PointcutPart {
  readonly expression: PointcutExpression;
  readonly range: Range;
  /** Whose pointcuts it can name; undefined at file scope. */
  readonly aspect: string | undefined;
  /** The conjunction that the part is one conjunct of, and that without it; absent for other parts. */
  readonly conjunction?: { readonly whole: PointcutExpression; readonly rest: PointcutExpression };
}

/** The smallest part at the place, or all of the pointcut whose name it is; undefined in text that is no sound pointcut. `offset` counts UTF-16 units. */
export function pointcutPartAt(document: AspectDocument, offset: number): PointcutPart | undefined {
  const byte = document.source.bytes.toByte(offset);
  const all = pointcutsIn(document.file);
  const named = all.find(({ user }) => "nameRange" in user && holds({ range: user.nameRange }, byte));
  if (named !== undefined && "nameRange" in named.user) {
    const { expression, user, aspect } = named;
    const range = rangeOfBytes(document, user.nameRange);
    return isSound(expression) ? { expression, range, aspect: aspect?.name } : undefined;
  }
  const whole = all.find(({ expression }) => holds(expression, byte));
  if (whole === undefined) return undefined;
  let part = whole.expression;
  let around: PointcutExpression | undefined;
  for (;;) {
    const inner = partsOf(part).find((one) => holds(one, byte));
    if (inner === undefined) break;
    if (part.kind === "and") around ??= part;
    else around = undefined;
    part = inner;
  }
  if (part.kind === "broken" || part.kind === "variable") return undefined;
  const rest = around === undefined ? undefined : joined(conjuncts(around).filter((one) => one !== part));
  return {
    expression: part,
    range: rangeOfBytes(document, part.range),
    aspect: whole.aspect?.name,
    ...(around === undefined || rest === undefined ? {} : { conjunction: { whole: around, rest } }),
  };
}

function isSound(expression: PointcutExpression): boolean {
  return expression.kind !== "broken" && operandsOf(expression).every(isSound);
}

function holds({ range }: Pick<PointcutExpression, "range">, byte: number): boolean {
  return range.start <= byte && byte < range.end;
}

/** Types, variables, files and operations select no join points of their own. */
function partsOf(expression: PointcutExpression): readonly PointcutExpression[] {
  const selectsNone =
    expression.kind === "function" &&
    /^(?:args|result|that|target|local|file|operation)$/.test(expression.name);
  return selectsNone ? [] : operandsOf(expression);
}

function conjuncts(expression: PointcutExpression): PointcutExpression[] {
  return expression.kind === "and"
    ? [...conjuncts(expression.left), ...conjuncts(expression.right)]
    : [expression];
}

function joined(list: readonly PointcutExpression[]): PointcutExpression | undefined {
  const [first, ...others] = list;
  return others.reduce<PointcutExpression | undefined>(
    (left, right) =>
      left && { kind: "and", left, right, range: { start: left.range.start, end: right.range.end } },
    first,
  );
}

export interface PartAnswers {
  readonly own: PointcutAnswer;
  readonly whole?: PointcutAnswer | undefined;
  readonly rest?: PointcutAnswer | undefined;
}

const FIRST = 5;

export function partMarkdown({ expression }: PointcutPart, { own, whole, rest }: PartAnswers): string {
  const isName = own.hits[0]?.kind === "name";
  const noun = isName ? "declaration" : "join point";
  const lines = own.hits.slice(0, FIRST).map(({ kind, signature, range }) => {
    const where = `${range.file.split("/").slice(-2).join("/")}:${range.startLine}`;
    return `- \`${kind === "name" ? "" : `${kind} `}${signature}\` ${where}`;
  });
  if (own.total > FIRST) lines.push(`- and ${own.total - FIRST} more`);
  const text = printPointcut(expression);
  const units = `${own.unitsSearched} of ${own.unitsTotal} units`;
  const { isReading } = own;
  const selects = `selects ${count(own.total, noun)}${isReading ? ` so far (reading, ${units})` : ""}`;
  // That none was found yet says nothing.
  const sections = [`\`${text}\` ${isReading && own.total === 0 ? `(reading, ${units})` : selects}`];
  if (whole !== undefined && rest !== undefined && Math.min(whole.unitsSearched, rest.unitsSearched) > 0)
    sections.push(`It keeps ${whole.total} of ${rest.total} that the rest selects.`);
  if (own.problems[0] !== undefined) sections.push(own.problems[0].message);
  if (lines.length > 0) sections.push(lines.join("\n"));
  const known = expression.kind === "function" ? functionText(expression.name) : undefined;
  if (known !== undefined) sections.push(known.documentation.split("\n")[0] as string);
  return sections.join("\n\n");
}
