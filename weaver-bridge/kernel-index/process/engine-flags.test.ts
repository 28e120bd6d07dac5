import { expect, test } from "vitest";
import { knownFlags } from "./engine-flags.js";

test("a V8 that was never tried gets no flags of its own", () => {
  const flags = ["--max-semi-space-size=4", "--liftoff-only"];
  expect(knownFlags(flags, "11.3.244.8-node.38")).toEqual(flags);
  expect(knownFlags(flags, "14.6.202.34-node.34")).toEqual(flags);
  expect(knownFlags(flags, "15.0.1")).toEqual([]);
  expect(knownFlags(flags)).toEqual(flags);
});
