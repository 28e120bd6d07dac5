/**
 * From a pointcut expression to a {@link PointcutNode}: finds named pointcuts and attributes, reads patterns, checks
 * what only other files tell.
 */
import type {
  AdviceParameter,
  Aspect,
  AspectFile,
  NamedPointcut,
  PointcutExpression,
  TextRange,
} from "../../../model/index.js";
import { lookUp } from "../../../model/index.js";
import { parseFilePattern } from "../../patterns/file-pattern.js";
import type { TypePattern } from "../../patterns/match-expression.js";
import { operationPatterns } from "../../patterns/operation-pattern.js";
import { parseMatchExpression, parseTypePattern } from "../../patterns/parse-match-expression.js";
import { codeNotName, isBroken, mixedKinds } from "../../syntax/check-pointcut.js";
import { didYouMean } from "../../syntax/nearest-names.js";
import { POINTCUT_FUNCTIONS } from "../../syntax/pointcut-functions.js";
import type { PointcutScopes } from "../../syntax/pointcut-scopes.js";
import { printPointcut } from "../../syntax/print-pointcut.js";
import { findNode, triggerKey } from "./node-text.js";

import { isCodeNode, type PointcutNode, type ShadowKind, type TypeTest } from "./pointcut-node.js";

export interface ResolveContext {
  readonly scopes: PointcutScopes;
  /** Aspect in which the expression is written. */
  readonly aspect: Aspect | undefined;
  /** Concrete aspect that is woven, for virtual pointcuts. */
  readonly woven?: Aspect;
  readonly file: AspectFile | undefined;
  /** Context variables, absent for a query. */
  readonly parameters?: readonly AdviceParameter[];
  report(file: AspectFile | undefined, code: string, range: TextRange, message: string, hint?: string): void;
}

/** Kinds of join points that a pointcut function means. */
export const JOIN_KINDS: Readonly<Record<string, readonly ShadowKind[]>> = {
  execution: ["execution"],
  call: ["call"],
  get: ["get"],
  set: ["set"],
  ref: ["ref"],
  access: ["get", "set", "ref"],
  alias: ["get", "set", "ref"],
  builtin: ["builtin"],
  construction: ["construction"],
  destruction: ["destruction"],
};

/** `kind` is `nothing` when any part is broken or unknown; the reason is in the file's problems or reported. */
export function resolvePointcut(expression: PointcutExpression, context: ResolveContext): PointcutNode {
  const nothing: PointcutNode = { kind: "nothing", source: expression };
  if (isBroken(expression)) return nothing;
  try {
    const variables = context.parameters?.map(({ name, type }) => ({ name, type, boundAs: name }));
    return resolve(expression, { ...context, path: [], variables, size: { nodes: 0 } });
  } catch (failure) {
    if (failure instanceof Unresolved) return nothing;
    throw failure;
  }
}

class Unresolved extends Error {}

interface Inner extends Omit<ResolveContext, "parameters"> {
  /** Named pointcuts being resolved, to find recursion. */
  readonly path: readonly NamedPointcut[];
  readonly variables: readonly Variable[] | undefined;
  /** Nodes made so far: named pointcuts of named pointcuts can multiply without end. */
  readonly size: { nodes: number };
}

const NODE_LIMIT = 5000;
const DEPTH_LIMIT = 100;

interface Variable {
  /** As the expression at hand writes it. */
  readonly name: string;
  readonly type: string;
  /** As the advice calls it. */
  readonly boundAs: string;
}

function resolve(source: PointcutExpression, context: Inner): PointcutNode {
  if (context.size.nodes++ > NODE_LIMIT || context.path.length > DEPTH_LIMIT) {
    const { file, report } = context;
    report(
      file,
      "pointcut/too-complex",
      source.range,
      "the named pointcuts stand for too large an expression",
    );
    throw new Unresolved();
  }
  switch (source.kind) {
    case "and":
    case "or":
      return resolveBinary(source, context);
    case "not":
      return { kind: "not", source, operand: resolve(source.operand, context) };
    case "match":
      return { kind: "names", source, text: source.text, pattern: parseMatchExpression(source.text).value };
    case "function":
      return resolveFunction(source, context);
    case "reference":
      return resolveReference(source, context);
    case "variable":
    case "broken":
      throw new Unresolved();
  }
}

