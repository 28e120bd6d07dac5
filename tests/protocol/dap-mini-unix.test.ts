/** The sample kernel, built by `weft build` at its own optimization, debugged: what a user does after pressing F5. */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";

const WEFT = fileURLToPath(new URL("../../weaver-bridge/dist/weft.js", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../sample-projects/mini-unix", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft mini-unix ü "));
const kernel = { folder, file: (name: string) => join(folder, name) };
let client: DapClient;
const start = () => new Transcript((client = startAdapter()), kernel);

beforeAll(() => cpSync(SAMPLE, folder, { recursive: true, filter: (file) => !file.endsWith("/build") }));
afterEach(() => client.dispose());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** 1-based line of the first line in a file that contains the text. */
function lineOf(file: string, text: string): number {
  const lines = readFileSync(kernel.file(file), "utf8").split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

const names = async (session: Transcript, levels = 3) =>
  (await session.stack(levels)).stackFrames.map(({ name }) => name);

test("F5: builds, boots, stops at a system call, steps into its advice and back", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open", build: "auto" });
  expect(client.output("console")).toMatch(/weft build: \d+ units/);
  await session.stop();
  expect(await names(session, 1)).toEqual(["sys_open"]);
  const advice = "TraceSyscalls: before execution of sys_open";
  for (let steps = 0; (await names(session, 1))[0] !== advice; steps++) {
    expect(steps).toBeLessThan(4);
    await session.go("stepIn", 1);
  }
  const stack = (await session.stack(2)).stackFrames;
  expect(stack[0]?.source?.path).toBe(kernel.file("aspects/trace-syscalls.ah"));
  expect(stack[1]).toMatchObject({ name: "sys_open", source: { path: kernel.file("fs/open.c") } });
  await session.evaluate("calls >= 0");
  await session.evaluate("tjp->signature");
  await session.go("stepOut");
  expect(await names(session, 1)).toEqual(["sys_open"]);
  expect((await session.stack()).stackFrames[0]?.source?.path).toBe(kernel.file("fs/open.c"));
  expect(session.text()).toContain("calls >= 0 -> 1");
  expect(session.text()).toMatch(/tjp->signature -> "\w+ sys_open\(/);
});

test("a breakpoint in advice stops at many system calls, each with its name", async () => {
  const file = "aspects/trace-syscalls.ah";
  const session = start();
  await session.launch({}, { [file]: [{ line: lineOf(file, "calls++") + 1 }] });
  const seen = new Set<string>();
  while (seen.size < 3) {
    await session.stop(1);
    seen.add((await names(session, 1))[0] ?? "");
    await client.request("continue", { threadId: 1 });
  }
  for (const name of seen) expect(name).toMatch(/^TraceSyscalls: before execution of sys_\w+$/);
});

test("around advice of a member access: context by name, functions of the aspect, the join point's line below", async () => {
  const file = "aspects/inode-owner.ah";
  const session = start();
  await session.launch({}, { [file]: [{ line: lineOf(file, "initialised++") }] });
  await session.stop();
  const { stackFrames: frames } = await session.stack(6);
  expect(frames[0]?.name).toBe("InodeOwner::note_change");
  const advice = frames.findIndex(({ name }) => /^InodeOwner: around set of inode::i_[ug]id$/.test(name));
  expect(frames[advice]?.presentationHint).toBe("subtle");
  const below = frames[advice + 1];
  const reference = readFileSync(below?.source?.path ?? "", "utf8").split("\n")[(below?.line ?? 0) - 1];
  expect(reference).toMatch(/owner|uid|gid/i);
  await session.evaluate("initialised + 1000", 0);
  expect(session.text()).toMatch(/initialised \+ 1000 -> 10\d\d/);
});

test("without breakpoints it stops where weft.json says, then the kernel runs to its end", async () => {
  const session = start();
  await session.launch({ build: "never" });
  await client.outputHas("console", 'stops at kernel_main, as weft.json says ("stopAt" in "run")');
  await session.stop(1);
  expect(await names(session, 1)).toEqual(["kernel_main"]);
  await client.request("continue", { threadId: 1 });
  const ended = await client.event<{ code: string }>("weft/sessionEnded");
  expect(ended.code).toBe("qemu-ended");
  await client.outputHas("stdout", "passed, 0 failed");
});

test("a guard that fires is a place to stop, and so is each version of the function that it takes out", async () => {
  const session = start();
  await session.launch({ stopAt: "weft_hit_usr1_from_root_out", build: "never" });
  await session.stop(1);
  const fired = await session.stack(3);
  expect(fired.stackFrames[0]?.name).toBe("guard fired: usr1_from_root is taken out");
  const guarded = fired.stackFrames[1];
  const text = readFileSync(guarded?.source?.path ?? "", "utf8").split("\n")[(guarded?.line ?? 0) - 1];
  expect(`${guarded?.name}: ${text}`).toMatch(/^\w+: .*(credentials|kfree)/);
  // From here on the generic one runs, until the facts are looked at again and hold.
  const stopsAt = async (way: string) => {
    const breakpoints = [{ name: `__usr1_from_root_way_${way}` }];
    await client.request("setFunctionBreakpoints", { breakpoints });
    await client.request("continue", { threadId: 1 });
    await session.stop(1);
    return (await names(session, 1))[0];
  };
  expect(await stopsAt("generic")).toBe("usr1_from_root_plugged (generic)");
  expect(await stopsAt("try")).toBe("usr1_from_root_plugged (looks at its facts)");
  expect(await stopsAt("residual")).toBe("usr1_from_root_plugged (specialized)");
});

test("the woven text is shown at the same instruction as the source, through steps into advice, and back", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open", build: "auto" });
  await session.stop(1);
  const texts = new Map<number, string[]>();
  const shown = async (woven: boolean) => {
    expect(await client.request("weft/showWoven")).toEqual({ woven });
    await client.event("stopped");
    const [frame] = (await session.stack()).stackFrames;
    const { sourceReference = 0, path = "" } = frame?.source ?? {};
    if (sourceReference > 0 && !texts.has(sourceReference)) {
      const args = { sourceReference, source: frame?.source };
      const { content } = await client.request<DebugProtocol.SourceResponse["body"]>("source", args);
      texts.set(sourceReference, content.split("\n"));
    }
    expect(sourceReference > 0).toBe(woven);
    const lines = woven ? texts.get(sourceReference) : readFileSync(path, "utf8").split("\n");
    return { at: frame?.instructionPointerReference, text: lines?.[(frame?.line ?? 0) - 1]?.trim() };
  };
  for (let step = 0; step < 6; step++) {
    const [woven, source] = [await shown(true), await shown(false)];
    expect(woven.at).toBe(source.at);
    session.say(`  source: ${source.text}\n  woven:  ${woven.text}`);
    await session.go(woven.text?.includes("printk(") ? "next" : "stepIn", 1);
  }
  await expect(session.text()).toMatchFileSnapshot("dap-woven-text.golden.txt");
  expect(texts.size).toBeLessThanOrEqual(2);

  const source = { name: "open.woven.c", sourceReference: 1 };
  const { breakpoints } = await client.request<DebugProtocol.SetBreakpointsResponse["body"]>(
    "setBreakpoints",
    { source, breakpoints: [{ line: 3 }] },
  );
  expect(breakpoints[0]).toMatchObject({
    verified: false,
    message: expect.stringContaining("in the source"),
  });
  await client.request("weft/showWoven", { woven: true });
  await client.event("stopped");
  expect((await session.stack()).stackFrames[0]?.source?.path).toBe(kernel.file("mm/user-memory.c"));
  await client.outputHas("console", "Nothing is woven into user-memory.c here");
});

