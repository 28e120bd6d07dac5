import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StandingWeaver } from "./standing-weaver.js";

let folder: string;
const program = () => join(folder, "weft.cjs");
vi.mock("../project/programs.js", () => ({
  findProgram: () => ({ node: process.execPath, module: program() }),
}));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-standing-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that answers each line and ends with its input, or does neither. */
const started = (answers: boolean, ending: number) => {
  const hears = `process.stdin.on("data", () => process.stdout.write("done\\n"));`;
  writeFileSync(program(), answers ? hears : "setInterval(() => {}, 1000);");
  return new StandingWeaver("a.ah", folder, ending);
};

test("who is asked to end answers what it does, and then nothing", async () => {
  const weaver = started(true, 10_000);
  const last = weaver.weave();
  weaver.end();
  expect(await weaver.weave()).toBeUndefined();
  expect(await last).toBe("done");
  await vi.waitFor(() => expect(weaver.isThere).toBe(false), 5000);
});

test("a weave that does not come to its end is ended", async () => {
  const weaver = started(false, 50);
  const last = weaver.weave();
  weaver.end();
  expect(await last).toBeUndefined();
  await vi.waitFor(() => expect(weaver.isThere).toBe(false), 5000);
});
