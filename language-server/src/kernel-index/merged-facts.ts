/**
 * All units of one folder as if they were one: facts that the matcher of the weaver reads like those of a unit. What
 * a pointcut selects in the whole kernel is decided by the same code that decides it while weaving, over each function
 * once.
 */
import { resolve } from "node:path";
import type { LineMap, Shadow, SourcePosition, SourceRange, UnitFacts } from "@weft/weaver-bridge/model";
import { type DecodedPlace, decodeShadows } from "./body-codec.js";
import type { MemoryIndex } from "./memory-index.js";
import type { UnitRecord } from "./records.js";

export interface MergedFacts {
  readonly directory: string;
  readonly facts: UnitFacts;
  /** Units that are in it. */
  readonly units: readonly UnitRecord[];
  /** Units that contain the shadow, as indices of {@link units}. */
  unitsOf(shadow: Shadow): readonly number[];
  /** Number of the file, start line and column, end line and column of what stands at an offset of the facts. */
  placeOf(offset: number): ArrayLike<number>;
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
  const users = new Map<number, number[]>();
  units.forEach((unit, at) => {
    const outdated = index.outdatedFiles(unit);
    for (const id of unit.bodies) {
      if (outdated.size > 0 && outdated.has(index.body(id).file)) continue;
      const list = users.get(id);
      if (list === undefined) users.set(id, [at]);
      else list.push(at);
    }
  });
  const places = createPlaces();
  const shadows: Shadow[] = [];
  const live = new Set<number>();
  /** The body of each shadow, by the offset at which it stands. */
  const bodyAt: number[] = [];
  for (const id of users.keys()) {
    const body = index.body(id);
    for (const entity of body.entities) live.add(entity);
    const place = (where: DecodedPlace) => {
      bodyAt.push(id);
      return places.add(where);
    };
    decodeShadows(body.shadows, body.entities, place, (shadow) => shadows.push(shadow));
  }
  const absolutePaths = new Map<string, string>();
  const placeOf = (offset: number): ArrayLike<number> => {
    if (offset >= 0) return places.at(offset);
    const entity = index.numbers.entities[-1 - offset];
    const { file, line, column } = index.numbers.placeOf(-1 - offset);
    return [file, line, column, line, column + (entity?.name.length ?? 1)];
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
      lineMap: lineMapOf(index, placeOf, () => filesOf(index, units)),
    },
    unitsOf: ({ range }) => users.get(bodyAt[range.start] as number) ?? [],
    placeOf,
    pathOf: (file) => resolve(directory, index.file(file).name),
    absolute(range) {
      let file = absolutePaths.get(range.file);
      if (file === undefined) absolutePaths.set(range.file, (file = resolve(directory, range.file)));
      return { ...range, file };
    },
  };
}

interface Places {
  add(place: DecodedPlace): number;
  /** File, start line and column, end line and column. */
  at(offset: number): Int32Array;
}

const WIDTH = 5;

function createPlaces(): Places {
  let rows = new Int32Array(WIDTH * 4096);
  let count = 0;
  return {
    add({ file, startLine, startColumn, endLine, endColumn }) {
      if ((count + 1) * WIDTH > rows.length) {
        const larger = new Int32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rows.set([file, startLine, startColumn, endLine, endColumn], count * WIDTH);
      return count++;
    },
    at: (offset) => rows.subarray(offset * WIDTH, offset * WIDTH + WIDTH),
  };
}

function filesOf(index: MemoryIndex, units: readonly UnitRecord[]): Set<number> {
  const files = new Set<number>();
  for (const { versions } of units) for (const id of versions) files.add(index.fileVersion(id).file);
  return files;
}

/** Offsets from 0 are places of shadows, those below are declarations of entities. */
function lineMapOf(
  index: MemoryIndex,
  placeOf: MergedFacts["placeOf"],
  files: () => ReadonlySet<number>,
): LineMap {
  const rangeAt = (offset: number): SourceRange => {
    const [file, startLine, startColumn, endLine, endColumn] = placeOf(offset) as readonly number[];
    const { name } = index.file(file as number);
    return { file: name, startLine, startColumn, endLine, endColumn } as SourceRange;
  };
  return {
    positionAt(offset): SourcePosition {
      const { file, startLine: line, startColumn: column } = rangeAt(offset);
      return { file, line, column };
    },
    rangeOf: ({ start }) => rangeAt(start),
    inSystemHeader: () => false,
    get files() {
      return [...files()].map((file) => index.file(file).name);
    },
    segmentsOf: () => [],
  };
}
