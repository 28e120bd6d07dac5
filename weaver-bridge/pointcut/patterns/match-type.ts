/**
 * Does a type of a unit match a type pattern? Node by node, through typedefs unless the pattern names one, with
 * C's rules: a qualifier in the pattern is required, its absence accepts any; array parameters are pointers.
 */
import type { Type, TypeId } from "../../model/index.js";
import { canonicalBuiltin, isBuiltin } from "./builtin-types.js";
import { isLiteral, matchesName, type QualifiedPattern, type TypePattern } from "./match-expression.js";
import { matchesQualifiedName, splitQualifiedName } from "./match-name.js";

export interface TypeMatcher {
  matches(pattern: TypePattern, type: TypeId): boolean;
  /** As `matches`, after C's adjustment of a parameter's type: array and function to pointer. */
  matchesParameter(pattern: TypePattern, type: TypeId): boolean;
  /** No wildcard, no conversion: qualifiers below the top must agree, typedefs of one type are the same type. */
  equals(pattern: TypePattern, type: TypeId): boolean;
  /** Through typedefs to the type behind them. */
  desugar(type: TypeId): Type | undefined;
}

/** The matcher remembers answers; use one for all patterns of a unit. `open`: what a template's text leaves open is any type. */
export function createTypeMatcher(types: readonly Type[], open = false): TypeMatcher {
  const memo = new Map<TypePattern, Int8Array>();
  const matches = (pattern: TypePattern, id: TypeId): boolean => {
    let row = memo.get(pattern);
    if (row === undefined) memo.set(pattern, (row = new Int8Array(types.length)));
    if (row[id] === 0) row[id] = compare({ types, open, exact: false }, pattern, id, true) ? 1 : -1;
    return row[id] === 1;
  };
  return {
    matches,
    matchesParameter: (pattern, id) => {
      const type = desugar(types, id);
      if (type?.kind === "array" && pattern.kind === "pointer")
        return !pattern.isConst && !pattern.isVolatile && matches(pattern.to, type.of);
      if (type?.kind === "function" && pattern.kind === "pointer") return matches(pattern.to, id);
      return matches(pattern, id);
    },
    equals: (pattern, id) => compare({ types, open, exact: true }, pattern, id, true),
    desugar: (id) => desugar(types, id),
  };
}

interface Context {
  readonly types: readonly Type[];
  readonly exact: boolean;
  readonly open: boolean;
}

function desugar(types: readonly Type[], id: TypeId): Type | undefined {
  let type = types[id];
  for (let steps = 0; type?.kind === "typedef" && steps < 100; steps++) type = types[type.underlying];
  return type;
}

/** `top`: not below a pointer or the like, so an exact comparison ignores qualifiers. */
function compare(context: Context, pattern: TypePattern, id: TypeId, top: boolean): boolean {
  let type = context.types[id];
  let isConst = false;
  let isVolatile = false;
  for (let steps = 0; type !== undefined && steps < 100; steps++) {
    isConst ||= type.isConst;
    isVolatile ||= type.isVolatile;
    if (type.kind !== "typedef") break;
    if (namesTypedef(context, pattern, type))
      return qualifiersFit(context, pattern, { isConst, isVolatile }, top);
    type = context.types[type.underlying];
  }
  if (type === undefined) return false;
  if (context.open && type.kind === "other") return mayBe(pattern, type.spelling);
  if (type.kind === "array") {
    const element = elementOf(context.types, type.of);
    isConst ||= element?.isConst === true;
    isVolatile ||= element?.isVolatile === true;
  }
  return qualifiersFit(context, pattern, { isConst, isVolatile }, top) && compareNode(context, pattern, type);
}

/** `T` may be anything, `Box<T>` a class of that name. */
function mayBe(pattern: TypePattern, spelling: string): boolean {
  const [, name] = /^(?:const |volatile )*((?!typename )[\w:]+)<.*>$/s.exec(spelling) ?? [];
  if (name === undefined || pattern.kind === "any") return true;
  if (pattern.kind !== "named") return false;
  return matchesName(pattern.name.name, splitQualifiedName(name).name);
}

function elementOf(types: readonly Type[], id: TypeId): Type | undefined {
  let type = desugar(types, id);
  for (let steps = 0; type?.kind === "array" && steps < 100; steps++) type = desugar(types, type.of);
  return type;
}

function qualifiersFit(
  context: Context,
  pattern: TypePattern,
  found: { isConst: boolean; isVolatile: boolean },
  top: boolean,
): boolean {
  if (context.exact && pattern.kind !== "any")
    return top || (pattern.isConst === found.isConst && pattern.isVolatile === found.isVolatile);
  return (!pattern.isConst || found.isConst) && (!pattern.isVolatile || found.isVolatile);
}

function namesTypedef(context: Context, pattern: TypePattern, type: Type & { kind: "typedef" }): boolean {
  if (pattern.kind !== "named" || pattern.keyword !== undefined) return false;
  if (matchesQualifiedName(pattern.name, splitQualifiedName(type.name))) return true;
  if (!context.exact) return false;
  const { text } = pattern.name.name;
  const wanted = context.types.find((other) => other.kind === "typedef" && other.name === text);
  return wanted?.kind === "typedef" && sameType(context.types, wanted.underlying, type.underlying);
}

