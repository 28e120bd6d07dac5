/** Conditions that are left for run time, as C++ expressions over the values of the join point. */
import type { RuntimeTest } from "../../../pointcut/index.js";
import { cxxInside } from "../../cflow/index.js";
import type { ClassTests } from "./class-test.js";
import type { InstanceTests } from "./instance-test.js";
import type { Condition, CxxFrame, CxxOperation } from "./operation.js";

/** Writes what the condition asks of the object and of the template. */
export interface TestWriters {
  readonly classes: ClassTests;
  readonly instances: InstanceTests;
}

/** Without writers, only what the condition reads. */
export function conditionOf(
  test: RuntimeTest,
  frame: CxxFrame,
  writers: TestWriters | undefined,
  evaluated: CxxOperation["evaluated"],
): Condition {
  switch (test.kind) {
    case "all":
    case "any": {
      const parts = test.of.map((part) => conditionOf(part, frame, writers, evaluated));
      const operator = test.kind === "all" ? " && " : " || ";
      return {
        text: `(${parts.map(({ text }) => text).join(operator)})`,
        keys: parts.flatMap(({ keys }) => keys),
      };
    }
    case "not": {
      const part = conditionOf(test.of, frame, writers, evaluated);
      return { text: `!${part.text}`, keys: part.keys };
    }
    case "class":
      return { text: writers?.classes.write(test.classes, frame(test.object)) ?? "", keys: [test.object] };
    case "instance":
      return { text: writers?.instances.write(test) ?? "", keys: test.of === "class" ? ["that"] : [] };
    case "cflow":
      return { text: cxxInside(test.trigger), keys: [] };
    case "evaluated":
      return evaluated?.(test.operand, frame) ?? { text: "true", keys: [] };
  }
}
