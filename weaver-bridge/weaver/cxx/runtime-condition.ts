/** Conditions that are left for run time, as C++ expressions over the values of the join point. */
import type { RuntimeTest } from "../../pointcut/index.js";
import { cxxInside } from "../cflow/index.js";
import { Unweavable } from "../unweavable.js";
import type { CxxFrame } from "./operation.js";

export interface Condition {
  readonly text: string;
  /** Values that it reads. */
  readonly keys: readonly string[];
}

/** `classTest` writes the test of one object against one class. */
export type ClassTestWriter = (classes: readonly number[], object: string) => string;

export function conditionOf(
  test: RuntimeTest,
  frame: CxxFrame,
  classTest: ClassTestWriter = () => "",
): Condition {
  switch (test.kind) {
    case "all":
    case "any": {
      const parts = test.of.map((part) => conditionOf(part, frame, classTest));
      const operator = test.kind === "all" ? " && " : " || ";
      return {
        text: `(${parts.map(({ text }) => text).join(operator)})`,
        keys: parts.flatMap(({ keys }) => keys),
      };
    }
    case "not": {
      const part = conditionOf(test.of, frame, classTest);
      return { text: `!${part.text}`, keys: part.keys };
    }
    case "class":
      return { text: classTest(test.classes, frame(test.object)), keys: [test.object] };
    case "cflow":
      return { text: cxxInside(test.trigger), keys: [] };
    default:
      throw new Unweavable(
        "condition",
        `a condition of kind ${test.kind} is not woven in C++ yet`,
        "Leave it out of the pointcut.",
      );
  }
}
