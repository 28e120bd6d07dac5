/** What every refactoring answers with: changes of files as plain data, and what it could not do. */
import type { Problem, TextRange } from "../model/index.js";

/** A file of the project with its text, latin1. `file` is absolute. */
export interface SourceText {
  readonly file: string;
  readonly text: string;
}

/** Ranges of one file's edits do not overlap; they are byte offsets in its present text. */
export interface TextEdit {
  readonly range: TextRange;
  readonly text: string;
}

export type FileChange =
  | { readonly file: string; readonly edits: readonly TextEdit[] }
  /** A new file, latin1. */
  | { readonly file: string; readonly create: string };

export interface Refactoring {
  /** `Extract sched_lock() … sched_unlock() of 12 functions into the aspect Locking` */
  readonly title: string;
  /** Empty when nothing can be done; `problems` then say why. */
  readonly changes: readonly FileChange[];
  /** Places that were left as they are, and why. */
  readonly problems: readonly Problem[];
}
