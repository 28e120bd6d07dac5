/** libclang's view of one translation unit as plain data. Start at `parse-in-process.ts`; the walk is in `native/`. */
export { ClangError, type ClangErrorCode } from "./clang-error.js";
export { findLibclang, type Libclang } from "./find-libclang.js";
export { outlineOf } from "./outline.js";
export {
  type FunctionText,
  type KnownText,
  type ParseOptions,
  parseInProcess,
  parseUnknown,
} from "./parse-in-process.js";
export { startNatively, startsNatively } from "./start-natively.js";
export { type ClangHost, type ClangHostOptions, createClangHost } from "./worker/clang-host.js";
