/** Documents, compile commands and snapshots; the only mutable state of the server. */

export type { LiveResidual } from "../residuals/worker-protocol.js";
export { type AspectPlace, aspectPlace } from "./aspect-place.js";
export * from "./documents.js";
export { type IdlDocument, isIdlPath } from "./idl-set.js";
export * from "./introduced-text.js";
export * from "./line-index.js";
export * from "./pointcut-search.js";
export { createRefactorings, type PlannedRefactoring } from "./refactorings.js";
export * from "./snapshot.js";
export { isSpecPath, type SpecDocument } from "./spec-set.js";
export * from "./workspace.js";
