/** Documents, compile commands and snapshots; the only mutable state of the server. */

export type { LiveResidual } from "../residuals/worker-protocol.js";
export { type AspectPlace, aspectPlace } from "./projects/aspect-place.js";
export { isForGcc } from "./projects/file-commands.js";
export { type IdlDocument, isIdlPath } from "./projects/idl-set.js";
export { isSpecPath, type SpecDocument } from "./projects/spec-set.js";
export { createRefactorings, type PlannedRefactoring } from "./refactorings.js";
export * from "./searches/pointcut-search.js";
export * from "./snapshot.js";
export * from "./texts/documents.js";
export * from "./texts/line-index.js";
export * from "./units/introduced-text.js";
export * from "./workspace.js";
