/**
 * The identifiers without which nothing can match. A parser skips every top-level declaration whose text holds none
 * of them, so a filter must never lose a match: a join point's declaration spells the name of what is executed,
 * called or accessed, and code `within` a function spells that function's name. Everything else asks for all.
 */
import type { AspectFile, PointcutExpression } from "../../model/index.js";
import { type MatchExpression, type NamePattern, namePattern } from "../patterns/match-expression.js";
import { createPointcutScopes } from "../syntax/pointcut-scopes.js";
import { linkAspects } from "./link-aspects.js";
import { isCodeNode, type PointcutNode } from "./pointcut-node.js";
import { resolvePointcut } from "./resolve-pointcut.js";

/** `all`: nothing can be skipped. Both lists empty: nothing can match at all. */
export type TextFilter =
  | {
      readonly identifiers: readonly string[];
      /** With `%` wildcards, `sys_%`. */
      readonly patterns: readonly string[];
    }
  | "all";

/** Filter of all advice of the files, or of one pointcut (which may use the named pointcuts of `files`). */
export function filterOf(
  what: readonly AspectFile[] | PointcutExpression,
  files: readonly AspectFile[] = [],
): TextFilter {
  if (isFiles(what)) return merge(linkAspects(what).advice.map((item) => filterOfCode(item.node)));
  const scopes = createPointcutScopes(files);
  const context = { scopes, aspect: undefined, file: undefined, report: () => undefined };
  const node = resolvePointcut(what, context);
  return isCodeNode(node) ? filterOfCode(node) : filterOfNames(node);
}

function isFiles(what: readonly AspectFile[] | PointcutExpression): what is readonly AspectFile[] {
  return Array.isArray(what);
}

function filterOfCode(node: PointcutNode): TextFilter {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "and":
      return stricter(filterOfCode(node.left), filterOfCode(node.right));
    case "or":
      return merge([filterOfCode(node.left), filterOfCode(node.right)]);
    case "named":
      return filterOfCode(node.of);
    case "join":
    case "within":
      return filterOfNames(node.of);
    default:
      return "all";
  }
}

function filterOfNames(node: PointcutNode): TextFilter {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "and":
      return stricter(filterOfNames(node.left), filterOfNames(node.right));
    case "or":
      return merge([filterOfNames(node.left), filterOfNames(node.right)]);
    case "named":
      return filterOfNames(node.of);
    case "names":
      return filterOfPattern(node.pattern);
    default:
      return "all";
  }
}

const NOTHING: TextFilter = { identifiers: [], patterns: [] };

/** Operators are used without being spelled; a scope pattern does not say the names in it. */
function filterOfPattern(pattern: MatchExpression): TextFilter {
  if (pattern.shape === "broken") return NOTHING;
  if (pattern.shape !== "function" && pattern.shape !== "variable") return "all";
  const { name } = pattern.name;
  if (name.operator !== undefined || name.text.startsWith("operator")) return "all";
  if (name.segments === undefined) return { identifiers: [name.text], patterns: [] };
  return isUseful(name) ? { identifiers: [], patterns: [name.text] } : "all";
}

/** One letter between wildcards is found everywhere. */
function isUseful(name: NamePattern): boolean {
  return (name.segments ?? []).some((segment) => segment.length > 1);
}

/** Either is sound where both must hold. */
function stricter(a: TextFilter, b: TextFilter): TextFilter {
  return width(a) <= width(b) ? a : b;
}

function width(filter: TextFilter): number {
  return filter === "all"
    ? Number.POSITIVE_INFINITY
    : filter.patterns.length * 1000 + filter.identifiers.length;
}

function merge(filters: readonly TextFilter[]): TextFilter {
  const identifiers = new Set<string>();
  const patterns = new Set<string>();
  for (const filter of filters) {
    if (filter === "all") return "all";
    for (const name of filter.identifiers) identifiers.add(name);
    for (const pattern of filter.patterns) patterns.add(pattern);
  }
  return { identifiers: [...identifiers].sort(), patterns: [...patterns].sort() };
}

/** Does the text (latin1) hold any identifier of the filter? Always true for `all`. */
export function mentions(text: string, filter: TextFilter): boolean {
  if (filter === "all") return true;
  const search = searchOf(filter);
  return search?.test(text) ?? false;
}

/**
 * The concrete identifiers of the filter that occur in the text (latin1), sorted; what the parser's text filter
 * takes. Undefined for `all`: the parser must look at everything.
 */
export function identifiersIn(text: string, filter: TextFilter): string[] | undefined {
  if (filter === "all") return undefined;
  const search = searchOf(filter);
  if (search === undefined) return [];
  return [...new Set(text.match(new RegExp(search, "g")) ?? [])].sort();
}

const LETTER = "\\w$\\x80-\\xff";

function searchOf(filter: Exclude<TextFilter, "all">): RegExp | undefined {
  const names = filter.identifiers.map(escaped);
  const wild = filter.patterns.map((pattern) =>
    (namePattern(pattern).segments ?? [pattern]).map(escaped).join(`[${LETTER}]*`),
  );
  if (names.length + wild.length === 0) return undefined;
  return new RegExp(`(?<![${LETTER}])(?:${[...names, ...wild].join("|")})(?![${LETTER}])`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
