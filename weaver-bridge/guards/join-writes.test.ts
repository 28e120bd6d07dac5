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

test("what is inlined is told by the place of its call", () => {
  const site = { terms: ["lock.held"], certainty: "certain", guarded: "woven" };
  const sites = [{ ...site, range: { file: "/k/lock.c", startLine: 33, endLine: 33 } }];
  const inlinedAt = [
    { file: "/k/lock.c", line: 33 },
    { file: "/k/proc.c", line: 7 },
  ];
  const seen = { term: "lock.held", file: "/k/x86.h", line: 126, times: 25 };
  expect(joinWrites([{ ...seen, inlinedAt, unfired: 0 }], sites)).toEqual([
    { ...seen, file: "/k/lock.c", line: 33, unfired: 0, verdict: "guarded" },
  ]);
  expect(joinWrites([{ ...seen, inlinedAt, unfired: 1 }], sites)[0]?.verdict).toBe("unguarded");
  expect(joinWrites([{ ...seen, inlinedAt: inlinedAt.slice(1), unfired: 0 }], sites)).toEqual([
    { ...seen, unfired: 0, verdict: "missed" },
  ]);
});
