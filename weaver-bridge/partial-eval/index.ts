/** A function of C and what is known of its arguments, to the C that is left. */

export { makeAtRunTime } from "./at-run-time/make-at-run-time.js";
export type { CompiledTemplate } from "./at-run-time/template-code.js";
export { type ClangNode, spelledType, walk } from "./clang-tree.js";
export type { ResidualContext } from "./contexts.js";
export {
  type Declaration,
  type DeclarationFile,
  type Fact,
  type Mistake,
  readDeclarations,
  type Span,
  sayFact,
} from "./declaration.js";
export { declarationsFromJson } from "./declaration-json.js";
export { DeclarationMistake, namedValue } from "./facts.js";
export { type LookedUp, type LookUpQuestion, lookUp, type NamedThing } from "./look-up.js";
export type { NotePlace } from "./note-place.js";
export { type Program, programOf } from "./program.js";
export { Refusal } from "./refusal.js";
export { makeResidual, mistakesIn, type Residual, type ResidualRequest } from "./residual.js";
export type { ExpressionNote, ResidualNote } from "./residual-notes.js";
export { type DynamicCause, whyDynamic } from "./why-dynamic.js";
