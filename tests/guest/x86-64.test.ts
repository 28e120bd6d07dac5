/** Into a small kernel for x86_64 that runs, and out of it again: what it gives, counts and keeps is asked of its own memory. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stopGuest } from "@weft/weaver-bridge/guest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readElf } from "../../weaver-bridge/object-code/index.js";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");
const root = mkdtempSync(join(tmpdir(), "weft-x86-64-"));
const PHYSICAL = 0x8000_0000;

const ENTRIES = `#include "work.h"
aspect Entries {
  int n, sum, seventh, results;
  advice execution("% note(...)" || "% add(...)" || "% choose(...)" || "% forward(...)" || "% short_one(...)" || "% tick(...)") : before() { n++; }
  advice execution("% seven(...)") : before() { sum = tjp->arg0 + tjp->arg5; seventh = tjp->arg6; }
  advice execution("% choose(...)" || "% seven(...)" || "% quick(...)") : after() { results += tjp->result; }
};
`;
const INSIDE = `#include "work.h"
aspect Inside {
  int n;
  advice get("% box::used") : before() { if (tjp->target->used) n++; }
  advice set("% box::size") : after() { n++; }
  advice call("% note(...)") : before() { n++; }
};
`;
const LOGS = `#include "work.h"
aspect Logs {
  advice execution("% add(...)") : before() { weft_log("add %d to %p of size %ld: %s", tjp->arg1, tjp->arg0, tjp->arg0->size, "well"); }
  advice execution("% seven(...)") : after() { weft_log("seven gave %d", tjp->result); }
};
`;
const CALLS = `#include "work.h"
aspect Calls { advice execution("% choose(...)") : before() { put('x'); } };
`;
const AROUND = `aspect Around { advice execution("% choose(...)") : around() { tjp->proceed(); } };`;

function weft(...words: string[]) {
  const run = spawnSync(launcher, words, { cwd: root, encoding: "utf8", timeout: 120_000 });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

interface Hook {
  readonly place: string;
  readonly address: number;
  readonly hits: number;
  readonly how: string;
  readonly cost?: number;
}

const listed = () => (JSON.parse(weft("live", "list", "--json").out) as { hooks: readonly Hook[] }).hooks;
const hookOf = (place: string) => listed().find((hook) => hook.place === place);
const record = () =>
  JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as { memory: string; stub: string };

function weave(text: string) {
  writeFileSync(join(root, "woven.ah"), text);
  return weft("live", "weave", "woven.ah");
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 200) throw new Error(`never came true: ${what}`);
    await sleep(100);
  }
}

describe("a running kernel for x86_64", () => {
  let guest: ChildProcess;
  let console = "";
  let symbols = new Map<string, number>();
  const memory = () => readFileSync(record().memory);
  const counted = (name: string, bytes = memory()) =>
    Number(bytes.readBigUInt64LE((symbols.get(name) ?? 0) + PHYSICAL));
  const text = () => memory().subarray(0x200000, 0x201000);
  /** All that is counted at one moment. */
  async function atOnce() {
    const stopped = await stopGuest(record().stub);
    try {
      const bytes = memory();
      return { calls: counted("calls", bytes), hits: hookOf("note")?.hits ?? 0 };
    } finally {
      await stopped.leave();
    }
  }
  beforeEach((context) => void requireTool(context, "qemu-system-x86_64"));
  beforeAll(async () => {
    makeBundles("weft");
    cpSync(join(repository, "tests/support/x86-64-kernel"), root, { recursive: true });
    expect(weft("build", "--without-aspects")).toMatchObject({ code: 0 });
    const { symbols: all } = readElf(readFileSync(join(root, "kernel.elf")));
    symbols = new Map(all.map(({ name, address }) => [name, address]));
    guest = spawn(launcher, ["run", "--headless", "--live", "--deadline", "600"], { cwd: root });
    guest.stdout?.on("data", (piece: Buffer) => {
      console += piece.toString();
    });
    await until(() => console.includes("small-64: begins"));
  });
  afterAll(async () => {
    if (guest.exitCode === null && guest.signalCode === null) {
      guest.kill();
      await new Promise((done) => guest.once("exit", done));
    }
    rmSync(root, { recursive: true, force: true });
  });

  test("entries and returns count what the kernel counts itself, by jumps and a breakpoint, and leave no trace", async () => {
    const before = text();
    const woven = weave(ENTRIES);
    expect(woven, woven.err).toMatchObject({ code: 0 });
    expect(text().equals(before)).toBe(false);
    await until(() => (hookOf("short_one")?.hits ?? 0) > 100);
    // `endbr64` stays what calls by a pointer find.
    expect((hookOf("choose")?.address ?? 0) - (symbols.get("choose") ?? 0)).toBe(4);
    expect(hookOf("short_one")?.how).toBe("trap");
    expect(hookOf("note")?.cost).toBeLessThanOrEqual(12);
    const first = await atOnce();
    await until(() => counted("calls") > first.calls + 1000);
    const second = await atOnce();
    // It may stand between the hook and what the kernel counts.
    expect(Math.abs(second.hits - first.hits - (second.calls - first.calls))).toBeLessThanOrEqual(1);
    const unwoven = weft("live", "unweave");
    expect(unwoven, unwoven.err).toMatchObject({ code: 0 });
    expect(text().equals(before)).toBe(true);
    const rounds = counted("rounds");
    await until(() => counted("rounds") > rounds + 100);
    expect(counted("wrong")).toBe(0);
    expect(counted("breakpoints")).toBeGreaterThan(rounds);
  });

  test("members, calls and logs", async () => {
    const before = text();
    const woven = weave(INSIDE);
    expect(woven, woven.err).toMatchObject({ code: 0 });
    expect(woven.err).not.toContain("not hooked");
    await until(() => (hookOf("note called in choose")?.hits ?? 0) > 100);
    expect(listed().every(({ hits }) => hits > 0)).toBe(true);
    expect(weft("live", "unweave").code).toBe(0);
    const logs = weave(LOGS);
    expect(logs, logs.err).toMatchObject({ code: 0 });
    await until(() => (hookOf("seven")?.hits ?? 0) > 100);
    const { out } = weft("live", "log");
    expect(out).toMatch(/^\d+ add 5 to 0xffffffff[0-9a-f]{8} of size 1: well$/m);
    expect(out).toMatch(/^\d+ seven gave 7654321$/m);
    expect(weft("live", "unweave").code).toBe(0);
    expect(text().equals(before)).toBe(true);
    expect(counted("wrong")).toBe(0);
  });

  test("what is not done yet is refused in words, and nothing changes", () => {
    const before = text();
    const around = weave(AROUND);
    expect(around.code).toBe(1);
    expect(around.err).toContain("on x86_64, around advice can't be woven into a running kernel");
    const project = readFileSync(join(root, "weft.json"), "utf8");
    writeFileSync(join(root, "weft.json"), project.replace('"-mgeneral-regs-only"', '"-O2"'));
    const sse = weave(CALLS);
    expect(sse.code).toBe(1);
    expect(sse.err).toContain(
      "error[weft/live/sse]: the advice calls put, and a unit's command does not keep",
    );
    writeFileSync(join(root, "weft.json"), project.replace("0xffffffff80800000", "0xffff888000800000"));
    const far = weave(ENTRIES);
    writeFileSync(join(root, "weft.json"), project);
    expect(far.code).toBe(1);
    expect(far.err).toContain("at 0xffff888000800000, is more than 2 GB from the kernel");
    expect(text().equals(before)).toBe(true);
  });
});