function resolveBinary(source: PointcutExpression & { kind: "and" | "or" }, context: Inner): PointcutNode {
  const left = resolve(source.left, context);
  const right = resolve(source.right, context);
  if (isCodeNode(left) === isCodeNode(right)) return { kind: source.kind, source, left, right };
  const mixed = mixedKinds(source.kind, isCodeNode(left) ? source.right : source.left);
  context.report(context.file, mixed.code, mixed.range, mixed.message, mixed.hint);
  throw new Unresolved();
}

/** The argument of a function that takes names. */
function resolveNames(name: string, argument: PointcutExpression, context: Inner): PointcutNode {
  const node = resolve(argument, context);
  if (!isCodeNode(node)) return node;
  const wrong = codeNotName(name, argument);
  context.report(context.file, wrong.code, wrong.range, wrong.message, wrong.hint);
  throw new Unresolved();
}

function resolveFunction(source: PointcutExpression & { kind: "function" }, context: Inner): PointcutNode {
  const { name } = source;
  const [first] = source.arguments;
  if (name === "args")
    return { kind: "args", source, types: source.arguments.map((argument) => typeTest(argument, context)) };
  if (first === undefined) throw new Unresolved();
  const kinds = lookUp(JOIN_KINDS, name);
  if (kinds !== undefined) {
    const of = resolveNames(name, first, context);
    return { kind: "join", source, name, kinds, of: name === "alias" ? { kind: "aliases", source, of } : of };
  }
  switch (name) {
    case "result":
    case "target":
    case "that":
      return { kind: name, source, type: typeTest(first, context) };
    case "within":
    case "member":
    case "derived":
    case "base":
    case "classes":
      return { kind: name, source, of: resolveNames(name, first, context) };
    case "local": {
      const local = source.arguments[1];
      if (local?.kind !== "match") throw new Unresolved();
      return { kind: "local", source, name: local.text.trim(), type: typeTest(first, context) };
    }
    case "cflow":
      return resolveTrigger(source, first, context);
    case "file":
      if (first.kind !== "match") throw new Unresolved();
      return { kind: "file", source, pattern: parseFilePattern(first.text) };
    case "operation":
      return operationNode(source, first);
    default:
      throw new Unresolved();
  }
}

/** An IDL operation is the functions that stubs are made of. */
function operationNode(source: PointcutExpression, argument: PointcutExpression): PointcutNode {
  const patterns = argument.kind === "match" ? operationPatterns(argument.text) : undefined;
  const [first, ...rest] = (patterns ?? []).map(
    (text): PointcutNode => ({ kind: "names", source, text, pattern: parseMatchExpression(text).value }),
  );
  if (first === undefined) throw new Unresolved();
  return rest.reduce((left, right): PointcutNode => ({ kind: "or", source, left, right }), first);
}

function resolveTrigger(
  source: PointcutExpression,
  argument: PointcutExpression,
  context: Inner,
): PointcutNode {
  const of = resolve(argument, { ...context, variables: [] });
  if (!isCodeNode(of)) throw new Unresolved();
  const late = findNode(
    of,
    (node) => node.kind === "cflow" || node.kind === "that" || node.kind === "target",
  );
  if (late !== undefined) {
    context.report(
      context.file,
      "pointcut/cflow-context",
      source.range,
      `\`${late.kind}\` can't stand inside \`cflow\`, also not in a named pointcut`,
      "Join it outside with `&&`.",
    );
    throw new Unresolved();
  }
  return { kind: "cflow", source, of, key: triggerKey(of), text: printPointcut(argument) };
}

