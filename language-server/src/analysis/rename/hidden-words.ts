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
  const directives = new Directives(text);
  for (const { 0: token, 1: directive, index } of text.matchAll(TOKEN)) {
    directives.moveTo(index);
    if (directive !== undefined) directives.take(directive, index, token.length);
    else if (/^["'/]/.test(token)) places.push(...placesInText(token, index, name, directives));
    else if (token === name && directives.canName(name, index))
      places.push(placeOfWord(text, index, name, directives));
  }
  return places;
}

/** What the preprocessor's lines up to a place say of it. */
class Directives {
  /** The definition that the place is in. */
  macro: Macro | undefined;
  /** Behind the last directive that defines nothing. */
  private end = 0;
  /** Of each open conditional, whether it chooses between texts: a guard against double inclusion does not. */
  private readonly conditionals: boolean[] = [];

  constructor(private readonly text: string) {}

  moveTo(offset: number): void {
    if (this.macro !== undefined && offset >= this.macro.end) this.macro = undefined;
  }

  /** `length`: of `#` and the word. */
  take(directive: string, offset: number, length: number): void {
    const end = logicalEnd(this.text, offset);
    if (/^if/.test(directive)) this.conditionals.push(!isGuard(this.text.slice(offset)));
    else if (directive === "endif") this.conditionals.pop();
    if (directive === "define")
      this.macro = { end, parameters: parametersOf(this.text.slice(offset + length, end)) };
    else this.end = end;
  }

  /** The line of a directive that defines nothing. */
  has(offset: number): boolean {
    return offset < this.end;
  }

  /** A word that is the name there is neither part of a directive nor a macro's parameter. */
  canName(name: string, offset: number): boolean {
    return !this.has(offset) && this.macro?.parameters.includes(name) !== true;
  }

  get where(): Where {
    if (this.macro !== undefined) return "macro";
    return this.conditionals.some((chooses) => chooses) ? "branch" : "code";
  }
}

/** Words of a comment, a string or a character; what a directive includes is none. */
function placesInText(token: string, offset: number, name: string, directives: Directives): NamedPlace[] {
  if (token.startsWith('"') && directives.has(offset)) return [];
  const where = token.startsWith("/") ? "comment" : "string";
  return wordsOf(token, name).map((at) => ({
    offset: offset + at,
    where,
    shape: "plain",
    isPartOfMacro: false,
  }));
}

function placeOfWord(text: string, offset: number, name: string, { macro, where }: Directives): NamedPlace {
  const before = text.slice(Math.max(0, offset - 60), offset);
  const isPasted = /#\s*$/.test(before) || /^\s*##/.test(text.slice(offset + name.length));
  const isMacro = /#[ \t]*define[ \t]+$/.test(before);
  return {
    offset,
    where,
    shape: shapeBehind(before),
    isPartOfMacro: macro !== undefined && (isMacro || isPasted),
  };
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
