import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { howToInstall } from "../model/index.js";
import { runClang } from "./run-clang.js";

const { PATH: path, WEFT_CLANG: named } = process.env;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-clang-test-"));
  delete process.env.WEFT_CLANG;
});
afterEach(() => {
  process.env.PATH = path;
  if (named !== undefined) process.env.WEFT_CLANG = named;
  else delete process.env.WEFT_CLANG;
  rmSync(folder, { recursive: true, force: true });
});

const ask = () => runClang(["-E", "a.c"], { directory: folder, options: [] }, "");

test("any release of clang will do, and where there is none its package is named", async () => {
  process.env.PATH = folder;
  expect(await ask()).toMatch(new RegExp(`^clang is not on this machine, .*${howToInstall("clang")}$`));
  for (const name of ["clang-16", "clang-20", "clang-21", "clang-22"]) {
    const program = join(folder, name);
    writeFileSync(program, `#!/bin/sh\necho ${name}\n`);
    chmodSync(program, 0o755);
    expect(await ask()).toEqual({ text: `${name}\n`, said: "" });
    rmSync(program);
  }
});

test("WEFT_CLANG names the one that is asked, and no other is", async () => {
  const program = join(folder, "my-clang");
  writeFileSync(program, "#!/bin/sh\necho mine\n");
  chmodSync(program, 0o755);
  process.env.WEFT_CLANG = program;
  expect(await ask()).toEqual({ text: "mine\n", said: "" });
  process.env.WEFT_CLANG = join(folder, "none");
  expect(await ask()).toMatch(/^WEFT_CLANG=.*none is not on this machine/);
});
