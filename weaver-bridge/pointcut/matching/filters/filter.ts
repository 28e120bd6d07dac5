/**
 * What a unit's text must hold for anything to match: names, as they are used, and the files that it is made of. A
 * parser skips every top-level declaration without the names, so a filter must never lose a match: a join point's
 * declaration spells the name of what is executed, called or accessed, and code `within` a function spells that
 * function's name; constructors and destructors stand in their class or say its name. Everything else asks for all.
 */
import type { AspectFile, PointcutExpression } from "../../../model/index.js";
import type { FilePattern } from "../../patterns/file-pattern.js";
import {
  isLiteral,
  type MatchExpression,
  matchesName,
  type NamePattern,
  type ScopePart,
} from "../../patterns/match-expression.js";
import { linkAspects } from "../aspects/link-aspects.js";
import { findNode } from "../nodes/node-text.js";
import { isCodeNode, type PointcutNode, type ShadowKind } from "../nodes/pointcut-node.js";
import { resolveQuestion } from "../nodes/resolve-question.js";

/** `all`: nothing can be skipped. No needs: nothing can match at all. Else one of the needs has to be met. */
export type TextFilter = "all" | readonly TextNeed[];

export interface TextNeed {
  /** With `%` wildcards, `sys_%`; absent when any will do: the files count, or the scope. */
  readonly name?: string;
  /** How it is written: before `(` or the like, or in C behind `.` or `->`. */
  readonly role?: "function" | "field";
  /** A class or namespace around it, without wildcards: the text of a whole unit names it somewhere. */
  readonly scope?: string;
  /** The text holds lines of a file that each of these matches. */
  readonly files?: readonly FilePattern[];
  /** A function is executed: the one of this name, or without a name those whose names stand in lines of such a file. */
  readonly isExecuted?: true;
}

/**
 * Filter of all advice of the files, or of one pointcut, which may use the named pointcuts of `files` as they are seen from
 * `aspect`, a qualified name.
 */
export function filterOf(
  what: readonly AspectFile[] | PointcutExpression,
  files: readonly AspectFile[] = [],
  aspect?: string,
): TextFilter {
  if (isFiles(what)) {
    let known = FILTERS.get(what);
    if (known === undefined) FILTERS.set(what, (known = filterOfFiles(what)));
    return known;
  }
  const node = resolveQuestion(what, files, aspect);
  if (findNode(node, ({ kind }) => kind === "cflow") !== undefined) return "all";
  return isCodeNode(node) ? filterOfCode(node) : filterOfNames(node);
}

const FILTERS = new WeakMap<readonly AspectFile[], TextFilter>();

/** What a text must hold for a class in it to get a slice. */
export function filterOfIntroductions(files: readonly AspectFile[]): TextFilter {
  return either(linkAspects(files).introductions.map((item) => filterOfClasses(item.node)));
}

/** What a unit must hold for advice to match, or to be put in order, by what only an analysis of the whole unit tells. */
export function filterOfDetails(files: readonly AspectFile[]): TextFilter {
  const { advice, orders } = linkAspects(files);
  const asking = [...advice, ...orders].filter(({ node }) => findNode(node, asksForDetails) !== undefined);
  return either(asking.map(({ node }) => filterOfCode(node)));
}

function asksForDetails(node: PointcutNode): boolean {
  return node.kind === "local" || (node.kind === "join" && node.kinds.includes("builtin"));
}

function filterOfFiles(files: readonly AspectFile[]): TextFilter {
  const { advice, introductions, triggers } = linkAspects(files);
  // Control flow is decided from all functions, and every unit may hold join points of a trigger.
  if (triggers.length > 0) return "all";
  return either([
    ...advice.map((item) => filterOfCode(item.node)),
    ...introductions.map((item) => filterOfClasses(item.node)),
  ]);
}

function isFiles(what: readonly AspectFile[] | PointcutExpression): what is readonly AspectFile[] {
  return Array.isArray(what);
}

function filterOfCode(node: PointcutNode): TextFilter {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "and":
      return both(filterOfCode(node.left), filterOfCode(node.right));
    case "or":
      return either([filterOfCode(node.left), filterOfCode(node.right)]);
    case "named":
      return filterOfCode(node.of);
    case "within":
      return filterOfNames(node.of, NONE);
    case "join":
      if (node.kinds.every((kind) => kind === "execution")) return executed(filterOfNames(node.of, NONE));
      if (node.kinds.every((kind) => LIFECYCLE.has(kind))) return filterOfClasses(node.of);
      return node.kinds.includes("builtin") || node.of.kind === "aliases" ? "all" : filterOfNames(node.of);
    default:
      return "all";
  }
}

const LIFECYCLE: ReadonlySet<ShadowKind> = new Set<ShadowKind>(["construction", "destruction"]);

