/**
 * What pointcuts can mean, by kinds and names alone: a kernel has a quarter of a million accesses, of which a pointcut
 * names some. More than it means, never less; the matcher decides.
 */
import type { AspectFile, PointcutExpression } from "../../../model/index.js";
import { lookUp } from "../../../model/index.js";
import { createNameTest, type DeclaredName, JOIN_KINDS } from "../../../pointcut/index.js";

export type WantedKind = "execution" | "call" | "get" | "set" | "ref";

export type WantedNames = (kind: WantedKind, declared: DeclaredName) => boolean;

export function namesMeant(pointcuts: readonly PointcutExpression[]): WantedNames {
  return anyOf(pointcuts.map(codeTest));
}

/** Of all advice. Named pointcuts count where they are used. */
export function advicePointcuts(files: readonly AspectFile[]): PointcutExpression[] {
  return files.flatMap(({ aspects }) =>
    aspects.flatMap(({ advice }) => advice.map(({ pointcut }) => pointcut)),
  );
}

/** Whether they can mean a join point of the kind at all. */
export function kindsMeant(pointcuts: readonly PointcutExpression[]): (kind: WantedKind) => boolean {
  return (kind) => pointcuts.some((pointcut) => hasKind(pointcut, kind));
}

function hasKind(pointcut: PointcutExpression, kind: WantedKind): boolean {
  if (pointcut.kind === "and") return hasKind(pointcut.left, kind) && hasKind(pointcut.right, kind);
  if (pointcut.kind === "or") return hasKind(pointcut.left, kind) || hasKind(pointcut.right, kind);
  return pointcut.kind !== "function" || lookUp(JOIN_KINDS, pointcut.name)?.includes(kind) !== false;
}

function codeTest(pointcut: PointcutExpression): WantedNames {
  switch (pointcut.kind) {
    case "and":
      return allOf([codeTest(pointcut.left), codeTest(pointcut.right)]);
    case "or":
      return anyOf([codeTest(pointcut.left), codeTest(pointcut.right)]);
    case "function": {
      const kinds = lookUp(JOIN_KINDS, pointcut.name);
      if (kinds === undefined) return anything;
      const names = pointcut.name === "alias" ? anything : allOf(pointcut.arguments.map(nameTest));
      return (kind, declared) => kinds.includes(kind) && names(kind, declared);
    }
    default:
      return anything;
  }
}

function nameTest(names: PointcutExpression): WantedNames {
  switch (names.kind) {
    case "and":
      return allOf([nameTest(names.left), nameTest(names.right)]);
    case "or":
      return anyOf([nameTest(names.left), nameTest(names.right)]);
    case "match":
      return matchTest(createNameTest(names.text));
    default:
      return anything;
  }
}

/** A struct stands for its members. */
function matchTest(test: ReturnType<typeof createNameTest>): WantedNames {
  return (_, declared) => {
    const name = declared.scope.at(-1);
    return (
      test(declared) ||
      (name !== undefined && test({ kind: "type", name, scope: declared.scope.slice(0, -1) }))
    );
  };
}

const anything: WantedNames = () => true;
const allOf =
  (tests: readonly WantedNames[]): WantedNames =>
  (kind, declared) =>
    tests.every((test) => test(kind, declared));
const anyOf =
  (tests: readonly WantedNames[]): WantedNames =>
  (kind, declared) =>
    tests.some((test) => test(kind, declared));
