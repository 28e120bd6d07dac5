/** Which advice needs the object of its aspect: without need the object does not exist, and static advice costs nothing. */
import { expect, test } from "vitest";
import { parseAspectFile } from "../../../pointcut/index.js";
import { needsObject } from "./advice-scans.js";
import { indexAspects } from "./declared-aspects.js";

const file = parseAspectFile(
  "t.ah",
  `aspect Base { protected: int depth; static int all; void enter(); };
   aspect Trace : public Base { int own; typedef int Count; };
   aspect Odd : public Elsewhere { };`,
);
const index = indexAspects([file]);
const asks = (aspect: string, ...names: string[]) =>
  needsObject(index, index.byName.get(aspect)!, new Set(names));

test("members of the aspect and of its bases need the object, static ones and other names don't", () => {
  expect(asks("Trace", "own")).toBe(true);
  expect(asks("Trace", "depth")).toBe(true);
  expect(asks("Trace", "enter")).toBe(true);
  expect(asks("Trace", "all", "Count", "printk")).toBe(false);
  expect(asks("Base", "own")).toBe(false);
  expect(asks("Base", "this")).toBe(true);
});

test("of a base that is no aspect nothing is known", () => expect(asks("Odd", "printk")).toBe(true));
