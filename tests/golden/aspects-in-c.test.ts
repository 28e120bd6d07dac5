/** The table of rules names tests that exist. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const table = readFileSync(new URL("ASPECTS-IN-C.md", import.meta.url), "utf8");

test("every rule of aspects in C names a case that exists", () => {
  const rows = [...table.matchAll(/^\| (.+) \| `([^`]+)` \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(40);
  const missing = rows.flatMap(([, rule, file, cases]) => {
    const text = readFileSync(`${root}/${file}`, "utf8");
    const names = (cases as string).replaceAll("\\|", "|").split("; ");
    return names.filter((name) => !text.includes(name)).map((name) => `${rule}: ${name}`);
  });
  expect(missing).toEqual([]);
});
