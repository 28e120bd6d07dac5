import { expect, test } from "vitest";
import { functionsReached } from "./functions-reached.js";

const HEADER = `
struct lock { int held; };
static const int table[] = { 1, 2 };
extern void elsewhere(void);
static inline void leave(struct lock *l) { l->held = 0; }
static inline __attribute__((always_inline)) void unlock(struct lock *l) { leave(l); }
static inline void other(struct lock *l) { unlock(l); }
`;

test("functions that a text names, and those that these name", () => {
  const { names, text } = functionsReached(HEADER, "{ unlock(&big); elsewhere(); }");
  expect([...names]).toEqual(["unlock", "leave"]);
  expect(text).toContain("l->held = 0");
  expect(text).not.toContain("other");
});

test("nothing where nothing is named, nor in text that is no C", () => {
  expect(functionsReached(HEADER, "int n;").names.size).toBe(0);
  expect(functionsReached("}} ( { f( ", "f").names.size).toBe(0);
});
