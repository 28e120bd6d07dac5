import "@theia/core/shared/reflect-metadata";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { descendantsOf, ProcessTree } from "./process-tree";

const path = process.env.PATH;
beforeEach(() => {
  process.env.PATH = "/nowhere";
});
afterEach(() => {
  process.env.PATH = path;
});

test("a process ends with its children, also in groups of their own, on a machine without ps", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true });
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(parent, "exit");
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const child = Number(line.toString());
  expect(descendantsOf(parent.pid as number)).toEqual(new Set([child]));
  expect(descendantsOf(process.pid)).toContain(child);
  new ProcessTree().terminateProcessTree(parent.pid as number);
  expect(await ended).toEqual([null, "SIGTERM"]);
  await expect.poll(() => existsSync(`/proc/${child}`)).toBe(false);
});

test("of one that is gone there is nothing to end", () => {
  expect(descendantsOf(2 ** 22 + 1)).toEqual(new Set());
  expect(() => new ProcessTree().terminateProcessTree(2 ** 22 + 1)).not.toThrow();
});
