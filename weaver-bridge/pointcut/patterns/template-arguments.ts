/** Patterns that name instances of a template, and the same without the arguments: what names all of them. */
import type { MatchExpression, QualifiedPattern, ScopePart, TemplateArgument } from "./match-expression.js";

/** A pattern for all instances, and which of them were named. */
export interface AnyInstance<P> {
  readonly pattern: P;
  readonly arguments: readonly TemplateArgument[];
  /** How many classes the pattern names in the template: 1 in `"Box<int>::Node"`. */
  readonly inner: number;
}

/** Of a pattern for a class, the last that has arguments counts. Undefined where there is none, or `...` follows it. */
export function anyInstance(pattern: MatchExpression): AnyInstance<MatchExpression> | undefined {
  if (pattern.shape !== "type" || pattern.type.kind !== "named") return undefined;
  const { type } = pattern;
  const { templateArguments, ...rest } = type.name;
  const named = (name: QualifiedPattern): MatchExpression => ({ ...pattern, type: { ...type, name } });
  if (templateArguments !== undefined)
    return { pattern: named(rest), arguments: templateArguments, inner: 0 };
  const any = anyMember(type.name);
  return any && { ...any, pattern: named(any.pattern), inner: any.inner + 1 };
}

/** Of the name of a member: its classes without arguments. */
export function anyMember(name: QualifiedPattern): AnyInstance<QualifiedPattern> | undefined {
  const { scopes } = name;
  for (let at = scopes.length - 1; at >= 0; at--) {
    const part = scopes[at];
    if (part?.kind !== "name") return undefined;
    const { templateArguments, ...plain } = part;
    if (templateArguments === undefined) continue;
    const parts: ScopePart[] = [...scopes.slice(0, at), plain, ...scopes.slice(at + 1)];
    const inner = scopes.length - 1 - at;
    return { pattern: { ...name, scopes: parts }, arguments: templateArguments, inner };
  }
  return undefined;
}
