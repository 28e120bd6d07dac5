/** A function of C and what is known of its arguments, to the C that is left. */

export { makeAtRunTime } from "./at-run-time/make-at-run-time.js";
export type { CompiledTemplate } from "./at-run-time/template-code.js";
export {
  assumptionCondition,
  type Declaration,
  type DeclarationFile,
  type Fact,
  factCondition,
  type Mistake,
  type Span,
  sayAssumption,
  sayFact,
} from "./declare/declaration.js";
export { declarationsFromJson } from "./declare/declaration-json.js";
export { DeclarationMistake } from "./declare/declaration-mistake.js";
export { namedValue } from "./declare/fact-value.js";
export { type LookedUp, type LookUpQuestion, lookUp, type NamedThing } from "./declare/look-up.js";
export { proposedDeclaration, type SeenCall } from "./declare/proposed-facts.js";
export { readDeclarations } from "./declare/read-declarations.js";
export { withRelations } from "./declare/relations.js";
export type { ExpressionNote, ResidualNote } from "./explain/residual-notes.js";
export { type DynamicCause, whyDynamic } from "./explain/why-dynamic.js";
export { enumerationOf } from "./objects/enumerations.js";
export { Refusal } from "./refusal.js";
export { makeResidual, mistakesIn, type Residual, type ResidualRequest } from "./residual.js";
export { NO_BODY } from "./specialize/callee.js";
export type { ResidualContext } from "./specialize/contexts.js";
export { type ClangNode, spelledType, walk } from "./tree/clang-tree.js";
export { type FunctionEdit, functionEdit, programAfter, renumber } from "./tree/edited-program.js";
export type { NotePlace } from "./tree/note-place.js";
export { type MacroChange, type Program, programOf } from "./tree/program.js";
