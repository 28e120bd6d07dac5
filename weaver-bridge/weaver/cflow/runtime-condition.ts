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
    default:
      throw new Unweavable(
        "run-time-test",
        test.kind === "class"
          ? `whether the object is a '${test.text}' can only be decided at run time`
          : "whether the operand is evaluated can only be decided at run time",
        "Weft does not weave such tests yet; name the join points at which the advice is to run.",
      );
  }
}
