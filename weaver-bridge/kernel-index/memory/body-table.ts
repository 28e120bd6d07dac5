/** Bodies of functions by number, and by what they are known again; what no unit contains any more is gone. */
import { createKeyTable } from "../records/key-table.js";
import { createNumberPool } from "../records/packed-numbers.js";
import type { BodyRecord } from "../records/records.js";

export interface BodyTable {
  body(id: number): BodyRecord;
  has(id: number): boolean;
  /** Those that units share under the name of a context. */
  sharedIn(context: string): SharedBodies;
  /** Its number. */
  make(body: Omit<BodyRecord, "id">): number;
  /** One unit more, or less, contains them. */
  use(ids: Int32Array, by: 1 | -1): void;
  restore(bodies: readonly BodyRecord[]): void;
  /** Of these, those that no unit contains. */
  dropUnused(bodies: readonly BodyRecord[]): void;
  /** Made and gone since the last call. */
  takeChange(): BodyChange;
}

export interface BodyChange {
  readonly bodies: readonly BodyRecord[];
  readonly goneBodies: readonly number[];
}

export interface SharedBodies {
  /** Number of the body with this key. */
  of(key: bigint): number | undefined;
  /** Of a body in which names stand for what a unit itself defines. */
  ofVariant(key: string): number | undefined;
  /** As the parser takes them, without making the array anew for every unit. */
  keys(): BigUint64Array;
}

export function createBodyTable(): BodyTable {
  /** By number; those that are gone leave holes. */
  const bodies: (BodyRecord | undefined)[] = [];
  const users = createCounters();
  const contexts = createSharedByContext(bodies);
  const pool = createNumberPool();
  let made = new Map<number, BodyRecord>();
  let gone = new Set<number>();
  const add = (body: BodyRecord) => {
    bodies[body.id] = body;
    users.clear(body.id);
    contexts.add(body);
  };
  const drop = (id: number) => {
    contexts.delete(bodies[id] as BodyRecord);
    bodies[id] = undefined;
    if (!made.delete(id)) gone.add(id);
  };
  return {
    body: (id) => bodies[id] as BodyRecord,
    has: (id) => bodies[id] !== undefined,
    sharedIn: contexts.of,
    make(body) {
      const one = { ...body, id: bodies.length, data: pool.keep(body.data) };
      add(one);
      made.set(one.id, one);
      return one.id;
    },
    use(ids, by) {
      for (let at = 0; at < ids.length; at++)
        if (users.add(ids[at] as number, by) === 0) drop(ids[at] as number);
    },
    restore(all) {
      for (const body of all) add(body);
    },
    dropUnused(all) {
      for (const { id } of all) if (users.of(id) === 0) drop(id);
    },
    takeChange() {
      const taken = { bodies: [...made.values()], goneBodies: [...gone] };
      made = new Map();
      gone = new Set();
      return taken;
    },
  };
}

/** A number for each of tens of thousands, from 0. */
function createCounters() {
  let counts = new Int32Array(1024);
  return {
    of: (id: number) => counts[id] as number,
    clear(id: number) {
      if (id >= counts.length) {
        const larger = new Int32Array(2 * id);
        larger.set(counts);
        counts = larger;
      }
      counts[id] = 0;
    },
    add(id: number, by: 1 | -1): number {
      const count = (counts[id] as number) + by;
      counts[id] = count;
      return count;
    },
  };
}

/** Made when a unit is read: questions need none of it. */
function createSharedByContext(bodies: readonly (BodyRecord | undefined)[]) {
  let all: Map<string, ReturnType<typeof createShared>> | undefined;
  const of = (context: string) => {
    if (all === undefined) {
      all = new Map();
      for (const body of bodies) if (body !== undefined) of(body.context).add(body);
    }
    let found = all.get(context);
    if (found === undefined) all.set(context, (found = createShared()));
    return found;
  };
  return {
    of,
    add: (body: BodyRecord) => void (all !== undefined && of(body.context).add(body)),
    delete: (body: BodyRecord) => void (all !== undefined && of(body.context).delete(body)),
  };
}

function createShared() {
  const variants = new Map<string, number>();
  const bodies = createKeyTable();
  const isVariant = (key: string) => key.includes("/");
  return {
    add({ key, id }: BodyRecord) {
      if (isVariant(key)) variants.set(key, id);
      else bodies.set(BigInt(key), id);
    },
    delete({ key: text, id }: BodyRecord) {
      if (isVariant(text)) return void (variants.get(text) === id && variants.delete(text));
      const key = BigInt(text);
      if (bodies.get(key) === id) bodies.delete(key);
    },
    of: bodies.get,
    ofVariant: (key: string) => variants.get(key),
    keys: bodies.slots,
  };
}
