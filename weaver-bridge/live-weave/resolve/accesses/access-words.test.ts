import { expect, test } from "vitest";
import { type AccessOfCode, namesAccess } from "./access-words.js";

test.each<[string, AccessOfCode, boolean]>([
  ["k.q[i].limit = limit;", "write", true],
  ["k.q[i].limit = limit;", "read", false],
  ["p->limit[at[i]] = 3;", "write", true],
  ["p->limit += 2;", "write", true],
  ["p->limit += 2;", "read", true],
  ["++p->list[i].limit;", "write", true],
  ["p->limit--;", "write", true],
  ["if (p->limit == 3)", "write", false],
  ["if (p->limit == 3)", "read", true],
  ["q = &p->limit;", "address", true],
  ["struct s s = { .limit = 3 };", "write", true],
  ["p->limit->next = 3;", "write", false],
  ["p->limit->next = 3;", "read", true],
  ["limit = 3; p->limits = 4;", "write", false],
  ["f(...limit);", "read", false],
])("%s names a %s of the member: %s", (text, kind, isNamed) => {
  expect(namesAccess(text, { name: "limit", isMember: true }, kind)).toBe(isNamed);
});

test("a variable is no member of its name", () => {
  const limit = { name: "limit", isMember: false };
  expect(namesAccess("p->limit = 3;", limit, "write")).toBe(false);
  expect(namesAccess("limit = 3;", limit, "write")).toBe(true);
  expect(namesAccess("x = limit + 1;", limit, "read")).toBe(true);
});
