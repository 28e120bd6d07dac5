/** Compiler commands, the preprocessor, projects, toolchain and guests: all of the world outside that weaving needs. */
export * from "./atomic-write.js";
export { cacheFolder } from "./cache-folder.js";
export { clangPrograms, findClang } from "./clang-programs.js";
export type { CompileCommand } from "./compile-command.js";
export * from "./compile-commands.js";
export * from "./compiler-command.js";
export { askCompiler, compilerIdentity, searchCompilersIn } from "./compiler-identity.js";
export * from "./dependency-file.js";
export * from "./derived-command.js";
export { descriptorOf } from "./descriptor-name.js";
export { statusOf } from "./file-stamp.js";
export { firstError } from "./first-error.js";
export * from "./glob-files.js";
export * from "./guest-run.js";
export * from "./harmless-arguments.js";
export * from "./in-parallel.js";
export * from "./included-aspects.js";
export { kbuildCommand } from "./kbuild-command.js";
export { hasLanguageThreads } from "./language-threads.js";
export {
  type LinkRecord,
  linkOf,
  readLinkRecords,
  realPlace,
  writeLinkRecord,
} from "./link-record.js";
export { createModuleFiles, type ModuleFiles, moduleFolders } from "./module-files.js";
export * from "./parse-arguments.js";
export { keepTerminalsPlain } from "./plain-terminal.js";
export * from "./preprocess.js";
export * from "./preprocess-result.js";
export * from "./process-error.js";
export * from "./programs.js";
export * from "./project.js";
export { openRegular, readLatin1, readRegular, readRegularSoon } from "./read-regular.js";
export { askRealFolder } from "./real-folder.js";
export * from "./response-file.js";
export * from "./run-process.js";
export * from "./runtime-folder.js";
export { keepSourceFiles, type SourceFile, sourceFilesOf } from "./source-files.js";
export { sourceNames } from "./source-names.js";
export { encodeFacts, type Fact, factOf, listingOf, sourceState } from "./source-state.js";
export * from "./stand-in-programs.js";
export { stateFolder, stateProblem } from "./state-folder.js";
export * from "./toolchain.js";
export * from "./unfinished.js";
export * from "./unit-of-command.js";
export * from "./unit-record.js";
export { confinedServer, hasSandbox, isUntrusted, runNothingOfTheirs } from "./untrusted-run.js";
