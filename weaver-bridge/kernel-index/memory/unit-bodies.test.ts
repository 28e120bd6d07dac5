/** What units have in common is kept once; a name that means another thing makes a body of its own. */
import { expect, test } from "vitest";
import { packNumbers } from "../records/packed-numbers.js";
import { entitiesOf, shadowsOf } from "../records/records.js";
import { createBodyTable } from "./body-table.js";
import { shadowsByFunction, variantOf } from "./unit-bodies.js";

const range = (start: number, end: number) => ({ range: { start, end } });

test("shadows go to the functions around them; what stands in none is left out", () => {
  const functions = [range(10, 20), range(20, 30), range(50, 60)];
  const shadows = [range(5, 6), range(12, 13), range(19, 20), range(21, 22), range(40, 41), range(70, 71)];
  expect(shadowsByFunction(shadows, functions)).toEqual([[range(12, 13), range(19, 20)], [range(21, 22)]]);
});

test("a unit that defines what a header's function calls has a variant, which others that do so share", () => {
  const bodies = createBodyTable();
  const id = bodies.make({ key: "7", context: "c", file: 0, data: packNumbers([1, 2], [9, 9]) });
  const body = bodies.body(id);
  expect(variantOf(body, (entity) => entity, bodies)).toBe(id);
  const own = (entity: number) => (entity === 2 ? 5 : entity);
  const variant = variantOf(body, own, bodies);
  expect(variant).not.toBe(id);
  expect(variantOf(body, own, bodies)).toBe(variant);
  expect([...entitiesOf(bodies.body(variant))]).toEqual([1, 5]);
  expect([...shadowsOf(bodies.body(variant))]).toEqual([9, 9]);
});

test("what no unit contains any more is gone, and the store is told", () => {
  const bodies = createBodyTable();
  const make = (key: string) => bodies.make({ key, context: "c", file: 0, data: packNumbers([], []) });
  const [kept, dropped] = [make("7"), make("8")];
  bodies.use(Int32Array.of(kept, dropped), 1);
  expect(bodies.takeChange().bodies.map(({ id }) => id)).toEqual([kept, dropped]);
  bodies.use(Int32Array.of(dropped), -1);
  expect(bodies.takeChange()).toEqual({ bodies: [], goneBodies: [dropped] });
  expect(bodies.sharedIn("c").of(8n)).toBeUndefined();
  expect(bodies.sharedIn("c").of(7n)).toBe(kept);
});
