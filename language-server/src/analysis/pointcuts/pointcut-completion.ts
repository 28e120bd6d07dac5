/**
 * Completion inside a match expression: where in the pattern the cursor stands, which names can stand there, and what
 * they replace. The names themselves are the whole project's and are asked for between the two functions.
 */
import type { Range } from "../../protocol/index.js";
import type { AspectDocument, NameKind } from "../../workspace/index.js";
import { rangeOfOffsets } from "../locate.js";
import { openParts, pointcutAt } from "./pointcut-at.js";

export interface PatternQuestion {
  /** What is being typed, `inode::i_`; names have to begin with it up to a wildcard in it. */
  readonly prefix: string;
  readonly kinds: readonly NameKind[];
  /** `result`: the pattern's first word. `name`: what is declared. `argument`: in a parameter list. */
  readonly place: "result" | "name" | "argument" | "type" | "scope" | "file";
  /** Of what is being typed. */
  readonly replace: Range;
  /** A parameter list or more follows already. */
  readonly isFollowed: boolean;
}

export interface PatternSuggestion {
  readonly label: string;
  readonly kind: "function" | "field" | "variable" | "record" | "type" | "file" | "wildcard";
  readonly detail?: string;
  readonly insert: string;
  readonly filter: string;
  /** Sorts before others when smaller. */
  readonly rank: number;
}

const DATA = /^(?:get|set|ref|access|alias)$/;
const TYPES = /^(?:args|result|that|target|local)$/;
const SCOPES = /^(?:construction|destruction|classes|derived|base|member)$/;

/** Undefined when the cursor stands in no string of a pointcut. `offset` counts UTF-16 units. */
export function patternQuestion(document: AspectDocument, offset: number): PatternQuestion | undefined {
  const pointcut = pointcutAt(document, offset);
  if (pointcut === undefined) return undefined;
  const before = pointcut.text.slice(0, offset - pointcut.range.start);
  const { openString: open } = openParts(before);
  if (open === undefined) return undefined;
  const around = /(?<!\w)(\w+)\s*\((?:[^()]*(?:\|\||&&|,))?[\s!]*$/.exec(before.slice(0, open))?.[1] ?? "";
  const pattern = before.slice(open + 1);
  const prefix = around === "file" ? pattern : (/(?<![\w$%:.~<>])[\w$%:.~<>]*$/.exec(pattern)?.[0] ?? "");
  const head = pattern.slice(0, pattern.length - prefix.length);
  const rest = pointcut.text.slice(offset - pointcut.range.start);
  const typed = /^[\w$%]*/.exec(rest)?.[0].length ?? 0;
  const replace = rangeOfOffsets(document.source, { start: offset - prefix.length, end: offset + typed });
  const isFollowed = /^\s*\(/.test(rest.slice(typed));
  const question = { prefix: prefix.replace(/^\.\.\.::/, ""), replace, isFollowed };
  if (around === "file") return { ...question, kinds: ["file"], place: "file" };
  if (TYPES.test(around)) return { ...question, kinds: ["record", "type"], place: "type" };
  if (/\(/.test(head)) return { ...question, kinds: ["record", "type"], place: "argument" };
  if (SCOPES.test(around) && head.trim() === "") return { ...question, kinds: ["record"], place: "scope" };
  const names: readonly NameKind[] = DATA.test(around) ? ["field", "variable"] : ["function"];
  const hasType =
    /[\w%*&]\s*[\s*&]$/.test(head) &&
    !/^\s*(?:const|volatile|static|virtual|struct|union|enum|unsigned|signed)\s+$/.test(head);
  if (hasType) return { ...question, kinds: [...names, "record"], place: "name" };
  return { ...question, kinds: [...names, "record", "type"], place: "result" };
}

/** The literal beginning of what is typed: what an index can look up. */
export function lookupPrefix({ prefix }: PatternQuestion): string {
  return prefix.replace(/%.*$/s, "");
}

export interface FoundName {
  readonly name: string;
  readonly kind: NameKind;
  /** Units that know it. */
  readonly units: number;
}

/** Best first: what the place wants, then what more units know, then shorter names. */
export function patternSuggestions(
  question: PatternQuestion,
  names: readonly FoundName[],
): PatternSuggestion[] {
  const { place, isFollowed } = question;
  const found = names.map(({ name, kind, units }): PatternSuggestion => {
    const last = kind === "function" && !isFollowed ? `${name}(...)` : name;
    const declared = kind === "function" || kind === "field" || kind === "variable";
    const scopeTail = kind === "record" && place === "name" ? "::" : "";
    const insert = declared && place === "result" ? `% ${last}` : `${last}${scopeTail}`;
    const rank =
      (declared ? 0 : place === "name" || place === "result" ? 2_000_000 : 0) - Math.min(units, 1_000_000);
    return {
      label: insert,
      kind,
      insert,
      filter: name,
      rank,
      ...(units > 1 ? { detail: `in ${units} units` } : {}),
    };
  });
  return [...wildcards(question), ...found].sort(
    (a, b) => a.rank - b.rank || a.filter.length - b.filter.length,
  );
}

const BUILTIN = ["void", "int", "unsigned int", "long", "unsigned long", "char", "const char *", "bool"];

function wildcards({ place, prefix, isFollowed }: PatternQuestion): PatternSuggestion[] {
  const wildcard = (label: string, detail: string, insert = label): PatternSuggestion => ({
    label,
    detail,
    insert,
    filter: label,
    kind: "wildcard",
    rank: -2_000_000,
  });
  if (prefix !== "" && place !== "argument" && place !== "type") return [];
  const builtin = BUILTIN.map(
    (type): PatternSuggestion => ({
      label: type,
      kind: "type",
      insert: type,
      filter: type,
      rank: 1_000_000,
    }),
  );
  switch (place) {
    case "result":
      return [
        wildcard("%", "any result or type", "% "),
        wildcard("...::", "in any scope", "...::"),
        ...builtin,
      ];
    case "name":
      return [
        wildcard(isFollowed ? "%" : "%(...)", "any function"),
        wildcard("...::%", "any name in any scope", isFollowed ? "...::%" : "...::%(...)"),
      ];
    case "argument":
      return [
        wildcard("...", "any further arguments"),
        wildcard("%", "one argument of any type"),
        ...builtin,
      ];
    case "type":
      return [wildcard("%", "any type"), ...builtin];
    default:
      return [];
  }
}
