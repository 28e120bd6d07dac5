/** IDL to stubs. Pure: text in, text and problems out. */

export { type IdlCommand, type OutputKind, parseIdlArguments, parseIdlOptions } from "./arguments.js";
export { baseName } from "./base-name.js";
export { ATTRIBUTE_PLACES } from "./check/applicability.js";
export { type CheckedUnit, type CheckInput, checkUnit, type Declaration } from "./check/check.js";
export { type HeaderImport, importedHeaders } from "./check/imports.js";
export type { Exception, Interface, Operation, Parameter, Transfer } from "./check/interface-model.js";
export type { DeclarationKind, NamedPlace, Navigation, Reference, ScopeLookup } from "./check/navigation.js";
export type { ImportedType } from "./check/resolver.js";
export type { IdlSymbol, Scope } from "./check/scope.js";
export { type CompileInput, type CompileOutput, type CompileResult, compileIdl } from "./compile.js";
export { compileMig, type MigCompileInput } from "./compile-mig.js";
export {
  countWords,
  messageWords,
  NO_LAYOUT,
  operationWords,
  type StubCost,
} from "./effects/message-words.js";
export {
  declarationOf,
  namesDeclaredAt,
  type OfferedOperation,
  offeredOperations,
} from "./effects/offers.js";
export {
  type PlacedOffer,
  type StubEffect,
  sideOf,
  stubEffects,
  stubTitle,
} from "./effects/stub-effects.js";
export { namedTokens, ROLE_WORDS, type StubName, type StubRole, stubNames } from "./effects/stub-names.js";
export { clientStubs, type OperationSymbols, operationSymbols } from "./generated-names.js";
export { DEFAULT_KERNEL, threadSize } from "./kernels/abis.js";
export { explain, explainOperation, placeText, signature } from "./middle/explain.js";
export type { Kernel, KernelAbi } from "./middle/kernel-abi.js";
export type {
  AppliedOptimization,
  Chunk,
  InterfaceLayout,
  MessageLayout,
  OperationLayout,
  Place,
} from "./middle/message.js";
export { isMigFile } from "./mig/check.js";
export { explainRoutine } from "./mig/explain.js";
export type { MigLayout, MigMessage, MigRoutines } from "./mig/layout.js";
export {
  ALL_OPTIMIZATIONS,
  DEFAULT_OPTIONS,
  type IdlOptions,
  NO_OPTIMIZATIONS,
  OPTIMIZATION_NAMES,
  type Optimizations,
} from "./options.js";
export type * from "./parse/ast.js";
export { type ParsedFile, parseFile } from "./parse/parser.js";
export type { ReadInclude } from "./parse/read-include.js";
export { makeReport, type Report } from "./parse/report.js";
export { type SourceFile, type Span, toSourceRange } from "./parse/source.js";
export { testCalls } from "./self-test/index.js";
export { type StubDeclarations, stubDeclarations } from "./stub-declarations.js";
