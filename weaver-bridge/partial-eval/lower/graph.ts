/** A function's body as a graph of blocks: statements without control flow, and where it goes from there. */
import type { ClangNode } from "../tree/clang-tree.js";

export type Step =
  | { readonly kind: "expression"; readonly node: ClangNode }
  /** Written as it is. */
  | { readonly kind: "text"; readonly node: ClangNode }
  | { readonly kind: "declaration"; readonly variable: ClangNode; readonly initial: ClangNode | undefined };

export type Exit =
  | { readonly kind: "jump"; readonly to: Block }
  /** A variable becomes one of two values: what is known afterwards may differ. */
  | { readonly kind: "choose"; readonly step: Step; readonly to: Block }
  | {
      readonly kind: "branch";
      readonly condition: ClangNode;
      readonly taken: Block;
      readonly otherwise: Block;
    }
  | {
      readonly kind: "switch";
      readonly value: ClangNode;
      readonly cases: readonly SwitchCase[];
      readonly otherwise: Block;
    }
  /**
   * Goes on in the function that is called and then at `after`, with its result in a variable; or at `plain`. For `({ … })`
   * its statements follow at `after`.
   */
  | {
      readonly kind: "call";
      readonly call: ClangNode;
      readonly result: ClangNode | undefined;
      readonly after: Block;
      readonly plain: Block;
      /** What the compiler carries out before the call, when the call is followed. */
      readonly before?: readonly Step[];
      /** Instead of `plain`, where one of these calls behind it is followed: the call by itself, and then `after`. */
      readonly alone?: Block | undefined;
      readonly later?: readonly ClangNode[];
    }
  /** `goto *p`: to one of the labels whose address the function takes. */
  | { readonly kind: "computed"; readonly value: ClangNode; readonly ways: readonly LabelWay[] }
  | { readonly kind: "return"; readonly value: ClangNode | undefined };

export interface LabelWay {
  /** Of the label's declaration. */
  readonly id: string;
  readonly to: Block;
}

export interface SwitchCase {
  readonly label: ClangNode;
  /** Of `case 1 ... 5`. */
  readonly last?: ClangNode | undefined;
  readonly to: Block;
}

export interface Block {
  readonly number: number;
  readonly steps: Step[];
  exit: Exit;
}

export interface LoweredFunction {
  readonly blocks: readonly Block[];
  readonly entry: Block;
  readonly variables: readonly ClangNode[];
  /** Constant tables that only this function names. */
  readonly constants: readonly ClangNode[];
  /** Static variables that somebody writes: the generic function keeps them. */
  readonly statics: readonly ClangNode[];
  /** Statements that declare structs and unions which only this function knows. */
  readonly records: readonly ClangNode[];
  /** What the function declares of the unit's: `extern int f(int);` in a block. */
  readonly externs: readonly ClangNode[];
}
