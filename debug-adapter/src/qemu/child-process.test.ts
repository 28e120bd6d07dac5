import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startChild } from "./child-process.js";

test("no program is taken from where PATH leads by the working directory", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-path-"));
  const before = process.env.PATH;
  onTestFinished(() => {
    process.env.PATH = before;
    rmSync(folder, { recursive: true });
  });
  const mark = join(folder, "mark");
  for (const name of ["true", "setpriv"])
    writeFileSync(join(folder, name), `#!/bin/sh\n: > '${mark}'\n`, { mode: 0o755 });
  process.env.PATH = `${relative(process.cwd(), folder)}:.:${before}`;
  const { exited } = await startChild("true", []);
  expect(await exited).toEqual({ code: 0, signal: null });
  expect(existsSync(mark)).toBe(false);
});
