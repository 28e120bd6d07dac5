/** What is woven at one access in C++. */
import type { BuiltinShadow } from "../../../model/index.js";
import type { Access } from "../../plan-jobs.js";
import type { CxxLevel } from "../operation.js";

export interface CxxAccess extends Access<CxxLevel> {
  /** The built-in operator that writes, with its advice. */
  readonly operator?: { readonly shadow: BuiltinShadow; readonly levels: readonly CxxLevel[] };
  /** An element of an array that an advised operator `[]` finds. */
  readonly isElement?: boolean;
  /** The operator `&` that refers to it has advice too, and takes the place. */
  readonly isOperand?: boolean;
}