function compareNode(context: Context, pattern: TypePattern, type: Type): boolean {
  if (pattern.kind === "any") return true;
  if (pattern.kind === "named") return compareNamed(context, pattern.name, pattern.keyword, type);
  if (pattern.kind === "builtin")
    return (type.kind === "builtin" || type.kind === "other") && isBuiltin(pattern.name, builtinName(type));
  return pattern.kind === type.kind && compareDerived(context, pattern, type);
}

/** A pattern and a type that are made of others in the same way. */
function compareDerived(context: Context, pattern: TypePattern, type: Type): boolean {
  if (pattern.kind === "array" && type.kind === "array")
    return (
      (pattern.size === undefined || pattern.size === type.size) &&
      compare(context, pattern.of, type.of, false)
    );
  if (pattern.kind === "function" && type.kind === "function") return compareFunction(context, pattern, type);
  if (!("to" in pattern) || !("to" in type) || !compare(context, pattern.to, type.to, false)) return false;
  if (pattern.kind !== "member-pointer" || type.kind !== "member-pointer") return true;
  return classMatches(context, pattern.ofClass, type.ofClass);
}

function classMatches(context: Context, pattern: QualifiedPattern, id: TypeId): boolean {
  const type = desugar(context.types, id);
  return type?.kind === "record" && matchesQualifiedName(pattern, splitQualifiedName(type.name));
}

function compareNamed(
  context: Context,
  name: QualifiedPattern,
  keyword: string | undefined,
  type: Type,
): boolean {
  if (type.kind === "record" || type.kind === "enum") {
    if (keyword !== undefined && (keyword === "enum") !== (type.kind === "enum")) return false;
    return type.name !== "" && matchesQualifiedName(name, splitQualifiedName(type.name));
  }
  if (keyword !== undefined || name.scopes.length > 0) return false;
  if (type.kind === "builtin" || type.kind === "other")
    return isLiteral(name.name) && matchesName(name.name, builtinName(type));
  if (!context.exact) return false;
  const wanted = context.types.find((other) => other.kind === "typedef" && other.name === name.name.text);
  return (
    wanted?.kind === "typedef" && sameNode(context.types, desugar(context.types, wanted.underlying), type)
  );
}

function compareFunction(
  context: Context,
  pattern: TypePattern & { kind: "function" },
  type: Type & { kind: "function" },
): boolean {
  const { parameters } = type;
  const enough = pattern.open
    ? parameters.length >= pattern.parameters.length
    : parameters.length === pattern.parameters.length;
  return (
    enough &&
    compare(context, pattern.result, type.result, false) &&
    pattern.parameters.every((parameter, index) =>
      compare(context, parameter, parameters[index] as TypeId, true),
    )
  );
}

function builtinName(type: Type): string {
  return canonicalBuiltin(type.spelling.replace(/\b(?:const|volatile|__seg_[fg]s)\b\s*/g, "").trim());
}

/** The same type once typedefs are looked through, qualifiers included. */
export function sameType(types: readonly Type[], a: TypeId, b: TypeId): boolean {
  if (a === b) return true;
  const left = desugar(types, a);
  const right = desugar(types, b);
  return (
    left?.isConst === right?.isConst && left?.isVolatile === right?.isVolatile && sameNode(types, left, right)
  );
}

function sameNode(types: readonly Type[], left: Type | undefined, right: Type | undefined): boolean {
  if (left === undefined || right === undefined || left.kind !== right.kind) return false;
  const same = SAME[left.kind] as ((types: readonly Type[], left: Type, right: Type) => boolean) | undefined;
  return same?.(types, left, right) ?? false;
}

type SameKind = {
  readonly [K in Type["kind"]]?: (
    types: readonly Type[],
    left: Type & { kind: K },
    right: Type & { kind: K },
  ) => boolean;
};

const sameTarget = (types: readonly Type[], left: { to: TypeId }, right: { to: TypeId }) =>
  sameType(types, left.to, right.to);

/** Two types of one kind; of kinds that are not here none is the same. */
const SAME: SameKind = {
  builtin: (_, left, right) => builtinName(left) === builtinName(right),
  record: (_, left, right) => left.usr === right.usr,
  enum: (_, left, right) => left.usr === right.usr,
  pointer: sameTarget,
  "lvalue-reference": sameTarget,
  "rvalue-reference": sameTarget,
  array: (types, left, right) => left.size === right.size && sameType(types, left.of, right.of),
  function: (types, left, right) =>
    left.variadic === right.variadic &&
    left.parameters.length === right.parameters.length &&
    sameType(types, left.result, right.result) &&
    left.parameters.every((id, index) => sameType(types, id, right.parameters[index] as TypeId)),
  other: (_, left, right) => left.spelling === right.spelling,
};
