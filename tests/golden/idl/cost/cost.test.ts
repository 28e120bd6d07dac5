/**
 * What stubs cost: user-mode instructions, counted, against stubs written by hand (at most 1.1 times as many) and the
 * goals. Both sides look at every byte first; one broken stub is planted to prove that they do.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_OPTIONS, type Kernel } from "@weft/weaver-bridge/idl";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cost, measure, OPERATIONS, TRIAL, type Trial } from "../../../bench/idl/cost.js";
import { requireTool } from "../../../support/index.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-cost-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const total = ({ client, server }: Cost) => client + server;
function totals(name: string, trial: Trial): number[] {
  measure(join(folder, `${name}-verify`), { ...trial, verify: true });
  return [...measure(join(folder, name), trial).values()].map(total);
}

const SETTINGS: readonly { kernel: Kernel; sysenter: boolean; goals?: readonly number[] }[] = [
  { kernel: "x0", sysenter: false, goals: [24, 27, 36, 122, 30, 33] },
  { kernel: "x0", sysenter: true },
  { kernel: "v2", sysenter: false },
  { kernel: "v4", sysenter: false, goals: [26, 31, 39, 122, 27, 27] },
];

for (const { kernel, sysenter, goals } of SETTINGS)
  test(`${kernel}${sysenter ? " by sysenter" : ""}: at hand-written cost`, (context) => {
    requireTool(context, "gcc");
    const name = `${kernel}-${sysenter}`;
    const optimizations = { ...DEFAULT_OPTIONS.optimizations, sysenter };
    const generated = totals(name, { ...TRIAL, kernel, options: { ...DEFAULT_OPTIONS, optimizations } });
    const flags = sysenter ? ["-DHAND_SYSENTER"] : [];
    const hand = totals(`${name}-hand`, { ...TRIAL, kernel, options: undefined, flags });
    const table = [...OPERATIONS.slice(0, 6), OPERATIONS[7]].map((operation, index) => ({
      operation,
      generated: generated[index] ?? 0,
      limit: Math.min(Math.floor((hand[index] ?? 0) * 1.1), goals?.[index] ?? Number.POSITIVE_INFINITY),
    }));
    expect(table.filter((row) => row.generated > row.limit || row.generated === 0)).toEqual([]);
  });

test("a call within an address space costs less than one through the kernel", (context) => {
  requireTool(context, "gcc");
  const [near] = totals("near", { ...TRIAL, what: "local" });
  const [far] = totals("far", TRIAL);
  expect(near).toBeLessThan(far ?? 0);
});

for (const kernel of ["x0", "v2", "v4"] as const)
  test(`${kernel}: 1 to 100 words, the last more than message registers hold`, (context) => {
    requireTool(context, "gcc");
    const costs = totals(`series-${kernel}`, { ...TRIAL, kernel, what: "series" });
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  });

test("a stub that sends a word to the wrong place is found", (context) => {
  requireTool(context, "gcc");
  const edit = (name: string, text: string) =>
    name === "bench_client.h" ? text.replace("_in->e = e;", "_in->e = e + 1;") : text;
  expect(() => measure(join(folder, "broken"), { ...TRIAL, verify: true, edit })).toThrow("exit 102");
});
