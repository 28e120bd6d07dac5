import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runProcess } from "./run-process.js";

function folderWithPipe(): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-still-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  return folder;
}

test.each([
  ["itself", ["cat", "pipe"]],
  ["in a program that it started", ["sh", "-c", "cat pipe; true"]],
])(
  "who waits for a pipe %s is stopped",
  async (_, words) => {
    const run = runProcess(words, { directory: folderWithPipe(), endsAtStandstill: true });
    await expect(run).rejects.toThrow("stood still and was stopped");
  },
  60_000,
);

test("who works a little now and then, or is asked for nothing of it, goes on", async () => {
  const now = ["sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 0.5; done"];
  const directory = folderWithPipe();
  expect((await runProcess(now, { directory, endsAtStandstill: true })).code).toBe(0);
  expect((await runProcess(["sleep", "5"], { directory })).code).toBe(0);
}, 60_000);
