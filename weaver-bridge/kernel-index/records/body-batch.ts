/**
 * Bodies as the store keeps them: those that were learned between two writes in one row. A kernel has fifty thousand, and
 * a row of their own for each takes longer to read than all that they hold.
 */
import type { PackedNumbers } from "./packed-numbers.js";
import { type BodyRecord, KeptBody } from "./records.js";

export interface StoredBodies {
  /** Number of the first; those of the next row are larger than any in this one. */
  readonly first: number;
  /** JSON of {@link Heads}. */
  readonly heads: string;
  /** The data of the bodies, one after another. */
  readonly data: Uint8Array;
}

/** One list per property; contexts are few, so they are numbered. */
interface Heads {
  readonly contexts: readonly string[];
  readonly id: readonly number[];
  readonly key: readonly string[];
  readonly context: readonly number[];
  readonly file: readonly number[];
  readonly size: readonly number[];
}

/** `bodies` ascend by their numbers; there is at least one. */
export function packBodies(bodies: readonly BodyRecord[]): StoredBodies {
  const contexts = [...new Set(bodies.map(({ context }) => context))];
  const numbers = new Map(contexts.map((context, number) => [context, number]));
  const heads: Heads = {
    contexts,
    id: bodies.map(({ id }) => id),
    key: bodies.map(({ key }) => key),
    context: bodies.map(({ context }) => numbers.get(context) as number),
    file: bodies.map(({ file }) => file),
    size: bodies.map(({ data }) => data.length),
  };
  const data = new Uint8Array(bodies.reduce((sum, body) => sum + body.data.length, 0));
  let at = 0;
  for (const body of bodies) {
    data.set(body.data, at);
    at += body.data.length;
  }
  return { first: heads.id[0] as number, heads: JSON.stringify(heads), data };
}

/** `sameText`: rows have most of their contexts in common. Throws where the row is damaged. */
export function unpackBodies(
  { heads, data }: Pick<StoredBodies, "heads" | "data">,
  sameText: (text: string) => string = (text) => text,
): BodyRecord[] {
  const { contexts, id, key, context, file, size } = JSON.parse(heads) as Heads;
  const names = contexts.map(sameText);
  // What the database hands out is its own memory.
  const bytes: PackedNumbers = data.slice();
  let end = 0;
  const bodies = id.map((number, at) => {
    const start = end;
    end += size[at] as number;
    const name = names[context[at] as number] as string;
    return new KeptBody(number, key[at] as string, name, file[at] as number, bytes, start, end);
  });
  if (end !== bytes.length) throw new Error("bodies of functions are cut off");
  return bodies;
}