test("page tables and descriptor tables are read in the debug console", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open", build: "never" });
  await session.stop(1);
  const says = async (expression: string) => {
    const args = { expression, context: "repl", frameId: await session.frameId() };
    return (await client.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", args)).result;
  };
  expect(await says("page sys_open")).toMatch(
    /^0xc\w+: physical 0x1\w+\n {2}directory entry 768 at 0x\w+ = 0x\w+: writable.*\n {2}table entry \d+ at .*: read-only, kernel only/,
  );
  expect(await says("page path")).toMatch(
    /^0x8\w+: physical .*\n.*\n {2}table entry .*: read-only, user, accessed/,
  );
  expect(await says("page 0")).toMatch(/^0x0: not mapped\n {2}directory entry 0 .*: not present$/);
  expect(await says("pages")).toMatch(/^0x8048000 to 0x\w+fff: user, read-only$/m);
  expect(await says("gdt")).toMatch(/ {2}0x8: code of 32 bits, readable, ring 0.*task state, busy, ring 0/s);
  expect(await says("idt")).toMatch(
    /^ {2}14 \(page fault\): 0xc\w+ trap_entries, interrupt gate, ring 0, selector 0x8$/m,
  );
});

test("below the kernel's frames stand those of the program that called it", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open", build: "never" });
  const caller = async () => {
    await session.stop(1);
    const { threads } = await client.request<DebugProtocol.ThreadsResponse["body"]>("threads");
    return /^CPU 0: ([\w-]+) /.exec(threads[0]?.name ?? "")?.[1];
  };
  expect(await caller()).toBe("init");
  const main = async () => (await session.stack(20)).stackFrames.find(({ name }) => name === "main");
  expect((await main())?.source?.path).toBe(kernel.file("user/programs/init.c"));
  await session.functions([{ name: "sys_open" }]);
  let program: string | undefined;
  do {
    await client.request("continue", { threadId: 1 });
    program = await caller();
  } while (program === "init");
  expect((await main())?.source?.path).toBe(kernel.file(`user/programs/${program}.c`));
});

