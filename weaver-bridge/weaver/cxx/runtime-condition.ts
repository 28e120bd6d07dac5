/** Conditions that are left for run time, as C++ expressions over the values of the join point. */

import type { UnitFacts } from "../../model/index.js";
import type { RuntimeTest } from "../../pointcut/index.js";
import { cxxInside } from "../cflow/index.js";
import { Unweavable } from "../unweavable.js";
import type { Condition, CxxFrame, CxxOperation } from "./operation.js";
import { nameableScope } from "./spell-type.js";

/** `classTest` writes the test of one object against one class. */
export type ClassTestWriter = (classes: readonly number[], object: string) => string;

export function conditionOf(
  test: RuntimeTest,
  frame: CxxFrame,
  classTest: ClassTestWriter = () => "",
  evaluated: CxxOperation["evaluated"] = undefined,
): Condition {
  switch (test.kind) {
    case "all":
    case "any": {
      const parts = test.of.map((part) => conditionOf(part, frame, classTest, evaluated));
      const operator = test.kind === "all" ? " && " : " || ";
      return {
        text: `(${parts.map(({ text }) => text).join(operator)})`,
        keys: parts.flatMap(({ keys }) => keys),
      };
    }
    case "not": {
      const part = conditionOf(test.of, frame, classTest, evaluated);
      return { text: `!${part.text}`, keys: part.keys };
    }
    case "class":
      return { text: classTest(test.classes, frame(test.object)), keys: [test.object] };
    case "instance":
      return { text: instanceText(test), keys: ["that"] };
    case "cflow":
      return { text: cxxInside(test.trigger), keys: [] };
    case "evaluated":
      return evaluated?.(test.operand, frame) ?? { text: "true", keys: [] };
  }
}

/** `__H` is the type of `this`; a constant for the compiler. */
function instanceText({ scope, arguments: given }: RuntimeTest & { readonly kind: "instance" }): string {
  if (given.some((argument) => /%|\.\.\./.test(argument)))
    throw new Unweavable(
      "instance-wildcard",
      `a test of template arguments against <${given.join(", ")}>`,
      "Name each instance, or all: `<...>`.",
    );
  return `(::__weft_is< __H, ::${nameableScope(scope).join("::")}< ${given.join(", ")} > >::yes)`;
}

/** Asks the object itself; without run-time type information there is nothing to ask. */
export function classTester(facts: UnitFacts, rtti: boolean): ClassTestWriter {
  return (classes, object) => {
    const tests = classes.map((id) => {
      const entity = facts.entities[id];
      if (entity === undefined || !rtti)
        throw new Unweavable(
          "condition",
          `a test of the object's class at run time, which -fno-rtti takes away`,
          "Name classes that are known while compiling, or compile with -frtti.",
        );
      const name = nameableScope([...entity.scope, entity.name]).join("::");
      return `dynamic_cast<const volatile ::${name} *>(__builtin_addressof(${object})) != 0`;
    });
    return tests.length === 0 ? "false" : `(${tests.join(" || ")})`;
  };
}
