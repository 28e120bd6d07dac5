/** Qualified names against name patterns: scopes with `...`, template arguments with `%` and `...`. */
import { matchesName, namePattern, type QualifiedPattern, type ScopePart } from "./match-expression.js";

export interface QualifiedName {
  readonly scopes: readonly string[];
  readonly name: string;
}

/** `n::K<a::b>::f` to its parts; `::` inside `<>` does not count. */
export function splitQualifiedName(text: string): QualifiedName {
  if (!text.includes("::")) return { scopes: [], name: text };
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "<") depth++;
    else if (char === ">") depth--;
    else if (char === ":" && depth === 0 && text[at + 1] === ":") {
      parts.push(text.slice(start, at));
      start = ++at + 1;
    }
  }
  return { scopes: parts, name: text.slice(start) };
}

export function matchesQualifiedName(pattern: QualifiedPattern, name: QualifiedName): boolean {
  return (
    matchesPart(pattern.name, pattern.templateArguments, name.name) &&
    matchesScopes(pattern.scopes, name.scopes)
  );
}

/** No scopes in the pattern means the global scope only. */
export function matchesScopes(
  pattern: readonly ScopePart[],
  scopes: readonly string[],
  at = 0,
  from = 0,
): boolean {
  const part = pattern[at];
  if (part === undefined) return from === scopes.length;
  if (part.kind === "any") {
    if (at === pattern.length - 1) return true;
    if (pattern[at + 1]?.kind === "any") return matchesScopes(pattern, scopes, at + 1, from);
    for (let next = from; next <= scopes.length; next++)
      if (matchesScopes(pattern, scopes, at + 1, next)) return true;
    return false;
  }
  const scope = scopes[from];
  if (scope === undefined) return false;
  const fits =
    part.kind === "unnamed"
      ? scope === "" || scope === "<unnamed>"
      : matchesPart(part.name, part.templateArguments, scope);
  return fits && matchesScopes(pattern, scopes, at + 1, from + 1);
}

/** `operators` is a name like any other. */
export const isOperatorName = (name: string) => /^operator(?![\w$])/.test(name);

/** A pattern without `<>` also matches instances of a template. */
export function matchesPart(
  pattern: QualifiedPattern["name"],
  templateArguments: readonly string[] | undefined,
  text: string,
): boolean {
  const open = isOperatorName(text) ? -1 : text.indexOf("<");
  if (open === -1) return templateArguments === undefined && matchesName(pattern, text);
  if (!matchesName(pattern, text.slice(0, open).trimEnd())) return false;
  return (
    templateArguments === undefined ||
    matchesArguments(templateArguments, text.slice(open + 1, text.lastIndexOf(">")))
  );
}

function matchesArguments(patterns: readonly string[], text: string): boolean {
  const found = splitArguments(text);
  const open = patterns.at(-1) === "...";
  const wanted = open ? patterns.slice(0, -1) : patterns;
  if (open ? found.length < wanted.length : found.length !== wanted.length) return false;
  return wanted.every(
    (pattern, index) =>
      pattern === "%" || matchesName(namePattern(pattern.replace(/ /g, "")), found[index] as string),
  );
}

function splitArguments(text: string): string[] {
  const list: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at];
    if (char === "<" || char === "(") depth++;
    else if (char === ">" || char === ")") depth--;
    else if (char === undefined || (char === "," && depth === 0)) {
      const argument = text.slice(start, at).replace(/\s+/g, "");
      if (argument !== "" || list.length > 0) list.push(argument);
      start = at + 1;
    }
  }
  return list;
}
