/** What became of each place of the generic function, over all copies of it: plain data for editors and reports. */
import { type ClangNode, type ClangPlace, walk } from "./clang-tree.js";
import type { Event } from "./specialize.js";

export interface ResidualNote {
  /** As clang was given it. */
  readonly file: string;
  /** Bytes. */
  readonly start: number;
  readonly end: number;
  /** `folded`: it is decided or done before the program runs. `mixed`: in some copies. `inlined`: a call that is followed.
   * `removed`: no way leads there. */
  readonly what: "folded" | "kept" | "mixed" | "inlined" | "removed";
  /** Copies of the place in the residual function, or in its making. */
  readonly copies: number;
  /** What it is, where it is the same each time. */
  readonly value?: string;
  /** Of what is kept: what it reads of which nothing is known, as it is written. */
  readonly unknown: readonly string[];
  /** Functions on the way there from the one that is specialized. */
  readonly calls: readonly string[];
}

/** `all`: what the function has of statements and conditions. */
export function residualNotes(events: readonly Event[], all: readonly ClangNode[]): ResidualNote[] {
  const places = new Map<string, Event[]>();
  for (const event of events) {
    const at = extentOf(event.node);
    if (at === undefined) continue;
    const key = `${at.file}:${at.start}:${at.end}:${event.what === "inlined"}`;
    places.set(key, [...(places.get(key) ?? []), event]);
  }
  const reached = new Set([...places.values()].flatMap(([first]) => placeKey(first?.node) ?? []));
  const removed = new Map<string, ResidualNote>();
  for (const node of all) {
    const [at, key] = [extentOf(node), placeKey(node)];
    if (at !== undefined && key !== undefined && !reached.has(key))
      removed.set(key, { ...at, what: "removed", copies: 0, unknown: [], calls: [] });
  }
  return [
    ...[...places.values()].map((same): ResidualNote => {
      const first = same[0] as Event;
      const kinds = new Set(same.map(({ what }) => what));
      const values = new Set(same.map(({ value }) => value));
      const [value] = values;
      return {
        ...(extentOf(first.node) as Extent),
        what: kinds.size === 1 ? first.what : "mixed",
        copies: same.length,
        ...(values.size === 1 && value !== undefined ? { value } : {}),
        unknown: [...new Set(same.flatMap(({ unknown }) => unknown ?? []))],
        calls: first.calls,
      };
    }),
    ...removed.values(),
  ].sort(
    (left, right) => left.file.localeCompare(right.file) || left.start - right.start || left.end - right.end,
  );
}

function placeKey(node: ClangNode | undefined): string | undefined {
  const at = node === undefined ? undefined : extentOf(node);
  return at && `${at.file}:${at.start}:${at.end}`;
}

interface Extent {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

function extentOf(node: ClangNode): Extent | undefined {
  for (const part of walk(node)) {
    const { begin, end } = part.range ?? {};
    const from = writtenPlace(begin);
    const to = writtenPlace(end);
    if (from?.offset === undefined || to?.offset === undefined) continue;
    return { file: from.file ?? "", start: from.offset, end: to.offset + (to.tokLen ?? 0) };
  }
  return undefined;
}

const writtenPlace = (place: ClangPlace | undefined): ClangPlace | undefined => place?.expansionLoc ?? place;