test("a program's frames are those that asked the kernel, not what is inlined behind its int", async () => {
  const session = start();
  const qemu = ["-append", "init=/bin/change-facts"];
  await session.launch({ stopAt: "sys_attach", build: "never", qemu });
  await session.stop(1);
  const callers = async () => (await names(session, 20)).slice(4);
  expect(await callers()).toEqual(["system_call", "attach", "main"]);
  await session.functions([{ name: "sys_filter" }]);
  await session.go("continue", 1);
  expect(await callers()).toEqual(["system_call", "filter", "filter_packets", "main"]);
  const frame = (await session.stack(20)).stackFrames.at(-2);
  expect(frame?.source?.path).toBe(kernel.file("user/programs/change-facts.c"));
  expect(frame?.line).toBe(lineOf("user/programs/change-facts.c", "filter(&request)"));
});

test("tasks that sleep are threads: each has its stack and its values, none a next step", async () => {
  const session = start();
  await session.launch({ stopAt: "process_exit", build: "never" });
  await session.stop(1);
  const { threads } = await client.request<DebugProtocol.ThreadsResponse["body"]>("threads");
  const called = threads.map(({ name }) => name);
  expect(called[0]).toMatch(/^CPU 0: [\w/-]+ \(\d+\)$/);
  expect(called.slice(1)).toContain("idle (0), ready");
  const init = threads.find(({ name }) => /^init \(1\), sleeping$/.test(name));
  expect(init, called.join("; ")).toBeDefined();
  const threadId = init?.id ?? 0;
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId,
  });
  const functions = stackFrames.map(({ name }) => name);
  expect(functions[0]).toBe("schedule"); // It jumps to the switch of stacks.
  expect(functions).toContain("sys_wait");
  const ask = async (expression: string) =>
    (
      await client.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", {
        expression,
        frameId: stackFrames[0]?.id,
        context: "watch",
      })
    ).result;
  expect(await ask("(int)current == 0")).toBe("0");
  await expect(client.request("next", { threadId })).rejects.toThrow("This task sleeps");
  await session.go("next", 1);
  expect((await session.stack(1)).stackFrames[0]?.name).toBe("process_exit");
});

test("a breakpoint on the line of an advised function stops before its advice", async () => {
  const file = "fs/open.c";
  const line = lineOf(file, "int sys_open(");
  const session = start();
  await session.launch({ build: "auto" }, { [file]: [{ line }] });
  await session.stop(1);
  expect((await session.stack(1)).stackFrames[0]).toMatchObject({ name: "sys_open", line });
  for (let steps = 0; !(await names(session, 1))[0]?.startsWith("TraceSyscalls: before"); steps++) {
    expect(steps).toBeLessThan(3);
    await session.go("stepIn", 1);
  }
});

