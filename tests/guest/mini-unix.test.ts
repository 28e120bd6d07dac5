/** The line from a C file to a running woven kernel: build, boot, what the aspects say, rebuild, and a kernel that hangs. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schemaErrors } from "../../weaver-bridge/cli/test/schemas.js";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";
import { startLspClient } from "../support/lsp-client.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");
const root = join(mkdtempSync(join(tmpdir(), "weft é guest-")), "mini unix");

function weft(...words: string[]) {
  const run = spawnSync(launcher, words, { cwd: tmpdir(), encoding: "utf8", maxBuffer: 1 << 28 });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
}

const units = () =>
  new Map(
    (JSON.parse(readFileSync(join(root, ".weft/weave-map.json"), "utf8")).units as UnitWeaveMap[]).map(
      (unit) => [unit.source, unit],
    ),
  );

describe("mini-unix", () => {
  beforeEach((context) => void requireTool(context, "qemu-system-i386"));
  beforeAll(() => {
    makeBundles("weft");
    cpSync(join(repository, "sample-projects/mini-unix"), root, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test("weft build weaves every unit or says why not", () => {
    const built = weft("build", root, "--json");
    expect(built.code, built.err).toBe(0);
    const summary = JSON.parse(built.out);
    expect(summary.units.woven).toBeGreaterThan(10);
    expect(summary.units.notWoven).toBe(0);
    expect(summary.units.total).toBe(summary.units.woven + summary.units.unchanged);
    expect(units().size).toBe(summary.units.total);
  });

  test("what the editor shows, file by file, is what the build wove", async () => {
    const woven = new Map<string, Set<string>>();
    for (const { effects, directory } of units().values())
      for (const { target, title } of effects) {
        const file = resolve(directory, target.file);
        woven.set(file, (woven.get(file) ?? new Set()).add(`${target.startLine} ${title}`));
      }
    expect([...woven.values()].reduce((sum, titles) => sum + titles.size, 0)).toBeGreaterThan(50);
    // Of every tool: what specialization made of lines as well.
    expect([...(woven.get(join(root, "kernel/signal.c")) ?? [])].join()).toMatch(/send_usr1: always/);
    expect([...(woven.get(join(root, "kernel/credentials.c")) ?? [])].join()).toMatch(
      /\d+ writes credentials\.euid: guards usr1_from_root/,
    );
    const client = await startLspClient({ folder: root });
    try {
      const shown = async (file: string) => {
        const uri = pathToFileURL(file).href;
        const { effects } = await client.until(
          () => client.request<EffectsResult>("weft/effects", { uri }),
          ({ state }) => state === "ready",
        );
        return effects.filter(({ role }) => role === "target");
      };
      // Units first: what a header shows is known when the units that include it are analysed.
      const sources = [...units().keys()].map((source) => join(root, source));
      for (const file of sources) {
        client.open(file);
        await shown(file);
      }
      for (const file of new Set([...sources, ...woven.keys()])) {
        const marks = (await shown(file)).map(({ range, title }) => `${range.start.line + 1} ${title}`);
        expect([...new Set(marks)].sort(), file).toEqual([...(woven.get(file) ?? [])].sort());
      }
    } finally {
      await client.stop();
    }
  });

  test("the woven kernel boots, passes its own tests, and the aspects speak", () => {
    const ran = weft("run", root, "--json");
    const outcome = JSON.parse(ran.out);
    expect(outcome.outcome, outcome.serial).toBe("success");
    expect(ran.code).toBe(0);
    expect(outcome.reason).toMatch(/mini-unix: \d+ passed, 0 failed/);
    expect(outcome.serial).toMatch(/trace: \[\d+\] -> int sys_fork\(\)/);
    expect(outcome.serial).toMatch(/owner: user of inode \d+: 0 -> \d+/);
    expect(outcome.serial).toMatch(/switches: \d+, \d+ of them to idle/);
  });

  test("signals, packet filters and calls do alike by the generic function, by the one made of it, and by the hand-written one", () => {
    const outcome = JSON.parse(weft("run", root, "--json").out);
    expect(outcome.serial).toMatch(/ok {3}three ways to deliver a signal do the same: 0 differ/);
    expect(outcome.serial).toMatch(/ok {3}three ways to filter packets do the same: 0 differ/);
    expect(outcome.serial).toMatch(/filter: code made at run time/);
    expect(outcome.serial).toMatch(/ok {3}code made for loaded filters does the same: 0 differ/);
    // A function of another unit is called from such code.
    expect(outcome.serial).toMatch(/filter: (\d+) packets kept, \1 counted by code made at run time/);
    expect(outcome.serial).toMatch(/ok {3}three ways to marshal a call do the same: 0 differ/);
    const filter = readFileSync(join(root, ".weft/residual/filter_dns_subnet_made.c"), "latin1");
    expect(filter).not.toMatch(/pc->|switch/);
    const call = readFileSync(join(root, ".weft/residual/xdr_call_made.c"), "latin1");
    expect(call).not.toMatch(/if \(|operations->|left -=/);
    const residual = readFileSync(join(root, ".weft/residual/send_usr1.c"), "latin1");
    expect(residual).not.toMatch(/SIGKILL|SIGSTOP|privileged &&/);
    // The fallback of a kernel without Weft is weak; what was linked is not.
    const symbols = spawnSync("nm", [join(root, "build/mini-unix.elf")], { encoding: "utf8" }).stdout;
    for (const name of [
      "send_usr1",
      "filter_udp_made",
      "filter_dns_made",
      "filter_dns_subnet_made",
      "xdr_call_made",
      "filter_loaded_make",
      "filter_counted_make",
    ])
      expect(symbols).toContain(` T ${name}\n`);
    expect(weft("specialize", root, "--check").code).toBe(0);
  });

  test("what is said of executions and accesses of the woven kernel is what its run does", () => {
    const words = [
      "--project",
      root,
      "--pointcut",
      'execution("% sys_%(...)") || get("% file_operations::%")',
    ];
    const run = weft("live", "verify", ...words, "--json");
    expect(schemaErrors("verify", JSON.parse(run.out)), run.err).toBe("");
    const { claims, agrees, missed, false: wrong } = JSON.parse(run.out);
    expect([run.code, agrees, missed, wrong], run.err).toEqual([0, true, [], []]);
    expect(claims.executions.agree).toBeGreaterThan(30);
    expect(claims.accesses.agree).toBeGreaterThan(5);
  });

  test("a changed aspect compiles again what it newly matches, loses, or says differently, and nothing else", () => {
    const objects = () =>
      new Map([...units()].map(([source, unit]) => [source, statSync(join(root, unit.output!)).mtimeMs]));
    const before = objects();
    edit("Makefile", (text) => text.replace("$(wildcard aspects/*.ah weft.json)", ""));
    weft("build", root);
    edit("aspects/trace-syscalls.ah", (text) =>
      text.replace('"% sys_chown(...)") : before', '"% inode_get(...)") : before'),
    );
    const built = weft("build", root, "--json");
    expect(built.code, built.err).toBe(0);
    expect(built.err).toMatch(/aspects changed: \d+ of \d+ units are compiled again/);
    const again = Number(/aspects changed: (\d+) of/.exec(built.err)?.[1]);
    expect(again).toBeLessThan(before.size);
    expect(built.err.match(/ -c -o build\/(?!user|programs|no-sym|symbols)\S+\.o /g)?.length).toBe(again);
  });

  test("a type error in an advice body stops the build at its line", () => {
    const file = "aspects/inode-owner.ah";
    const text = readFileSync(join(root, file), "utf8");
    edit(file, (old) => old.replace("reads++;", "reads = current;\n\t\tundeclared++;"));
    const built = weft("build", root);
    expect(built.code).toBe(1);
    expect(built.err).toMatch(/inode-owner\.ah:\d+:\d+: error: .*undeclared/);
    writeFileSync(join(root, file), text);
  });

  test("a kernel that never boots meets its deadline, with the last line that it said", () => {
    const ran = weft("run", root, "--json", "--deadline", "0.01");
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({ outcome: "deadline" });
  });
});
