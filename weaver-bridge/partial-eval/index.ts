/** A function of C and what is known of its arguments, to the C that is left. */
export type { ClangNode } from "./clang-tree.js";
export {
  type Declaration,
  type DeclarationFile,
  declarationsFromJson,
  readDeclarations,
  sayFact,
} from "./declaration.js";
export { DeclarationMistake, namedValue } from "./facts.js";
export { type Program, programOf } from "./program.js";
export { Refusal } from "./refusal.js";
export { makeResidual, type Residual } from "./residual.js";
export type { ExpressionNote, NotedRead, NotePlace, ResidualNote } from "./residual-notes.js";
