/**
 * Refactorings across aspects and kernel. They are ordinary code actions (`refactor.extract`, `refactor.inline`,
 * `refactor.move`) whose edit comes from `codeAction/resolve`, with annotations that ask for confirmation.
 */

/** What a code action asks for, in its `data`; lines from 1. */
export type RefactoringQuestion =
  | { readonly kind: "extract-pair"; readonly file: string; readonly begin?: number; readonly end?: number }
  | { readonly kind: "extract-feature"; readonly feature: string }
  | { readonly kind: "inline"; readonly aspect: string; readonly index: number }
  | { readonly kind: "push-in"; readonly aspect: string; readonly index: number }
  | { readonly kind: "pull-out"; readonly file: string; readonly line: number };

/**
 * Client to server: does the refactoring that was last resolved leave the object code of every configuration as it was?
 * It is compared with the files on disk, so before the edit is saved. Progress is the protocol's own, with cancel.
 */
export const proveRefactoringRequest = "weft/proveRefactoring";

export interface ProveRefactoringResult {
  readonly status: "unchanged" | "changed" | "failed" | "none";
  /** Of the refactoring. */
  readonly title: string;
  /** One line or, where something differs, the list; for people. */
  readonly summary: string;
}
