/** Memory dumps: made of a machine at a stop, and opened as what that machine was. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";

const WEFT = resolve(import.meta.dirname, "../../weaver-bridge/dist/weft.js");
const boot = resolve(import.meta.dirname, "../../weaver-bridge/replug/litmus-boot.S");
const FLAGS = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = [
  "-fno-stack-protector",
  "-fno-asynchronous-unwind-tables",
  "-fno-omit-frame-pointer",
  "-static",
];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";
const TASKS = {
  ...{ struct: "task", list: "tasks", running: "running[$cpu]", id: "pid", name: "name", stack: "stack" },
  saved: ["edi", "esi", "ebx", "ebp", "eip"],
};

let folder = "";
let client: DapClient;

beforeEach((context) => {
  for (const tool of ["gcc", "gdb", "qemu-system-i386"]) requireTool(context, tool);
  folder = mkdtempSync(join(tmpdir(), "weft-dump-"));
  client = startAdapter();
});
afterEach(async () => {
  await client.dispose();
  rmSync(folder, { recursive: true, force: true });
});

function build(source: string, more: object = {}, cpus = 1, flags: readonly string[] = []): void {
  const file = resolve(import.meta.dirname, source);
  execFileSync("gcc", [...FLAGS, ...MORE, ...flags, LINK, "-o", join(folder, "kernel.elf"), boot, file]);
  const run = { kernel: "kernel.elf", memory: 32, arguments: ["-smp", String(cpus), "-nodefaults"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "dumped", run, ...more }));
}

async function launch(settings: object, breakpoint?: string): Promise<DebugProtocol.StoppedEvent["body"]> {
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  const common = { type: "weft", request: "launch", project: folder, build: "never" };
  await client.request("launch", { ...common, ...settings });
  await client.event("initialized");
  if (breakpoint !== undefined)
    await client.request("setFunctionBreakpoints", {
      breakpoints: [{ name: breakpoint, hitCondition: "5" }],
    });
  await client.request("configurationDone");
  return client.event("stopped");
}

/** All that a user sees: threads, each with its stack, and in the innermost frames arguments, locals and memory. */
async function seen(): Promise<unknown> {
  const { threads } = await client.request<DebugProtocol.ThreadsResponse["body"]>("threads");
  const all: unknown[] = [];
  for (const { id, name } of threads) {
    const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
      threadId: id,
    });
    const values: unknown[] = [];
    for (const frame of stackFrames.slice(0, 2)) {
      const { scopes } = await client.request<DebugProtocol.ScopesResponse["body"]>("scopes", {
        frameId: frame.id,
      });
      for (const { variablesReference } of scopes.slice(0, 2)) {
        const { variables } = await client.request<DebugProtocol.VariablesResponse["body"]>("variables", {
          variablesReference,
        });
        values.push(variables.map((variable) => `${variable.name} = ${variable.value}`));
      }
    }
    all.push({ name, stack: stackFrames.map((frame) => `${frame.name} ${frame.line}`), values });
  }
  const memory = await client.request("readMemory", { memoryReference: "&tasks", count: 24 }).catch(() => "");
  return { all, memory };
}

test("a dump shows the processors, tasks, stacks, values and memory that the machine had", async () => {
  build("two-cpus.c", { tasks: TASKS }, 2);
  await launch({}, "compile");
  const before = await seen();
  const file = join(folder, "memory.dump");
  expect(await client.request("weft/dumpMemory", { file })).toEqual({ file });
  expect(readdirSync(folder).filter((name) => name.startsWith("memory"))).toEqual(["memory.dump"]);
  await client.request("stepOut", { threadId: 2 });
  await client.event("stopped");
  await client.dispose();

  client = startAdapter();
  expect(await launch({ dump: file })).toMatchObject({ reason: "entry", description: "Memory dump" });
  expect(await seen()).toEqual(before);
  expect(JSON.stringify(before)).toContain('"printer (3)"');
  expect(client.output("important")).toBe("");
  await expect(client.request("continue", { threadId: 1 })).rejects.toThrow("Nothing runs in it");
  await expect(client.request("next", { threadId: 1 })).rejects.toThrow("the memory of one moment");
  const { breakpoints } = await client.request<DebugProtocol.SetBreakpointsResponse["body"]>(
    "setFunctionBreakpoints",
    { breakpoints: [{ name: "compile" }] },
  );
  expect(breakpoints).toMatchObject([{ verified: false, message: expect.stringContaining("Nothing runs") }]);
});

