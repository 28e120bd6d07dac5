/**
 * What a pointcut expression means before any unit is known: name or code, arguments of the right kind, context
 * variables bound once on every path. Reports each mistake at its characters.
 */
import type { AdviceParameter, PointcutExpression, TextRange } from "../../model/index.js";
import { parseMatchExpression } from "../patterns/parse-match-expression.js";
import { didYouMean } from "./nearest-names.js";
import { type PointcutKind, pointcutFunction } from "./pointcut-functions.js";
import type { ProblemSink } from "./problem-sink.js";

export interface CheckContext {
  readonly sink: ProblemSink;
  /** Context variables that may be bound; absent for a query, where any name is allowed. */
  readonly parameters?: readonly AdviceParameter[];
  /** Kind of a named pointcut; undefined when it is not known here. */
  readonly kindOfReference?: (name: string) => PointcutKind | undefined;
  /** What the whole expression has to be. */
  readonly wanted?: PointcutKind;
}

/** Kind of the expression, undefined when it is broken or depends on an unknown named pointcut. */
export function checkPointcut(
  expression: PointcutExpression,
  context: CheckContext,
): PointcutKind | undefined {
  if (isBroken(expression)) return undefined;
  const kind = kindOf(expression, context);
  if (context.wanted === "code" && kind === "name") {
    const wrong = adviceNotCode(expression);
    context.sink.error(wrong.code, wrong.range, wrong.message, wrong.hint);
  }
  checkVariables(expression, context);
  return kind;
}

/** True when a part could not be parsed; such a pointcut matches nothing, even under `!`. */
export function isBroken(expression: PointcutExpression): boolean {
  switch (expression.kind) {
    case "broken":
      return true;
    case "and":
    case "or":
      return isBroken(expression.right) || isBroken(expression.left);
    case "not":
      return isBroken(expression.operand);
    case "function":
      return expression.arguments.some(isBroken);
    default:
      return false;
  }
}

/** The pointcut of an advice has to select code. */
export function adviceNotCode(expression: PointcutExpression): KindProblem {
  return {
    code: "pointcut/name-not-code",
    range: expression.range,
    message: "this pointcut names functions or variables, not code",
    hint: "Say which code is meant: wrap it in `execution(...)`, `call(...)`, `get(...)`, `set(...)` or `within(...)`.",
  };
}

function kindOf(expression: PointcutExpression, context: CheckContext): PointcutKind | undefined {
  switch (expression.kind) {
    case "match":
      return "name";
    case "not":
      return kindOf(expression.operand, context);
    case "reference":
      return context.kindOfReference?.(expression.name);
    case "function":
      return kindOfFunction(expression, context);
    case "and":
    case "or":
      return kindOfBinary(expression, context);
    case "variable":
    case "broken":
      return undefined;
  }
}

function kindOfBinary(
  expression: PointcutExpression & { kind: "and" | "or" },
  context: CheckContext,
): PointcutKind | undefined {
  const left = kindOf(expression.left, context);
  const right = kindOf(expression.right, context);
  if (left === undefined || right === undefined) return left ?? right;
  if (left === right) return left;
  const wrong = mixedKinds(expression.kind, left === "name" ? expression.left : expression.right);
  context.sink.error(wrong.code, wrong.range, wrong.message, wrong.hint);
  return "code";
}

function kindOfFunction(
  expression: PointcutExpression & { kind: "function" },
  context: CheckContext,
): PointcutKind | undefined {
  const known = pointcutFunction(expression.name);
  if (known === undefined) return undefined;
  if (known.name === "cflow") checkTrigger(expression.arguments, context);
  if (known.takes === "name" || known.takes === "code") {
    for (const argument of expression.arguments) {
      const found = kindOf(argument, context);
      if (found !== undefined && found !== known.takes) {
        const wrong =
          known.takes === "name" ? codeNotName(known.name, argument) : nameNotCode(known.name, argument);
        context.sink.error(wrong.code, wrong.range, wrong.message, wrong.hint);
      } else if (known.takes === "name") checkShapes(known.name, argument, context);
    }
  }
  return known.gives;
}

/** Whether control is inside is asked elsewhere and later, where nothing of the trigger's own context is left. */
function checkTrigger(parts: readonly PointcutExpression[], context: CheckContext): void {
  for (const part of parts) {
    if (part.kind === "and" || part.kind === "or") checkTrigger([part.left, part.right], context);
    else if (part.kind === "not") checkTrigger([part.operand], context);
    else if (part.kind === "reference" && part.arguments.length > 0)
      context.sink.error(
        "pointcut/cflow-context",
        part.range,
        "`cflow` can't bind context variables",
        "Use a pointcut without parameters inside it.",
      );
    if (part.kind !== "function") continue;
    const isVariable = part.arguments.some((argument) => argument.kind === "variable");
    if (!isVariable && !DECIDED_LATE.has(part.name)) continue;
    context.sink.error(
      "pointcut/cflow-context",
      part.range,
      isVariable ? "`cflow` can't bind context variables" : `\`${part.name}\` can't stand inside \`cflow\``,
      isVariable ? 'Use types in quotes inside it, args("int").' : "Join it outside with `&&`.",
    );
  }
}

const DECIDED_LATE = new Set(["cflow", "that", "target"]);

export interface KindProblem {
  readonly code: string;
  readonly range: TextRange;
  readonly message: string;
  readonly hint: string;
}

/** `names` is the side of `&&` or `||` that is names where the other is code. */
export function mixedKinds(kind: "and" | "or", names: PointcutExpression): KindProblem {
  return {
    code: "pointcut/mixed-kinds",
    range: names.range,
    message: `\`${kind === "and" ? "&&" : "||"}\` mixes code join points with names; this side is names`,
    hint:
      names.kind === "function" && names.name === "file"
        ? "To select the code in the files write `within(file(...))`."
        : "Wrap the names in a function such as `within(...)` or `call(...)`.",
  };
}

