/**
 * What pointcuts select in the whole kernel, each join point and each name once, in the order in which they are told. Few
 * are put in order by themselves; for many there is an order of all that can be selected, made once for the facts that
 * answer. Only what is shown is put into words.
 */
import type { Entity, Shadow, SourceRange } from "../../model/index.js";
import { signatureOf } from "../../pointcut/index.js";
import type { JoinPointHit } from "../protocol/index-protocol.js";
import { SHADOW_KINDS } from "../records/records.js";
import { PLACE_WIDTH } from "./body-facts.js";
import type { MergedFacts } from "./merged-facts.js";

export interface PlaceOrder {
  /** Distinct items. */
  readonly count: number;
  of(part: MergedFacts): PartNumbers;
  hit(number: number): Omit<JoinPointHit, "certainty">;
  /** Absolute paths; what is in each ends before `end`. */
  readonly files: readonly { readonly path: string; readonly end: number }[];
}

/** Numbers of what a part has: the same for join points that units with other headers, or other folders, have in common. */
export interface PartNumbers {
  shadow(index: number): number;
  /** {@link NOWHERE} for a name that nothing uses. */
  entity(id: number): number;
}

export const NOWHERE = -1;

/** Indices of shadows, and entities. */
export type Chosen = ReadonlyMap<
  MergedFacts,
  { readonly shadows: ArrayLike<number>; readonly entities: ArrayLike<number> }
>;

/** Up to so many are put in order faster than all are looked up. */
export const FEW = 10_000;

const known = new WeakMap<readonly MergedFacts[], PlaceOrder>();

/** An order that has at least what is chosen. */
export function placeOrder(parts: readonly MergedFacts[], chosen: Chosen, few: number): PlaceOrder {
  const order = known.get(parts);
  if (order !== undefined) return order;
  const count = [...chosen.values()].reduce(
    (sum, { shadows, entities }) => sum + shadows.length + entities.length,
    0,
  );
  if (count <= few) return createOrder(parts.map((part) => chosenOf(part, chosen)));
  const whole = createOrder(parts.map(everythingOf));
  known.set(parts, whole);
  return whole;
}

function chosenOf(part: MergedFacts, chosen: Chosen): PartItems {
  const { shadows = [], entities = [] } = chosen.get(part) ?? {};
  return {
    part,
    shadows: Int32Array.from(shadows),
    names: Int32Array.from(entities).filter((id) => part.live.has(id)),
  };
}

function everythingOf(part: MergedFacts): PartItems {
  return { part, shadows: Int32Array.from(part.facts.shadows.keys()), names: Int32Array.from(part.live) };
}

/** Columns of an item while they are put in order; a name has no function around it. */
const ITEM = { file: 0, line: 1, column: 2, endLine: 3, endColumn: 4, kind: 5, signature: 6, within: 7 };
const WIDTH = 8;
const NAME = SHADOW_KINDS.length;

/** What a part contributes: shadows, by their indices, then names. */
interface PartItems {
  readonly part: MergedFacts;
  readonly shadows: Int32Array;
  readonly names: Int32Array;
}

function createOrder(contributed: readonly PartItems[]): PlaceOrder {
  const sorted = sortItems(contributed);
  const numbers = new Map<MergedFacts, PartNumbers>();
  let first = 0;
  for (const { part, shadows, names } of contributed) {
    const ofShadow = numbersBy(shadows, sorted.numbers, first);
    const ofEntity = numbersBy(names, sorted.numbers, first + shadows.length);
    numbers.set(part, { shadow: ofShadow, entity: ofEntity });
    first += shadows.length + names.length;
  }
  return {
    count: sorted.items.length,
    of: (part) => numbers.get(part) as PartNumbers,
    hit: (number) => hitOf(contributed, sorted.items[number] as number),
    files: sorted.files,
  };
}

