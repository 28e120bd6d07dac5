/** Into a kernel that runs, and out of it again. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { stopGuest } from "@weft/weaver-bridge/guest";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { schemaErrors } from "../../weaver-bridge/cli/test/schemas.js";
import { readElf } from "../../weaver-bridge/object-code/index.js";
import { startAdapter } from "../protocol/dap-fixture.js";
import { makeBundles } from "../support/bundles.js";
import { requireTool } from "../support/index.js";
import { compareBlocks } from "../support/live-guest/compare-steps.js";
import { stressWeaving } from "../support/live-guest/stress.js";
import { startLspClient } from "../support/lsp-client.js";

const repository = resolve(import.meta.dirname, "../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");
const bundle = join(repository, "weaver-bridge/dist/weft.js");
const root = join(mkdtempSync(join(tmpdir(), "weft é live-")), "mini unix");

/** Physical addresses of the kernel's text, as its linker script has them. */
const TEXT_AT = 0x102000;
const TEXT_LENGTH = 0x4000;
/** Of memory that the kernel has not needed yet. */
const UNUSED = 0x3c00000;

function weft(...words: string[]) {
  const run = spawnSync(launcher, words, { cwd: root, encoding: "utf8" });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

interface Listed {
  readonly hooks: readonly { readonly place: string; readonly hits: number; readonly last?: string }[];
  readonly unreachable: readonly { readonly place: string; readonly range: { readonly file: string } }[];
}

const listed = () => JSON.parse(weft("live", "list", "--json").out) as Listed;
const hitsOf = (place: string) => listed().hooks.find((hook) => hook.place === place)?.hits ?? 0;

function guestText(): Buffer {
  const { memory } = JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as {
    memory: string;
  };
  return readFileSync(memory).subarray(TEXT_AT, TEXT_AT + TEXT_LENGTH);
}

async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; !what(); tries++) {
    if (tries > 200) throw new Error(`never came true: ${what}`);
    await sleep(100);
  }
}

const AFTER = `#include "kernel/printk.h"
aspect After {
  int opened;
  advice execution("% sys_open(...)") : after() { opened = tjp->result; }
  advice execution("% sys_sleep(...)") : after() {
    printk("live: open = %d, then sleep = %d\\n", opened, tjp->result);
  }
  advice execution("% schedule(...)" || "% wait_on(...)" || "% sys_wait(...)") : after() { }
};
`;
const AROUND = `#include "kernel/printk.h"
#include "mm/kmalloc.h"
aspect Around {
  int opened, sleeps;
  advice execution("% sys_open(...)") : around() { tjp->proceed(); opened = tjp->result; }
  advice execution("% sys_close(...)") : around() {
    int second;
    int first = tjp->proceed();
    second = tjp->proceed();
    printk("live: open = %d, closed %d, then %d\\n", opened, first, second);
    tjp->result = first;
  }
  advice execution("% sys_sleep(...)") : before() { sleeps++; }
  advice execution("% sys_sleep(...)") : around() { tjp->proceed(); }
  advice execution("% kmalloc(...)") : around() { kfree(kmalloc(tjp->arg0)); tjp->proceed(); }
};
`;
const CALL = `#include "kernel/printk.h"
aspect Call {
  unsigned int size;
  advice call("% schedule(...)") : before() { }
  advice call("% kmalloc(...)") : before() { size = tjp->arg0; }
  advice call("% kmalloc(...)") : after() { printk("live: %u bytes at %x\\n", size, (unsigned int)tjp->result); }
};
`;
/** `ask`: of the place, which is another in each unit. */
const alike = (ask: string) => `aspect Alike {
  unsigned entered, left;
  advice execution("% sys_%(...)" || "% inode_%(...)") : before() { entered++; ${ask} }
  advice execution("% sys_%(...)" && !"% sys_wait(...)") : after() { left++; ${ask} }
};
`;
const KLASY = `<aspect>
  <import>kernel/printk.h</import>
  <advice>
    <pointcut>access(inode.i_users) AND within_function(inode_get) AND target(v);</pointcut>
    <before>
      struct inode *i = (struct inode *)v;
      if (i-&gt;i_users &lt; 100) {
        STORE_DATA($pc$);
        weft_log("users %u", i-&gt;i_users);
      }
    </before>
  </advice>
</aspect>
`;
const NEAR = `aspect Near { int n; advice access("% process::%") : before() { n++; } };`;
const NULL = `aspect Null {
  advice access("% process::%" || "% inode::%" || "% file::%" || "% list::%") : before() { }
  advice access("% process::%" || "% inode::%") : after() { }
};`;
const STRESS = [
  `aspect Before { int n; advice execution("% %(...)") : before() { n++; } };`,
  `aspect After { int n; advice execution("% sys_%(...)" || "% schedule(...)") : after() { n++; } };`,
  `aspect Members { int n; advice access("% process::%" || "% file::%") : before() { n++; } };`,
];
const COUNT = `aspect Count { int count; advice execution("% sys_open(...)") : before() { count++; } };`;

