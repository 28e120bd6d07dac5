/** The call of one advice function from glue, with the context variables that it binds. */
import { Unweavable } from "../../unweavable.js";
import type { AspectClasses } from "../aspects/aspect-classes.js";
import { JOIN_POINT_POINTER } from "../aspects/aspect-uses.js";
import { type CxxFrame, type CxxLevel, type CxxOperation, localKey } from "../operation.js";
import type { ClassTests } from "./class-test.js";
import { instanceType } from "./instance-test.js";
import { conditionOf } from "./runtime-condition.js";

/** Values of the join point and the types that come with them. */
const VALUES = [
  ["that", "That"],
  ["target", "Target"],
  ["result", ""],
  ["entity", "Entity"],
  ["memberptr", "MemberPtr"],
  ["array", "Array"],
] as const;

/** Keys of the values that the advice itself uses, its context variables and conditions included. */
export function keysOf({ scan, match }: CxxLevel, operation: CxxOperation): Set<string> {
  const keys = new Set<string>();
  const add = (...names: string[]) =>
    names
      .filter((key) => operation.values.has(key))
      .forEach((key) => {
        keys.add(key);
      });
  const all = scan.escapes || scan.functions.has("arg()") || scan.argumentIndices === undefined;
  operation.argumentTypes.forEach((_, index) => {
    if (all || scan.argumentIndices?.has(index)) add(`arg${index}`);
  });
  for (const [key, type] of VALUES)
    if (scan.escapes || scan.functions.has(key) || scan.names.has(type)) add(key);
  if (scan.escapes || scan.functions.has("idx"))
    add(...[...operation.values.keys()].filter((key) => key.startsWith("idx")));
  for (const { source } of match.bindings) {
    add(keyOf(source));
  }
  if (match.test !== undefined) add(...conditionOf(match.test, () => "", undefined, operation).keys);
  return keys;
}

function keyOf(source: CxxLevel["match"]["bindings"][number]["source"]): string {
  if (source.kind === "argument") return `arg${source.index}`;
  return source.kind === "local" ? localKey(source.variable.name) : source.kind;
}

/** The class that the object has been found to be, where a condition of its own binds it as that. */
function testedClass(
  test: CxxLevel["match"]["test"],
  object: "that" | "target",
  type: string,
): number | readonly string[] | undefined {
  if (test?.kind === "all")
    for (const part of test.of) {
      const found = testedClass(part, object, type);
      if (found !== undefined) return found;
    }
  if (test?.kind !== "class" || test.object !== object || test.text !== type) return undefined;
  const all = [...test.classes, ...(test.instances ?? [])];
  return all.length === 1 ? all[0] : undefined;
}

/** The instance that the object's class is or derives from, where a condition of its own says which: other instances make no such advice. */
function testedInstance(test: CxxLevel["match"]["test"], object: "that" | "target"): string | undefined {
  if (test?.kind === "all")
    for (const part of test.of) {
      const found = testedInstance(part, object);
      if (found !== undefined) return found;
    }
  if (test?.kind !== "instance" || test.of !== "class" || test.object !== object) return undefined;
  return instanceType(test);
}

/** Where an advice function is, and how an object is looked at as what it was found to be. */
interface AdviceContext {
  readonly classes: AspectClasses;
  readonly tests: ClassTests;
}

/** `::A::aspectof()->__weft_advice_A_0(&__weft_jp, __weft_arg0)`, as a statement. `joinPoint` is a pointer to it. */
export function adviceCall(
  level: CxxLevel,
  operation: CxxOperation,
  frame: CxxFrame,
  joinPoint: string,
  { classes, tests }: AdviceContext,
): string {
  const values = level.match.advice.parameters.map(({ name, type }) => {
    const key = keyOfVariable(name, level, operation);
    const value = frame(key);
    if (key === "that" || key === "target") return objectValue(key, type, value, level, tests);
    if (key !== "result") return value;
    const { valueClass, slotted } = operation.result;
    if (valueClass === "reference") return `(*${value})`;
    return slotted === true ? `(*${value}.get())` : value;
  });
  const { object, symbol } = classes.use(level);
  const passed = [...(level.scan.generic ? [joinPoint] : []), ...values];
  return `${object.replace(JOIN_POINT_POINTER, joinPoint)}${symbol}(${passed.join(", ")});`;
}

/** Which value a context variable is bound to. */
function keyOfVariable(name: string, { match }: CxxLevel, operation: CxxOperation): string {
  const binding = match.bindings.find((candidate) => candidate.name === name);
  if (binding === undefined)
    throw new Unweavable(
      "unbound",
      `context variable '${name}' has no value here`,
      "Bind it with args, that, target or result.",
    );
  const { source } = binding;
  const key = keyOf(source);
  if (operation.values.has(key)) return key;
  if (source.kind === "local")
    throw new Unweavable(
      "local-context",
      `local variables are not in reach at the ${operation.description}`,
      "Advise calls or accesses inside the function instead.",
    );
  throw new Unweavable(
    "unbound",
    `context variable '${name}' has no value here`,
    `There is no ${source.kind} at this join point.`,
  );
}

/** An object as the class that it was found to be, or as it is; a pointer to it where the variable is one. */
function objectValue(
  object: "that" | "target",
  type: string,
  value: string,
  { match: { test } }: CxxLevel,
  tests: ClassTests,
): string {
  const isAny = /\bvoid\b/.test(type);
  const derived = isAny ? undefined : testedClass(test, object, type);
  const instance = isAny ? undefined : testedInstance(test, object);
  const pointer = ((): string => {
    if (derived !== undefined) return tests.cast(derived, value);
    const address = `__builtin_addressof(${value})`;
    if (instance !== undefined) return `::__weft_up< ${instance} >::of(__weft_unconst(${address}))`;
    // Advice may take a constant object as one that is not.
    return /\bconst\b/.test(type) ? address : `__weft_unconst(${address})`;
  })();
  return /\*\s*(?:const\s*)?$/.test(type.trim()) ? pointer : `*${pointer}`;
}
