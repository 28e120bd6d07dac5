import { expect, test } from "vitest";
import { timesCsv, timesMessagePage, timesPage } from "./times-page.js";

const times = {
  spans: [
    { number: 1, time: 1000, took: 50 },
    { number: 3, time: 2000, took: 100 },
    { number: 5, time: 3000, took: 75 },
  ],
  histogram: [
    { from: 50, to: 75, count: 1 },
    { from: 75, to: 100, count: 2 },
  ],
  lost: 0,
};

test("each time has its stroke on the time line, and the histogram its bars", () => {
  const page = timesPage("opens <a>..closes", times);
  expect(page).toContain("From <code>opens &lt;a&gt;</code> to <code>closes</code>");
  expect(page).toContain("3 times. Least 50, median 75, nine of ten at most 100, most 100.");
  expect([...page.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [x, y])).toEqual([
    ["10.0", "65.0"],
    ["500.0", "10.0"],
    ["990.0", "37.5"],
  ]);
  expect([...page.matchAll(/<div style="width: ([\d.]+)%/g)].map(([, width]) => width)).toEqual([
    "50.0",
    "100.0",
  ]);
  expect(page).toContain("{&quot;kind&quot;:&quot;csv&quot;}");
  expect(timesCsv(times)).toBe("number,time,took\n1,1000,50\n3,2000,100\n5,3000,75\n");
});

test("nothing between, and what was lost, are said in words", () => {
  const none = timesPage("a..b", { spans: [], histogram: [], lost: 12 });
  expect(none).toContain(
    "None of these was followed by one of those; 12 entries were overwritten before they were read.",
  );
  expect(timesMessagePage("a..b", "No <guest>")).toContain("No &lt;guest&gt;");
});
