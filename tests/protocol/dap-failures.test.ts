/** What the debug adapter says when something fails, and that nothing it started outlives it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { removeGuestRecord, writeGuestRecord } from "@weft/weaver-bridge/guest";
import { afterEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";
import { buildTestKernel } from "./dap-kernel/build-kernel.js";

const kernel = buildTestKernel();
let client: DapClient;
const start = (environment: NodeJS.ProcessEnv = {}, of = kernel) =>
  new Transcript((client = startAdapter(environment)), of);

const guests: ChildProcess[] = [];

afterEach(async () => {
  for (const guest of guests.splice(0)) guest.kill();
  await client.dispose();
});

/** The reason that the client is given, after which the session must have ended. */
async function endOfSession(): Promise<{ code: string; message: string }> {
  const ended = await client.event<{ code: string; message: string }>("weft/sessionEnded");
  await client.event("terminated");
  expect(client.output("important")).toBe(`${ended.message}\n`);
  await client.request("disconnect");
  expect(await client.exited).toBe(0);
  return ended;
}

const qemuOf = async () => (await client.event<{ systemProcessId: number }>("process")).systemProcessId;

function childrenOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map(Number);
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8");

/** Resolves when the process is gone (or a zombie that nobody has read yet). */
async function gone(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8")))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

test("QEMU killed while the kernel runs", async () => {
  await start().launch();
  const qemu = await qemuOf();
  await client.outputHas("stdout", "mini kernel up");
  process.kill(qemu, "SIGKILL");
  expect(await endOfSession()).toEqual({
    code: "qemu-ended",
    message: "The machine ended: QEMU was ended by signal SIGKILL.",
  });
});

test("QEMU killed at a stop", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop();
  process.kill(await qemuOf(), "SIGKILL");
  expect((await endOfSession()).code).toBe("qemu-ended");
});

test("GDB killed", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop();
  const qemu = await qemuOf();
  const gdb = childrenOf(client.process.pid).find((pid) => pid !== qemu && commandOf(pid).includes("gdb"));
  process.kill(gdb ?? 0, "SIGKILL");
  expect(await endOfSession()).toEqual({
    code: "gdb-ended",
    message: "GDB ended unexpectedly: signal SIGKILL.",
  });
  await gone(qemu);
});

test("a client that no longer listens: the adapter, QEMU and GDB end", async () => {
  await start().launch();
  const qemu = await qemuOf();
  client.process.stdout?.destroy();
  client.process.stdin?.write('Content-Length: 47\r\n\r\n{"seq":99,"type":"request","command":"threads"}');
  await client.exited;
  await gone(qemu);
});

test("a kernel that never reaches the stop point", async () => {
  const silent = buildTestKernel({ boot: "NEVER_BOOTS" });
  await start({}, silent).launch({ stopAt: "sys_open", timeouts: { boot: 1000 } });
  const { code, message } = await endOfSession();
  expect(code).toBe("boot-deadline");
  expect(message).toBe(
    "The kernel did not reach sys_open within 1 s; it is at _start, line 15 and has printed nothing. " +
      'Choose another "stopAt", or raise "timeouts.boot" in the debug configuration.',
  );
});

test("a kernel that resets the machine: it stands where that happened, and ends when it shall go on", async () => {
  const kernel = buildTestKernel({ boot: "TRIPLE_FAULT" });
  await start({}, kernel).launch({ stopAt: "sys_open" });
  const stopped = await client.event<DebugProtocol.StoppedEvent["body"]>("stopped");
  expect(stopped).toMatchObject({ reason: "exception", description: "Reset or triple fault" });
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  const line = readFileSync(kernel.file("boot.S"), "utf8").split("\n")[(stackFrames[0]?.line ?? 0) - 1];
  expect(line).toMatch(/int|ud2/);
  await client.outputHas("console", "The CPU has no table of handlers (IDT)");
  await client.outputHas("console", "CR0=");
  await client.request("continue", { threadId: 1 });
  expect(await endOfSession()).toEqual({
    code: "qemu-ended",
    message: "The machine ended: the kernel reset it, or the CPU met a triple fault.",
  });
});

test("a machine that is reset from outside while it is stopped", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop(1);
  await client.request("evaluate", { expression: ">monitor system_reset", context: "repl" }).catch(() => {});
  expect(await endOfSession()).toEqual({
    code: "qemu-ended",
    message: "The machine ended: it was reset from outside.",
  });
});

