/** Residual code before it is printed: blocks of lines, and where each goes from there. */
import type { ClangPlace } from "../tree/clang-tree.js";

export interface ResidualLine {
  readonly text: string;
  readonly from: ClangPlace | undefined;
}

export interface ResidualBlock {
  readonly number: number;
  readonly lines: ResidualLine[];
  exit: ResidualExit;
  /** Of the exit. */
  from?: ClangPlace | undefined;
}

export type ResidualExit =
  | { readonly kind: "jump"; readonly to: ResidualBlock }
  | {
      readonly kind: "branch";
      readonly condition: string;
      /** Nobody would miss the condition. */
      readonly pure: boolean;
      readonly taken: ResidualBlock;
      readonly otherwise: ResidualBlock;
    }
  | {
      readonly kind: "switch";
      readonly value: string;
      readonly cases: readonly { readonly label: string; readonly to: ResidualBlock }[];
      readonly otherwise: ResidualBlock;
    }
  | { readonly kind: "return"; readonly value: string | undefined };
