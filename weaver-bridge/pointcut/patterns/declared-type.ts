/** The type that specifiers and declarators come to. */
import { builtinType } from "./builtin-types.js";
import type { ElaboratedKeyword, QualifiedPattern, TypePattern } from "./match-expression.js";
import type { PatternScanner } from "./pattern-scanner.js";

export interface Draft {
  readonly flags: Set<string>;
  readonly words: string[];
  readonly start: number;
  name?: QualifiedPattern;
  keyword?: ElaboratedKeyword;
}

export function typeOf(scanner: PatternScanner, draft: Draft): TypePattern | undefined {
  const cv = { isConst: draft.flags.has("const"), isVolatile: draft.flags.has("volatile") };
  if (draft.name !== undefined) {
    const { name, keyword } = draft;
    if (keyword !== undefined) return { kind: "named", name, keyword, ...cv };
    const isAnything = name.name.text === "%" && name.scopes.length === 0 && !name.templateArguments;
    return isAnything ? { kind: "any", ...cv } : { kind: "named", name, ...cv };
  }
  if (draft.words.length === 0) return undefined;
  const built = builtinType(draft.words);
  if ("mistake" in built)
    scanner.fail(built.code, built.mistake, "See the built-in types of C.", {
      start: draft.start,
      end: scanner.lastEnd,
    });
  return { kind: "builtin", name: built.name, ...cv };
}

export const NO_QUALIFIERS = { isConst: false, isVolatile: false };

/** What C makes of a parameter's type: arrays and functions become pointers, qualifiers on top don't count. */
export function adjusted(type: TypePattern): TypePattern {
  if (type.kind === "array") return { kind: "pointer", to: type.of, ...NO_QUALIFIERS };
  if (type.kind === "function") return { kind: "pointer", to: type, ...NO_QUALIFIERS };
  return { ...type, ...NO_QUALIFIERS };
}

export function isVoidOnly(parameters: readonly TypePattern[]): boolean {
  const [only] = parameters;
  return parameters.length === 1 && only?.kind === "builtin" && only.name === "void";
}