test("a kernel that panics: the session stops there and says why", async () => {
  const session = start({}, buildTestKernel({ boot: "PANICS" }));
  await session.launch({ stopAt: "_start" });
  await session.stop(1);
  await client.request("setExceptionBreakpoints", { filters: ["panic"] });
  await client.request("continue", { threadId: 1 });
  const stopped = await client.event<DebugProtocol.StoppedEvent["body"]>("stopped");
  expect(stopped).toMatchObject({
    reason: "exception",
    description: "Kernel panic",
    text: "no root file system",
  });
  const info = await client.request<DebugProtocol.ExceptionInfoResponse["body"]>("exceptionInfo", {
    threadId: 1,
  });
  expect(info).toMatchObject({ exceptionId: "Kernel panic", description: "no root file system" });
  expect((await session.stack(1)).stackFrames[0]?.name).toBe("panic");
});

test("a kernel that hangs with interrupts off is paused where it hangs", async () => {
  const session = start({}, buildTestKernel({ boot: "NEVER_BOOTS" }));
  await session.launch({ stopAt: "_start" });
  await session.stop(1);
  await client.request("continue", { threadId: 1 });
  await client.request("pause", { threadId: 1 });
  await session.stop(1);
  expect(session.text()).toMatch(/\nstopped: pause\n {2}_start {2}boot\.S:\d+/);
});

test("a kernel that is built again meanwhile is told once, and its restart has the new one", async () => {
  const kernel = buildTestKernel();
  const session = start({}, kernel);
  await session.launch({ stopAt: "sys_open" });
  await session.stop(1);
  expect(client.output("important")).toBe("");
  const later = new Date(Date.now() + 5000);
  utimesSync(kernel.file("kernel.elf"), later, later);
  await session.go("next", 1);
  await client.outputHas("important", "The kernel was built again");
  await session.go("next", 1);
  await client.request("restart");
  await session.stop(1);
  await session.go("next", 1);
  expect(client.output("important").match(/built again/g)).toHaveLength(1);
});

test("symbols without lines: said at once, and functions have names", async () => {
  const session = start({}, buildTestKernel({ stripped: true, weaveMap: false }));
  await session.launch({ stopAt: "sys_open" });
  await session.stop(1);
  expect(client.output("important")).toContain("has no line numbers");
  expect(session.text()).toBe("stopped: entry\n  sys_open  ?:0\n");
});

test("run without debugging, a kernel that resets the machine just ends", async () => {
  await start({}, buildTestKernel({ boot: "TRIPLE_FAULT" })).launch({ noDebug: true });
  expect((await endOfSession()).code).toBe("qemu-ended");
});

test("a stop point that the kernel does not have", async () => {
  await expect(start().launch({ stopAt: "no_such_function" })).rejects.toThrow(
    'The kernel has no code at "no_such_function"',
  );
  expect((await endOfSession()).code).toBe("no-stop-point");
});

test.each([
  [{ project: "" }, '"project" must be the path of the folder that holds weft.json'],
  [{ stopAt: 7 }, '"stopAt" must be the name of a function'],
  [{ stopAt: "a b c" }, '"stopAt" must be the name of a function'],
  [{ build: "sometimes" }, '"build" must be "auto" or "never"'],
  [{ qemu: "-smp 2" }, '"qemu" must be a list of strings'],
  [{ timeouts: { boot: -1 } }, '"timeouts.boot" must be a positive number'],
  [{ timeouts: { toast: 1 } }, '"timeouts.toast" is not known'],
  [{ qemu: ["-no-such-option"] }, "QEMU did not start: "],
  [{ project: "/nowhere" }, "The project in /nowhere can't be used: "],
])("broken configuration %j", async (settings, message) => {
  await expect(start().launch(settings)).rejects.toThrow(message);
});

test("a project whose kernel is not built", async () => {
  const unbuilt = buildTestKernel();
  rmSync(unbuilt.file("kernel.elf"));
  await expect(start({}, unbuilt).launch()).rejects.toThrow(/kernel\.elf does not exist\. Build the project/);
});

