/** What became of each place of the generic function, over all copies of it: plain data for editors and reports. */

import type { Event, ExpressionTimes, UnknownRead } from "../specialize/told.js";
import { type ClangNode, targetOf, walk } from "../tree/clang-tree.js";
import { byStart, extentOf, type NotePlace, placeNumbers } from "../tree/note-place.js";

/** Something that is read and not known. */
export interface NotedRead extends NotePlace {
  /** As it is written; of a call its name with `()`. */
  readonly text: string;
  /** Of a call: why it is not followed. */
  readonly why?: string;
  /** How a declaration would say it. */
  readonly fact?: string;
  /** Code on the way there that may have written it. */
  readonly after?: NotePlace;
}

/** An expression, and whether it is known when the residual function is made: in all copies, in none, in some. */
export interface ExpressionNote extends NotePlace {
  readonly time: "static" | "dynamic" | "both";
  readonly value?: string;
}

export interface ResidualNote extends NotePlace {
  /** `folded`: it is decided or done before the program runs. `mixed`: in some copies. `inlined`: a call that is followed.
   * `removed`: no way leads there. */
  readonly what: "folded" | "kept" | "mixed" | "inlined" | "removed";
  /** Copies of the place in the residual function, or in its making. */
  readonly copies: number;
  /** What it is, where it is the same each time. */
  readonly value?: string;
  /** Of what is kept: what it reads of which nothing is known, as it is written. */
  readonly unknown: readonly string[];
  readonly reads: readonly NotedRead[];
  /** The variable or member that it writes, as it is written. */
  readonly writes?: string;
  /** Functions on the way there from the one that is specialized. */
  readonly calls: readonly string[];
}

/** `all`: what the function has of statements and conditions. */
export function residualNotes(
  events: readonly Event[],
  all: readonly ClangNode[],
  spelling: (node: ClangNode) => string | undefined,
): ResidualNote[] {
  const numberOf = placeNumbers();
  const extents = new Map<ClangNode, Numbered | undefined>();
  const extent = (node: ClangNode): Numbered | undefined => {
    if (extents.has(node)) return extents.get(node);
    const place = extentOf(node);
    const found = place && { place, number: numberOf(place) };
    extents.set(node, found);
    return found;
  };
  const places = new Map<number, { readonly place: NotePlace; readonly same: Event[] }>();
  for (const event of events) {
    const at = extent(event.node);
    if (at === undefined) continue;
    const key = event.what === "inlined" ? -1 - at.number : at.number;
    const before = places.get(key);
    if (before === undefined) places.set(key, { place: at.place, same: [event] });
    else before.same.push(event);
  }
  // A part of what is told is there with it, and so is what it is a part of.
  const told = [...places.values()].map(({ place }) => place);
  const removed = new Map<number, ResidualNote>();
  for (const node of all) {
    const { place, number = 0 } = extent(node) ?? {};
    const isPart = place === undefined || told.some((one) => isWithin(place, one) || isWithin(one, place));
    if (place !== undefined && !isPart && !places.has(number) && !places.has(-1 - number))
      removed.set(number, { ...place, what: "removed", copies: 0, unknown: [], reads: [], calls: [] });
  }
  return [
    ...[...places.values()].map(({ place, same }): ResidualNote => {
      const first = same[0] as Event;
      const kinds = new Set(same.map(({ what }) => what));
      const values = new Set(same.map(({ value }) => value));
      const [value] = values;
      return {
        ...place,
        what: kinds.size === 1 ? first.what : "mixed",
        copies: same.length,
        ...(values.size === 1 && value !== undefined ? { value } : {}),
        ...readsOf(same),
        ...writtenBy(first.node, spelling),
        calls: first.calls,
      };
    }),
    ...removed.values(),
  ].sort((left, right) => byStart(left, right) || left.end - right.end);
}

const isWithin = (inner: NotePlace, outer: NotePlace): boolean =>
  inner.file === outer.file &&
  outer.start <= inner.start &&
  inner.end <= outer.end &&
  outer.end - outer.start > inner.end - inner.start;

interface Numbered {
  readonly place: NotePlace;
  readonly number: number;
}

const NOTHING: Pick<ResidualNote, "unknown" | "reads"> = { unknown: [], reads: [] };

function readsOf(events: readonly Event[]): Pick<ResidualNote, "unknown" | "reads"> {
  if (events.every(({ unknown = [] }) => unknown.length === 0)) return NOTHING;
  const unknown = [...new Set(events.flatMap((event) => event.unknown?.map(sayUnknown) ?? []))];
  return { unknown, reads: readsIn(events) };
}

const sayUnknown = ({ text, why }: UnknownRead): string =>
  why === undefined ? text : `${text} (not followed: ${why})`;

function readsIn(events: readonly Event[]): NotedRead[] {
  const reads = new Map<string, NotedRead>();
  for (const { text, node, why, fact, after } of events.flatMap(({ unknown }) => unknown ?? [])) {
    const place = extentOf(node);
    const barrier = after && extentOf(after);
    if (place !== undefined && !reads.has(text))
      reads.set(text, {
        ...place,
        text,
        ...(why === undefined ? {} : { why }),
        ...(fact === undefined ? {} : { fact }),
        ...(barrier === undefined ? {} : { after: barrier }),
      });
  }
  return [...reads.values()];
}

function writtenBy(
  node: ClangNode,
  spelling: (node: ClangNode) => string | undefined,
): { readonly writes?: string } {
  const target = walk(node)
    .map(targetOf)
    .find((one) => one !== undefined);
  const writes = node.kind === "VarDecl" ? node.name : target && spelling(target);
  return writes === undefined ? {} : { writes: writes.replace(/\s+/g, " ") };
}

/** One for each place; of what a macro makes, the whole. In the order of their places, outer ones first. */
export function expressionNotes(times: ReadonlyMap<ClangNode, ExpressionTimes>): ExpressionNote[] {
  const numberOf = placeNumbers();
  const notes = new Map<number, ExpressionNote>();
  for (const [node, { known, unknown, value }] of times) {
    const place = extentOf(node);
    if (place === undefined) continue;
    const time = unknown === 0 ? "static" : known === 0 ? "dynamic" : "both";
    // Parts are told before the whole.
    notes.set(numberOf(place), {
      ...place,
      time,
      ...(time !== "static" || value === undefined ? {} : { value }),
    });
  }
  return [...notes.values()].sort((left, right) => byStart(left, right) || right.end - left.end);
}
