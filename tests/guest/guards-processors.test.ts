/** Guards in a kernel of two processors: what the other one writes around them, and a device, is found at its line. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");

beforeAll(() => makeBundles("weft"));
beforeEach((context) => {
  requireTool(context, "qemu-system-i386");
  requireTool(context, "gdb");
});

interface Seen {
  readonly file: string;
  readonly line: number;
  readonly verdict: string;
  readonly times: number;
}

test("each write of the second processor is told, and no other", () => {
  const root = join(mkdtempSync(join(tmpdir(), "weft-processors-")), "kernel");
  try {
    cpSync(join(import.meta.dirname, "two-processors"), root, { recursive: true });
    cpSync(join(repository, "weaver-bridge/replug/litmus-boot.S"), join(root, "boot.S"));
    const weft = (...words: string[]) =>
      spawnSync(launcher, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
    const built = weft("build");
    expect(built.status, built.stderr).toBe(0);
    const { status, stdout, stderr } = weft("guards", "--watch", "--json", "--deadline", "100");
    expect(status, stderr).toBe(1);
    const { run } = JSON.parse(stdout);
    expect(run.judge).toBe("trace");
    expect(run.ended).toMatch(/^success: all: 1 passed, 0 failed/);
    const linesWith = (mark: string) =>
      readFileSync(join(root, "plant.c"), "utf8")
        .split("\n")
        .flatMap((text, at) => (text.includes(`/* ${mark} */`) ? [`plant.c:${at + 1}`] : []));
    const isByDevice = ({ line }: Seen) => line === 0;
    const told = (verdict: string) =>
      run.writes
        .filter((one: Seen) => one.verdict === verdict && !isByDevice(one))
        .map(({ file, line, times }: Seen) => `${times} ${file.slice(root.length + 1)}:${line}`)
        .sort();
    const once = (mark: string) =>
      linesWith(mark)
        .map((place) => `1 ${place}`)
        .sort();
    expect(told("missed")).toEqual(once("planted"));
    // The first processor may plug the version in again while the second one's guard fires: then its own guard has to fire too.
    const own = /^1 main\.c:/;
    expect(told("guarded").filter((one: string) => !own.test(one))).toEqual(once("guarded"));
    expect(run.hits).toBe(told("guarded").length);
    expect(run.writes.filter(({ verdict }: Seen) => !/^(?:missed|guarded)$/.test(verdict))).toEqual([]);
    expect(run.writes.filter(isByDevice)).toMatchObject([{ verdict: "missed", times: 1 }]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
