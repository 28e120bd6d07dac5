/** A file of declarations as it was read. */
import type { GuardDeclaration } from "../../guards/index.js";
import type { Declaration, DeclarationFile } from "../../partial-eval/index.js";

export interface SpecFile extends DeclarationFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly guards: readonly GuardDeclaration[];
  /** Left out of `declarations` because of a mistake in them. */
  readonly mistaken?: readonly Declaration[];
}
