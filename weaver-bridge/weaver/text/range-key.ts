import type { TextRange } from "../../model/index.js";

/** Equal for equal ranges. */
export const rangeKey = ({ start, end }: TextRange): string => `${start}-${end}`;
