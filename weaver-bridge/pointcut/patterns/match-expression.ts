/**
 * Match expressions as data: `"% inode::i_%"`, `"long sys_%(...)"`, `"n::K"`. What the string of a pointcut says,
 * once {@link parseMatchExpression} has read it. Nothing here knows a translation unit.
 */

/** One identifier with `%` wildcards. */
export interface NamePattern {
  readonly text: string;
  /** The text between the wildcards, in order; absent for a literal name. */
  readonly segments?: readonly string[];
  /** `operator %` matches every operator and conversion, `operator T` every conversion. */
  readonly operator?: "any" | "conversion";
}

export type ScopePart =
  /** `...`: any number of enclosing scopes, also none. */
  | { readonly kind: "any" }
  | { readonly kind: "unnamed" }
  | {
      readonly kind: "name";
      readonly name: NamePattern;
      readonly templateArguments?: readonly TemplateArgument[];
    };

/** Text of a template argument, with blanks between words only; `%` and `...` are wildcards. */
export type TemplateArgument = string;

export interface QualifiedPattern {
  readonly scopes: readonly ScopePart[];
  readonly name: NamePattern;
  readonly templateArguments?: readonly TemplateArgument[];
  /** `operator T`: the type that a conversion function converts to. */
  readonly conversion?: TypePattern;
}

interface Qualifiers {
  /** A qualifier in the pattern is required; without it any is accepted. */
  readonly isConst: boolean;
  readonly isVolatile: boolean;
}

export type TypePattern = Qualifiers &
  (
    | { readonly kind: "any" }
    | { readonly kind: "builtin"; readonly name: string }
    | { readonly kind: "named"; readonly name: QualifiedPattern; readonly keyword?: ElaboratedKeyword }
    | {
        readonly kind: "pointer" | "lvalue-reference" | "rvalue-reference";
        readonly to: TypePattern;
      }
    | { readonly kind: "member-pointer"; readonly to: TypePattern; readonly ofClass: QualifiedPattern }
    /** `size` absent: any. */
    | { readonly kind: "array"; readonly of: TypePattern; readonly size?: number }
    | {
        readonly kind: "function";
        readonly result: TypePattern;
        readonly parameters: readonly TypePattern[];
        /** Ends in `...`: any further parameters. */
        readonly open: boolean;
      }
  );

export type ElaboratedKeyword = "struct" | "union" | "class" | "enum";

export interface FunctionPattern extends Qualifiers {
  readonly shape: "function";
  readonly name: QualifiedPattern;
  readonly result: TypePattern;
  readonly parameters: readonly TypePattern[];
  readonly open: boolean;
  readonly isStatic: boolean;
  readonly isVirtual: boolean;
}

export interface VariablePattern {
  readonly shape: "variable";
  readonly name: QualifiedPattern;
  readonly type: TypePattern;
  readonly isStatic: boolean;
}

export type MatchExpression =
  | FunctionPattern
  | VariablePattern
  /** A scope (namespace, class, struct) or a type: `"inode"`, `"const %&"`. */
  | { readonly shape: "type"; readonly type: TypePattern }
  /** `"::"`: everything. */
  | { readonly shape: "root" }
  /** Could not be parsed; matches nothing. */
  | { readonly shape: "broken" };

export function namePattern(text: string): NamePattern {
  return text.includes("%") ? { text, segments: text.split(/%+/) } : { text };
}

export function isLiteral(pattern: NamePattern): boolean {
  return pattern.segments === undefined && pattern.operator === undefined;
}

/** Linear in the length of `name` times the number of wildcards at worst. */
export function matchesName(pattern: NamePattern, name: string): boolean {
  if (pattern.operator !== undefined)
    return (pattern.operator === "any" ? /^operator(?![\w$])/ : /^operator (?!new\b|delete\b)/).test(name);
  const { segments } = pattern;
  if (segments === undefined) return pattern.text === name;
  const first = segments[0] as string;
  const last = segments[segments.length - 1] as string;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
    return false;
  let at = first.length;
  for (let index = 1; index < segments.length - 1; index++) {
    const segment = segments[index] as string;
    at = name.indexOf(segment, at);
    if (at === -1) return false;
    at += segment.length;
  }
  return at <= name.length - last.length;
}
