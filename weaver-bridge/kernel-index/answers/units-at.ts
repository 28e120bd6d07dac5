/** Which units hold a line of a file, told without decoding more than the functions of that file. */
import { resolve } from "node:path";
import type { MemoryIndex } from "../memory/memory-index.js";
import { decodeShadows } from "../records/body-codec.js";
import { unpackSet } from "../records/packed-numbers.js";
import { type BodyRecord, entitiesOf, shadowsOf, type UnitRecord } from "../records/records.js";

/** Those that read the absolute file, the ones with a join point on the line first; `havePoints`: so many of them. */
export function unitsAtLine(
  index: MemoryIndex,
  file: string,
  line: number,
): { readonly units: readonly UnitRecord[]; readonly havePoints: number } {
  const ids = filesWhere(index, (path) => path === file);
  const looked = new Map<number, boolean>();
  const isThere = (id: number): boolean => {
    let known = looked.get(id);
    if (known === undefined) {
      const body = index.body(id);
      looked.set(id, (known = ids.has(body.file) && reaches(body, ids, line)));
    }
    return known;
  };
  const units = unitsWithFiles(index, ids);
  const withPoints = units.filter(({ bodies }) => unpackSet(bodies).some(isThere));
  const others = units.filter((unit) => !withPoints.includes(unit));
  return { units: [...withPoints, ...others], havePoints: withPoints.length };
}

/** Those that are made of such a file, named absolutely. */
export function unitsReading(index: MemoryIndex, isWanted: (file: string) => boolean): readonly UnitRecord[] {
  return unitsWithFiles(index, filesWhere(index, isWanted));
}

function filesWhere(index: MemoryIndex, isWanted: (file: string) => boolean): ReadonlySet<number> {
  return new Set(
    index.files().flatMap(({ id, directory, name }) => (isWanted(resolve(directory, name)) ? [id] : [])),
  );
}

function unitsWithFiles(index: MemoryIndex, ids: ReadonlySet<number>): readonly UnitRecord[] {
  return [...index.units.values()].filter(({ versions }) =>
    unpackSet(versions).some((id) => ids.has(index.fileVersion(id).file)),
  );
}

function reaches(body: BodyRecord, files: ReadonlySet<number>, line: number): boolean {
  let found = false;
  decodeShadows(
    shadowsOf(body),
    entitiesOf(body),
    (file, startLine, _startColumn, endLine) => {
      found ||= files.has(file) && startLine <= line && line <= endLine;
      return 0;
    },
    () => undefined,
  );
  return found;
}
