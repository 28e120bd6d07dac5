/** Debian's Linux 6.1, small, woven and booted by the recipe of the sample. The first run fetches and builds all of it. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeBundles } from "../../support/bundles.js";
import { requireTool } from "../../support/index.js";
import { shownLines, wovenLines } from "./editor-effects.js";
import { makeGateSample } from "./gate-sample.js";
import { kernelObjects, touch } from "./incremental-builds.js";
import { weaveIntoModule } from "./live-module.js";
import { type LiveLinux, withLiveLinux } from "./live-weaving.js";
import { withModuleProject } from "./module-project.js";
import { openDump, openRun } from "./recorded-run.js";

const repository = resolve(import.meta.dirname, "../../..");
/** `npm run bench -- linux` asks for the sample as users get it. */
const isWhole = process.env.WEFT_WHOLE_LINUX === "1";
const sample = isWhole ? join(repository, "sample-projects/linux") : makeGateSample();

function weft(...words: string[]) {
  const run = spawnSync(join(repository, "weaver-bridge/cli/bin/weft"), words, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

describe("linux", () => {
  let summary: {
    weaveMap: string;
    units: { total: number; woven: number; unchanged: number; notWoven: number };
    notWoven: { source: string; reason: string }[];
  };
  beforeEach((context) => {
    for (const tool of ["qemu-system-i386", "flex", "bison", "bc", "cpio"]) requireTool(context, tool);
  });

  beforeAll(() => {
    makeBundles("weft", "language-server", "debug-adapter");
  });

  test("every unit is woven, or reported with the reason", () => {
    const built = weft("build", sample, "--json");
    expect(built.code, built.err.slice(-4000)).toBe(0);
    summary = JSON.parse(built.out);
    console.log(`linux: ${JSON.stringify(summary.units)}`);
    expect(summary.units.woven).toBeGreaterThan(100);
    expect(summary.notWoven).toHaveLength(summary.units.notWoven);
    for (const unit of summary.notWoven) expect(unit.reason).not.toBe("");
    // No unit of the kernel needs what libclang lacks.
    expect(summary.notWoven).toEqual([]);
  });

  test("the weave map names the places", () => {
    const units = JSON.parse(readFileSync(summary.weaveMap, "utf8")).units as UnitWeaveMap[];
    const core = units.find((unit) => unit.source === "kernel/sched/core.c");
    expect(core?.effects.map((effect) => effect.title)).toContain(
      "ContextSwitches: before execution of context_switch",
    );
    expect(core?.effects.map((effect) => effect.title)).toContain("TaskCalls: introduction into task_struct");
    const namei = units.find((unit) => unit.source === "fs/namei.c");
    expect(namei?.effects.some((effect) => effect.target.file.endsWith("include/linux/fs.h"))).toBe(true);
  });

  test("an edit compiles exactly the units that it concerns", () => {
    const objects = kernelObjects(sample, summary.weaveMap);
    const rebuilt = () =>
      objects.rebuiltBy(() => {
        const built = weft("build", sample);
        expect(built.code, built.err.slice(-4000)).toBe(0);
      });
    expect(rebuilt()).toEqual([]);
    const aspect = join(sample, "aspects/context-switches.ah");
    const text = readFileSync(aspect, "utf8");
    try {
      writeFileSync(aspect, text.replace("switches++;", "switches += 1; // counted"));
      touch(join(sample, "build/linux/fs/stat.c"));
      expect(rebuilt()).toEqual(["fs/stat.o", "kernel/sched/core.o"]);
    } finally {
      writeFileSync(aspect, text);
    }
    expect(rebuilt()).toEqual(["kernel/sched/core.o"]);
  });

  test("the editor shows what the build wove, in every file of the kernel", async () => {
    const units = JSON.parse(readFileSync(summary.weaveMap, "utf8")).units as UnitWeaveMap[];
    const woven = wovenLines(units);
    expect(woven.length).toBeGreaterThan(200);
    const files = units.flatMap(({ directory, effects }) =>
      effects.map(({ target }) => resolve(directory, target.file)),
    );
    const aspects = readdirSync(join(sample, "aspects"))
      .filter((name) => name.endsWith(".ah"))
      .map((name) => join(sample, "aspects", name));
    const shown = await shownLines(sample, aspects, files);
    // As one text: what differs stands in the failure's first line, too.
    expect(shown.filter((line) => !woven.includes(line)).join("\n")).toBe("");
    expect(woven.filter((line) => !shown.includes(line)).join("\n")).toBe("");
  });

  test("the woven kernel boots, its program does its work, and the aspects speak", () => {
    const ran = weft("run", sample, "--json");
    const outcome = JSON.parse(ran.out);
    expect(outcome.outcome, outcome.serial).toBe("success");
    expect(ran.code).toBe(0);
    expect(outcome.serial).toMatch(/weft: init\[1\] calls long __do_sys_mkdir\(/);
    expect(outcome.serial).toMatch(/weft: \d+ context switches/);
    expect(outcome.serial).toContain("weft-init: chown to a reserved user: -1");
    expect(outcome.serial).toContain("weft: refused to give a file to user 60000");
    // Each child reads its own field of task_struct: so many times it gave way, and asked.
    const calls = [...outcome.serial.matchAll(/weft-init: calls of a child: (-?\d+)/g)].map((line) =>
      Number(line[1]),
    );
    expect(calls).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(outcome.serial).toMatch(/weft: owner set in .*, line \d+/);
    expect(outcome.serial).toMatch(/weft: inode owners were read [1-9]\d* times and set [1-9]\d* times/);
  });

  test("a recorded boot goes back to who wrote a field, and tells when a pointcut ran", async () => {
    const recording = join(sample, "build/boot.weftrun");
    const made = weft("debug", recording, "--record", sample);
    expect(made.code, made.err).toBe(0);
    const run = await openRun(sample, recording, 'execution("% __do_sys_reboot(...)")');
    try {
      expect(await run.threads()).toContain("CPU 0: init (1)");
      expect((await run.go("stepBack"))[0]).toMatch(/^__ia32_sys_reboot at .*kernel\/reboot\.c:\d+$/);
      // A child that was waited for is taken out of the list of tasks, whose first one is this.
      const [writer = "", ...callers] = await run.go("weft/reverseToWrite", {
        expression: "init_task.tasks.prev",
      });
      expect(writer).toMatch(/list\.h:\d+$/);
      expect(callers.join("\n")).toMatch(/^release_task at .*kernel\/exit\.c:/m);
      const opened = await run.hits('execution("% __do_sys_open(...)")');
      expect(opened).toHaveLength(made.out.match(/calls long __do_sys_open\(/g)?.length ?? -1);
      const [top] = await run.go("weft/goTo", { position: opened[0]?.position });
      expect(top).toMatch(/ at .*\/(open\.c|\w+-calls\.ah|syscall_wrapper\.h):\d+$/);
      expect(await run.breakAt("start_kernel")).toContain("runs only while the kernel starts");
      expect(await run.breakAt("do_exit")).toBeUndefined();
    } finally {
      await run.end();
    }
  });

  test("a module's breakpoint is there before it begins, and its crash is followed back to who caused it", async () => {
    await withModuleProject(sample, "ledger", async ({ folder, source }) => {
      const recording = join(folder, "crash.weftrun");
      const made = weft("debug", recording, "--record", folder);
      expect(made.out, made.err).toContain("ledger: closed");
      const [audited, closed] = ["accounts are well", "owner = NULL"].map(
        (text) =>
          readFileSync(source, "utf8").slice(0, readFileSync(source, "utf8").indexOf(text)).split("\n")
            .length,
      );
      const run = await openRun(folder, recording, { file: source, line: audited ?? 0 });
      try {
        // It is the module's own beginning, and once more after it was taken out and loaded again.
        expect((await run.stack())[0]).toBe(`ledger_init at ${source}:${audited}`);
        expect(await run.value("all[1].owner == &owner")).toBe("1");
        expect((await run.go("continue"))[0]).toBe(`ledger_init at ${source}:${audited}`);
        await run.go("continue");
        expect(run.reason()).toBe("Page fault");
        expect(run.text()).toMatch(
          /^Page fault at address 0x[\da-f]+: a read, and no page is there \(error code 0x0\)\. audit at .*ledger\.c:\d+: .*, on CPU 0: init \(1\)$/,
        );
        await run.go("continue");
        expect(run.reason()).toBe("Kernel panic");
        // Through the exception, to the line that met it.
        const stack = await run.stack();
        expect(stack.join("\n")).toMatch(
          /^exc_page_fault at .*\n^trap or interrupt at .*\n^audit at .*ledger\.c:\d+$/m,
        );
        expect(await run.value("account->owner", "audit")).toBe("0x0");
        const dumped = join(folder, "crash.dump");
        await run.dump(dumped);
        const dump = await openDump(folder, dumped);
        try {
          // This kernel does not keep where a module's sections went: its frames are addresses.
          const kernel = (frames: string[]) => frames.filter((frame) => frame.includes("/linux/"));
          expect(kernel(await dump.stack())).toEqual(kernel(stack));
          expect(kernel(stack).join("\n")).toMatch(
            /^exc_page_fault at .*\n(?:.*\n)*__do_sys_init_module at /m,
          );
          expect(await dump.threads()).toEqual(await run.threads());
          expect(await dump.value("init_task.comm")).toBe(await run.value("init_task.comm"));
          const tasks = "$list(init_task.tasks, struct task_struct, tasks)";
          expect(await dump.value(tasks)).toMatch(/^\d+ elements$/);
          expect(await dump.value(tasks)).toBe(`${(await dump.threads()).length - 1} elements`);
          expect(await dump.value("$tree(vmap_area_root, struct vmap_area, rb_node)")).toMatch(
            /^[1-9]\d* elements$/,
          );
          await expect(dump.go("next")).rejects.toThrow("Nothing runs in it");
        } finally {
          await dump.end();
        }
        const [cause] = await run.go("weft/reverseToWrite", { expression: "all[1].owner" });
        expect(cause).toBe(`close_account at ${source}:${closed}`);
      } finally {
        await run.end();
      }
    });
  });

  test("the KLASY paper's aspects go into the running kernel, and out of it without a trace", async () => {
    const aspect = (name: string) => join(repository, "sample-projects/linux-live/aspects", name);
    await withLiveLinux(sample, async ({ guest, text, folder }) => {
      // The owner was woven when this kernel was built: what is hooked live is the group, where it is written.
      const group = join(folder, "figure-1.klay");
      const owner = readFileSync(aspect("figure-1-linux-6.1.klay"), "utf8");
      writeFileSync(group, owner.replaceAll("i_uid_into_vfsuid", "i_gid_write").replaceAll("i_uid", "i_gid"));
      const before = text();
      const hooks = guest.weave(aspect("figure-3.klay"), group, aspect("figure-5-linux-6.1.klay"));
      const places = hooks.map(({ place }) => place).join("\n");
      for (const what of ["check_free_space", "inode::i_gid", "task_struct::on_rq"])
        expect(places).toContain(what);
      const start = await guest.counted();
      await guest.until(() => guest.console().split("execution of check_free_space").length > 5);
      const end = await guest.counted();
      expect(end.hits - start.hits).toBeGreaterThan(10);
      expect(end.hits - start.hits).toBe(end.begun - start.begun);
      expect(text().equals(before)).toBe(false);
      guest.unweave();
      expect(text().equals(before)).toBe(true);
    });
  });

  test("a guest without a debug stub is woven into by its agent, and left without a trace", async () => {
    const aspect = join(repository, "sample-projects/linux-live/aspects/figure-5-linux-6.1.klay");
    const weave = async ({ guest, text, folder }: LiveLinux) => {
      const before = text();
      const hooks = guest.weave(aspect);
      expect(hooks).toHaveLength(3);
      expect(text().equals(before)).toBe(false);
      await guest.until(() => guest.hitsOf("task_struct::on_rq") > 10);
      expect(JSON.parse(weft("live", "log", "--project", sample, "--json").out).entries).not.toEqual([]);
      expect(weft("guards", sample, "--state").out).toMatch(/^search_open_directory: .*put in \d+ times/m);
      guest.unweave();
      expect(text().equals(before)).toBe(true);
      // Threads are in both while the advice goes, and go on.
      const returns = join(folder, "returns.ah");
      writeFileSync(
        returns,
        `aspect Returns { int n; advice execution("% schedule(...)" || "% hrtimer_nanosleep(...)") : after() { n++; } };`,
      );
      guest.weave(returns);
      await guest.until(() => guest.hitsOf("hrtimer_nanosleep") > 5);
      guest.unweave();
      expect(text().equals(before)).toBe(true);
      guest.weave(returns);
      await guest.until(() => guest.hitsOf("hrtimer_nanosleep") > 5);
      guest.unweave();
      expect(guest.console()).not.toMatch(/BUG|Oops|WARNING|Kernel panic/);
    };
    await withLiveLinux(sample, weave, true);
  });

  test("a module that the guest has loaded is woven into, and may be unloaded under its hooks", async () => {
    await withModuleProject(sample, "shelf", weaveIntoModule);
  });

  test("open directories are searched by a specialized function until their mode changes, and no write is without a guard", () => {
    const watched = weft("guards", sample, "--watch", "--json", "--deadline", "250");
    const { run, sites, problems } = JSON.parse(watched.out);
    expect(run?.ended, JSON.stringify(problems)).toMatch(/^success/);
    expect(run.objects).toBeGreaterThanOrEqual(3);
    expect(run.hits).toBeGreaterThanOrEqual(3);
    const verdicts = run.writes.map(
      ({ verdict, term, file }: { verdict: string; term: string; file: string }) =>
        `${verdict} ${term} ${file.split("/").slice(-2).join("/")}`,
    );
    expect(verdicts).toContain("guarded inode.i_mode fs/attr.c");
    expect(verdicts.filter((one: string) => !one.startsWith("guarded"))).toEqual([]);
    expect(sites.filter(({ guarded }: { guarded: string }) => guarded === "missing")).toEqual([]);
    expect(watched.code).toBe(0);
  });
});