test("a kernel that F5 started is woven into: while it runs, while it stands, and out again before breakpoints miss", async () => {
  const live = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [WEFT, "live", ...words, "--json"], {
      cwd: folder,
    });
    return JSON.parse(stdout) as { hooks: { place: string; hits: number }[]; stopped: number };
  };
  const hits = async (place: string) => (await live("list")).hooks.find((one) => one.place === place)?.hits;
  writeFileSync(
    kernel.file("opens.ah"),
    'aspect Opens { int n; advice execution("% sys_open(...)" || "% sys_sleep(...)") : before() { n++; } };',
  );
  const session = start();
  await session.launch({ build: "never", stopAt: "sys_fork", qemu: ["-append", "init=/bin/work"] });
  await session.stop(1);
  await client.request("continue", { threadId: 1 });
  await client.outputHas("stdout", "work: begins");
  expect((await live("weave", "opens.ah")).hooks).toHaveLength(2);
  await expect.poll(() => hits("sys_open")).toBeGreaterThan(2);

  // Its breakpoints are met as if nobody had been there, and nobody is let run past them.
  await session.functions([{ name: "sys_open" }]);
  await session.stop(1);
  expect(await names(session, 1)).toEqual(["sys_open"]);
  const standing = await hits("sys_sleep");
  expect((await live("unweave")).stopped).toBeGreaterThanOrEqual(0);
  expect((await live("weave", "opens.ah")).hooks).toHaveLength(2);
  expect(standing).toBeGreaterThan(0);
  await session.go("next", 1);
  await session.functions([]);
  await client.request("continue", { threadId: 1 });
  await expect.poll(() => hits("sys_open")).toBeGreaterThan(1);
  await live("unweave");
  await client.request("pause", { threadId: 1 });
  await session.stop(1);
});

test("hits of a pointcut are counted by the kernel, exactly, and a million of them without a stop", async () => {
  const session = start();
  // Its program asks the filter 5,000 times between two calls of sys_attach; what it sleeps takes no time.
  const qemu = ["-append", "init=/bin/change-facts", "-icount", "shift=3,sleep=off"];
  await session.launch({ build: "never", stopAt: "sys_attach", qemu });
  await session.stop(1);
  const says = async (expression: string) => {
    const args = { expression, context: "repl" };
    return (await client.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", args)).result;
  };
  expect(await says("counts")).toContain("Nothing is counted");
  const pointcut = 'execution("% filter_by(...)")';
  expect(await says(`count ${pointcut}`)).toMatch(/^Counted without stops at 1 place\./);
  expect(await says("counts")).toMatch(/^0 hits of /);
  await session.functions([{ name: "sys_attach" }]);
  await session.go("continue", 1);
  expect(await says("counts")).toMatch(
    /^5000 hits of execution\("% filter_by\(\.\.\.\)"\)\n {2}5000 \S*filter_by/,
  );
  await session.functions([]);
  await client.request("continue", { threadId: 1 });
  await expect
    .poll(async () => Number.parseInt(await says("counts"), 10), { timeout: 60_000 })
    .toBeGreaterThan(1_000_000);
  await expect(says('count execution("% no_such_function(...)")')).rejects.toThrow(
    /no_such_function|match|Nothing/,
  );
});

test("a breakpoint on the only statement of an advice stops there, in its frame, each time", async () => {
  const file = "aspects/count-all.ah";
  const text =
    'aspect CountAll {\n  int seen;\n  advice execution("% %(...)") && !within("% cpu_%(...)") : before() {\n    seen++;\n  }\n};\n';
  writeFileSync(kernel.file(file), text);
  const session = start();
  await session.launch({ build: "auto" }, { [file]: [{ line: 4 }] });
  for (let stops = 0; stops < 12; stops++) {
    await session.stop(1);
    const [top, below] = (await session.stack(2)).stackFrames;
    const advised = /^CountAll: before execution of (\w+)$/.exec(top?.name ?? "")?.[1];
    expect(top, session.text()).toMatchObject({ line: 4, source: { path: kernel.file(file) } });
    expect(below?.name, session.text()).toBe(advised);
    await client.request("continue", { threadId: 1 });
  }
});
