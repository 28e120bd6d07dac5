/** The pointcut functions for people: how each is written, and one example. The table itself is the parser's. */
import { lookUp } from "@weft/weaver-bridge/model";
import { POINTCUT_FUNCTIONS, type PointcutFunction } from "@weft/weaver-bridge/pointcut";

const ARGUMENTS: Readonly<Record<PointcutFunction["takes"], readonly string[]>> = {
  name: ["names"],
  code: ["pointcut"],
  type: ['"type" or variable'],
  file: ['"path pattern"'],
  operation: ['"interface::operation"'],
  local: ['"type" or variable', '"name"'],
};

const EXAMPLES: Readonly<Record<string, string>> = {
  execution: 'execution("% sys_%(...)")',
  call: 'call("void schedule()")',
  get: 'get("% inode::i_uid")',
  set: 'set("% inode::i_%")',
  ref: 'ref("% jiffies")',
  access: 'access("% inode::%")',
  within: 'within("% do_exit(...)")',
  file: 'execution("% %(...)" && file("kernel/sched/%.c"))',
  args: 'args("struct inode *", "%")',
  result: 'result("long")',
  that: 'that("Thread")',
  target: 'target("Thread")',
  local: 'local(flags, "flags")',
  cflow: 'cflow(execution("% do_fork(...)"))',
};

export interface FunctionText {
  readonly name: string;
  /** `execution(names)` */
  readonly label: string;
  readonly parameters: readonly string[];
  /** Any number of the last one. */
  readonly repeats: boolean;
  /** Markdown. */
  readonly documentation: string;
}

export function functionText(name: string): FunctionText | undefined {
  const known = POINTCUT_FUNCTIONS.find((one) => one.name === name);
  if (known === undefined) return undefined;
  const parameters = ARGUMENTS[known.takes];
  const repeats = known.count === undefined;
  const example = lookUp(EXAMPLES, name);
  const gives = known.gives === "code" ? "Selects join points" : "Selects names";
  return {
    name,
    label: `${name}(${parameters.join(", ")}${repeats ? ", ..." : ""})`,
    parameters,
    repeats,
    documentation: `${gives}: ${known.summary}.${example === undefined ? "" : `\n\n\`\`\`\n${example}\n\`\`\``}`,
  };
}
