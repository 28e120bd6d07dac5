/** Why machine code differs, in the words of the table: causes that were found in the compilers' own dumps. */
import type { Build } from "./compare.js";
import { type Combination, isGet } from "./dimensions.js";

type Case = Combination & Build;

/** The first that fits. */
const CAUSES: readonly (readonly [(one: Case) => boolean, string])[] = [
  [
    ({ compiler, parameter, joinPoint }) =>
      compiler === "clang" && parameter === "structure" && joinPoint.endsWith("set"),
    "clang moves 8 bytes as one word while the advice that has their address is not inlined yet",
  ],
  [
    ({ compiler, parameter, result, joinPoint }) =>
      compiler === "clang" && parameter === "structure" && result === "value" && !isGet(joinPoint),
    "made in its place; by hand it is assigned, which clang does through a copy",
  ],
  [
    ({ compiler, parameter }) => compiler === "clang" && parameter === "structure",
    "clang passes on a copy of the parameter, so the last call is no jump",
  ],
  [
    ({ compiler, context }) => compiler === "clang" && context === "read",
    "clang narrows a condition by the one around it before the inner advice is inlined, or after",
  ],
  [
    ({ joinPoint, context, parameter }) =>
      joinPoint === "virtual call" && context === "change" && parameter === "pointer",
    "gcc keeps no variable for a value that advice changes by its address, and takes another register",
  ],
  [
    ({ language, joinPoint, parameter }) =>
      language === "c" && joinPoint === "execution" && parameter === "structure",
    "an outlined body of C takes its structure by value, and gcc keeps the copy in registers",
  ],
  [
    ({ parameter, context }) => parameter === "structure" && context === "variable",
    "gcc gives the copy that a context variable is registers of its own",
  ],
  [
    ({ context }) => context === "read",
    "gcc predicts the branches of each function before it is inlined, and lays out the whole by that",
  ],
];

/** Says so where the cause is not known. */
export function causeOf(one: Combination & Build): string {
  return CAUSES.find(([fits]) => fits(one))?.[1] ?? "cause not known";
}
