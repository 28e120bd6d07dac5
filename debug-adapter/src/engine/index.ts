/** The debugger's knowledge of woven code, as plain data: weave map, stacks, stepping, breakpoints. */
export * from "./advised-line.js";
export * from "./breakpoints.js";
export * from "./descriptors.js";
export * from "./exceptions.js";
export * from "./join-point-names.js";
export * from "./module-sections.js";
export * from "./pointcut-places.js";
export * from "./stack.js";
export * from "./step-back.js";
export * from "./stepping.js";
export * from "./stop-point.js";
export * from "./task-list.js";
export * from "./trap-frames.js";
export * from "./trap-stubs.js";
export * from "./walk.js";
export * from "./weave-map.js";
export * from "./woven-text.js";
