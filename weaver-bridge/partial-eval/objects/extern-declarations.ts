/** Declarations of the unit's variables and functions that stand in functions, whose code comes into the residual one. */
import { Refusal } from "../refusal.js";
import type { ClangNode } from "../tree/clang-tree.js";
import type { ResidualNames } from "./residual-names.js";

export interface ExternDeclarations {
  /** Throws {@link Refusal}. */
  readonly addExterns: (nodes: readonly ClangNode[]) => void;
  /** Of these names, as lines of C. */
  readonly externs: (used: ReadonlySet<string>) => readonly string[];
}

export function createExterns(names: ResidualNames): ExternDeclarations {
  const types = new Map<string, string>();
  return {
    addExterns: (nodes) => {
      for (const { name = "", type, range } of nodes) {
        const text = type?.qualType ?? "";
        if (/\bunnamed\b|\banonymous\b/.test(text) || (types.get(name) ?? text) !== text)
          throw new Refusal(
            `${name} is declared in a function with a type that has no name`,
            range?.begin.offset,
          );
        types.set(name, text);
        names.reserve(name);
      }
    },
    externs: (used) =>
      [...types]
        .filter(([name]) => used.has(name))
        .map(([name, type]) => `extern __typeof__(${type}) ${name};`),
  };
}
