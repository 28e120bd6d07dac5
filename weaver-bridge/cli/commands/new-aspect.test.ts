import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { newAspect } from "./new-aspect.js";

const root = mkdtempSync(join(tmpdir(), "weft-new-"));
const printed = { out: "", err: "" };
const project = '{\n  // kept\n  "name": "k",\n  "aspects": ["trace.ah"]\n}\n';
const pointcut = 'execution("% sys_open(...)")';

beforeEach(() => {
  rmSync(join(root, "aspects"), { recursive: true, force: true });
  writeFileSync(join(root, "weft.json"), project);
  writeFileSync(join(root, "trace.ah"), "aspect Trace {};\n");
  Object.assign(printed, { out: "", err: "" });
  vi.spyOn(process.stdout, "write").mockImplementation((text) => (printed.out += text) !== "");
  vi.spyOn(process.stderr, "write").mockImplementation((text) => (printed.err += text) !== "");
  return () => vi.restoreAllMocks();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a file, and its place in weft.json", async () => {
  expect(await newAspect({ project: root, purpose: "trace", pointcut, json: true })).toBe(0);
  const file = join(root, "aspects/trace-sys-open.ah");
  expect(JSON.parse(printed.out)).toMatchObject({ name: "TraceSysOpen", file, included: true, problems: [] });
  expect(readFileSync(file, "utf8")).toContain("_say(tjp->signature);");
  const now = readFileSync(join(root, "weft.json"), "utf8");
  expect(now).toContain("// kept");
  expect(now).toContain('"aspects/trace-sys-open.ah"');
});

test("nothing is overwritten", async () => {
  expect(await newAspect({ project: root, pointcut })).toBe(0);
  const file = join(root, "aspects/count-sys-open.ah");
  writeFileSync(file, "mine\n");
  expect(await newAspect({ project: root, pointcut })).toBe(1);
  expect(printed.err).toContain("exists already");
  expect(readFileSync(file, "utf8")).toBe("mine\n");
});

test.each([
  [{}, 2, "--pointcut"],
  [{ pointcut, purpose: "dance" }, 2, "--purpose is one of"],
  [{ pointcut, purpose: "lock" }, 2, "--held"],
  [{ pointcut, name: "../x" }, 1, "is no name"],
  [{ pointcut, project: join(tmpdir(), "weft-new-nowhere") }, 1, "does not exist"],
])("%j is refused with words", async (flags, code, words) => {
  expect(await newAspect({ project: root, ...flags })).toBe(code);
  expect(printed.err).toContain(words);
});

test("a pointcut that is none is told, at its place in the new file", async () => {
  expect(await newAspect({ project: root, name: "Bad", pointcut: 'execution("% f(...)"' })).toBe(1);
  expect(printed.err).toContain("bad.ah");
});
