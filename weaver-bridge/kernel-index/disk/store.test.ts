/** What is stored comes back, and of what is gone nothing. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packEntities, unpackEntities } from "../records/entity-batch.js";
import { packNumbers } from "../records/packed-numbers.js";
import type { BodyRecord } from "../records/records.js";
import { type IndexChange, openStore } from "./store.js";

const NOTHING: IndexChange = {
  files: [],
  versions: [],
  types: [],
  entities: [],
  contexts: [],
  bodies: [],
  units: [],
  goneBodies: [],
  goneUnits: [],
};
const failure = (message: string) => {
  throw new Error(message);
};
const body = (id: number): BodyRecord => ({
  id,
  key: `${id}77/3`,
  context: id % 2 === 0 ? "gnu11" : "gnu99",
  file: id * 3 - 1,
  data: packNumbers([id, -1], Array(id).fill(300)),
});

test("bodies of several writes come back without those that are gone", () => {
  const root = mkdtempSync(join(tmpdir(), "weft-store-"));
  const store = openStore(root, failure);
  store.save({ ...NOTHING, bodies: [0, 1, 2, 3].map(body) });
  store.save({ ...NOTHING, bodies: [4, 5].map(body), goneBodies: [1, 2] });
  store.save({ ...NOTHING, bodies: [6, 7].map(body), goneBodies: [0, 4, 5] });
  store.close();
  const again = openStore(root, failure);
  const bodies = again
    .load()
    .bodies.map(({ id, key, context, file, data }) => ({ id, key, context, file, data }));
  expect(bodies).toEqual([3, 6, 7].map(body));
  again.close();
});

test("entities come back with all that they say", () => {
  const marks = { isStatic: true, variadic: false, isInline: true, noReturn: false, noInstrument: true };
  const parameters = [5, 9].map((type) => ({ name: "", type, isRegister: false }));
  const common = { scope: [] as string[], type: 4, isStatic: false };
  const stored = [
    {
      kind: "function",
      name: "f",
      usr: "c:@F@f",
      ...common,
      ...marks,
      blockScope: false,
      result: 0,
      parameters,
    },
    {
      kind: "function",
      name: "g",
      usr: "c:x.c@F@g",
      ...common,
      ...marks,
      blockScope: true,
      result: 1,
      parameters: [],
      role: "operator",
    },
    {
      kind: "field",
      name: "i_uid",
      usr: "c:@S@inode@FI@i_uid",
      ...common,
      scope: ["inode"],
      bitWidth: 3,
      attributes: ["pure"],
    },
    { kind: "variable", name: "jiffies", usr: "c:@jiffies", ...common, blockScope: true },
  ].map((entity, at) => ({ entity, at: [at, at + 1, at + 2] as const }));
  const found: unknown[] = [];
  const parts = {
    scope: (path: readonly string[]) => path,
    parameters: (types: readonly number[]) => types.map((type) => ({ name: "", type, isRegister: false })),
  };
  unpackEntities(
    packEntities(stored as Parameters<typeof packEntities>[0]),
    parts,
    (at) => -1 - at,
    (entity, ...at) => found.push({ entity, at }),
  );
  const nameRange = (at: number) => ({ start: -1 - at, end: 0 - at });
  expect(found).toEqual(
    stored.map(({ entity, at }, number) => ({ entity: { ...entity, nameRange: nameRange(number) }, at })),
  );
});
