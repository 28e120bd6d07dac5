/** What test files share. Product code never imports it. */
export * from "./annotations.js";
export * from "./check-advice.js";
export * from "./check-shadows.js";
export * from "./fixture.js";
export * from "./require-tool.js";
export { select } from "./select-join-points.js";
