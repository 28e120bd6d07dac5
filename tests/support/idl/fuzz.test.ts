import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { randomText } from "./fuzz-text.js";
import { seeded } from "./random.js";
import { survive } from "./survive.js";

test("no text makes the generator throw (npm run bench -- idl-fuzz tries a million)", () => {
  const folder = join(import.meta.dirname, "../../golden/idl");
  const seeds = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(idl|defs)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "latin1"));
  expect(seeds.length).toBeGreaterThan(3);
  const random = seeded(1);
  for (let turn = 0; turn < 4000; turn++) {
    const text = randomText(random, seeds);
    const error = survive(text, turn);
    expect(error, `turn ${turn}: ${JSON.stringify(text)}`).toBeUndefined();
  }
});
