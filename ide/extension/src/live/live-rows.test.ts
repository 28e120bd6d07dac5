import { expect, test } from "vitest";
import { errorIn, type LiveRow, liveRows, parseAnswer } from "./live-rows.js";

const place = (file: string, startLine: number) => ({ file, startLine, startColumn: 1 });
const effect = (name: string, line: number) => ({
  title: `${name}: before execution of f`,
  by: { tool: "aspects", name },
  target: place("/k/f.c", line),
  origin: place(`/k/${name}.ah`, 2),
});
const ANSWER = {
  version: 1,
  hooks: [
    { address: 0x1000, place: "f", how: "jump", hits: 1200, effects: [effect("A", 3), effect("B", 3)] },
    {
      address: 0x2000,
      place: "get of s::m in g:9",
      module: "shelf",
      how: "trap",
      why: "no room for a jump",
      hits: 1,
      effects: [effect("A", 9)],
    },
  ],
  unreachable: [
    {
      place: "h inlined at g+0x12",
      reason: "gcc left no code",
      effects: ["1"],
      titles: ["A: h"],
      range: place("/k/h.c", 5),
    },
  ],
  problems: [],
};

const shown = (rows: readonly LiveRow[], indent = ""): string[] =>
  rows.flatMap(({ label, description, place: at, below }) => [
    `${indent}${label}: ${description}${at === undefined ? "" : ` @${at.file}:${at.startLine}`}`,
    ...shown(below, `${indent}  `),
  ]);

function rowsOf(answer: object): readonly LiveRow[] {
  const parsed = parseAnswer(JSON.stringify(answer));
  if (parsed === undefined) throw new Error("no answer");
  return liveRows(parsed);
}

test("each aspect has its hooks with hits, way and reason, and what is not hooked stands apart", () => {
  expect(shown(rowsOf(ANSWER))).toEqual([
    "The guest runs: 2 hooks, 1 trap",
    "A: 1,201 hits, 2 hooks @/k/A.ah:2",
    "  1,200 × f: jump @/k/f.c:3",
    "  1 × get of s::m: trap: no room for a jump, in g:9, module shelf @/k/f.c:9",
    "B: 1,200 hits, 1 hook @/k/B.ah:2",
    "  1,200 × f: jump @/k/f.c:3",
    "Not hooked: 1 place",
    "  h: gcc left no code @/k/h.c:5",
  ]);
});

test("rows keep their names while hits change", () => {
  const ids = (rows: readonly LiveRow[]): string[] => rows.flatMap(({ id, below }) => [id, ...ids(below)]);
  const now = { ...ANSWER, hooks: ANSWER.hooks.map((hook) => ({ ...hook, hits: hook.hits + 7 })) };
  expect(ids(rowsOf(now))).toEqual(ids(rowsOf(ANSWER)));
  expect(new Set(ids(rowsOf(ANSWER))).size).toBe(ids(rowsOf(ANSWER)).length);
});

test("a guest with nothing in it, and a weaving that was interrupted", () => {
  const interrupted = {
    ...{ code: "live/interrupted", severity: "warning", message: "a weaving was ended" },
    hint: "unweave undoes it",
  };
  expect(shown(rowsOf({ hooks: [], problems: [interrupted] }))).toEqual([
    "The guest runs: nothing is woven into it",
    "  A weaving was ended: unweave undoes it",
  ]);
});

test("without a guest there are no rows, and words", () => {
  const answer = parseAnswer(
    JSON.stringify({
      version: 1,
      problems: [{ code: "live/no-guest", severity: "error", message: "no guest runs", hint: "Start it." }],
    }),
  );
  expect(answer && liveRows(answer)).toEqual([]);
  expect(answer && errorIn(answer)).toBe("No guest runs. Start it.");
});

test("what is no answer is none", () => {
  for (const out of ["", "null", "[]", "{}", '{"problems": 3}', "not json"])
    expect(parseAnswer(out)).toBeUndefined();
});
