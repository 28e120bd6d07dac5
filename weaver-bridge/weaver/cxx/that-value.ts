/** `this` at a join point inside a member function, for advice that asks for it. */
import type { EntityId } from "../../model/index.js";
import type { CxxSite } from "./cxx-site.js";
import type { CxxLevel, JoinPointValue } from "./operation.js";

/** Undefined where there is no object, or no advice wants it. Its type parameter is `__H`. */
export function thatValue(
  within: EntityId,
  levels: readonly CxxLevel[],
  { facts }: CxxSite,
): JoinPointValue | undefined {
  const caller = facts.entities[within];
  if (caller?.kind !== "function" || caller.member === undefined) return undefined;
  if (caller.isStatic || caller.role === "lambda") return undefined;
  const wanted = levels.some(
    ({ scan, match }) =>
      scan.escapes ||
      scan.functions.has("that") ||
      scan.names.has("That") ||
      match.bindings.some(({ source }) => source.kind === "that") ||
      JSON.stringify(match.test ?? "").includes('"that"'),
  );
  if (!wanted) return undefined;
  return {
    type: "__H",
    parameter: { declaration: "__H *__weft_that", passed: "this" },
    lvalue: "(*__weft_that)",
  };
}
