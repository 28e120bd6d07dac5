/** Why machine code differs, in the words of the table. */

import type { Outcome } from "./compare.js";
import { isGet } from "./dimensions.js";

/** By what can be seen in the objects and in the combination; the most telling first. */
export function reasonFor({ combination, compiler, woven, tangled, operandsOnly }: Outcome): string {
  const { advice, parameter, joinPoint, result } = combination;
  if (woven === undefined || tangled === undefined) return "";
  if (operandsOnly === true) return "same instructions; registers or operands chosen by the age of variables";
  if (parameter === "structure" && result === "value" && compiler === "gcc" && !isGet(joinPoint))
    return "gcc copies a structure result that an inlined function held instead of building it in place";
  if (parameter === "structure")
    return "copies of a structure are ordered otherwise, since inlining renumbers them";
  if (advice === "around" || advice === "mixed")
    return "branches are predicted in each inlined function before the whole is laid out";
  if (woven.instructions === tangled.instructions) return "same number of instructions, scheduled otherwise";
  return "other";
}
