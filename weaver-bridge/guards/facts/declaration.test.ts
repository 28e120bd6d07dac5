import fc from "fast-check";
import { expect, test } from "vitest";
import { readGuards, withoutGuards } from "../index.js";

test("a guard names members of a type or variables, what it protects, and what needs none", () => {
  const { guards, mistakes } = readGuards(`
    specialize f as g { a == 1; }
    optimistic guard struct cred { uid, euid }, current /* both */
      protects g, h
      fresh process_allocate
      harmless sys_fork because "nobody knows it";
    optimistic guard inode { i_uid } by hand guard_inode;`);
  expect(mistakes).toEqual([]);
  const protects = { protects: ["g", "h"], fresh: ["process_allocate"], byHand: undefined };
  expect(guards).toMatchObject([
    { type: "cred", terms: ["uid", "euid"], ...protects },
    { type: undefined, terms: ["current"], ...protects },
    { type: "inode", terms: ["i_uid"], protects: [], byHand: "guard_inode" },
  ]);
  expect(guards[0]?.harmless.get("sys_fork")).toBe("nobody knows it");
});

test.each([
  ["never", { first: 8, most: 4096, times: 0 }],
  ["after 4 to 64 calls", { first: 4, most: 64 }],
  ["after 5000 calls at most 3 times", { first: 5000, most: 5000, times: 3 }],
  ["at most 2 times protects g", { first: 8, most: 4096, times: 2 }],
])("when it comes back: again %s", (text, again) => {
  const { guards, mistakes } = readGuards(`optimistic guard tick replug rcu again ${text};`);
  expect(mistakes).toEqual([]);
  expect(guards).toMatchObject([{ again, replug: "rcu" }]);
});

test.each([
  ["optimistic guard tick again ;", /again is followed by: never/],
  ["optimistic guard tick again after 9 to 8 calls;", /with N from 1 to M/],
  ["optimistic guard tick again after 0 calls;", /with N from 1 to M/],
  ["optimistic guard tick replug now;", /replug now is no way to swap a function/],
  ["optimistic guard struct cred { };", /names no member/],
  ["optimistic guard ;", /expected: optimistic guard/],
  ["optimistic guard struct", /expected: optimistic guard/],
  ["optimistic guard struct cred { uid } harmless f;", /needs a reason/],
  ["optimistic guard struct cred { uid } forever;", /not understood: forever/],
  ["optimistic guard struct cred { uid } protects ;", /followed by no name/],
])("%s", (text, message) => {
  expect(readGuards(text).mistakes[0]?.message).toMatch(message);
});

test("what looks like a comment in a reason is none", () => {
  const { guards, mistakes } = readGuards(
    'optimistic guard tick harmless f because "see https://x /* and */ y";',
  );
  expect(mistakes).toEqual([]);
  expect(guards[0]?.harmless.get("f")).toBe("see https://x /* and */ y");
});

test("a wrong guard takes nothing with it but itself", () => {
  const text =
    "optimistic guard struct cred { uid } forever;\nspecialize f as g { n == 2; }\noptimistic guard tick;";
  expect(readGuards(text).guards.map(({ terms }) => terms)).toEqual([["tick"]]);
  expect(withoutGuards(text).trim()).toBe("specialize f as g { n == 2; }");
});

test("no text breaks it, and what it leaves has the same length", () => {
  const part = fc.constantFrom(
    "optimistic guard ",
    "struct a ",
    "{ b, c }",
    ", d",
    ";",
    " protects e",
    " harmless f",
    ' because "g"',
    "/*",
    "}",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part).map((parts) => parts.join("")),
      ),
      (text) => {
        expect(withoutGuards(text).length).toBe(text.length);
      },
    ),
  );
});
