import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fullNames, waitingSources } from "./waiting-sources.js";

let folder = "";
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "weft-sources-"))));
afterAll(() => rmSync(folder, { recursive: true }));

const run = (...[program = "", ...words]: string[]) => execFileSync(program, words, { cwd: folder });
const asked = (symbols: string) => waitingSources({ words: ["gdb", "-nx", symbols], directory: folder });

test.each(["a.c", 'ä "b", fullname=\\.c'])(
  "a source that is a pipe is told before GDB opens it: %s",
  async (name) => {
    const source = join(folder, name);
    writeFileSync(source, '#include "in.h"\nint main(void) { return f(); }\n');
    writeFileSync(join(folder, "in.h"), "static int f(void) { return 0; }\n");
    run("gcc", "-g", "-o", "program", source);
    expect(await asked("program")).toBeUndefined();
    rmSync(source);
    expect(await asked("program")).toBeUndefined();
    run("mkfifo", source);
    expect(await asked("program")).toContain(`${source} is a pipe`);
    rmSync(source);
    rmSync(join(folder, "in.h"));
    run("mkfifo", "in.h");
    expect(await asked("program")).toContain(`${join(folder, "in.h")} is a pipe`);
    rmSync(join(folder, "in.h"));
    mkdirSync(source);
    expect(await asked("program")).toBeUndefined();
    rmSync(source, { recursive: true });
  },
);

test("where GDB does not say the names, nothing is opened", async () => {
  const silent = { words: ["false"], directory: folder };
  expect(await waitingSources(silent)).toContain("none is opened");
});

test("names are bytes, as GDB writes them", () => {
  const said = String.raw`^done,files=[{file="a",fullname="/\303\274 \"x\n\\q"},{fullname="/\377"}]`;
  expect(fullNames(said)).toEqual([Buffer.from('/ü "x\n\\q'), Buffer.from([0x2f, 0xff])]);
});
