/** Bodies of functions as facts, as the matcher reads those of a unit: their shadows, one after another. */
import type {
  LineMap,
  Shadow,
  SourceNames,
  SourcePosition,
  SourceRange,
  UnitFacts,
} from "../../model/index.js";
import type { MemoryIndex } from "../memory/memory-index.js";
import { decodeShadows, type PlaceShadow } from "../records/body-codec.js";
import { entitiesOf, shadowsOf } from "../records/records.js";

export interface BodyFacts {
  readonly facts: UnitFacts;
  /** Number of the body whose shadow stands at the offset. */
  bodyAt(offset: number): number;
  /**
   * Writes {@link PLACE_WIDTH} numbers: the file, start line and column, end line and column of what stands at an offset of
   * the facts.
   */
  copyPlace(offset: number, to: Int32Array, at: number): void;
}

/** `files`: numbers of all files, for who asks; `sources`: what their names mean. `kinds`: only these shadows. */
export function bodyFacts(
  index: MemoryIndex,
  bodies: readonly number[],
  { files, sources }: { readonly files: () => ReadonlySet<number>; readonly sources: SourceNames },
  kinds?: ReadonlySet<Shadow["kind"]>,
): BodyFacts {
  const places = createPlaces();
  const shadows: Shadow[] = [];
  const bodyAt: number[] = [];
  let current = 0;
  const place: PlaceShadow = (...where) => {
    bodyAt.push(current);
    return places.add(...where);
  };
  const addShadow = (shadow: Shadow) => void shadows.push(shadow);
  for (const id of bodies) {
    current = id;
    const body = index.body(id);
    decodeShadows(shadowsOf(body), entitiesOf(body), place, addShadow, kinds);
  }
  const copyPlace: BodyFacts["copyPlace"] = (offset, to, at) => {
    if (offset >= 0) return places.copy(offset, to, at);
    const entity = index.numbers.entities[-1 - offset];
    const { file, line, column } = index.numbers.placeOf(-1 - offset);
    to.set([file, line, column, line, column + (entity?.name.length ?? 1)], at);
  };
  return {
    facts: {
      language: "c",
      types: index.numbers.types,
      entities: index.numbers.entities,
      shadows,
      diagnostics: [],
      engine: "index",
      lineMap: lineMapOf(index, copyPlace, files),
      sources,
    },
    bodyAt: (offset) => bodyAt[offset] as number,
    copyPlace,
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

/** Offsets from 0 are places of shadows, those below are declarations of entities. */
function lineMapOf(
  index: MemoryIndex,
  copyPlace: BodyFacts["copyPlace"],
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
