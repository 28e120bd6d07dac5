/** What weaving costs: per advice and aspect, by compiling each affected unit with and without it. */
export * from "./code-difference.js";
export * from "./cost.js";
export * from "./cost-picture.js";
export * from "./cost-report.js";
export * from "./function-shape.js";
export * from "./residual-cost.js";
export * from "./unit-cost.js";
