/** Who asks once gets the answer of the index that was kept, and is told what it does not know. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parsePointcut } from "../pointcut/index.js";
import { openKeptIndex } from "./kept-index.js";
import { keepUnits } from "./test/keep-units.js";

const root = mkdtempSync(join(tmpdir(), "weft-kept-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const write = (name: string, text: string, time: number) => {
  writeFileSync(join(root, name), text);
  utimesSync(join(root, name), time, time);
};
write(
  "h.h",
  "static inline int twice(int n) { return n + n; }\n#define BOTH(n) (twice(n) + twice(n))\n",
  1000,
);
write("a.c", '#include "h.h"\nint a(void) { return BOTH(1); }\n', 1000);
write("b.c", '#include "h.h"\nint b(void) { return twice(2); }\n', 1000);
write("broken.c", "int c(void) { return undeclared; }\n", 1000);
const units = ["a.c", "b.c", "broken.c"].map((name) => ({
  path: join(root, name),
  directory: root,
  argv: ["gcc", "-c", name],
}));
const textsIn = () => (file: string) => readFileSync(join(root, file), "latin1");
const reasons: string[] = [];
const open = () =>
  openKeptIndex(root, units, { textsIn, unreadable: ({ message }) => void reasons.push(message) });
const ask = (text: string) => {
  const { joinPoints = [], problems = [] } = open()?.joinPoints(parsePointcut(text).value, []) ?? {};
  expect(problems).toEqual([]);
  return joinPoints.map(({ id, within, inMacro }) => `${id} in ${within}${inMacro ? " (macro)" : ""}`);
};

test("a kept index answers without reading, and names what it does not know", async () => {
  expect(open()).toBeUndefined();
  await keepUnits(root, units);
  expect([...(open()?.unknown ?? [])]).toEqual([join(root, "broken.c")]);
  expect(ask('call("% twice(...)")').sort()).toEqual([
    "call@a.c:2:23:twice in int a() (macro)",
    "call@a.c:2:34:twice in int a() (macro)",
    "call@b.c:2:22:twice in int b()",
  ]);
  expect(ask('execution("% twice(...)")')).toEqual(["execution@h.h:1:19:twice in int twice(int)"]);
  expect(open()?.unitsAt(join(root, "h.h"), 1)).toMatchObject({ havePoints: 2 });
  expect(open()?.unitsAt(join(root, "h.h"), 2)).toMatchObject({ havePoints: 0 });
  expect(open()?.unitsAt(join(root, "b.c"), 2)).toEqual({ units: [join(root, "b.c")], havePoints: 1 });
  expect(open()?.unitsMeeting([{ name: "twice" }])).toHaveLength(2);
  expect(open()?.unitsMeeting([{ name: "nowhere" }])).toEqual([]);

  write("b.c", '#include "h.h"\nint b(void) { return 2; }\n', 2000);
  expect([...(open()?.unknown ?? [])].sort()).toEqual([join(root, "b.c"), join(root, "broken.c")]);
  expect(ask('call("% twice(...)")')).toHaveLength(2);
});
