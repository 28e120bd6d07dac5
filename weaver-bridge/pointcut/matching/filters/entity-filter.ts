/** Asks the names of functions, variables and fields, instead of a text, whether they may meet a filter. */
import { matchesName, namePattern } from "../../patterns/match-expression.js";
import type { TextFilter } from "./filter.js";

/** Tells which names a function must use, or have, to meet the filter; undefined where any function may meet it. */
export function namesMeeting(filter: TextFilter): ((name: string) => boolean) | undefined {
  if (filter === "all" || filter.some(({ name }) => name === undefined)) return undefined;
  const patterns = [...new Set(filter.map(({ name = "" }) => name))].map(namePattern);
  return (name) => patterns.some((pattern) => matchesName(pattern, name));
}

/** As {@link namesMeeting}, of functions, variables and fields with what they stand in. */
export function entitiesMeeting(filter: TextFilter): EntityTest | undefined {
  if (filter === "all" || filter.some(({ name, scope }) => name === undefined && scope === undefined))
    return undefined;
  const needs = new Map(
    filter.map(({ name, scope }) => [
      `${name} ${scope}`,
      { scope, pattern: name === undefined ? undefined : namePattern(name) },
    ]),
  );
  return ({ name, scope: around }) => {
    for (const { scope, pattern } of needs.values())
      if (
        (pattern === undefined || matchesName(pattern, name)) &&
        (scope === undefined || isIn(scope, around))
      )
        return true;
    return false;
  };
}

export type EntityTest = (entity: { readonly name: string; readonly scope: readonly string[] }) => boolean;

/** An instance of a template is named with its arguments. */
function isIn(scope: string, path: readonly string[]): boolean {
  return path.some((part) => part === scope || part.startsWith(`${scope}<`));
}