export function codeNotName(taker: string, argument: PointcutExpression): KindProblem {
  return {
    code: "pointcut/code-not-name",
    range: argument.range,
    message: `\`${taker}\` takes names, not code join points`,
    hint: `Write for example \`${taker}("% f(...)")\`; join code pointcuts outside it with \`&&\`.`,
  };
}

/** What a slice goes into has to be classes. */
export function codeTarget(pointcut: PointcutExpression): KindProblem {
  return {
    code: "pointcut/code-not-name",
    range: pointcut.range,
    message: "a slice is introduced into classes, not into code join points",
    hint: 'Name the classes: `advice "C" || derived("D") : slice S;`.',
  };
}

function nameNotCode(taker: string, argument: PointcutExpression): KindProblem {
  return {
    code: "pointcut/name-not-code",
    range: argument.range,
    message: `\`${taker}\` takes code join points, not names`,
    hint: `Write for example \`${taker}(execution("% f(...)"))\`.`,
  };
}

const FUNCTION_TAKERS = new Set(["execution", "call", "builtin"]);
const VARIABLE_TAKERS = new Set(["get", "set", "ref", "access"]);

/** A function pattern in `get` or a variable pattern in `call` is legal and can never match. */
function checkShapes(taker: string, argument: PointcutExpression, context: CheckContext): void {
  if (argument.kind === "and" || argument.kind === "or") {
    checkShapes(taker, argument.left, context);
    checkShapes(taker, argument.right, context);
  }
  if (argument.kind !== "match") return;
  const { shape } = parseMatchExpression(argument.text).value;
  const text = argument.text;
  if ((FUNCTION_TAKERS.has(taker) || taker === "within") && shape === "variable")
    context.sink.warning(
      "pointcut/never-matches",
      argument.range,
      `\`${taker}\` takes functions, but "${text}" names variables`,
      `For a function add its parameter list: "${text}(...)".`,
    );
  if (VARIABLE_TAKERS.has(taker) && shape === "function")
    context.sink.warning(
      "pointcut/never-matches",
      argument.range,
      `\`${taker}\` takes variables and fields, but "${text}" names functions`,
      "Remove the parameter list, or use `call` or `execution`.",
    );
}

interface Binding {
  readonly name: string;
  readonly range: TextRange;
}

function checkVariables(expression: PointcutExpression, context: CheckContext): void {
  const bound = new Set(bindings(expression, context, false).map((item) => item.name));
  for (const parameter of context.parameters ?? [])
    if (!bound.has(parameter.name))
      context.sink.error(
        "pointcut/unbound-variable",
        parameter.range,
        `the pointcut does not bind \`${parameter.name}\``,
        `Bind it with \`args(${parameter.name})\`, \`result(${parameter.name})\` or \`target(${parameter.name})\`, or remove it.`,
      );
}

function bindings(expression: PointcutExpression, context: CheckContext, negated: boolean): Binding[] {
  switch (expression.kind) {
    case "and":
      return bothBindings(expression, context, negated);
    case "or":
      return eitherBindings(expression, context, negated);
    case "not":
      return bindings(expression.operand, context, !negated);
    case "function":
      return expression.arguments.flatMap((argument) => bindings(argument, context, negated));
    case "variable":
      return variables([{ name: expression.name, range: expression.range }], context, negated);
    case "reference":
      return variables(
        expression.arguments.map((name) => ({ name, range: expression.range })),
        context,
        negated,
      );
    default:
      return [];
  }
}

function variables(list: Binding[], context: CheckContext, negated: boolean): Binding[] {
  for (const { name, range } of list) {
    if (negated)
      context.sink.error(
        "pointcut/bound-under-not",
        range,
        `\`${name}\` can't be bound under \`!\``,
        "Where the expression holds there is nothing to bind; use a type in quotes.",
      );
    else if (context.parameters !== undefined && !context.parameters.some((item) => item.name === name))
      context.sink.error(
        "pointcut/unknown-variable",
        range,
        `\`${name}\` is not a context variable here`,
        didYouMean(
          name,
          context.parameters.map((item) => item.name),
        ) ?? `Declare it: \`before(TYPE ${name})\`, or write the type in quotes, args("int").`,
      );
  }
  return list;
}

function bothBindings(
  expression: PointcutExpression & { kind: "and" | "or" },
  context: CheckContext,
  negated: boolean,
): Binding[] {
  const left = bindings(expression.left, context, negated);
  const right = bindings(expression.right, context, negated);
  for (const { name, range } of right)
    if (left.some((item) => item.name === name))
      context.sink.error(
        "pointcut/bound-twice",
        range,
        `\`${name}\` is bound twice`,
        "Bind it on one side of `&&` only.",
      );
  return [...left, ...right];
}

function eitherBindings(
  expression: PointcutExpression & { kind: "and" | "or" },
  context: CheckContext,
  negated: boolean,
): Binding[] {
  const left = bindings(expression.left, context, negated);
  const right = bindings(expression.right, context, negated);
  const missing = [...difference(left, right), ...difference(right, left)][0];
  if (missing !== undefined)
    context.sink.error(
      "pointcut/or-bindings",
      expression.range,
      `only one side of \`||\` binds \`${missing.name}\``,
      "Both sides have to bind the same context variables.",
    );
  return left.length >= right.length ? left : right;
}

function difference(a: readonly Binding[], b: readonly Binding[]): Binding[] {
  return a.filter((item) => !b.some((other) => other.name === item.name));
}
