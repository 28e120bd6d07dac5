/** Documents, compile commands and snapshots; the only mutable state of the server. */
export { type AspectPlace, aspectPlace } from "./projects/aspect-place.js";
export { type IdlDocument, isIdlPath } from "./projects/idl-set.js";
export { createRefactorings, type PlannedRefactoring } from "./refactorings.js";
export * from "./searches/pointcut-search.js";
export * from "./snapshot.js";
export * from "./texts/documents.js";
export * from "./texts/line-index.js";
export * from "./units/introduced-text.js";
export * from "./workspace.js";
