/** Copies of functions by the name in the source; kept for the next process, which has no other use for all the names. */
import {
  AT,
  type CodeCopy,
  type Columns,
  type EntryId,
  textColumns,
  textsIn,
} from "../../../object-code/index.js";
import type { ImageCode } from "../code/image-code.js";

const KIND = "names";

/** Each unit has an entry of its own for what it inlines from a header. */
export function copiesNamed(name: string, image: ImageCode): CodeCopy[] {
  let known = ORIGINS.get(image);
  if (known === undefined) ORIGINS.set(image, (known = originsOf(image)));
  return [...(known.get(name) ?? [])].flatMap((origin) => image.functions.copiesOf.get(origin));
}

type Origins = ReadonlyMap<string, Iterable<EntryId>>;

const ORIGINS = new WeakMap<ImageCode, Origins>();

function originsOf(image: ImageCode): Origins {
  const kept = fromColumns(image.kept?.get(KIND));
  if (kept !== undefined) return kept;
  const found = readOrigins(image);
  image.kept?.put(KIND, toColumns(found));
  return found;
}

function readOrigins({ debug, functions }: ImageCode): ReadonlyMap<string, readonly EntryId[]> {
  const found = new Map<string, EntryId[]>();
  for (const origin of functions.copiesOf.origins()) {
    const name = debug.text(origin, AT.name) ?? "";
    const same = found.get(name);
    if (same === undefined) found.set(name, [origin]);
    else same.push(origin);
  }
  return found;
}

function toColumns(found: ReadonlyMap<string, readonly EntryId[]>): Columns {
  let end = 0;
  return {
    ...textColumns("names", [...found.keys()]),
    ends: Uint32Array.from(found.values(), ({ length }) => (end += length)),
    origins: Uint32Array.from([...found.values()].flat()),
  };
}

function fromColumns(columns: Columns | undefined): Origins | undefined {
  const { ends, origins } = columns ?? {};
  const names = columns && textsIn("names", columns);
  if (names === undefined || ends === undefined || origins === undefined) return undefined;
  return new Map(
    names.map((name, index) => [name, origins.subarray(index === 0 ? 0 : ends[index - 1], ends[index])]),
  );
}
