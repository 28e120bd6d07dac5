import { expect, test } from "vitest";
import { shortenedRows, shortPlace } from "./shortened.js";

test("what fits stays, and so do rows that differ at their beginning", () => {
  expect(shortenedRows(["execution int f()"])).toEqual(["execution int f()"]);
  const rows = ["before", "after"].map(
    (when) => `TraceSyscalls: ${when} execution("% sys_%(...)") && within(system_calls())`,
  );
  expect(shortenedRows(rows)).toEqual(rows);
});

test("rows that differ only in the middle are told apart", () => {
  const row = (name: string) =>
    `Trace: before execution("% ...::a_function_of_the_kernel_${name}(struct inode *, const char *, unsigned long)")`;
  const rows = shortenedRows(["open", "close", "read"].map(row));
  for (const row of rows) expect(row.length).toBeLessThanOrEqual(52);
  expect(new Set(rows).size).toBe(3);
  for (const [at, name] of ["open", "close", "read"].entries()) expect(rows[at]).toContain(`${name}(`);
});

test("rows that are the same stay the same, and rows that differ at their ends keep them", () => {
  const long = "x".repeat(80);
  expect(new Set(shortenedRows([long, long])).size).toBe(1);
  expect(shortenedRows([`${long}1`, `${long}2`]).map((row) => row.at(-1))).toEqual(["1", "2"]);
});

test("a place keeps its file and line", () => {
  expect(shortPlace("kernel/fork.c:7")).toBe("kernel/fork.c:7");
  expect(shortPlace("arch/i386/kernel/cpu/mtrr/generic.c:442")).toBe("arch/…/generic.c:442");
});
