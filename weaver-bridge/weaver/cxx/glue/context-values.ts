/**
 * What a join point inside a function hands over beside its own operands: `this`, and locals that advice binds with
 * `local(v, "name")`. They come last among the wrapper's parameters; their types are deduced.
 */
import type { EntityId, Shadow } from "../../../model/index.js";
import type { CxxSite } from "../cxx-site.js";
import {
  type CxxLevel,
  type CxxOperation,
  type JoinPointValue,
  localKey,
  type TypeParameter,
} from "../operation.js";
import { injectedName, isNamedWithin } from "../types/injected-name.js";

export interface ContextValues {
  readonly types: readonly TypeParameter[];
  readonly values: ReadonlyMap<string, JoinPointValue>;
  /** Type of `this`, `void` where there is none or nobody asks. */
  readonly that: string;
}

export function contextValues(
  shadow: Pick<Shadow, "within" | "outside">,
  levels: readonly CxxLevel[],
  site: CxxSite,
): ContextValues {
  const values = new Map<string, JoinPointValue>();
  const types: TypeParameter[] = [];
  for (const { match } of levels)
    for (const { source } of match.bindings) {
      if (source.kind !== "local") continue;
      const { name } = source.variable;
      if (values.has(localKey(name))) continue;
      const type = `__X${values.size}`;
      const lvalue = `__weft_${localKey(name)}`;
      types.push({ name: type });
      values.set(localKey(name), {
        type,
        parameter: { declaration: `${type} &${lvalue}`, passed: name },
        lvalue,
      });
    }
  const that = shadow.outside === "default-argument" ? undefined : thatValue(shadow.within, levels, site);
  if (that === undefined) {
    const type =
      shadow.outside === "default-argument" ? undefined : staticCaller(shadow.within, levels, site);
    return type === undefined
      ? { types, values, that: "void" }
      : { types: [{ name: "__H", argument: type }, ...types], values, that: "__H" };
  }
  return { types: [...types, { name: "__H" }], values: values.set("that", that), that: "__H" };
}

/** What the place passes for them, after its own operands; empty when it passes nothing. */
export function passedContext({ values }: Pick<CxxOperation, "values">): string {
  return [...values]
    .flatMap(([key, { parameter }]) =>
      (key === "that" || key.startsWith("local_")) && parameter !== undefined ? [parameter.passed] : [],
    )
    .join(", ");
}

/** A static function has no object; of which instance of a template it is its class says. */
function staticCaller(within: EntityId, levels: readonly CxxLevel[], { facts }: CxxSite): string | undefined {
  const caller = facts.entities[within];
  if (caller?.kind !== "function" || !isNamedWithin(caller, facts)) return undefined;
  return levels.some(({ match }) => asksThat(match.test)) ? injectedName(caller) : undefined;
}

const asksThat = (test: CxxLevel["match"]["test"]) => JSON.stringify(test ?? "").includes('"that"');

/** Undefined where there is no object, or no advice wants it. Its type parameter is `__H`. */
function thatValue(
  within: EntityId,
  levels: readonly CxxLevel[],
  { facts }: CxxSite,
): JoinPointValue | undefined {
  const caller = facts.entities[within];
  if (caller === undefined || caller.kind === "class" || caller.member === undefined) return undefined;
  if (caller.isStatic || (caller.kind === "function" && caller.role === "lambda")) return undefined;
  const wanted = levels.some(
    ({ scan, match }) =>
      scan.escapes ||
      scan.functions.has("that") ||
      scan.names.has("That") ||
      match.bindings.some(({ source }) => source.kind === "that") ||
      asksThat(match.test),
  );
  if (!wanted) return undefined;
  return {
    type: "__H",
    parameter: { declaration: "__H *__weft_that", passed: "this" },
    lvalue: "(*__weft_that)",
  };
}
