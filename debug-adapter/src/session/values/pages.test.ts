import { expect, test } from "vitest";
import { PAGE, pagesOf, partOf } from "./pages.js";

test("a part is what was asked for", () => {
  const list = [...Array(1000).keys()];
  expect(partOf(list, { start: 500, count: 2 })).toEqual([500, 501]);
  expect(partOf(list, { start: 998 })).toEqual([998, 999]);
  expect(partOf(list, { start: 2000, count: 3 })).toEqual([]);
  expect(partOf(list, { filter: "indexed" })).toEqual([]);
  expect(partOf(list, { filter: "indexed", count: 1 }, true)).toEqual([0]);
});

test("pages hold every element once, and none has too many", () => {
  for (const to of [1, 100, 101, 500, 10_000, 10_001, 100_000, 12_345_678]) {
    const pages = pagesOf({ from: 0, to });
    expect(pages.length).toBeLessThanOrEqual(PAGE);
    expect(pages[0]?.from).toBe(0);
    expect(pages.at(-1)?.to).toBe(to);
    for (const [place, page] of pages.entries()) expect(page.from).toBe(pages[place - 1]?.to ?? 0);
  }
});
