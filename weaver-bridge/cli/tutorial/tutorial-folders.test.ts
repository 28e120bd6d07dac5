import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readFolder, sampleOf, samplesFolder } from "./tutorial-folders.js";

function folderOfTutorials(): string {
  const all = mkdtempSync(join(tmpdir(), "weft-tutorials-"));
  onTestFinished(() => rmSync(all, { recursive: true }));
  for (const name of ["one/kernel", "xv6"]) mkdirSync(join(all, name), { recursive: true });
  return all;
}

test("the sample of somebody's tutorial is in or beside it, or one of Weft's; nothing else is copied to the learner", () => {
  const all = folderOfTutorials();
  const sample = (name: string) => sampleOf(join(all, "one"), name);
  expect(sample("./kernel")).toBe(join(all, "one/kernel"));
  expect(sample("../xv6")).toBe(join(all, "xv6"));
  expect(sample("mini-unix")).toBe(join(samplesFolder(), "mini-unix"));
  symlinkSync(tmpdir(), join(all, "one/link"));
  for (const name of ["../..", "../../../etc", "x/../../..", "./link", "./link/more"])
    expect(() => sample(name), name).toThrow(/leads out of/);
});

test("a pipe in place of a step keeps nobody waiting", () => {
  const folder = join(folderOfTutorials(), "one");
  execFileSync("mkfifo", [join(folder, "01-step.md")]);
  expect(() => readFolder(folder)).toThrow(/no regular file/);
});
