/** One place of a function's code: a copy of its own, or one in a function that it was inlined into. */
import type { CodeRange } from "./debug-info.js";
import type { EntryId } from "./entries.js";

export interface CodeCopy {
  /** Of this copy. */
  readonly entry: EntryId;
  /** The function's, which has its name and type. */
  readonly origin: EntryId;
  readonly isInlined: boolean;
  /** Never empty. */
  readonly ranges: readonly CodeRange[];
  /** Where it is entered; of an inlined copy its first instruction, where the compiler does not say. */
  readonly start: number;
  /** The copy that this one stands in; undefined for a function of its own. */
  readonly inside: CodeCopy | undefined;
  /** How deep it is inlined, 0 for a function of its own. */
  readonly depth: number;
  /** Of an inlined copy: the call that it takes the place of. */
  callPlace(): CallPlace | undefined;
}

export interface CallPlace {
  readonly file: string;
  readonly line: number;
  /** 1 where it is not known. */
  readonly column: number;
}