function executed(filter: TextFilter): TextFilter {
  if (filter === "all") return filter;
  return filter.map((need) => ({ ...need, isExecuted: true }));
}

/** `unsaid`: functions that are used without being named. */
function filterOfNames(node: PointcutNode, unsaid: readonly string[] = IMPLICIT): TextFilter {
  switch (node.kind) {
    case "nothing":
      return NOTHING;
    case "and":
      return both(filterOfNames(node.left, unsaid), filterOfNames(node.right, unsaid));
    case "or":
      return either([filterOfNames(node.left, unsaid), filterOfNames(node.right, unsaid)]);
    case "named":
      return filterOfNames(node.of, unsaid);
    case "names":
      return filterOfPattern(node.pattern, unsaid);
    case "file":
      return [{ files: [node.pattern] }];
    default:
      return "all";
  }
}

/** A class that is named literally is spelled in the unit that defines it, and where its constructors are. */
function filterOfClasses(node: PointcutNode): TextFilter {
  if (node.kind === "named") return filterOfClasses(node.of);
  if (node.kind === "or") return either([filterOfClasses(node.left), filterOfClasses(node.right)]);
  if (node.kind === "and") return both(filterOfClasses(node.left), filterOfClasses(node.right));
  if (node.kind === "nothing") return NOTHING;
  if (node.kind !== "names" || node.pattern.shape !== "type") return "all";
  const { type } = node.pattern;
  return type.kind === "named" ? needOfName(type.name.name) : "all";
}

const NOTHING: TextFilter = [];

/** Operators are used without being spelled, a scope pattern does not say the names in it. */
function filterOfPattern(pattern: MatchExpression, unsaid: readonly string[]): TextFilter {
  if (pattern.shape === "broken") return NOTHING;
  if (pattern.shape !== "function" && pattern.shape !== "variable") return "all";
  const { name, scopes } = pattern.name;
  if (name.operator !== undefined || name.text.startsWith("operator")) return "all";
  if (pattern.shape === "function") {
    if (unsaid.some((called) => matchesName(name, called))) return "all";
    return inScope(needOfName(name, "function"), scopes);
  }
  const isField = scopes.at(-1) !== undefined && scopes.at(-1)?.kind !== "any";
  const scope = literalScope(scopes);
  if (!isUseful(name) && scope !== undefined) return [{ scope }];
  return inScope(needOfName(name, isField ? "field" : undefined), scopes);
}

function inScope(filter: TextFilter, scopes: readonly ScopePart[]): TextFilter {
  const scope = literalScope(scopes);
  return filter === "all" || scope === undefined ? filter : filter.map((need) => ({ ...need, scope }));
}

function literalScope(scopes: readonly ScopePart[]): string | undefined {
  return scopes.flatMap((part) => (part.kind === "name" ? [part.name] : [])).find(isLiteral)?.text;
}

/** What a range-based `for` calls without saying so. */
const IMPLICIT = ["begin", "end"];
const NONE: readonly string[] = [];

function needOfName(name: NamePattern, role?: TextNeed["role"]): TextFilter {
  return isUseful(name) ? [{ name: name.text, ...(role === undefined ? {} : { role }) }] : "all";
}

/** One letter between wildcards is found everywhere. */
function isUseful({ segments }: NamePattern): boolean {
  return segments === undefined || segments.some((segment) => segment.length > 1);
}

/** Either is sound where both must hold; files add to names. */
function both(a: TextFilter, b: TextFilter): TextFilter {
  if (a === "all" || b === "all") return a === "all" ? b : a;
  if (isFilesOnly(a)) return withFiles(b, a);
  if (isFilesOnly(b)) return withFiles(a, b);
  return width(a) <= width(b) ? a : b;
}

type Needs = Exclude<TextFilter, "all">;

function isFilesOnly(needs: Needs): boolean {
  const [only] = needs;
  return needs.length === 1 && only?.name === undefined && only?.scope === undefined;
}

function withFiles(needs: Needs, [only]: Needs): Needs {
  // Of two conditions on files none is known to be about what is executed.
  return needs.map(({ isExecuted, ...need }) => ({
    ...need,
    files: [...(need.files ?? []), ...(only?.files ?? [])],
  }));
}

function width(needs: Needs): number {
  return needs.reduce((sum, { name = "%" }) => sum + (name.includes("%") ? 1000 : 1), 0);
}

function either(filters: readonly TextFilter[]): TextFilter {
  const needs = new Map<string, TextNeed>();
  for (const filter of filters) {
    if (filter === "all") return "all";
    for (const need of filter)
      needs.set(
        `${need.name} ${need.role} ${need.scope} ${need.isExecuted} ${need.files?.map((file) => file.text).join("\0")}`,
        need,
      );
  }
  return [...needs.values()];
}
