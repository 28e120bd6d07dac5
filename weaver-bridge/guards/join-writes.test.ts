import { expect, test } from "vitest";
import { joinWrites } from "./join-writes.js";

const at = (line: number, certainty: string, guarded: string) => ({
  terms: ["cred.uid"],
  range: { file: "/k/cred.c", startLine: line, endLine: line + 1 },
  certainty,
  guarded,
});
const SITES = [
  at(10, "certain", "woven"),
  at(20, "certain", "none"),
  at(30, "filtered", "none"),
  at(40, "certain", "by hand"),
  // Two writes of one line, one of them filtered.
  at(50, "filtered", "none"),
  at(50, "possible", "none"),
];

test.each([
  [10, "guarded"],
  [11, "guarded"],
  [12, "missed"],
  [20, "unguarded"],
  [30, "filtered"],
  [40, "guarded"],
  [50, "unguarded"],
])("a write that was seen at line %i is %s", (line, verdict) => {
  const seen = { term: "cred.uid", file: "/k/cred.c", line, times: 3, unfired: 0 };
  expect(joinWrites([seen], SITES)).toEqual([{ ...seen, verdict }]);
});

test("a write before which no guard fired has none, whatever the sources say: its unit was built without", () => {
  const seen = { term: "cred.uid", file: "/k/cred.c", line: 10, times: 3, unfired: 1 };
  expect(joinWrites([seen], SITES)).toEqual([{ ...seen, verdict: "unguarded" }]);
});

test("a site of another term or file says nothing of it", () => {
  const seen = [
    { term: "cred.gid", file: "/k/cred.c", line: 10, times: 1, unfired: 0 },
    { term: "cred.uid", file: "/k/other.c", line: 10, times: 1, unfired: 0 },
  ];
  expect(joinWrites(seen, SITES).map(({ verdict }) => verdict)).toEqual(["missed", "missed"]);
});
