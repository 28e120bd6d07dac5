import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { runClang } from "./run-clang.js";

const path = process.env.PATH;
const folder = mkdtempSync(join(tmpdir(), "weft-clang-test-"));
afterEach(() => {
  process.env.PATH = path;
  rmSync(folder, { recursive: true, force: true });
});

const ask = () => runClang(["-E", "a.c"], { directory: folder, options: [] }, "");

test("any release of clang will do, and where there is none its package is named", async () => {
  process.env.PATH = folder;
  expect(await ask()).toMatch(/^clang is not on this machine, .*: apt-get install clang-19$/);
  for (const name of ["clang-16", "clang-20", "clang-21", "clang-22"]) {
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\necho ${name}\n`);
    chmodSync(program, 0o755);
    expect(await ask()).toEqual({ text: `${name}\n`, said: "" });
    rmSync(program);
  }
});
