/**
 * What a text does with a pointer that it has under a name. "Only reads" is said of a use that is understood: everything
 * else may write, and is told with its chain.
 */
import { bulkWriter } from "../facts/bulk-writers.js";
import { castBefore } from "../facts/casts-before.js";
import { type FunctionBody, statementStart } from "../facts/function-text.js";

export interface PointerUses {
  /** `*name = 1`, `name[2]++` */
  readonly isWritten: boolean;
  /** The first use that is neither a read nor a write by that name, in words; undefined: there is none. */
  readonly kept?: string;
  /** All that is done with it writes, or reads, what it leads to, there: also by asm. */
  readonly isOnlyFollowed: boolean;
}

const GIVEN_TO_ASM = "gives what it leads to to asm";

/** `text` is that of a function, texts in quotes blanked. */
export function usesOfPointer(name: string, text: string): PointerUses {
  let isWritten = false;
  let kept: string | undefined;
  let isOnlyFollowed = true;
  for (const { index } of text.matchAll(new RegExp(`(?<![\\w.])(?=${name}\\b)(?<!->\\s*)${name}`, "g"))) {
    const use = useAt(text, index, index + name.length);
    if (use === "write") isWritten = true;
    else if (use !== "read") {
      kept ??= use;
      isOnlyFollowed &&= use === GIVEN_TO_ASM;
    }
  }
  return { isWritten, isOnlyFollowed, ...(kept === undefined ? {} : { kept }) };
}

