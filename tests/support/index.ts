/** What test files share. Product code never imports it. */
export * from "./fixture.js";
export * from "./require-tool.js";
