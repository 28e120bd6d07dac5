/** The execution of a function with the advice that is woven into it: what every way of weaving it starts from. */
import type { ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import type { Level, Operation } from "../glue/operation.js";

export interface AdvisedExecution {
  readonly shadow: ExecutionShadow;
  readonly entity: FunctionEntity;
  /** Of its parameters; those without a name get one where advice needs it. */
  readonly names: readonly string[];
  readonly levels: readonly Level[];
  readonly operation: Operation;
}
