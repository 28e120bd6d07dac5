import { expect, test } from "vitest";
import { layoutBars, lineAt, stripesOf } from "./map-layout.js";
import {
  affectedLines,
  type Bar,
  barsOf,
  type IsShown,
  type MapFile,
  type MapQuestion,
  openFolder,
} from "./map-model.js";
import { barWords, lineWords } from "./map-words.js";

const file = (
  path: string,
  lines: number,
  effects: readonly number[] = [],
  problems: readonly number[] = [],
) => ({ uri: `file:///w/${path}`, path, lines, effects, problems }) satisfies MapFile;
const files = [
  file("src/fs/open.c", 100, [10, 0, 0, 0, 0, 10, 1, 1, 0, 1]),
  file("src/fs/inode.c", 300, [200, 1, 2, 3, 0], [250, 2]),
  file("src/mm/page.c", 50),
  file("src/main.c", 10),
];
const everything: MapQuestion = { root: "", by: "part", onlyAffected: false, text: "", sort: "path" };
const all: IsShown = () => true;
const aspects = ["Trace", "Owner"].map((name) => ({ name, colour: "#000000", isHidden: false }));

function print(question: Partial<MapQuestion>, isShown = all): string[] {
  const bars = barsOf(files, { ...everything, ...question }, isShown);
  return bars.map(({ label, lines, count }) => `${label} ${lines} ${count}`);
}

test("folders are bars, and a folder that is all there is opens by itself", () => {
  expect(openFolder(files, "")).toBe("src/");
  expect(print({})).toEqual(["fs/ 400 3", "main.c 10 0", "mm/ 50 0"]);
  expect(print({ root: "src/fs/" })).toEqual(["inode.c 300 1", "open.c 100 2"]);
  expect(print({ root: "src/fs/open.c" })).toEqual(["open.c 100 2"]);
});

test("every file can be a bar; filters and orders apply", () => {
  expect(print({ by: "file", sort: "lines" })).toEqual([
    "inode.c 300 1",
    "open.c 100 2",
    "page.c 50 0",
    "main.c 10 0",
  ]);
  expect(print({ by: "file", onlyAffected: true, sort: "effects" })).toEqual([
    "open.c 100 2",
    "inode.c 300 1",
  ]);
  expect(print({ text: "OPEN" })).toEqual(["fs/ 100 2"]);
  expect(print({ by: "file", onlyAffected: true }, (aspect) => aspect === 0)).toEqual(["open.c 100 1"]);
});

const bar = (path: string): Bar => {
  const [only] = barsOf(files, { ...everything, root: path }, all);
  if (only === undefined) throw new Error(`no bar ${path}`);
  return only;
};
const [folder] = barsOf(files, everything, all) as [Bar];

test("stripes stand where their lines are, in the bar of all files; near ones share a row", () => {
  expect(stripesOf(folder, 80, all)).toEqual([
    { top: 40, aspects: [1], problem: 0 },
    { top: 50, aspects: [], problem: 2 },
    { top: 62, aspects: [0, 1], problem: 0 },
  ]);
  expect(stripesOf(folder, 80, (aspect) => aspect === 7).map(({ problem }) => problem)).toEqual([2]);
  expect(lineAt(folder, 80, 40)).toBe(200);
});

test("heights are proportional to lines, and bars that don't fit make the map wider, not thinner", () => {
  const bars = barsOf(files, { ...everything, by: "file" }, all);
  const layout = layoutBars(bars, { width: 400, height: 300, barWidth: undefined, sameHeight: false });
  expect(bars.map(layout.heightOf)).toEqual([300, 100, 10, 50]);
  expect(layout.totalWidth).toBeLessThanOrEqual(400);
  const many = Array.from({ length: 20_000 }, () => bar("src/fs/open.c"));
  const wide = layoutBars(many, { width: 1000, height: 300, barWidth: undefined, sameHeight: true });
  expect(wide.totalWidth).toBe(wide.step * 20_000);
  expect(wide.barWidth).toBeGreaterThanOrEqual(5);
});

test("bars that fit stand within the width with the gaps between them, however many there are", () => {
  for (let count = 1; count <= 160; count++) {
    const bars = Array.from({ length: count }, () => bar("src/fs/open.c"));
    const layout = layoutBars(bars, { width: 1000, height: 300, barWidth: undefined, sameHeight: true });
    expect(layout.totalWidth).toBeLessThanOrEqual(1000);
    expect(layout.barWidth).toBeGreaterThanOrEqual(5);
  }
});

test("all of it can be read as words", () => {
  expect(barWords(folder, aspects, all)).toBe("src/fs/, 2 files, 400 lines: Owner 2, Trace 1; 1 warning");
  expect(affectedLines(folder, all).map((line) => lineWords(line, aspects))).toEqual([
    "inode.c:201 Owner: around set",
    "open.c:11 Trace: before execution; Owner: after execution (run-time test)",
  ]);
});
