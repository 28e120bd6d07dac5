/** The order in which a kernel is read: an answer about what somebody looks at must not wait for drivers. */
import { expect, test } from "vitest";
import { createUnitQueue, inOrderOfUse } from "./unit-queue.js";

test("what somebody works on comes first, its folder second, and each unit once", () => {
  const units = ["fs/a.c", "mm/a.c", "mm/b.c", "net/a.c"];
  expect([...inOrderOfUse(units, ["mm/b.c"])]).toEqual(["mm/b.c", "mm/a.c", "fs/a.c", "net/a.c"]);
  // A header is no unit, but its neighbours are.
  expect([...inOrderOfUse(units, ["net/x.h"])]).toEqual(["net/a.c", "fs/a.c", "mm/a.c", "mm/b.c"]);
  expect([...inOrderOfUse(units, [])]).toEqual(units);
});

test("an edited unit goes before what waits, and a unit that left the project is read no more", () => {
  const queue = createUnitQueue();
  const unit = (path: string) => ({ path, directory: "/", argv: [] });
  queue.setUnits(["/a.c", "/b.c", "/c.c"].map(unit));
  queue.add(["/a.c", "/b.c"], false);
  queue.add(["/c.c", "/gone.c"], true);
  expect([queue.next()?.path, queue.size]).toEqual(["/c.c", 3]);
  queue.setUnits(["/b.c"].map(unit));
  expect([queue.next()?.path, queue.size]).toEqual(["/b.c", 1]);
  queue.delete(unit("/b.c"));
  expect(queue.next()).toBeUndefined();
});
