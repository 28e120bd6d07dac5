/** What a run of the preprocessor gives. */
import type { DependencyRule } from "./dependency-file.js";

export type PreprocessResult =
  | {
      readonly ok: true;
      /** Latin1. */
      readonly text: string;
      /** Warnings, as the compiler printed them. */
      readonly diagnostics: string;
      readonly dependencies?: DependencyRule;
    }
  | { readonly ok: false; readonly diagnostics: string; readonly code: number | undefined };
