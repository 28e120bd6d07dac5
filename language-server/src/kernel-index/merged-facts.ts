/**
 * All units of one folder as if they were one: facts that the matcher of the weaver reads like those of a unit. What
 * a pointcut selects in the whole kernel is decided by the same code that decides it while weaving, over each function
 * once.
 */
import { resolve } from "node:path";
import type { LineMap, Shadow, SourcePosition, SourceRange, UnitFacts } from "@weft/weaver-bridge/model";
import { decodeShadows, type PlaceShadow } from "./body-codec.js";
import type { MemoryIndex } from "./memory-index.js";
import { unpackSet } from "./packed-numbers.js";
import { entitiesOf, shadowsOf, type UnitRecord } from "./records.js";

type UnitNumbers = Uint16Array | Uint32Array;

export interface MergedFacts {
  readonly directory: string;
  readonly facts: UnitFacts;
  /** Units that are in it. */
  readonly units: readonly UnitRecord[];
  /** Units that contain the shadow, as indices of {@link units}. */
  unitsOf(shadow: Shadow): UnitNumbers;
  /**
   * Writes {@link PLACE_WIDTH} numbers: the file, start line and column, end line and column of what stands at an offset of
   * the facts.
   */
  copyPlace(offset: number, to: Int32Array, at: number): void;
  /** Absolute path of a file. */
  pathOf(file: number): string;
  /** The range at an absolute path. */
  absolute(range: SourceRange): SourceRange;
  /** Entities that are used. */
  readonly live: ReadonlySet<number>;
}

/** One per folder: relative names in the units start there. */
export function mergeFacts(index: MemoryIndex): readonly MergedFacts[] {
  const byDirectory = new Map<string, UnitRecord[]>();
  for (const unit of index.units.values()) {
    if (unit.status !== "read") continue;
    const list = byDirectory.get(unit.directory);
    if (list === undefined) byDirectory.set(unit.directory, [unit]);
    else list.push(unit);
  }
  return [...byDirectory].map(([directory, units]) => merge(index, directory, units));
}

function merge(index: MemoryIndex, directory: string, units: readonly UnitRecord[]): MergedFacts {
  const users = usersOfBodies(index, units);
  const places = createPlaces();
  const shadows: Shadow[] = [];
  const used = new Uint8Array(index.numbers.entities.length);
  /** The body of each shadow, by the offset at which it stands. */
  const bodyAt: number[] = [];
  let current = 0;
  const place: PlaceShadow = (...where) => {
    bodyAt.push(current);
    return places.add(...where);
  };
  const addShadow = (shadow: Shadow) => void shadows.push(shadow);
  for (const id of users.bodies) {
    current = id;
    const body = index.body(id);
    const entities = entitiesOf(body);
    for (const entity of entities) used[entity] = 1;
    decodeShadows(shadowsOf(body), entities, place, addShadow);
  }
  const live = new Set<number>();
  for (let entity = 0; entity < used.length; entity++) if (used[entity] === 1) live.add(entity);
  const absolutePaths = new Map<string, string>();
  const copyPlace: MergedFacts["copyPlace"] = (offset, to, at) => {
    if (offset >= 0) return places.copy(offset, to, at);
    const entity = index.numbers.entities[-1 - offset];
    const { file, line, column } = index.numbers.placeOf(-1 - offset);
    to.set([file, line, column, line, column + (entity?.name.length ?? 1)], at);
  };
  return {
    directory,
    units,
    live,
    facts: {
      language: "c",
      types: index.numbers.types,
      entities: index.numbers.entities,
      shadows,
      diagnostics: [],
      engine: "index",
      lineMap: lineMapOf(index, copyPlace, () => filesOf(index, units)),
    },
    unitsOf: ({ range }) => users.of(bodyAt[range.start] as number),
    copyPlace,
    pathOf: (file) => resolve(directory, index.file(file).name),
    absolute(range) {
      let file = absolutePaths.get(range.file);
      if (file === undefined) absolutePaths.set(range.file, (file = resolve(directory, range.file)));
      return { ...range, file };
    },
  };
}

