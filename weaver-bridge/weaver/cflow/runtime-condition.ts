/** The condition that is left of a pointcut at a join point, as C text and in words. */
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
        `the pointcut can only be decided at run time here: ${conditionWords(test)}`,
        "Weft does not weave such tests yet; name the join points at which the advice is to run.",
      );
  }
}

/** `while control is inside execution("% lock(...)")` */
export function conditionWords(test: RuntimeTest): string {
  switch (test.kind) {
    case "all":
    case "any":
      return test.of.map(conditionWords).join(test.kind === "all" ? " and " : " or ");
    case "not":
      return test.of.kind === "cflow"
        ? `while control is not inside ${test.of.trigger.text}`
        : `not (${conditionWords(test.of)})`;
    case "cflow":
      return `while control is inside ${test.trigger.text}`;
    case "class":
      return `if the class of ${test.object} is ${test.text}`;
    case "evaluated":
      return `if operand ${test.operand + 1} is evaluated`;
  }
}