/** What the items are known by, to their numbers, which start at `first`. */
function numbersBy(items: Int32Array, numbers: Int32Array, first: number): (item: number) => number {
  const most = items.reduce((a, b) => Math.max(a, b), -1);
  const found = new Int32Array(most + 1).fill(NOWHERE);
  items.forEach((item, at) => {
    found[item] = numbers[first + at] as number;
  });
  return (item) => found[item] ?? NOWHERE;
}

/** What is shown is put into words again: few of all are. */
function hitOf(contributed: readonly PartItems[], item: number): ReturnType<PlaceOrder["hit"]> {
  let at = item;
  for (const { part, shadows, names } of contributed) {
    if (at < shadows.length) {
      const { kind, range, entity, within } = part.facts.shadows[shadows[at] as number] as Shadow;
      const around = within === -1 ? "" : signatureOf(part.facts, within);
      return told(part, kind as JoinPointHit["kind"], entity, around, range.start);
    }
    at -= shadows.length;
    const name = names[at];
    if (name !== undefined) return told(part, "name", name, "", entityOf(part, name).nameRange.start);
    at -= names.length;
  }
  throw new Error(`there is no item ${item}`);
}

function told(
  part: MergedFacts,
  kind: JoinPointHit["kind"],
  entity: number,
  within: string,
  start: number,
): ReturnType<PlaceOrder["hit"]> {
  const place = new Int32Array(PLACE_WIDTH);
  part.copyPlace(start, place, 0);
  const [file, startLine, startColumn, endLine, endColumn] = place as unknown as readonly number[];
  const range = { file: part.pathOf(file as number), startLine, startColumn, endLine, endColumn };
  return { kind, signature: signatureOf(part.facts, entity), within, range: range as SourceRange };
}

const entityOf = ({ facts }: MergedFacts, id: number) => facts.entities[id] as Entity;

/** The columns of all items, and the paths that they number. */
function tableOf(contributed: readonly PartItems[]) {
  const count = contributed.reduce((sum, { shadows, names }) => sum + shadows.length + names.length, 0);
  const signatureOfEntity = numberedSignatures();
  const items = new Int32Array(count * WIDTH);
  let next = 0;
  const paths = createPaths();
  for (const { part, shadows, names } of contributed) {
    const signature = signatureOfEntity(part);
    const add = (start: number, kind: number, entity: number, within: number) => {
      const at = next++ * WIDTH;
      part.copyPlace(start, items, at);
      items[at] = paths.number(part, items[at] as number);
      items[at + ITEM.kind] = kind;
      items[at + ITEM.signature] = signature(entity);
      items[at + ITEM.within] = within === -1 ? 0 : signature(within);
    };
    for (const index of shadows) {
      const { kind, range, entity, within } = part.facts.shadows[index] as Shadow;
      add(range.start, (SHADOW_KINDS as readonly string[]).indexOf(kind), entity, within);
    }
    for (const id of names) add(entityOf(part, id).nameRange.start, NAME, id, -1);
  }
  return { items, paths, count };
}

/** Numbers of signatures, from 1; parts share the entities of the index. */
function numberedSignatures(): (part: MergedFacts) => (entity: number) => number {
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
      if (number === undefined) numbers.set(text, (number = numbers.size + 1));
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
  /** Number of each item. */
  readonly numbers: Int32Array;
  /** An item of each number. */
  readonly items: Int32Array;
  readonly files: PlaceOrder["files"];
}

function sortItems(contributed: readonly PartItems[]): Sorted {
  const { items, paths, count } = tableOf(contributed);
  const ranks = paths.ranks();
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
  const ends: { file: number; path: string; end: number }[] = [];
  let before = -1;
  for (const item of order) {
    if (before === -1 || compare(before, item) !== 0) first.push(item);
    numbers[item] = first.length - 1;
    const file = items[item * WIDTH] as number;
    const last = ends.at(-1);
    if (last?.file === file) last.end = first.length;
    else ends.push({ file, path: paths.path(file), end: first.length });
    before = item;
  }
  return { numbers, items: Int32Array.from(first), files: ends };
}
