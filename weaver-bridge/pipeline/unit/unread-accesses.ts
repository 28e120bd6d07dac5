/**
 * Reads and writes in C++ that are no join points, where advice may mean them: in the places that libclang passes over
 * (`unread-places.ts`). As with calls there, that is told.
 */
import type { AspectFile, Problem, UnitFacts } from "../../model/index.js";
import { filterOf, type TextFilter } from "../../pointcut/index.js";
import { isNotRun, unreadPlaces } from "./unread-places.js";

const NAME = /(?<![\w"'])([A-Za-z_]\w*)\b(?!\s*(?:\(|::|<))/g;

/** Warnings at names of variables and members that advice on `get`, `set` or `ref` asks for. `text` is that of a unit of C++. */
export function unreadAccessProblems(
  text: string,
  aspects: readonly AspectFile[],
  facts: UnitFacts,
): Problem[] {
  const wanted = accessedNames(aspects);
  if (wanted.length === 0) return [];
  const { lineMap, shadows, entities } = facts;
  const isEntity = (name: string) =>
    entities.some((one) => (one.kind === "variable" || one.kind === "field") && one.name === name);
  const classes = new Set(entities.flatMap((one) => (one.kind === "class" ? [one.name] : [])));
  const known = new Map<string, boolean>();
  const isMeant = (name: string) => {
    let found = known.get(name);
    if (found === undefined) {
      // Of what any name may be, only what the unit is known to have.
      found = wanted.some(
        (pattern) => pattern.test(name) && (pattern.test("") ? isEntity(name) : DECLARED(name).test(text)),
      );
      // The class of a member is among the names that are asked for.
      if (found && classes.has(name)) found = isEntity(name);
      known.set(name, found);
    }
    return found;
  };
  const read = new Set([
    ...shadows.flatMap((shadow) =>
      "nameRange" in shadow && shadow.nameRange ? [shadow.nameRange.start] : [],
    ),
    // What these may be is told by itself.
    ...(facts.openNames ?? []).map(({ nameRange }) => nameRange.start),
  ]);
  const functionAround = functionsOf(facts, text);
  const problems = new Map<number, Problem>();
  for (const { range, where, hint, readHint = hint } of unreadPlaces(text))
    for (const { 1: name = "", index } of text.slice(range.start, range.end).matchAll(NAME)) {
      const start = range.start + index;
      if (!isMeant(name) || read.has(start) || problems.has(start) || lineMap.inSystemHeader(start)) continue;
      const before = text.slice(functionAround(start), start);
      const after = text.slice(start + name.length, start + name.length + 20);
      if (!isAccess(before, name, after) || isNotRun(text, start)) continue;
      problems.set(start, {
        code: "weave/unread-access",
        severity: "warning",
        range: lineMap.rangeOf({ start, end: start + name.length }),
        message: `advice on reads and writes does not reach \`${name}\` in ${where}`,
        hint: readHint,
      });
    }
  return [...problems.values()];
}

/** No capture or variable that is declared there, and none of a local variable. `before`: the function's text up to it. */
function isAccess(before: string, name: string, after: string): boolean {
  if (/(?:\.|->)\s*$/.test(before)) return true;
  if (/[[,]\s*$/.test(before) && /^\s*(?:=(?!=)|\{)/.test(after)) return false;
  const near = before.slice(-100);
  const typed = near.replace(/[\s*&]/g, " ").trimEnd();
  const isDeclared = typed.length < near.length && /[\w>]$/.test(typed);
  if (isDeclared && !/^(?:return|throw|else|do|case|co_\w+)$/.test(typed.split(/\W/).at(-1) ?? ""))
    return false;
  const code = before.replace(/\b(?:return|throw|case)\b/g, ";");
  return !LOCAL(name).test(code);
}

/** `int *name;`, `for (auto &name :`. */
const LOCAL = (name: string) => new RegExp(`[\\w>*&][\\s*&]{1,20}${name}\\s{0,20}[=;,({:)[]`);
/** Also behind another one. */
const DECLARED = (name: string) => new RegExp(`[\\w>*&,][\\s*&]{1,20}${name}\\s{0,20}[=;,({:)[]`);

/** Start of the function around an offset, found by its parameters; the offset's line where there is none. */
function functionsOf({ shadows }: UnitFacts, text: string): (at: number) => number {
  const bodies = shadows.flatMap((shadow) => {
    const definition = "body" in shadow ? shadow : "definition" in shadow ? shadow.definition : undefined;
    return definition === undefined
      ? []
      : [{ start: definition.parameterList.start, end: definition.body.end }];
  });
  return (at) =>
    bodies.find(({ start, end }) => start <= at && at < end)?.start ?? text.lastIndexOf("\n", at - 1) + 1;
}

function accessedNames(files: readonly AspectFile[]): RegExp[] {
  return files.flatMap(({ aspects, text }) =>
    aspects.flatMap(({ name: aspect, advice }) =>
      advice.flatMap(({ pointcut, header }) => {
        const isOfAccesses = /\b(?:get|set|ref)\s*\(/.test(text.slice(header.start, header.end));
        const needs = filterOf(pointcut, files, aspect);
        if (needs === "all") return isOfAccesses ? [/^/] : [];
        return needs.flatMap(namePattern);
      }),
    ),
  );
}

const namePattern = ({ name, role, isExecuted }: Exclude<TextFilter, "all">[number]): RegExp[] =>
  role === "function" || isExecuted === true
    ? []
    : [new RegExp(`^${(name ?? "%").replace(/[$]/g, "\\$&").replaceAll("%", "\\w*")}$`)];
