/** Long lists of variables: a part of them, as the client asks for it, or pages where it doesn't. */
import type { DebugProtocol } from "@vscode/debugprotocol";

/** The part of a list that the client asks for. */
export type Asked = Omit<DebugProtocol.VariablesArguments, "variablesReference">;

/** So many elements are shown at once: GDB makes an object of each. */
export const PAGE = 100;

/** From `start` on `count` of them, or all that follow. `indexed`: they are elements of an array. */
export function partOf<T>(list: readonly T[], { start = 0, count = 0, filter }: Asked, indexed = false): T[] {
  if (filter !== undefined && (filter === "indexed") !== indexed) return [];
  return list.slice(start, count === 0 ? undefined : start + count);
}

export interface Range {
  /** Of the first element. */
  readonly from: number;
  /** Behind the last one. */
  readonly to: number;
}

/** At most {@link PAGE} of equal size, of which each may have pages again. */
export function pagesOf({ from, to }: Range): Range[] {
  let size = PAGE;
  while (Math.ceil((to - from) / size) > PAGE) size *= PAGE;
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, page) => ({
    from: from + page * size,
    to: Math.min(from + (page + 1) * size, to),
  }));
}
