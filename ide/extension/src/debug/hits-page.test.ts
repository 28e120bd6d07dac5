import { expect, test } from "vitest";
import { hitsMessagePage, hitsPage } from "./hits-page.js";

const hits = [
  {
    position: 1200,
    joinPoint: "execution: int f(a<b>)",
    values: [
      { kind: "argument", name: "path", value: '0x8049011 "<tmp>"' },
      { kind: "result", value: "-13" },
    ],
  },
  { position: 5200, joinPoint: "execution: int g()", values: [] },
  { position: 9200, joinPoint: "execution: int f(a<b>)", values: [] },
] as const;

test("each hit stands in the table and on its lane of the time line, and leads to its instruction", () => {
  const page = hitsPage('execution("% %(...)")', { hits, places: 2, isCut: false });
  expect(page).toContain("3 hits of 2 places.");
  expect(page.match(/<button class="link" data-message/g)).toHaveLength(3);
  expect(page).toContain("{&quot;kind&quot;:&quot;go&quot;,&quot;position&quot;:9200}");
  expect([...page.matchAll(/<circle cx="([\d.]+)%" cy="(\d+)"/g)].map(([, x, y]) => [x, y])).toEqual([
    ["1.00", "20"],
    ["50.00", "48"],
    ["99.00", "20"],
  ]);
  const values = "path = 0x8049011 &quot;&lt;tmp&gt;&quot;, result = -13";
  expect(page).toContain(`<td class="values">${values}</td>`);
  expect(page).toContain(`<title>1,200: execution: int f(a&lt;b&gt;)\n${values}</title>`);
  expect(page).not.toContain("a<b>");
});

test("no hit, and a search that ended early, are said in words", () => {
  expect(hitsPage("x", { hits: [], places: 1, isCut: false })).toContain("0 hits of 1 place.");
  expect(hitsPage("x", { hits: hits.slice(0, 1), places: 1, isCut: true })).toContain(
    "1 hit of 1 place; the run goes on, and was not searched further.",
  );
  expect(hitsMessagePage("x", "No <recording>")).toContain("No &lt;recording&gt;");
});
