// What compilers make of a guard: one load, one compare, one branch that is not taken, and nothing else on that way.
import { expect, test } from "vitest";
import { CLANG } from "../../tests/support/compilers.js";
import { writeCost } from "../../tests/support/guard-costs.js";
import { requireTool } from "../../tests/support/require-tool.js";

test.for(
  ["gcc", CLANG].flatMap((compiler) =>
    [
      { body: "void f(struct cred *c) { c->uid = 1; }", writes: 1 },
      { body: "void f(struct cred *c) { c->uid = 1; c->euid = 1; }", writes: 2 },
      { body: "void f(struct task *t, int n) { t->cred->euid = n; }", writes: 1 },
    ].map((one) => ({ ...one, compiler })),
  ),
)("$compiler: $body", ({ body, writes, compiler }, context) => {
  requireTool(context, compiler);
  const { plain, guarded } = writeCost(body, false, compiler);
  const more = guarded.length - plain.length;
  expect(more).toBeGreaterThan(0);
  expect(more, guarded.join(" ")).toBeLessThanOrEqual(3 * writes);
  expect(guarded.filter((name) => name.startsWith("call"))).toEqual([]);
  // Where no epoch is told each write is counted as well: one instruction before, one after it.
  const counted = writeCost(body, true, compiler);
  expect(counted.guarded.filter((name) => name === "lock")).toHaveLength(2 * writes);
  expect(counted.guarded.length - counted.plain.length).toBeLessThanOrEqual(5 * writes);
});
