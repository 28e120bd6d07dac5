/**
 * What pointcuts can mean, by kinds and names alone: a kernel has a quarter of a million accesses, of which a pointcut
 * names some. More than it means, never less; the matcher decides.
 */
import type { AspectFile, PointcutExpression } from "../../model/index.js";
import { type DeclaredName, mayName } from "../../pointcut/index.js";

export type WantedKind = "execution" | "call" | "get" | "set" | "ref";

export type WantedNames = (kind: WantedKind, declared: DeclaredName) => boolean;

export function namesMeant(pointcuts: readonly PointcutExpression[]): WantedNames {
  return (kind, declared) => pointcuts.some((pointcut) => mayMean(pointcut, kind, declared));
}

/** Of all advice. Named pointcuts count where they are used. */
export function advicePointcuts(files: readonly AspectFile[]): PointcutExpression[] {
  return files.flatMap(({ aspects }) =>
    aspects.flatMap(({ advice }) => advice.map(({ pointcut }) => pointcut)),
  );
}

const KINDS: Readonly<Record<string, readonly WantedKind[]>> = {
  execution: ["execution"],
  call: ["call"],
  get: ["get"],
  set: ["set"],
  ref: ["ref"],
  access: ["get", "set", "ref"],
  alias: ["get", "set", "ref"],
  builtin: [],
  construction: [],
  destruction: [],
};

function mayMean(pointcut: PointcutExpression, kind: WantedKind, declared: DeclaredName): boolean {
  switch (pointcut.kind) {
    case "and":
      return mayMean(pointcut.left, kind, declared) && mayMean(pointcut.right, kind, declared);
    case "or":
      return mayMean(pointcut.left, kind, declared) || mayMean(pointcut.right, kind, declared);
    case "function": {
      const kinds = KINDS[pointcut.name];
      if (kinds === undefined) return true;
      const isKind = kinds.includes(kind);
      return isKind && (pointcut.name === "alias" || pointcut.arguments.every((one) => mayBe(one, declared)));
    }
    default:
      return true;
  }
}

function mayBe(names: PointcutExpression, declared: DeclaredName): boolean {
  switch (names.kind) {
    case "and":
      return mayBe(names.left, declared) && mayBe(names.right, declared);
    case "or":
      return mayBe(names.left, declared) || mayBe(names.right, declared);
    case "match":
      return mayName(names.text, declared) || isIn(names.text, declared.scope);
    default:
      return true;
  }
}

/** A struct stands for its members. */
function isIn(text: string, scope: readonly string[]): boolean {
  const name = scope.at(-1);
  return name !== undefined && mayName(text, { kind: "type", name, scope: scope.slice(0, -1) });
}
