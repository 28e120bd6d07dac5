/** Documents, compile commands and snapshots; the only mutable state of the server. */

export { readLatin1 } from "@weft/weaver-bridge/kernel-build";
export * from "./contributions/answers.js";
export * from "./contributions/contribution.js";
export * from "./contributor.js";
export { ownFolder } from "./own-folder.js";
export { patient } from "./patient.js";
export { type AspectPlace, aspectPlace } from "./projects/aspect-place.js";
export { isForGcc, isSourcePath } from "./projects/file-commands.js";
export type { ProjectState, UnitCommand } from "./projects/project-set.js";
export { createRefactorings, type PlannedRefactoring } from "./refactorings.js";
export * from "./searches/pointcut-search.js";
export { serverWords } from "./server-words.js";
export * from "./snapshot.js";
export * from "./texts/append-to-file.js";
export * from "./texts/documents.js";
export { whyTooLarge } from "./texts/large-text.js";
export * from "./texts/line-index.js";
export * from "./units/introduced-text.js";
export * from "./workspace.js";
