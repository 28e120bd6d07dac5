import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyTable } from "./key-table.js";

/** Few homes, so that keys stand behind one another. */
const key = fc.tuple(fc.bigInt(1n, 5n), fc.bigInt(0n, 60n)).map(([low, high]) => (high << 40n) | low);

test("knows what a map knows, whatever is set and deleted in whatever order", () => {
  const step = fc.record({ key, number: fc.nat(), gone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const [table, map] = [createKeyTable(), new Map<bigint, number>()];
      for (const { key: own, number, gone } of steps) {
        if (gone) table.delete(own);
        else table.set(own, number);
        if (gone) map.delete(own);
        else map.set(own, number);
      }
      expect(table.size).toBe(map.size);
      for (const { key: own } of steps) expect(table.get(own)).toBe(map.get(own));
      const kept = [...table.slots()].filter((one) => one !== 0n);
      expect(new Set(kept)).toEqual(new Set(map.keys()));
      expect(table.slots().length & (table.slots().length - 1)).toBe(0);
    }),
  );
});
