import { expect, test } from "vitest";
import { namesBehind } from "./macro-names.js";

const MACROS: Readonly<Record<string, readonly string[]>> = {
  lock: ["real_lock(x)"],
  outer: ["lock"],
  either: ["lock(1)", "spin(x)"],
  self: ["self(x)"],
  round: ["about"],
  about: ["round"],
  block: ["({ void *_r = alloc(__VA_ARGS__); _r; })"],
};
const behind = (name: string) =>
  namesBehind(name, (macro) => MACROS[macro] ?? [], new Set(["real_lock", "spin", "alloc"]));

test("what macros name is found through others, each once, and circles end", () => {
  expect(behind("lock")).toEqual(["real_lock"]);
  expect(behind("outer")).toEqual(["real_lock"]);
  expect(behind("either")).toEqual(["spin", "real_lock"]);
  expect(behind("block")).toEqual(["alloc"]);
  expect(behind("self")).toEqual([]);
  expect(behind("round")).toEqual([]);
  expect(behind("unknown")).toEqual([]);
});
