/** What the tests of the IDE share: the product as a process, a browser, and the window's controls. */
export * from "./browser.js";
export * from "./follow-tutorial.js";
export * from "./ide-process.js";
export * from "./looks.js";
export { insist, openList, quickBox, quickRows, takeRow } from "./quick-list.js";
export * from "./sample.js";
export * from "./session.js";
export * from "./tutorial.js";
export * from "./workbench.js";
