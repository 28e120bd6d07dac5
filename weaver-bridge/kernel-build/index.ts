/** Compiler commands, the preprocessor, projects, toolchain and guests: all of the world outside that weaving needs. */

export { clangPrograms, findClang } from "./command/clang-programs.js";
export type { CompileCommand } from "./command/compile-command.js";
export * from "./command/compiler-command.js";
export { askCompiler, compilerIdentity, searchCompilersIn } from "./command/compiler-identity.js";
export * from "./command/derived-command.js";
export * from "./command/harmless-arguments.js";
export { kbuildCommand } from "./command/kbuild-command.js";
export { hasLanguageThreads } from "./command/language-threads.js";
export * from "./command/parse-arguments.js";
export * from "./command/response-file.js";
export { withoutWeft } from "./command/shell-command.js";
export * from "./command/stand-in-programs.js";
export * from "./command/toolchain.js";
export * from "./command/unit-of-command.js";
export * from "./files/atomic-write.js";
export { cacheFolder } from "./files/cache-folder.js";
export { statusOf } from "./files/file-stamp.js";
export * from "./files/glob-files.js";
export { requireWithin } from "./files/own-place.js";
export {
  copyRegular,
  openFileOnly,
  openRegular,
  readLatin1,
  readRegular,
  readRegularSoon,
} from "./files/read-regular.js";
export { askRealFolder } from "./files/real-folder.js";
export * from "./files/runtime-folder.js";
export { STATE_FOLDER, stateFolder, stateProblem } from "./files/state-folder.js";
export { findUpwards, speaksFor } from "./files/upwards.js";
export { withConsole } from "./guest-run/console-arguments.js";
export * from "./guest-run/guest-run.js";
export * from "./preprocess/dependency-file.js";
export { includeCandidates } from "./preprocess/include-candidates.js";
export { macroTextsIn } from "./preprocess/macro-texts.js";
export * from "./preprocess/preprocess.js";
export * from "./preprocess/preprocess-result.js";
export { keepSourceFiles, type SourceFile, sourceFilesOf } from "./preprocess/source-files.js";
export { sourceNames } from "./preprocess/source-names.js";
export { encodeFacts, type Fact, factOf, listingOf, sourceState } from "./preprocess/source-state.js";
export { saysWhoWaits, waitingFile } from "./preprocess/waiting-file.js";
export { descriptorOf } from "./process/descriptor-name.js";
export { firstError } from "./process/first-error.js";
export * from "./process/in-parallel.js";
export { keepTerminalsPlain } from "./process/plain-terminal.js";
export * from "./process/process-error.js";
export * from "./process/programs.js";
export * from "./process/run-process.js";
export * from "./process/unfinished.js";
export {
  confinedServer,
  environmentBefore,
  hasSandbox,
  isUntrusted,
  lookInSystemAlone,
  runNothingOfTheirs,
} from "./process/untrusted-run.js";
export * from "./project-file/included-aspects.js";
export { createModuleFiles, type ModuleFiles, moduleFolders } from "./project-file/module-files.js";
export * from "./project-file/project.js";
export * from "./project-file/project-root.js";
export * from "./records/compile-commands.js";
export {
  type LinkRecord,
  linkOf,
  readLinkRecords,
  realPlace,
  writeLinkRecord,
} from "./records/link-record.js";
export { writeTextRecord } from "./records/text-record.js";
export * from "./records/unit-record.js";