const RETURN = `aspect Return { int count; advice execution("% sys_close(...)") : after() { count++; } };`;

const INSIDE = `aspect Inside { int count;
  advice execution("% inode_get(...)" || "% handle_interrupt(...)") : before() { count++; }
  advice get("% inode::i_users") && within("% inode_get(...)") : before() { count++; }
  advice set("% inode::i_users") && within("% inode_put(...)") : after() { count++; }
  advice execution("% handle_exception(...)") : after() { }
};`;

interface Hook {
  readonly place: string;
  readonly address: number;
  readonly original: string;
  readonly cost?: number;
}

const stub = () =>
  (JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as { stub: string }).stub;

/** Instructions from the hooked place until those that its jump displaces are done. */
async function stepsThrough({ address, original }: Hook): Promise<number> {
  const guest = await stopGuest(stub());
  await guest.runTo(address);
  const end = address + original.length / 2;
  let steps = 0;
  for (; steps < 200 && (await guest.instructionPointers())[0] !== end; steps++) await guest.step(0);
  await guest.leave();
  return steps;
}

/** Instructions of the function at the address and of what it calls: the fewest of several calls. */
async function stepsToReturn(address: number): Promise<number> {
  const guest = await stopGuest(stub());
  let fewest = Number.POSITIVE_INFINITY;
  for (let call = 0; call < 4; call++) {
    await guest.runTo(address);
    const [stack = 0] = await guest.stackPointers();
    const end = (await guest.read(stack, 4)).readUInt32LE(0);
    let steps = 0;
    for (; steps < 2000 && (await guest.instructionPointers())[0] !== end; steps++) await guest.step(0);
    fewest = Math.min(fewest, steps);
  }
  await guest.leave();
  return fewest;
}