test("a project file that is not JSON", async () => {
  const broken = buildTestKernel();
  writeFileSync(broken.file("weft.json"), '{ "run": ');
  await expect(start({}, broken).launch()).rejects.toThrow(/The project in .* can't be used/);
});

test("missing tools are named with their package", async () => {
  const nothing = mkdtempSync(join(tmpdir(), "weft-path-"));
  await expect(start({ PATH: nothing }).launch()).rejects.toThrow("sudo apt install qemu-system-x86");
  await client.dispose();
  symlinkSync(
    execFileSync("which", ["qemu-system-i386"], { encoding: "utf8" }).trim(),
    join(nothing, "qemu-system-i386"),
  );
  await expect(start({ PATH: nothing }).launch()).rejects.toThrow("sudo apt install gdb");
});

test("a build that fails, and one that is not there", async () => {
  const failing = kernel.file("failing-build.mjs");
  writeFileSync(failing, 'console.log("kernel.c:1:1: error: broken"); process.exit(3);');
  await expect(start({ WEFT_CLI: failing }).launch({ build: "auto" })).rejects.toThrow(
    "weft build ended with exit code 3",
  );
  expect(client.output("console")).toContain("kernel.c:1:1: error: broken");
  await client.dispose();
  await expect(start({ WEFT_CLI: "/nowhere/weft.js" }).launch({ build: "auto" })).rejects.toThrow(
    "/nowhere/weft.js",
  );
});

test("a build that hangs is ended by its deadline, or by the user", async () => {
  const hanging = kernel.file("hanging-build.mjs");
  writeFileSync(hanging, 'console.log("pid", process.pid); setInterval(() => {}, 1000);');
  const timeouts = { build: 500 };
  await expect(start({ WEFT_CLI: hanging }).launch({ build: "auto", timeouts })).rejects.toThrow(
    "weft build took longer than 0.5 s",
  );
  await client.dispose();
  const launched = start({ WEFT_CLI: hanging })
    .launch({ build: "auto" })
    .catch((error: Error) => error.message);
  await client.outputHas("console", "pid ");
  const build = Number(/pid (\d+)/.exec(client.output("console"))?.[1]);
  await client.request("disconnect");
  expect(await launched).toContain("cancelled");
  await gone(build);
});

test.each(["SIGTERM", "SIGKILL", "end of input"] as const)(
  "nothing outlives the adapter: %s",
  async (how) => {
    const session = start();
    await session.launch({ stopAt: "sys_open" });
    await session.stop();
    const children = childrenOf(client.process.pid);
    expect(children).toHaveLength(2);
    if (how === "end of input") client.process.stdin?.end();
    else client.process.kill(how);
    await client.exited;
    for (const child of children) await gone(child);
  },
);

test("what a killed adapter left in temporary files goes with the next one", async () => {
  await start().launch({ stopAt: "sys_open" });
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("weft-dap-"));
  const of = `-${client.process.pid}-`;
  expect(left().some((name) => name.includes(of))).toBe(true);
  client.process.kill("SIGKILL");
  await client.exited;
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop(1);
  await expect.poll(() => left().filter((name) => name.includes(of))).toEqual([]);
  expect(left().some((name) => name.includes(`-${client.process.pid}-`))).toBe(true);
});

test("attaches to a machine that runs, and leaves it running", async () => {
  const port = 20_000 + (process.pid % 20_000);
  const qemu = spawn("qemu-system-i386", [
    ...["-kernel", kernel.file("kernel.elf"), "-display", "none", "-serial", "stdio", "-monitor", "none"],
    ...["-gdb", `tcp:127.0.0.1:${port}`],
  ]);
  guests.push(qemu);
  await new Promise((resolve) => qemu.stdout.once("data", resolve));
  const session = start();
  await client.request("initialize", { adapterID: "weft" });
  await client.request("attach", { project: kernel.folder, host: "127.0.0.1", port });
  await session.breakpoints("trace.ah", [{ line: 9 }]);
  await client.request("configurationDone");
  expect(await client.event("stopped")).toMatchObject({ reason: "entry" });
  await session.go("continue", 2);

  const other = startAdapter();
  await other.request("initialize", { adapterID: "weft" });
  const refused = other.request("attach", {
    project: kernel.folder,
    host: "127.0.0.1",
    port,
    timeouts: { connect: 3000 },
  });
  await expect(refused).rejects.toThrow(/serves one debugger at a time/);
  await other.dispose();

  await client.request("disconnect", { terminateDebuggee: false });
  expect(qemu.exitCode).toBeNull();
  expect(session.text()).toMatch(/stopped: breakpoint\n {2}Trace: before execution of sys_/);
});

test("nothing listens where to attach", async () => {
  start();
  await client.request("initialize", { adapterID: "weft" });
  const attached = client.request("attach", {
    project: kernel.folder,
    host: "127.0.0.1",
    port: 1,
    timeouts: { connect: 1000 },
  });
  await expect(attached).rejects.toThrow("GDB could not connect to 127.0.0.1:1");
});

test("a guest that an agent serves has no stub to attach to", async () => {
  const project = { root: kernel.folder };
  writeGuestRecord(project, { version: 1, id: "a", processId: process.pid, agent: "/port" });
  try {
    start();
    await client.request("initialize", { adapterID: "weft" });
    const attached = client.request("attach", { project: kernel.folder });
    await expect(attached).rejects.toThrow("has an agent in it and no debug stub");
  } finally {
    removeGuestRecord(project, "a");
  }
});
