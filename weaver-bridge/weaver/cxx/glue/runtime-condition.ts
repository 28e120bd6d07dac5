/** Conditions that are left for run time, as C++ expressions over the values of the join point. */
import type { InstanceTest, RuntimeTest } from "../../../pointcut/index.js";
import { cxxInside } from "../../cflow/index.js";
import { Unweavable } from "../../unweavable.js";
import type { Condition, CxxFrame, CxxOperation } from "../operation.js";
import { nameableScope } from "../types/spell-type.js";
import type { ClassTests } from "./class-test.js";
import type { InstanceTests } from "./instance-test.js";

/** Writes what the condition asks of the object and of the template. */
export interface TestWriters {
  readonly classes: ClassTests;
  readonly instances: InstanceTests;
}

type Asking = Pick<CxxOperation, "evaluated" | "values" | "that" | "target" | "description">;

/** The type parameter that is the class whose instance is asked for. */
function typeAsked(test: InstanceTest, { that, target, description }: Asking): string {
  if (test.of === "function") return "__F";
  if (test.baseOf !== undefined && test.scope.at(-1)?.includes("<") === true)
    return `::${nameableScope(test.scope).join("::")}`;
  const type = test.object === "that" ? that : target;
  if (type.trim() === "void" || !/^__[A-Z]/.test(type))
    throw new Unweavable(
      "static-instance",
      `advice on one instance of a template at the ${description}, where nothing says of which instance it is`,
      "Name all instances, `<...>`, or advise the execution of what is called.",
    );
  return type;
}

/** Without writers, only what the condition reads. */
export function conditionOf(
  test: RuntimeTest,
  frame: CxxFrame,
  writers: TestWriters | undefined,
  operation: Asking,
): Condition {
  switch (test.kind) {
    case "all":
    case "any": {
      const parts = test.of.map((part) => conditionOf(part, frame, writers, operation));
      const operator = test.kind === "all" ? " && " : " || ";
      return {
        text: `(${parts.map(({ text }) => text).join(operator)})`,
        keys: parts.flatMap(({ keys }) => keys),
      };
    }
    case "not": {
      const part = conditionOf(test.of, frame, writers, operation);
      return { text: `!${part.text}`, keys: part.keys };
    }
    case "class":
      return { text: writers?.classes.write(test, frame(test.object)) ?? "", keys: [test.object] };
    case "instance":
      return {
        text: writers?.instances.write(test, typeAsked(test, operation)) ?? "",
        keys: test.of === "class" && operation.values.has(test.object) ? [test.object] : [],
      };
    case "cflow":
      return { text: cxxInside(test.trigger), keys: [] };
    case "evaluated":
      return operation.evaluated?.(test.operand, frame) ?? { text: "true", keys: [] };
  }
}
