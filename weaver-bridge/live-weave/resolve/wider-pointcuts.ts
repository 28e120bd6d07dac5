/**
 * Aspects whose pointcuts mean at least what they meant, and ask for nothing that debug information does not tell: types of
 * arguments and results that only sources can hold against each other, local variables, control flow.
 */
import type { AspectFile, PointcutExpression } from "../../model/index.js";

/** What debug information tells as well as sources do. */
const TOLD = new Set("execution call get set ref access within file member target that classes".split(" "));

/** Undefined where some advice may mean anything then. */
export function widened(files: readonly AspectFile[]): AspectFile[] | undefined {
  const wider = files.map((file) => ({
    ...file,
    pointcuts: [],
    aspects: file.aspects.map((aspect) => ({
      ...aspect,
      pointcuts: [],
      advice: aspect.advice.map((advice) => ({
        ...advice,
        parameters: [],
        pointcut: widen(advice.pointcut, (name) => definitionsOf(name, files), []),
      })),
    })),
  }));
  const all = wider.flatMap(({ aspects }) => aspects.flatMap(({ advice }) => advice));
  return all.some(({ pointcut }) => pointcut === undefined) ? undefined : (wider as AspectFile[]);
}

type Definitions = (name: string) => readonly (PointcutExpression | undefined)[];

/** By the last part of the name: of several that are meant so, each may be. */
function definitionsOf(name: string, files: readonly AspectFile[]): (PointcutExpression | undefined)[] {
  const last = name.split("::").at(-1);
  return files
    .flatMap(({ pointcuts, aspects }) => [...pointcuts, ...aspects.flatMap((aspect) => aspect.pointcuts)])
    .flatMap((pointcut) => (pointcut.name.split("::").at(-1) === last ? [pointcut.expression] : []));
}

/** Undefined for what may be anything. `inside` are the names that lead here. */
function widen(
  pointcut: PointcutExpression,
  definitions: Definitions,
  inside: readonly string[],
): PointcutExpression | undefined {
  const wide = (one: PointcutExpression) => widen(one, definitions, inside);
  switch (pointcut.kind) {
    case "and": {
      const [left, right] = [wide(pointcut.left), wide(pointcut.right)];
      return left === undefined || right === undefined ? (left ?? right) : { ...pointcut, left, right };
    }
    case "or":
      return either(wide(pointcut.left), wide(pointcut.right), pointcut);
    case "not":
      return isTold(pointcut.operand) ? pointcut : undefined;
    case "function":
      return isTold(pointcut) ? withoutVariables(pointcut) : undefined;
    case "reference": {
      const { name } = pointcut;
      const found = inside.includes(name) ? [] : definitions(name);
      const [first, ...rest] = found.map((one) => one && widen(one, definitions, [...inside, name]));
      return rest.reduce((all, one) => either(all, one, pointcut), first);
    }
    default:
      return pointcut.kind === "match" ? pointcut : undefined;
  }
}

function either(
  left: PointcutExpression | undefined,
  right: PointcutExpression | undefined,
  { range }: PointcutExpression,
): PointcutExpression | undefined {
  return left === undefined || right === undefined ? undefined : { range, kind: "or", left, right };
}

/** What they would be bound to is not asked for: `target(v)` means any object. */
function withoutVariables(
  pointcut: PointcutExpression & { readonly kind: "function" },
): PointcutExpression | undefined {
  return pointcut.arguments.some(({ kind }) => kind === "variable") ? undefined : pointcut;
}

/** The image tells all of it. */
export function isTold(pointcut: PointcutExpression): boolean {
  switch (pointcut.kind) {
    case "and":
    case "or":
      return isTold(pointcut.left) && isTold(pointcut.right);
    case "not":
      return isTold(pointcut.operand);
    case "function":
      return (
        TOLD.has(pointcut.name) && pointcut.arguments.every((one) => one.kind === "variable" || isTold(one))
      );
    case "match":
      return true;
    case "reference":
      return pointcut.arguments.length === 0;
    default:
      return false;
  }
}
