/** Guards in a kernel that runs: a broken fact swaps the generic version in, and a write that no guard sees is found. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");
const root = join(mkdtempSync(join(tmpdir(), "weft-guards-")), "mini-unix");

function weft(...words: string[]) {
  const run = spawnSync(launcher, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
}

interface SeenWrite {
  readonly term: string;
  readonly file: string;
  readonly line: number;
  readonly verdict: string;
}

/** Its guard is in the sources alone. */
const MODULE = `#include "kernel/process.h"
void planted_module(void);
void planted_module(void) { *(volatile uid_t *)&current->credentials.gid = 0; current->credentials.euid = 0; }
`;

function watchedRun() {
  const { code, out, err } = weft("guards", ".", "--watch", "--json", "--deadline", "100");
  return { code, err, ...JSON.parse(out) };
}

const said = (writes: readonly SeenWrite[]) =>
  writes.map(({ term, file, line, verdict }) => `${verdict} ${term} ${file.slice(root.length + 1)}:${line}`);

describe("guards", () => {
  beforeEach((context) => {
    requireTool(context, "qemu-system-i386");
    requireTool(context, "gdb");
  });
  beforeAll(() => {
    makeBundles("weft");
    cpSync(join(repository, "sample-projects/mini-unix"), root, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test("the version for root is swapped out before a process stops being root, and every write is guarded", () => {
    expect(weft("build", ".").code).toBe(0);
    const { code, err, run, sites } = watchedRun();
    expect(run.ended, err).toMatch(/^success: mini-unix: \d+ passed, 0 failed/);
    expect(code, err).toBe(0);
    expect(run.objects).toBeGreaterThanOrEqual(3);
    expect(run.hits).toBeGreaterThanOrEqual(3);
    const verdicts = said(run.writes);
    const line = readFileSync(join(root, "kernel/credentials.c"), "utf8")
      .split("\n")
      .findIndex((text) => text.includes("credentials.euid = uid"));
    expect(verdicts).toContain(`guarded credentials.euid kernel/credentials.c:${line + 1}`);
    expect(verdicts.filter((one) => !one.startsWith("guarded"))).toEqual([]);
    expect(sites.map(({ guarded }: { guarded: string }) => guarded)).not.toContain("missing");
  });

  test("writes that go around the guards are found at their lines, and the kernel's own test sees what they do", () => {
    const planted = readFileSync(join(import.meta.dirname, "planted-writes.c"), "utf8");
    writeFileSync(join(root, "kernel/planted-writes.c"), planted);
    writeFileSync(join(root, "kernel/planted-module.c"), MODULE);
    edit("Makefile", (text) => `${text}\n$(BUILD)/kernel/planted-module.o: override CC = gcc\n`);
    // Where the version for root is plugged.
    edit("kernel/kill.c", (text) =>
      text
        .replace(
          "static struct process *process_with",
          "void planted_writes(void), planted_module(void);\n\n$&",
        )
        .replace(
          /case SIGNALS_PLUGS:/,
          "$&\n\t\tif (weft_plug_usr1_from_root.is_plugged)\n\t\t\tplanted_writes(), planted_module();",
        ),
    );
    edit("kernel/signal.spec", (text) =>
      text.replace("{ uid, euid }", '{ uid, euid } aliases told because "this run is watched"'),
    );
    edit("kernel/credentials.c", (text) =>
      text.replace(
        /\tcurrent->credentials\.uid = uid;\n\tcurrent->credentials\.euid = uid;/,
        "\tuid_t *own = (uid_t *)(void *)((char *)current + __builtin_offsetof(struct process, credentials));\n\n\town[0] = uid; own[2] = uid;",
      ),
    );
    expect(weft("build", ".").code).toBe(0);
    const { code, run, aliases, problems } = watchedRun();
    expect(code).toBe(1);
    expect(run.ended).toMatch(/^failure: mini-unix: \d+ passed, [1-9]\d* failed/);
    const all = said(run.writes);
    const kinds = planted
      .split("\n")
      .flatMap((text, at) => (text.includes("planted: ") ? [`kernel/planted-writes.c:${at + 1}`] : []));
    expect(kinds.length).toBeGreaterThanOrEqual(40);
    expect(run.judge).toBe("trace");
    const isFound = (kind: string) =>
      all.some((one) => /^(missed|unguarded|filtered) /.test(one) && one.endsWith(` ${kind}`));
    expect(kinds.filter((kind) => !isFound(kind))).toEqual([]);
    expect(all, "a unit that was built without Weft").toContain(
      "unguarded credentials.euid kernel/planted-module.c:3",
    );
    const byDevice = run.writes.find(({ line }: SeenWrite) => line === 0);
    expect(byDevice).toMatchObject({ term: "credentials.euid", verdict: "missed" });
    expect(byDevice.file).toMatch(/^by a device/);
    const missed = all.filter((one) => one.startsWith("missed") && one.includes("credentials.c"));
    const line = readFileSync(join(root, "kernel/credentials.c"), "utf8")
      .split("\n")
      .findIndex((text) => text.includes("own[0] = uid"));
    expect(missed).toEqual(
      ["uid", "euid"].map((term) => `missed credentials.${term} kernel/credentials.c:${line + 1}`),
    );
    expect(problems.length).toBeGreaterThanOrEqual(kinds.length);
    const open = aliases.filter((one: { harmless?: string }) => one.harmless === undefined);
    expect(open.map((one: { range: { startLine: number } }) => one.range.startLine)).toContain(line - 1);
  });

  test("where guards are by hand, weft check names each write that has none", () => {
    edit("kernel/signal.spec", (text) => text.replace("usr1_again;", "usr1_again by hand tell_replugger;"));
    const { code, err } = weft("check", "kernel/fork.c");
    expect(code).toBe(1);
    expect(err).toMatch(
      /kernel\/fork\.c:\d+:\d+: error\[weft\/guards\/missing\]: credentials\.uid, credentials\.euid is copied/,
    );
  });
});
