import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createLookAhead } from "./look-ahead.js";

const root = mkdtempSync(join(tmpdir(), "weft-ahead-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const [first, second] = ["a.c", "b.c"].map((name) => {
  writeFileSync(join(root, name), "int f(void) { return 1; }\n");
  return { path: join(root, name), directory: root, argv: ["gcc", "-c", name] };
}) as [
  { path: string; directory: string; argv: string[] },
  { path: string; directory: string; argv: string[] },
];

test("one unit is started ahead, whatever is asked for in between, until files change", async () => {
  const ahead = createLookAhead();
  ahead.start(second);
  ahead.start(first);
  const other = ahead.take(first);
  const taken = ahead.take(second);
  expect(other.unit).toBe(first);
  expect(taken.started).toBeLessThanOrEqual(other.started);
  for (const { text } of [other, taken]) expect(await text).toMatchObject({ result: { ok: true } });

  ahead.start(first);
  ahead.drop();
  const again = ahead.take(first);
  expect(again.controller.signal.aborted).toBe(false);
  expect(await again.text).toMatchObject({ result: { ok: true } });
});

test("nothing is started ahead while somebody types", () => {
  const ahead = createLookAhead();
  const before = Date.now();
  ahead.typed();
  ahead.start(first);
  while (Date.now() === before);
  const { started, controller } = ahead.take(first);
  controller.abort();
  expect(started).toBeGreaterThan(before);
});
