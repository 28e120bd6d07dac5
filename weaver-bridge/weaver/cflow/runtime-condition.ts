/** The condition that is left of a pointcut at a join point, as C text. */
import type { RuntimeTest } from "../../pointcut/index.js";
import { Unweavable } from "../unweavable.js";
import type { CflowState } from "./cflow-state.js";

export function conditionText(test: RuntimeTest, state: CflowState): string {
  switch (test.kind) {
    case "all":
    case "any":
      return `(${test.of.map((part) => conditionText(part, state)).join(test.kind === "all" ? " && " : " || ")})`;
    case "not":
      return `!${conditionText(test.of, state)}`;
    case "cflow":
      return state.inside(test.trigger);
    case "evaluated":
      // Each way through the operator knows; see `builtin/lazy-operator`.
      return `__weft_evaluated_${test.operand}`;
    default:
      throw new Unweavable(
        "run-time-test",
        "the class of an object can only be decided at run time",
        "Weft does not weave such tests yet; name the join points at which the advice is to run.",
      );
  }
}
