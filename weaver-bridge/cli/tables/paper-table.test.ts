import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PAPER_TABLES, type PaperTable, pairsOf } from "./paper-table.js";

const benches = join(import.meta.dirname, "../../../tests/bench");

const table: PaperTable = {
  ...{ name: "t", paper: "p", title: "t", about: "", bench: "b", minutes: 1 },
  beside: [
    { label: "one cell", paper: 2, row: "a", column: "count" },
    { label: "a row's mean", paper: 2, row: "b", column: "mean" },
    { label: "a column's mean", paper: 2, row: "mean", column: "count" },
    { label: "not there", paper: 2, row: "c", column: "count" },
  ],
};

test("a number of the paper stands beside the cell that it names", () => {
  const head = ["", "count", "ratio"];
  const rows = [
    ["a", "24 (13+11)", "-"],
    ["b", "-3", "2.5x"],
  ];
  expect(pairsOf(table, { head, rows }).map(({ here }) => here)).toEqual([24, -0.25, 10.5, undefined]);
});

test("before anything was measured, the paper stands alone", () => {
  expect(pairsOf(table, undefined)[0]).toEqual({ label: "one cell", paper: 2 });
});

test("each table is printed by a bench under its name", () => {
  const sources = readdirSync(benches, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(benches, file), "utf8"))
    .join("\n");
  const printed = [...sources.matchAll(/"((?:ecos|idl|toolkit|klasy)-[\w-]+)"/g)].map(([, name]) => name);
  const names = PAPER_TABLES.map(({ name }) => name);
  expect(names.filter((name) => !printed.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const run = readFileSync(join(benches, "run.ts"), "utf8");
  for (const { bench } of PAPER_TABLES) expect(run).toMatch(new RegExp(`^  "?${bench}"?: `, "m"));
});