test("with paging, of a machine that runs; and what a recording showed", async () => {
  build("faults.c", { panics: ["give_up"] });
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  const common = { type: "weft", request: "launch", project: folder, build: "never" };
  await client.request("launch", common);
  await client.event("initialized");
  await client.request("setExceptionBreakpoints", { filters: ["general-protection"] });
  await client.request("configurationDone");
  await client.event("stopped");
  await client.request("setExceptionBreakpoints", { filters: [] });
  await client.request("continue", { threadId: 1 });
  const file = join(folder, "memory.dump");
  await client.request("weft/dumpMemory", { file });
  await client.dispose();

  client = startAdapter();
  await launch({ dump: file });
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  expect(readFileSync(resolve(import.meta.dirname, "faults.c"), "utf8")).toContain(stackFrames[0]?.name);
  const evaluate = (expression: string) =>
    client.request<{ result: string }>("evaluate", { expression, frameId: stackFrames[0]?.id });
  expect((await evaluate("gates[14].kind")).result).toBe("36352");
  await expect(evaluate("*(int *)0xd0000010")).rejects.toThrow("Cannot access memory");
  await client.dispose();

  build("faults.c", {}, 1, ["-O2", "-DOTHER"]);
  client = startAdapter();
  await launch({ dump: file });
  expect(client.output("important")).toContain("The dump is of another build");
});

test("weft debug writes a running guest's memory, and opens it in GDB on the terminal", async () => {
  makeBundles("weft", "debug-adapter");
  build("faults.c");
  const file = join(folder, "memory.dump");
  const weft = (input: string, ...words: string[]) =>
    spawnSync(process.execPath, [WEFT, "debug", ...words], {
      cwd: folder,
      encoding: "utf8",
      input,
      timeout: 60_000,
    });
  expect(weft("", file, "--dump")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("runs. Start one with weft run --live"),
  });
  const guest = spawn(process.execPath, [WEFT, "run", "--live", "--headless"], {
    cwd: folder,
    stdio: "ignore",
  });
  try {
    await expect.poll(() => existsSync(join(folder, ".weft/live/guest.json"))).toBe(true);
    await expect.poll(() => weft("", file, "--dump").status).toBe(0);
  } finally {
    guest.kill();
    await once(guest, "exit");
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("memory"))).toEqual(["memory.dump"]);
  const opened = weft("info threads\nprint gates[14].kind\n", file);
  expect(opened.stdout).toMatch(/CPU#0 \[dumped\].*\$1 = 36352/s);
  expect(weft("", file, "--dump", "--record")).toMatchObject({ status: 2 });
});

test("what is no dump, and what was cut off, is told", async () => {
  build("faults.c");
  const open = (dump: string) => launch({ dump });
  await expect(open(join(folder, "nothing"))).rejects.toThrow(/nothing can't be opened: ENOENT/);
  const refused = async (content: string | Buffer, why: string) => {
    await client.dispose();
    client = startAdapter();
    writeFileSync(join(folder, "file"), content);
    await expect(open(join(folder, "file"))).rejects.toThrow(why);
  };
  await refused("", "neither an ELF file nor a recording");
  await refused("KDUMP   \u0006\0\0\0".padEnd(400, "\0"), "makedumpfile -E");
  const kernel = Buffer.alloc(65536);
  const from = openSync(join(folder, "kernel.elf"), "r");
  readSync(from, kernel);
  await refused(kernel, "no memory dump");

  await client.dispose();
  client = startAdapter();
  await launch({ stopAt: "first_processor" });
  const dump = join(folder, "whole");
  await client.request("weft/dumpMemory", { file: dump });
  await expect(client.request("weft/dumpMemory", { file: "/nowhere/dump" })).rejects.toThrow(
    "The memory was not written into /nowhere/dump",
  );
  truncateSync(dump, 100_000);
  await client.dispose();
  client = startAdapter();
  await expect(open(dump)).rejects.toThrow("it was cut off");
});
