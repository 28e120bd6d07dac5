import type { Shadow } from "./facts.js";
import type { TextRange } from "./ranges.js";

/** The token that people see a join point at: the name of what is called, accessed or defined, or the operator. */
export function shadowToken(shadow: Shadow): TextRange {
  if (shadow.kind === "call") return shadow.callee;
  return shadow.kind === "builtin" ? shadow.operator : shadow.nameRange;
}
