/**
 * All that a pointcut can select in the whole kernel, each join point and each name once, in the order in which they are
 * told: a question marks numbers, and only what is shown is put into words. Made once for the facts that answer.
 */
import type { Entity } from "@weft/weaver-bridge/model";
import { signatureOf } from "@weft/weaver-bridge/pointcut";
import type { JoinPointHit } from "./index-protocol.js";
import type { MergedFacts } from "./merged-facts.js";
import { SHADOW_KINDS } from "./records.js";

export interface PlaceOrder {
  readonly count: number;
  of(part: MergedFacts): PartNumbers;
  hit(number: number): Omit<JoinPointHit, "certainty">;
  /** Absolute paths; what is in each ends before `end`. */
  readonly files: readonly { readonly path: string; readonly end: number }[];
}

/** Numbers of what a part has: the same for join points that units with other headers, or other folders, have in common. */
export interface PartNumbers {
  readonly ofShadow: Int32Array;
  /** {@link NOWHERE} for a name that nothing uses. */
  readonly ofEntity: Int32Array;
}

export const NOWHERE = -1;

const known = new WeakMap<readonly MergedFacts[], PlaceOrder>();

export function placeOrder(parts: readonly MergedFacts[]): PlaceOrder {
  let order = known.get(parts);
  if (order === undefined) known.set(parts, (order = createOrder(parts)));
  return order;
}

/** Columns of an item; a name has no function around it. */
const ITEM = { file: 0, line: 1, column: 2, endLine: 3, endColumn: 4, kind: 5, signature: 6, within: 7 };
const WIDTH = 8;
const NAME = SHADOW_KINDS.length;

function createOrder(parts: readonly MergedFacts[]): PlaceOrder {
  const texts: string[] = [""];
  const signatureOfEntity = numberedSignatures(texts);
  const count = parts.reduce((sum, { facts, live }) => sum + facts.shadows.length + live.size, 0);
  const items = new Int32Array(count * WIDTH);
  let next = 0;
  const paths = createPaths();
  const numbers = new Map<MergedFacts, PartNumbers>();
  for (const part of parts) {
    const { facts, live } = part;
    const signature = signatureOfEntity(part);
    const add = (place: ArrayLike<number>, kind: number, entity: number, within: number) => {
      const at = next * WIDTH;
      items[at] = paths.number(part, place[0] as number);
      for (let column = 1; column < 5; column++) items[at + column] = place[column] as number;
      items[at + ITEM.kind] = kind;
      items[at + ITEM.signature] = signature(entity);
      items[at + ITEM.within] = within === -1 ? 0 : signature(within);
      return next++;
    };
    const ofShadow = Int32Array.from(facts.shadows, ({ kind, range, entity, within }) =>
      add(part.placeOf(range.start), (SHADOW_KINDS as readonly string[]).indexOf(kind), entity, within),
    );
    const ofEntity = new Int32Array(facts.entities.length).fill(NOWHERE);
    for (const id of live) {
      const { nameRange } = facts.entities[id] as Entity;
      ofEntity[id] = add(part.placeOf(nameRange.start), NAME, id, -1);
    }
    numbers.set(part, { ofShadow, ofEntity });
  }
  const sorted = sortItems(items, next, paths.ranks());
  // From now on an item is known by its number.
  for (const { ofShadow, ofEntity } of numbers.values())
    for (const of of [ofShadow, ofEntity])
      for (const [at, item] of of.entries()) if (item !== NOWHERE) of[at] = sorted.numbers[item] as number;
  return {
    count: sorted.count,
    of: (part) => numbers.get(part) as PartNumbers,
    hit(number) {
      const at = (sorted.items[number] as number) * WIDTH;
      const column = (name: keyof typeof ITEM) => items[at + ITEM[name]] as number;
      const kind = column("kind");
      return {
        kind: SHADOW_KINDS[kind] ?? "name",
        signature: texts[column("signature")] as string,
        within: texts[column("within")] as string,
        range: {
          file: paths.path(column("file")),
          startLine: column("line"),
          startColumn: column("column"),
          endLine: column("endLine"),
          endColumn: column("endColumn"),
        },
      };
    },
    files: sorted.ends.map(({ file, end }) => ({ path: paths.path(file), end })),
  };
}

/** Signatures as indices of `texts`; parts share the entities of the index. */
function numberedSignatures(texts: string[]): (part: MergedFacts) => (entity: number) => number {
  const numbers = new Map<string, number>();
  const byEntities = new Map<readonly Entity[], number[]>();
  return ({ facts }) => {
    let known = byEntities.get(facts.entities);
    if (known === undefined) byEntities.set(facts.entities, (known = []));
    const ofEntity = known;
    return (entity) => {
      let number = ofEntity[entity];
      if (number !== undefined) return number;
      const text = signatureOf(facts, entity);
      number = numbers.get(text);
      if (number === undefined) numbers.set(text, (number = texts.push(text) - 1));
      ofEntity[entity] = number;
      return number;
    };
  };
}

function createPaths() {
  const paths: string[] = [];
  const numbers = new Map<string, number>();
  const ofFile = new Map<MergedFacts, number[]>();
  return {
    number(part: MergedFacts, file: number): number {
      let known = ofFile.get(part);
      if (known === undefined) ofFile.set(part, (known = []));
      let number = known[file];
      if (number !== undefined) return number;
      const path = part.pathOf(file);
      number = numbers.get(path);
      if (number === undefined) numbers.set(path, (number = paths.push(path) - 1));
      known[file] = number;
      return number;
    },
    path: (number: number) => paths[number] as string,
    /** Where each path stands in the order of paths. */
    ranks(): Int32Array {
      const sorted = paths.map((_, number) => number);
      sorted.sort((a, b) => ((paths[a] as string) < (paths[b] as string) ? -1 : 1));
      const ranks = new Int32Array(paths.length);
      sorted.forEach((number, rank) => {
        ranks[number] = rank;
      });
      return ranks;
    },
  };
}

interface Sorted {
  readonly count: number;
  /** Number of each item. */
  readonly numbers: Int32Array;
  /** An item of each number. */
  readonly items: Int32Array;
  readonly ends: readonly { readonly file: number; readonly end: number }[];
}

function sortItems(items: Int32Array, count: number, ranks: Int32Array): Sorted {
  // File and line in one number that a double holds exactly; the rest decides ties.
  const keys = new Float64Array(count);
  for (let item = 0; item < count; item++)
    keys[item] =
      (ranks[items[item * WIDTH] as number] as number) * 2 ** 32 +
      (items[item * WIDTH + ITEM.line] as number);
  const compare = (a: number, b: number): number => {
    const first = (keys[a] as number) - (keys[b] as number);
    if (first !== 0) return first;
    for (let column = ITEM.column; column < WIDTH; column++) {
      const difference = (items[a * WIDTH + column] as number) - (items[b * WIDTH + column] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const order = Uint32Array.from(keys.keys()).sort(compare);
  const numbers = new Int32Array(count);
  const first: number[] = [];
  const ends: { file: number; end: number }[] = [];
  let before = -1;
  for (const item of order) {
    if (before === -1 || compare(before, item) !== 0) first.push(item);
    numbers[item] = first.length - 1;
    const file = items[item * WIDTH] as number;
    const last = ends.at(-1);
    if (last?.file === file) last.end = first.length;
    else ends.push({ file, end: first.length });
    before = item;
  }
  return { count: first.length, numbers, items: Int32Array.from(first), ends };
}
