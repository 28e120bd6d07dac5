/** Compiler commands, the preprocessor, projects, toolchain and guests: all of the world outside that weaving needs. */
export * from "./atomic-write.js";
export type { CompileCommand } from "./compile-command.js";
export * from "./compile-commands.js";
export * from "./compiler-command.js";
export * from "./dependency-file.js";
export * from "./derived-command.js";
export * from "./glob-files.js";
export * from "./guest-run.js";
export * from "./included-aspects.js";
export * from "./parse-arguments.js";
export * from "./preprocess.js";
export * from "./project.js";
export * from "./response-file.js";
export * from "./run-process.js";
export * from "./source-files.js";
export * from "./toolchain.js";
export * from "./unit-of-command.js";
export * from "./unit-record.js";