function typeTest(argument: PointcutExpression, context: Inner): TypeTest {
  if (argument.kind === "match") {
    const pattern = parseTypePattern(argument.text).value;
    if (pattern !== undefined) return { text: argument.text, pattern };
  }
  if (argument.kind !== "variable") throw new Unresolved();
  if (context.variables === undefined) return { text: "%", pattern: ANYTHING };
  const variable = context.variables.find((item) => item.name === argument.name);
  const pattern = variable === undefined ? undefined : parseTypePattern(variable.type).value;
  if (variable === undefined || pattern === undefined) throw new Unresolved();
  return { text: variable.type, pattern, variable: variable.boundAs };
}

const ANYTHING: TypePattern = { kind: "any", isConst: false, isVolatile: false };

function resolveReference(source: PointcutExpression & { kind: "reference" }, context: Inner): PointcutNode {
  const { scopes, aspect, woven, file, report } = context;
  const found = scopes.find(source.name, aspect, woven, file);
  if (found === undefined) {
    const attribute = scopes.attribute(source.name, aspect, file);
    if (attribute !== undefined && source.arguments.length === 0)
      return { kind: "attribute", source, name: attribute };
    return failUnknown(source, context);
  }
  const { pointcut } = found;
  if (context.path.includes(pointcut)) {
    report(
      found.file,
      "pointcut/recursive",
      pointcut.nameRange,
      `pointcut \`${pointcut.name}\` refers to itself`,
      "Break the circle.",
    );
    throw new Unresolved();
  }
  if (pointcut.parameters.length !== source.arguments.length) {
    const wanted = pointcut.parameters.map((item) => item.name).join(", ");
    const message = `\`${source.name}\` takes ${pointcut.parameters.length} context variables, not ${source.arguments.length}`;
    report(file, "pointcut/argument-count", source.range, message, `Write \`${source.name}(${wanted})\`.`);
    throw new Unresolved();
  }
  if (pointcut.expression === undefined) {
    report(
      file,
      "pointcut/pure",
      source.range,
      `\`${source.name}\` is pure virtual`,
      "Define it in a derived aspect.",
    );
    throw new Unresolved();
  }
  if (isBroken(pointcut.expression)) throw new Unresolved();
  const of = resolve(pointcut.expression, {
    ...context,
    aspect: found.aspect,
    file: found.file,
    path: [...context.path, pointcut],
    variables: context.variables && renamed(pointcut, source, context),
  });
  return { kind: "named", source, name: source.name, of, ...(found.file && { file: found.file }) };
}

/** The pointcut's own parameters, bound under the names that the reference gives them. */
function renamed(
  pointcut: NamedPointcut,
  source: PointcutExpression & { kind: "reference" },
  context: Inner,
): Variable[] {
  return pointcut.parameters.map(({ name, type }, index) => {
    const given = context.variables?.find((item) => item.name === source.arguments[index]);
    if (given === undefined) throw new Unresolved();
    if (given.type.replace(/\s+/g, "") !== type.replace(/\s+/g, "")) {
      const message = `\`${given.name}\` is \`${given.type}\`, but \`${source.name}\` binds \`${type}\``;
      context.report(
        context.file,
        "pointcut/variable-type",
        source.range,
        message,
        "Give both the same type.",
      );
      throw new Unresolved();
    }
    return { name, type, boundAs: given.boundAs };
  });
}

function failUnknown(source: PointcutExpression & { kind: "reference" }, context: Inner): never {
  const { scopes, file, report } = context;
  const near = didYouMean(source.name, [
    ...scopes.pointcutNames,
    ...scopes.attributeNames,
    ...POINTCUT_FUNCTIONS.map((item) => item.name),
  ]);
  const nameRange = { start: source.range.start, end: source.range.start + source.name.length };
  report(
    file,
    "pointcut/unknown-name",
    nameRange,
    `there is no pointcut \`${source.name}\``,
    near ?? `Declare it: \`pointcut ${source.name}() = ...;\`.`,
  );
  throw new Unresolved();
}
