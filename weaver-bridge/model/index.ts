/** Plain data that every part of Weft shares. Imports nothing; touches no file, process or clock. */
export * from "./allowed-rules.js";
export * from "./aspect.js";
export * from "./attribute-names.js";
export * from "./call-shape.js";
export * from "./effect.js";
export * from "./effect-kinds.js";
export * from "./facts.js";
export * from "./include-lines.js";
export * from "./line-map.js";
export * from "./marker-name.js";
export * from "./problem.js";
export * from "./ranges.js";
export * from "./regular-expression.js";
export * from "./shadow-token.js";
export * from "./span-map.js";
export * from "./task-table.js";
export * from "./types.js";