describe("a running mini-unix", () => {
  let guest: ChildProcess;
  let console = "";
  beforeEach((context) => void requireTool(context, "qemu-system-i386"));
  beforeAll(async () => {
    makeBundles("weft");
    cpSync(join(repository, "sample-projects/mini-unix"), root, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
    expect(weft("build", "--without-aspects")).toMatchObject({ code: 0 });
    guest = spawn(
      launcher,
      ["run", "--headless", "--live", "--deadline", "600", "--append", "init=/bin/work"],
      {
        cwd: root,
      },
    );
    guest.stdout?.on("data", (piece: Buffer) => {
      console += piece.toString();
    });
    await until(() => console.includes("work: begins"));
  });
  afterAll(async () => {
    if (guest.exitCode === null && guest.signalCode === null) {
      guest.kill();
      await new Promise((done) => guest.once("exit", done));
    }
    rmSync(root, { recursive: true, force: true });
  });

  test("advice is woven, counts and speaks, and leaves no trace", async () => {
    const before = guestText();
    const woven = weft("live", "weave", "aspects/live/watch-work.ah");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    expect(woven.out).toContain("sys_fork: WatchWork: before execution of sys_fork");
    expect(guestText().equals(before)).toBe(false);
    await until(() => hitsOf("sys_fork") > 11);
    expect(hitsOf("sys_chown")).toBe(0);
    const lineOf = (file: string, text: string) =>
      `${file}:${
        readFileSync(join(root, file), "utf8")
          .split("\n")
          .findIndex((line) => line.includes(text)) + 1
      }`;
    const hooked = weft("live", "why", lineOf("kernel/fork.c", "int sys_fork("));
    expect(hooked.out).toMatch(/^execution of int sys_fork\(\): hooked at 0x\w+ by a jump; met \d+ times$/m);
    const [{ address, trampoline } = { address: 0, trampoline: 0 }] = JSON.parse(
      weft("live", "list", "--json").out,
    ).hooks.filter(({ place }: { place: string }) => place === "sys_fork");
    const whyAt = (at: number) => weft("live", "why", `0x${at.toString(16)}`).out;
    expect(whyAt(trampoline)).toMatch(
      /: the address is in the code around its advice at sys_fork\n {2}WatchWork: before/,
    );
    expect(whyAt(address)).toContain("the address is in what its hook displaced at sys_fork");
    const not = weft("live", "why", lineOf("fs/inode.c", "inode->i_users = 1;"), "--json");
    expect(not.code).toBe(1);
    expect(schemaErrors("live", JSON.parse(not.out))).toBe("");
    expect(JSON.parse(not.out)).toMatchObject({
      state: "woven",
      reasons: [{ verdict: "not-advised", what: "set of unsigned int inode::i_users" }],
    });
    await until(() => /work\[\d+\] opens file 3/.test(weft("live", "log").out));
    expect(weft("live", "list").out).toMatch(/; last: work\[\d+\] opens file 3$/m);
    expect(schemaErrors("live", listed())).toBe("");
    // Hooks that share advice: those that were not met have logged nothing.
    expect(listed().hooks.filter(({ hits, last }) => hits === 0 && last !== undefined)).toEqual([]);
    expect(weft("live", "log", "--csv").out).toMatch(/^number,time,text\n\d+,\d+,work\[\d+\] opens file 3$/m);
    const between = JSON.parse(
      weft("live", "log", "--between", "opens..opens", "--seconds", "1", "--json").out,
    );
    expect(schemaErrors("live", between)).toBe("");
    expect(between.spans.length).toBeGreaterThan(3);
    // Ten rounds a second.
    const middle = between.spans
      .map(({ took }: { took: number }) => took)
      .sort((a: number, b: number) => a - b);
    expect(middle[middle.length >> 1]).toBeGreaterThan(1_000_000);
    const [table] = weft("live", "watch", "--count", "1", "--json").out.split("\n");
    expect((JSON.parse(table ?? "") as Listed).hooks.some(({ hits }) => hits > 0)).toBe(true);
    await until(() => /live: 10 processes by \S+, \d+ system calls/.test(console));
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
    expect(listed().hooks).toEqual([]);
  });

  test("the editor shows live advice and its hits while the guest runs", async () => {
    const client = await startLspClient({ folder: root });
    try {
      const file = join(root, "kernel/fork.c");
      const uri = pathToFileURL(file).href;
      client.open(file);
      const marks = async () => {
        const { effects } = await client.request<EffectsResult>("weft/effects", { uri });
        return effects.flatMap(({ title, live }) =>
          live === undefined ? [] : [{ title, hits: live.hits ?? 0 }],
        );
      };
      expect(await marks()).toEqual([]);
      expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
      await client.until(marks, (shown) => shown.length === 2 && shown.every(({ hits }) => hits > 2));
      const open = pathToFileURL(join(root, "fs/open.c")).href;
      client.open(join(root, "fs/open.c"));
      const lasts = async () => {
        const { effects } = await client.request<EffectsResult>("weft/effects", { uri: open });
        return effects.flatMap(({ live }) => live?.last ?? []);
      };
      await client.until(lasts, (shown) => shown.some((last) => /^work\[\d+\] opens file 3$/.test(last)));
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      await client.until(marks, (shown) => shown.length === 0);
    } finally {
      await client.stop();
    }
  });

  test("what can't be live is told, and changes nothing", () => {
    const before = guestText();
    const aspect = (text: string) => {
      writeFileSync(join(root, "wrong.ah"), text);
      const { code, err } = weft("live", "weave", "wrong.ah");
      expect(guestText().equals(before)).toBe(true);
      return { code, err };
    };
    const around = aspect('aspect A { advice call("% kmalloc(...)") : around() { } };');
    expect(around.err).toContain(
      "error[weft/weave/not-live]: around advice on call can't be woven into a running kernel",
    );
    const local = `aspect A {
  advice get("% inode::i_users") && within("% inode_get(...)") && local(inode, "inode")
    : before(struct inode *inode) { }
};`;
    expect(aspect(local).err).toMatch(
      /error\[weft\/weave\/not-live\]: advice that binds the local variable 'inode' can't be woven/,
    );
    const others = {
      'get("% inode::i_users") : around() { }': "around advice on get",
      'execution("% inode_get(...)") && cflow(execution("% sys_open(...)")) : before() { }':
        "advice under cflow",
      'execution("% inode_get(...)") : after() { (void)tjp->arg0; }': "after advice that reads arguments",
    };
    for (const [advice, what] of Object.entries(others))
      expect(aspect(`aspect A { advice ${advice} };`).err).toContain(`error[weft/weave/not-live]: ${what}`);
    const unknown =
      'extern int no_such; aspect A { advice execution("% sys_open(...)") : before() { no_such++; } };';
    expect(aspect(unknown).err).toContain("the running kernel has no symbol 'no_such'");
    const rejected = aspect('aspect A { advice execution("% sys_open(...)") : before() { typo(; } };');
    expect(rejected.code).toBe(1);
    expect(rejected.err).toMatch(/wrong\.ah:1:\d+: error\[weft\//);
  });

  test("after advice sees results, also of functions that sleep or are running while it goes", async () => {
    writeFileSync(join(root, "after.ah"), AFTER);
    const before = guestText();
    for (let round = 1; round <= 3; round++) {
      console = "";
      expect(weft("live", "weave", "after.ah")).toMatchObject({ code: 0 });
      await until(() => hitsOf("sys_sleep") > 3);
      await until(() => console.includes("live: open = 3, then sleep = 0"));
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      expect(guestText().equals(before)).toBe(true);
    }
    expect(console).not.toContain("PANIC");
  });

  test("around advice runs in place of a function, which proceed() calls as often as it likes", async () => {
    writeFileSync(join(root, "around.ah"), AROUND);
    const before = guestText();
    console = "";
    const woven = weft("live", "weave", "around.ah");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    // The second time the file is closed already; what the caller gets is the first result.
    await until(() => console.includes("live: open = 3, closed 0, then -9"));
    // Its advice allocates, too.
    await until(() => hitsOf("kmalloc") > 20);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
    expect(console).not.toContain("PANIC");
  });

  test("calls are hooked where they are, with arguments and results", async () => {
    writeFileSync(join(root, "call.ah"), CALL);
    const before = guestText();
    const woven = weft("live", "weave", "call.ah");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    expect(woven.out).toContain("schedule called in wait_on: Call: before call of schedule");
    await until(() => /live: \d+ bytes at c0[0-9a-f]{6}/.test(console));
    const deep = () => listed().hooks.filter(({ place }) => place.startsWith("schedule called"));
    await until(() => deep().reduce((sum, { hits }) => sum + hits, 0) > 20);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
  });

  test("advice that asks for nothing of its functions hooks them all, as advice that is compiled in each unit", async () => {
    interface Hook {
      readonly address: number;
      readonly effects: readonly {
        readonly title: string;
        readonly target: { readonly startLine: number };
      }[];
    }
    const before = guestText();
    const woven = (ask: string) => {
      writeFileSync(join(root, "alike.ah"), alike(ask));
      const run = weft("live", "weave", "alike.ah", "--json");
      expect(run, run.err).toMatchObject({ code: 0 });
      const { hooks } = JSON.parse(run.out) as { hooks: readonly Hook[] };
      return hooks
        .map(({ address, effects }) => [
          address,
          ...effects.map(({ title, target }) => `${title}:${target.startLine}`),
        ])
        .sort();
    };
    const [apart, once] = [woven("(void)tjp->signature;"), woven("")];
    expect(once).toEqual(apart);
    expect(once.length).toBeGreaterThan(20);
    await until(() => hitsOf("sys_open") > 3 && hitsOf("sys_fork") > 3 && hitsOf("sys_sleep") > 3);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
  });

  test("reads and writes of members and globals are hooked, and functions where they were inlined", async () => {
    writeFileSync(join(root, "inside.ah"), INSIDE);
    const before = guestText();
    const woven = weft("live", "weave", "inside.ah");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    const { hooks, unreachable } = listed();
    expect(unreachable).toMatchObject([
      {
        place: expect.stringMatching(/^handle_exception inlined/),
        range: { file: join(root, "arch/trap.c") },
      },
    ]);
    const of = (part: string) => hooks.findIndex(({ place }) => place.startsWith(part));
    const places = [
      "inode_get",
      "get of inode::i_users",
      "set of inode::i_users",
      "handle_interrupt inlined at trap_dispatch+",
    ];
    expect(places.map(of)).not.toContain(-1);
    expect(woven.out).toMatch(/not hooked: handle_exception inlined at \S+: what is inlined does not return/);
    await until(() => hitsOf("inode_get") > 20);
    // Each call of inode_get reads the member once.
    const now = listed();
    const count = (part: string) => now.hooks.find(({ place }) => place.startsWith(part))?.hits ?? 0;
    expect(Math.abs(count("inode_get") - count("get of inode::i_users"))).toBeLessThan(2);
    expect(count("handle_interrupt inlined")).toBeGreaterThan(count("inode_get"));
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
  });

  test("KLASY advice gets the object and the instruction, and what a jump has no room for is a trap", async () => {
    writeFileSync(join(root, "inode_trace.klay"), KLASY);
    writeFileSync(join(root, "near.ah"), NEAR);
    const before = guestText();
    const woven = weft("live", "weave", "inode_trace.klay", "near.ah", "--json");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    const { hooks, problems } = JSON.parse(woven.out) as {
      hooks: readonly (Hook & { how: string; why?: string })[];
      problems: readonly { message: string }[];
    };
    expect(problems.map(({ message }) => message).join()).toContain("the ref of process::pid has no place");
    const traps = hooks.filter(({ how }) => how === "trap");
    expect(traps).not.toEqual([]);
    for (const { why } of traps) expect(why).toMatch(/jump|short|call/);
    await until(() => traps.some(({ place }) => hitsOf(place) > 5));
    const addresses = new Set(hooks.map(({ address }) => String(address)));
    await until(() => weft("live", "log").out.includes("users "));
    const log = weft("live", "log").out;
    const pcs = [...log.matchAll(/ pc (\d+)/g)].map(([, pc]) => pc as string);
    expect(pcs.length).toBeGreaterThan(0);
    for (const pc of pcs) expect(addresses).toContain(pc);
    // The object is the one whose member is read: numbers of uses are small.
    for (const [, users] of log.matchAll(/ users (\d+)/g)) expect(Number(users)).toBeLessThan(100);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
    expect(console).not.toContain("PANIC");
  });

  test("what a hook displaced leaves the same registers and memory as the kernel's own instructions", async () => {
    writeFileSync(join(root, "null.ah"), NULL);
    const before = guestText();
    const woven = weft("live", "weave", "null.ah", "--json");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    const area = { start: 0xc0010000, end: 0xc0010000 + 524288 };
    const { compared, differences } = await compareBlocks(root, 24, area);
    expect(differences, differences.join("\n")).toEqual([]);
    expect(compared).toBeGreaterThan(15);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
    expect(console).not.toContain("PANIC");
  });

  test("a saved aspect is woven again", async () => {
    const file = join(root, "again.ah");
    const advice = (name: string) => `aspect A { advice execution("% ${name}(...)") : before() { } };`;
    writeFileSync(file, advice("sys_open"));
    const watcher = spawn(launcher, ["live", "weave", "again.ah", "--watch"], { cwd: root });
    let said = "";
    watcher.stderr.on("data", (piece: Buffer) => (said += piece.toString()));
    await until(() => hitsOf("sys_open") > 0);
    writeFileSync(file, advice("typo("));
    await until(() => said.includes("error[weft/"));
    writeFileSync(file, advice("sys_fork"));
    await until(() => hitsOf("sys_fork") > 0);
    await until(() => /woven again in \d+ ms/.test(said));
    watcher.kill();
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
  });

  test("who is killed while it weaves leaves what can be undone, and the guest goes on", async () => {
    const before = guestText();
    for (const delay of [350, 500, 650, 800]) {
      const weaving = spawn(process.execPath, [bundle, "live", "weave", "aspects/live/watch-work.ah"], {
        cwd: root,
      });
      const ended = new Promise((done) => weaving.once("exit", done));
      await sleep(delay);
      weaving.kill("SIGKILL");
      await ended;
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      expect(guestText().equals(before)).toBe(true);
    }
    // As after a death in the middle of it.
    expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
    const file = join(root, ".weft/live/journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8")) as {
      hooks: { address: number; original: string }[];
    };
    const guest = await stopGuest(stub());
    const [hook] = journal.hooks;
    await guest.write(hook?.address ?? 0, Buffer.from(hook?.original ?? "", "hex"));
    await guest.leave();
    writeFileSync(file, JSON.stringify({ ...journal, state: "changing" }));
    expect(weft("live", "list").err).toContain("warning[weft/live/interrupted]");
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(guestText().equals(before)).toBe(true);
    expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
    await until(() => hitsOf("sys_fork") > 2);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
  });

  test("a stub that a debugger holds is told, and the guest is left to it", async () => {
    const debugging = await stopGuest(stub());
    const woven = weft("live", "weave", "aspects/live/watch-work.ah");
    expect(woven.code).toBe(1);
    expect(woven.err).toContain("error[weft/guest/stub-in-use]");
    await debugging.leave();
    expect(listed().hooks).toEqual([]);
  });

  test("a debugger attaches to the running guest, which is woven into meanwhile, and runs on afterwards", async () => {
    const client = startAdapter();
    try {
      await client.request("initialize", { adapterID: "weft", pathFormat: "path" });
      await client.request("attach", { type: "weft", request: "attach", project: root });
      await client.event("initialized");
      await client.request("configurationDone");
      await client.event("stopped");
      expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
      const standing = hitsOf("sys_fork");
      await client.request("continue", { threadId: 1 });
      await until(() => hitsOf("sys_fork") > standing + 2);
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      // As Theia leaves a machine: the guest is not the debugger's.
      await client.request("disconnect", { terminateDebuggee: true });
    } finally {
      await client.dispose();
    }
    expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
    await until(() => hitsOf("sys_fork") > 2);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
  });

  test("a hook costs what it should, and a CPU among displaced instructions is waited for", async () => {
    writeFileSync(join(root, "count.ah"), COUNT);
    const woven = weft("live", "weave", "count.ah", "--json");
    expect(woven, woven.err).toMatchObject({ code: 0 });
    const { hooks } = JSON.parse(woven.out) as { hooks: readonly Hook[] };
    expect(hooks.map(({ place }) => place)).toEqual(["sys_open"]);
    const hook = hooks[0] as Hook;
    const withHook = await stepsThrough(hook);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    // jump, count, save 3, call, count and return, restore 3, jump
    expect(withHook - (await stepsThrough(hook))).toBe(12);
    expect(hook.cost).toBe(12);

    writeFileSync(join(root, "return.ah"), RETURN);
    const returning = weft("live", "weave", "return.ah", "--json");
    expect(returning, returning.err).toMatchObject({ code: 0 });
    const [close] = (JSON.parse(returning.out) as { hooks: readonly Hook[] }).hooks;
    const withReturn = await stepsToReturn(close?.address ?? 0);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    // Entry: jump, count, save 2, place, call, keep 10, restore 2, jump; return: room, save 3, place, call, give back 7,
    // count and return, restore 3, return. Each call is on another stack.
    expect(withReturn - (await stepsToReturn(close?.address ?? 0))).toBe(38);
    expect(close?.cost).toBe(38);

    const guest = await stopGuest(stub());
    await guest.runTo(hook.address);
    await guest.step(0);
    const [at = 0] = await guest.instructionPointers();
    expect(at - hook.address).toBeGreaterThan(0);
    expect(at - hook.address).toBeLessThan(hook.original.length / 2);
    // As a debugger does that is killed: the guest stays as it stands.
    guest.abandon();
    expect(weft("live", "weave", "count.ah")).toMatchObject({ code: 0 });
    await until(() => hitsOf("sys_open") > 1);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
  });

  test("only a number that can be where a thread goes on stands in the way of a jump", () => {
    writeFileSync(join(root, "count.ah"), COUNT);
    const howWith = (leftover: number) => {
      const { memory } = JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8"));
      const word = Buffer.alloc(4);
      word.writeUInt32LE(leftover);
      const file = openSync(memory, "r+");
      writeSync(file, word, 0, 4, UNUSED);
      closeSync(file);
      const woven = weft("live", "weave", "count.ah", "--json");
      expect(woven, woven.err).toMatchObject({ code: 0 });
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      const [hook] = (JSON.parse(woven.out) as { hooks: readonly (Hook & { how: string })[] }).hooks;
      return { address: hook?.address ?? 0, how: hook?.how };
    };
    const { address, how } = howWith(0);
    expect(how).toBe("jump");
    // push %ebp; mov $…, %eax
    expect(guestText().readUInt16LE(address - 0xc0000000 - TEXT_AT)).toBe(0xb855);
    expect(howWith(address + 2).how).toBe("jump");
    expect(howWith(address + 1).how).toBe("trap");
    howWith(0);
  });

  test("woven and taken out again and again while it works, with all kinds of hooks, it stays the same kernel", async () => {
    const before = guestText();
    const files = STRESS.map((text, index) => {
      const file = join(root, `stress-${index}.ah`);
      writeFileSync(file, text);
      return file;
    });
    const { hooks, failures } = await stressWeaving(root, files, 15);
    expect(failures).toEqual([]);
    expect(hooks).toBeGreaterThan(300);
    expect(guestText().equals(before)).toBe(true);
    expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
    await until(() => hitsOf("sys_fork") > 2);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    expect(console).not.toContain("PANIC");
  });

  test.each([
    ["everywhere", 0],
    ["behind what is hooked", 0.25],
  ])(
    "a kernel that was built anew and differs %s is not the one that runs, and leaves nothing",
    (_, from) => {
      const image = join(root, "build/mini-unix.elf");
      const whole = readFileSync(image);
      const other = Buffer.from(whole);
      // Another first instruction of functions.
      const begins: number[] = [];
      for (let at = other.indexOf("5589e5", 0, "hex"); at !== -1; at = other.indexOf("5589e5", at + 1, "hex"))
        begins.push(at);
      for (const at of begins.slice(from * begins.length)) other.write("53", at, "hex");
      const file = join(root, "aspects/live/one.ah");
      writeFileSync(file, 'aspect One { int n; advice execution("% sys_stat(...)") : before() { n++; } };');
      writeFileSync(image, other);
      const woven = weft("live", "weave", "aspects/live/one.ah");
      writeFileSync(image, whole);
      expect(woven.code).toBe(1);
      expect(woven.err).toContain("error[weft/live/other-kernel]");
      expect(weft("live", "weave", "aspects/live/one.ah")).toMatchObject({ code: 0 });
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      rmSync(file);
    },
  );

  test("a kernel that was built anew with another constant in one function is refused, but where weft.json says that it is patched there", () => {
    const [image, project] = [join(root, "build/mini-unix.elf"), join(root, "weft.json")];
    const [whole, plain] = [readFileSync(image), readFileSync(project, "utf8")];
    const file = join(root, "aspects/live/one.ah");
    writeFileSync(
      file,
      'aspect One { int n; advice execution("% sys_stat(...)") || execution("% sys_exit(...)") : before() { n++; } };',
    );
    const elf = readElf(whole);
    const { address = 0, size = 0 } = elf.symbols.find(({ name }) => name === "sys_exit") ?? {};
    const text = elf.section(".text") ?? { address: 0, bytes: new Uint8Array() };
    const from = whole.indexOf(text.bytes.subarray(address - text.address, address - text.address + size));
    const other = Buffer.from(whole);
    other.writeUInt8(other.readUInt8(from + size - 1) ^ 1, from + size - 1);
    writeFileSync(image, other);
    const refused = weft("live", "weave", "aspects/live/one.ah");
    const patched = JSON.parse(plain) as { live: object };
    writeFileSync(project, JSON.stringify({ ...patched, live: { ...patched.live, patched: ["sys_exit"] } }));
    const woven = weft("live", "weave", "aspects/live/one.ah", "--json");
    writeFileSync(image, whole);
    writeFileSync(project, plain);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(
      /error\[weft\/live\/other-code\]: the guest has other code than .* in sys_exit: /,
    );
    expect(woven, woven.err).toMatchObject({ code: 0 });
    const { hooks } = JSON.parse(woven.out) as { hooks: readonly Hook[] };
    expect(hooks.map(({ place }) => place)).toEqual(["sys_stat"]);
    expect(weft("live", "unweave")).toMatchObject({ code: 0 });
    rmSync(file);
  });

  test("memory that is too small for the advice is told, and changes nothing", () => {
    const before = guestText();
    const file = join(root, "weft.json");
    const whole = readFileSync(file, "utf8");
    const project = JSON.parse(whole) as { live: { area: { size: number } } };
    project.live.area.size = 4096;
    writeFileSync(file, JSON.stringify(project));
    const woven = weft("live", "weave", "aspects/live/watch-work.ah");
    writeFileSync(file, whole);
    expect(woven.code).toBe(1);
    expect(woven.err).toMatch(
      /error\[weft\/live\/no-room\]: advice and hooks need \d+ bytes, .* area of 4096/,
    );
    expect(guestText().equals(before)).toBe(true);
  });

  test("a guest is woven into by its kernel's file and debug stub alone, without area, commands and project", async () => {
    const before = guestText();
    const file = join(root, "alone.ah");
    writeFileSync(
      file,
      'aspect Alone { int n; advice execution("% sys_open(...)") || set("% process::files") : before() { n++; weft_log("n %d", n); } };',
    );
    const image = ["--image", join(root, "build/mini-unix.elf")];
    const alone = (...words: string[]) =>
      spawnSync(launcher, ["live", ...words, ...image], { cwd: tmpdir(), encoding: "utf8" });
    expect(alone("list").stderr).toContain("--stub HOST:PORT");
    const unreachable = alone("weave", file, "--stub", join(root, "nothing"));
    expect(unreachable.stderr).toContain("error[weft/guest/unreachable]");
    expect(alone("list").stderr).toContain("nothing was woven into a guest that runs");
    const woven = alone("weave", file, "--stub", stub());
    expect(woven.stderr).toMatch(/page_allocate_zeroed gave \d+ kB at 0xc/);
    expect(woven).toMatchObject({ status: 0 });
    const hits = () =>
      (JSON.parse(alone("list", "--json").stdout) as Listed).hooks.find(({ place }) => place === "sys_open")
        ?.hits ?? 0;
    expect(woven.stdout).toMatch(/ set of process::files in \w+:\d+: Alone: before set of process::files/);
    await until(() => hits() > 2);
    expect(alone("log").stdout).toContain("n 1");
    expect(alone("unweave")).toMatchObject({ status: 0 });
    expect(guestText().equals(before)).toBe(true);
    rmSync(file);
  });

  test("a guest whose keeper was killed runs on, and is taken up with all that is woven", async () => {
    const before = guestText();
    expect(weft("live", "weave", "aspects/live/watch-work.ah")).toMatchObject({ code: 0 });
    const { processId, machine } = JSON.parse(readFileSync(join(root, ".weft/live/guest.json"), "utf8")) as {
      processId: number;
      machine: { process: string };
    };
    const qemu = Number(readFileSync(machine.process, "utf8"));
    try {
      const killed = new Promise((done) => guest.once("exit", done));
      process.kill(processId, "SIGKILL");
      await killed;
      expect(weft("live", "list").err).toContain("error[weft/live/no-keeper]");
      const keeper = spawn(launcher, ["live", "attach"], { cwd: root });
      const left = new Promise<number | null>((done) => keeper.once("exit", done));
      await until(() => weft("live", "list").code === 0);
      const standing = hitsOf("sys_fork");
      await until(() => hitsOf("sys_fork") > standing);
      expect(weft("live", "unweave")).toMatchObject({ code: 0 });
      expect(guestText().equals(before)).toBe(true);
      process.kill(qemu);
      expect(await left).toBe(0);
      expect(weft("live", "list").err).toContain("error[weft/live/no-guest]");
    } finally {
      spawnSync("kill", [String(qemu)]);
    }
  });

  test("without a guest, the command says how to start one", () => {
    const { code, err } = weft("live", "list", "--project", join(repository, "sample-projects/mini-l4"));
    expect(code).toBe(1);
    expect(err).toContain("weft run --live");
  });
});