/** Which units contain each body, as indices of `units`: a header's function is in most of them. */
function usersOfBodies(index: MemoryIndex, units: readonly UnitRecord[]) {
  const bodiesOf = (unit: UnitRecord): Int32Array => {
    const outdated = index.outdatedFiles(unit);
    const bodies = unpackSet(unit.bodies);
    return outdated.size === 0 ? bodies : bodies.filter((id) => !outdated.has(index.body(id).file));
  };
  const bodies = units.map(bodiesOf);
  const most = bodies.reduce((last, list) => Math.max(last, list.at(-1) ?? -1), -1);
  /** Where the units of each body start; those of the next one start where they end. */
  const starts = new Int32Array(most + 2);
  for (const list of bodies)
    for (let at = 0; at < list.length; at++) {
      const end = (list[at] as number) + 1;
      starts[end] = (starts[end] as number) + 1;
    }
  const used: number[] = [];
  for (let id = 0; id <= most; id++) {
    if (starts[id + 1] !== 0) used.push(id);
    starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
  }
  const next = starts.slice();
  const count = starts[most + 1] as number;
  const users = units.length > 0xffff ? new Uint32Array(count) : new Uint16Array(count);
  bodies.forEach((list, number) => {
    for (let each = 0; each < list.length; each++) {
      const id = list[each] as number;
      const at = next[id] as number;
      users[at] = number;
      next[id] = at + 1;
    }
  });
  return {
    /** Those that some unit contains. */
    bodies: used,
    of: (id: number): UnitNumbers => users.subarray(starts[id], starts[id + 1]),
  };
}

interface Places {
  readonly add: PlaceShadow;
  copy(offset: number, to: Int32Array, at: number): void;
}

export const PLACE_WIDTH = 5;

function createPlaces(): Places {
  let rows = new Int32Array(PLACE_WIDTH * 4096);
  let count = 0;
  return {
    add(file, startLine, startColumn, endLine, endColumn) {
      const at = count * PLACE_WIDTH;
      if (at + PLACE_WIDTH > rows.length) {
        const larger = new Int32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rows[at] = file;
      rows[at + 1] = startLine;
      rows[at + 2] = startColumn;
      rows[at + 3] = endLine;
      rows[at + 4] = endColumn;
      return count++;
    },
    copy(offset, to, at) {
      for (let column = 0; column < PLACE_WIDTH; column++)
        to[at + column] = rows[offset * PLACE_WIDTH + column] as number;
    },
  };
}

function filesOf(index: MemoryIndex, units: readonly UnitRecord[]): Set<number> {
  const files = new Set<number>();
  for (const { versions } of units)
    for (const id of unpackSet(versions)) files.add(index.fileVersion(id).file);
  return files;
}

/** Offsets from 0 are places of shadows, those below are declarations of entities. */
function lineMapOf(
  index: MemoryIndex,
  copyPlace: MergedFacts["copyPlace"],
  files: () => ReadonlySet<number>,
): LineMap {
  const place = new Int32Array(PLACE_WIDTH);
  const rangeAt = (offset: number): SourceRange => {
    copyPlace(offset, place, 0);
    const [file, startLine, startColumn, endLine, endColumn] = place as unknown as readonly number[];
    const { name } = index.file(file as number);
    return { file: name, startLine, startColumn, endLine, endColumn } as SourceRange;
  };
  return {
    positionAt(offset): SourcePosition {
      const { file, startLine: line, startColumn: column } = rangeAt(offset);
      return { file, line, column };
    },
    rangeOf: ({ start }) => rangeAt(start),
    fileAt: (offset) => rangeAt(offset).file,
    inSystemHeader: () => false,
    get files() {
      return [...files()].map((file) => index.file(file).name);
    },
    segmentsOf: () => [],
  };
}
