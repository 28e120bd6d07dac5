/**
 * Where a name stands in the text of a source, and what hides it there from a compiler: bodies of macros, branches of
 * conditional code, comments, strings. Read as text: what one configuration leaves out, no parser has seen.
 */

/** `code` is what every configuration compiles. */
export type Where = "code" | "macro" | "branch" | "comment" | "string";

export interface NamedPlace {
  /** In the text, UTF-16. */
  readonly offset: number;
  readonly where: Where;
  /** What the word can be from what stands before it: behind `.` or `->`, behind `struct` and its like, or neither. */
  readonly shape: "member" | "tag" | "plain";
  /** It is pasted or made a string there (`#`, `##`), or the macro itself has this name. */
  readonly isPartOfMacro: boolean;
}

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.)*'?|^[ \t]*#[ \t]*(\w+)|[A-Za-z_$][\w$]*/gm;

interface Macro {
  readonly end: number;
  readonly parameters: readonly string[];
}

/** In order of the text. Parameters of macros that have the name are left out: they are names of their own. */
export function placesNamed(text: string, name: string): NamedPlace[] {
  if (!text.includes(name)) return [];
  const places: NamedPlace[] = [];
  /** Of each open conditional, whether it chooses between texts: a guard against double inclusion does not. */
  const conditionals: boolean[] = [];
  let macro: Macro | undefined;
  let directiveEnd = 0;
  for (const { 0: token, 1: directive, index } of text.matchAll(TOKEN)) {
    if (macro !== undefined && index >= macro.end) macro = undefined;
    if (directive !== undefined) {
      const end = logicalEnd(text, index);
      if (/^if/.test(directive)) conditionals.push(!isGuard(text.slice(index)));
      else if (directive === "endif") conditionals.pop();
      else if (directive === "define")
        macro = { end, parameters: parametersOf(text.slice(index + token.length, end)) };
      if (directive !== "define") directiveEnd = end;
      continue;
    }
    const branch = conditionals.some((chooses) => chooses) ? "branch" : "code";
    const isText = /^["'/]/.test(token);
    if (isText) {
      if (index < directiveEnd && token.startsWith('"')) continue;
      const where = token.startsWith("/") ? "comment" : "string";
      for (const at of wordsOf(token, name))
        places.push({ offset: index + at, where, shape: "plain", isPartOfMacro: false });
    } else if (token === name && index >= directiveEnd && macro?.parameters.includes(name) !== true) {
      const before = text.slice(Math.max(0, index - 60), index);
      const isPasted = /#\s*$/.test(before) || /^\s*##/.test(text.slice(index + name.length));
      const isMacro = macro !== undefined && /#[ \t]*define[ \t]+$/.test(before);
      places.push({
        offset: index,
        where: macro === undefined ? branch : "macro",
        shape: shapeBehind(before),
        isPartOfMacro: isMacro || (macro !== undefined && isPasted),
      });
    }
  }
  return places;
}

function shapeBehind(before: string): NamedPlace["shape"] {
  if (/(?:\.|->)\s*$|\b(?:offsetof|container_of)\s*\([^()]*,\s*$/.test(before)) return "member";
  return /\b(?:struct|union|enum|class)\s+$/.test(before) ? "tag" : "plain";
}

/** Of the line with its continuations. */
function logicalEnd(text: string, from: number): number {
  const end = /(?:\\\r?\n|[^\n])*/y;
  end.lastIndex = from;
  return from + (end.exec(text)?.[0].length ?? 0);
}

/** `#ifndef X` with `#define X` next. */
function isGuard(text: string): boolean {
  return /^[ \t]*#[ \t]*ifndef[ \t]+(\w+)\b[^\n]*\n\s*#[ \t]*define[ \t]+\1\b/.test(text);
}

/** What follows `#define`. */
function parametersOf(definition: string): string[] {
  return /^[ \t]+\w+\(([^)]*)\)/.exec(definition)?.[1]?.match(/\w+/g) ?? [];
}

function wordsOf(text: string, name: string): number[] {
  const word = new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g");
  return [...text.matchAll(word)].map(({ index }) => index);
}