/** Whether the name is that of a variable which only this function has. */
export function isOwnVariable(name: string, { text }: FunctionBody): boolean {
  const declared = new RegExp(`(?:(?<!\\w)[A-Za-z_]\\w*[\\s*]+|[*,]\\s*)\\b${name}\\s*(?=[;,=)\\[])`, "g");
  // A statement is one declaration or none, however often it says the name.
  let judged = 0;
  for (const { index, 0: found } of text.matchAll(declared)) {
    if (index < judged || /^(?:return|goto|else|case|sizeof)\b/.test(found)) continue;
    const end = /[;{}]/g;
    end.lastIndex = index + found.length;
    judged = end.exec(text)?.index ?? text.length;
    const statement = text.slice(statementStart(text, index), index + found.length);
    if (/\b(?:static|extern|register)\b/.test(statement)) return false;
    if (
      /^[\s(]*(?:(?:const|volatile|unsigned|signed|struct|union|enum)\s+)*[A-Za-z_]\w*[\s*]/.test(statement)
    )
      return true;
  }
  return false;
}

const ASSIGNED = /^\s*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/;

/** `read`, `write`, or what else is done, in words. */
function useAt(text: string, start: number, end: number): string {
  if (isDeclared(text.slice(Math.max(0, start - 80), start), text.slice(end, end + 20))) return "read";
  let [from, to] = [start, end];
  let isFollowed = false;
  for (;;) {
    const before = text.slice(Math.max(0, from - 60), from);
    const after = text.slice(to, to + 60);
    const element = /^\s*\[/.exec(after);
    if (element !== null) {
      to = closingBracket(text, to + element[0].length);
      if (isFollowed) return "goes on from what it leads to";
      isFollowed = true;
      continue;
    }
    if (/^\s*->/.test(after)) return "goes on from what it leads to";
    if (/^\s*\)/.test(after) && /\(\s*$/.test(before) && !isCallOrOperand(before)) {
      from -= /\(\s*$/.exec(before)?.[0].length ?? 0;
      to += /^\s*\)/.exec(after)?.[0].length ?? 0;
      continue;
    }
    // Nobody multiplies pointers.
    if (!isFollowed && /\*\s*$/.test(before)) {
      from -= /\*\s*$/.exec(before)?.[0].length ?? 0;
      isFollowed = true;
      continue;
    }
    break;
  }
  const before = text.slice(Math.max(0, from - 60), from);
  const after = text.slice(to, to + 60);
  if (isFollowed) {
    if (ASSIGNED.test(after) || /(?:\+\+|--)\s*(?:\(+\s*)?$/.test(before)) return "write";
    if (/"\s*\(\s*$/.test(before)) return GIVEN_TO_ASM;
    if (
      /$(?<=(?:^|[^&\w)\]])\s*&\s*\(*)/.test(before) ||
      /^\s*(?:\.|->|\[)/.test(after) ||
      isFollowedAgain(before)
    )
      return "goes on from what it leads to";
    return "read";
  }
  return valueUse(text, from, before, after);
}

/** Whether it is one, or the same as another. */
const isAsked = (before: string, after: string): boolean =>
  /^\s*[!=]=/.test(after) ||
  /[!=]=\s*$|!\s*$/.test(before) ||
  (/\b(?:if|while)\s*\(\s*$/.test(before) && /^\s*(?:\)|&&|\|\|)/.test(after)) ||
  (/(?:&&|\|\|)\s*$/.test(before) && /^\s*(?:\)|&&|\|\||;|\?)/.test(after));

/** Of the pointer itself, which begins at `from`. */
function valueUse(text: string, from: number, before: string, after: string): string {
  if (/"\s*\(\s*$/.test(before)) return "gives it to asm";
  if (/(?:^|[^&\w)\]\s])\s*&\s*\(*$/.test(before)) return "gives away the pointer itself";
  if (isAsked(before, after)) return "read";
  // `*++p = 1`
  if (/(?:\+\+|--)\s*$/.test(before)) return "reckons with it";
  if (/^\s*=(?!=)/.test(after) && castBefore(before) === undefined) return "read";
  const given = givenUse(text, from, after);
  if (given !== undefined) return given;
  if (/\breturn\b[^;]*$/.test(before)) return "returns it";
  if (ASSIGNED.test(after)) return "reckons with it";
  return "hands it on";
}

/** As an argument; undefined where it is none. */
function givenUse(text: string, from: number, after: string): string | undefined {
  const { callee, position } = callAround(text.slice(Math.max(0, from - 200), from));
  const writer = callee === undefined ? undefined : bulkWriter(callee);
  if (writer !== undefined && position !== undefined && /^\s*[,)]/.test(after) && position - 1 !== writer.to)
    return "read";
  if (callee === undefined || /^(?:if|while|for|switch|return|sizeof)$/.test(callee)) return undefined;
  return `hands it on to ${callee}`;
}

/** What is called where a text ends, and which argument begins there, from 1; empty outside of calls. */
function callAround(before: string): { readonly callee?: string; readonly position?: number } {
  let depth = 0;
  let position = 1;
  for (let at = before.length - 1; at >= 0; at--) {
    const sign = before[at] as string;
    if (")]}".includes(sign)) depth++;
    else if (sign === "," && depth === 0) position++;
    else if ("([{".includes(sign) && --depth < 0) {
      const callee = sign === "(" ? CALLEE.exec(before.slice(0, at))?.[1] : undefined;
      return callee === undefined ? {} : { callee, position };
    }
  }
  return {};
}

/** `f`, `a->b.f`, `(*f)`, in front of parentheses. */
const CALLEE = /$(?<=(\([^()*]*\*[^()]*\)|(?<!\w)[A-Za-z_]\w*(?:\s*(?:->|\.)\s*\w+)*)\s*)/;

/** `**p`, not `x * *p`. */
const isFollowedAgain = (before: string) => /(?:^|[^\w)\]\s])\s*\*\s*\(*$/.test(before);

/** Its own parameter or declaration, with or without a first value. */
export function isDeclared(before: string, after: string): boolean {
  const declaration = before.slice(statementStart(before, before.length, "(,;{}"));
  return DECLARES_POINTER.test(declaration) && /^\s*(?:[,);]|=(?!=))/.test(after);
}

const DECLARES_POINTER =
  /^\s*(?!(?:return|else|do|goto|case|sizeof)\b)[A-Za-z_]\w*(?:\s+[A-Za-z_]\w*)*\s*\*[\s*]*(?:(?:const|volatile|__restrict|restrict)\s+)*$/;

/** `f(p)`, `"r"(p)`: not parentheses around it. */
export const isCallOrOperand = (before: string) =>
  /(?:[\w\])"])\s*\(\s*$/.test(before.replace(/\b(?:return|if|while|switch|else|do)\s*(?=\(\s*$)/, ";")) ||
  /\b(?:if|while|switch)\s*\(\s*$/.test(before);

export function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if ("([{".includes(text[at] as string)) depth++;
    else if (")]}".includes(text[at] as string) && --depth === 0) return at + 1;
  }
  return text.length;
}
