/** Memory dumps: made of a machine at a stop, and opened as what that machine was. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { useSmallKernel } from "./small-kernel.js";

const WEFT = resolve(import.meta.dirname, "../../weaver-bridge/dist/weft.js");
const TASKS = {
  ...{ struct: "task", list: "tasks", running: "running[$cpu]", id: "pid", name: "name", stack: "stack" },
  saved: ["edi", "esi", "ebx", "ebp", "eip"],
};

const kernel = useSmallKernel("dump");

function build(source: string, more: object = {}, cpus = 1, flags: readonly string[] = []): void {
  kernel.build(source, more, { cpus, flags: ["-fno-omit-frame-pointer", ...flags] });
}

async function launch(settings: object, breakpoint?: string): Promise<DebugProtocol.StoppedEvent["body"]> {
  await kernel.launch(settings);
  if (breakpoint !== undefined)
    await kernel.client.request("setFunctionBreakpoints", {
      breakpoints: [{ name: breakpoint, hitCondition: "5" }],
    });
  await kernel.client.request("configurationDone");
  return kernel.client.event("stopped");
}

/** All that a user sees: threads, each with its stack, and in the innermost frames arguments, locals and memory. */
async function seen(): Promise<unknown> {
  const { threads } = await kernel.client.request<DebugProtocol.ThreadsResponse["body"]>("threads");
  const all: unknown[] = [];
  for (const { id, name } of threads) {
    const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
      "stackTrace",
      {
        threadId: id,
      },
    );
    const values: unknown[] = [];
    for (const frame of stackFrames.slice(0, 2)) {
      const { scopes } = await kernel.client.request<DebugProtocol.ScopesResponse["body"]>("scopes", {
        frameId: frame.id,
      });
      for (const { variablesReference } of scopes.slice(0, 2)) {
        const { variables } = await kernel.client.request<DebugProtocol.VariablesResponse["body"]>(
          "variables",
          {
            variablesReference,
          },
        );
        values.push(variables.map((variable) => `${variable.name} = ${variable.value}`));
      }
    }
    all.push({ name, stack: stackFrames.map((frame) => `${frame.name} ${frame.line}`), values });
  }
  const memory = await kernel.client
    .request("readMemory", { memoryReference: "&tasks", count: 24 })
    .catch(() => "");
  return { all, memory };
}

test("a dump shows the processors, tasks, stacks, values and memory that the machine had", async () => {
  build("two-cpus.c", { tasks: TASKS }, 2);
  await launch({}, "compile");
  const before = await seen();
  const file = join(kernel.folder, "memory.dump");
  expect(await kernel.client.request("weft/dumpMemory", { file })).toEqual({ file });
  expect(readdirSync(kernel.folder).filter((name) => name.startsWith("memory"))).toEqual(["memory.dump"]);
  await kernel.client.request("stepOut", { threadId: 2 });
  await kernel.client.event("stopped");
  await kernel.client.dispose();

  kernel.startAgain();
  expect(await launch({ dump: file })).toMatchObject({ reason: "entry", description: "Memory dump" });
  expect(await seen()).toEqual(before);
  expect(JSON.stringify(before)).toContain('"printer (3)"');
  expect(kernel.client.output("important")).toBe("");
  await expect(kernel.client.request("continue", { threadId: 1 })).rejects.toThrow("Nothing runs in it");
  await expect(kernel.client.request("next", { threadId: 1 })).rejects.toThrow("the memory of one moment");
  const { breakpoints } = await kernel.client.request<DebugProtocol.SetBreakpointsResponse["body"]>(
    "setFunctionBreakpoints",
    { breakpoints: [{ name: "compile" }] },
  );
  expect(breakpoints).toMatchObject([{ verified: false, message: expect.stringContaining("Nothing runs") }]);
});

test("with paging, of a machine that runs; and what a recording showed", async () => {
  build("faults.c", { panics: ["give_up"] });
  await kernel.launch();
  await kernel.client.request("setExceptionBreakpoints", { filters: ["general-protection"] });
  await kernel.client.request("configurationDone");
  await kernel.client.event("stopped");
  await kernel.client.request("setExceptionBreakpoints", { filters: [] });
  await kernel.client.request("continue", { threadId: 1 });
  const file = join(kernel.folder, "memory.dump");
  await kernel.client.request("weft/dumpMemory", { file });
  await kernel.client.dispose();

  kernel.startAgain();
  await launch({ dump: file });
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    {
      threadId: 1,
    },
  );
  expect(readFileSync(resolve(import.meta.dirname, "faults.c"), "utf8")).toContain(stackFrames[0]?.name);
  const evaluate = (expression: string) =>
    kernel.client.request<{ result: string }>("evaluate", { expression, frameId: stackFrames[0]?.id });
  expect((await evaluate("gates[14].kind")).result).toBe("36352");
  await expect(evaluate("*(int *)0xd0000010")).rejects.toThrow("Cannot access memory");
  await kernel.client.dispose();

  build("faults.c", {}, 1, ["-O2", "-DOTHER"]);
  kernel.startAgain();
  await launch({ dump: file });
  expect(kernel.client.output("important")).toContain("The dump is of another build");
});

test("weft debug writes a running guest's memory, and opens it in GDB on the terminal", async () => {
  makeBundles("weft", "debug-adapter");
  build("faults.c");
  const file = join(kernel.folder, "memory.dump");
  const weft = (input: string, ...words: string[]) =>
    spawnSync(process.execPath, [WEFT, "debug", ...words], {
      cwd: kernel.folder,
      encoding: "utf8",
      input,
      timeout: 60_000,
    });
  const opened = () => weft("info threads\nprint gates[14].kind\n", file).stdout;
  expect(weft("", file, "--dump")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("runs. Start one with weft run --live"),
  });
  const guest = spawn(process.execPath, [WEFT, "run", "--live", "--headless"], {
    cwd: kernel.folder,
    stdio: "ignore",
  });
  try {
    await expect.poll(() => existsSync(join(kernel.folder, ".weft/live/guest.json"))).toBe(true);
    // One may have met the machine before its kernel ran.
    await expect
      .poll(() => weft("", file, "--dump").status === 0 && opened().includes("$1 = 36352"))
      .toBe(true);
  } finally {
    guest.kill();
    await once(guest, "exit");
  }
  expect(readdirSync(kernel.folder).filter((name) => name.startsWith("memory"))).toEqual(["memory.dump"]);
  expect(opened()).toMatch(/CPU#0 \[dumped\].*\$1 = 36352/s);
  expect(weft("", file, "--dump", "--record")).toMatchObject({ status: 2 });
  writeFileSync(
    join(kernel.folder, "kinds.py"),
    "import weft\nprint(int(weft.value('gates[14].kind')))\nweft.goto(1)",
  );
  expect(weft("", file, "--script", "kinds.py")).toMatchObject({
    status: 1,
    stdout: "36352\n",
    stderr: expect.stringMatching(/kinds\.py:3: goto asks for a recorded run: nothing runs in a memory dump/),
  });
});

test("what is no dump, and what was cut off, is told", async () => {
  build("faults.c");
  const open = (dump: string) => launch({ dump });
  await expect(open(join(kernel.folder, "nothing"))).rejects.toThrow(/nothing can't be opened: ENOENT/);
  const refused = async (content: string | Buffer, why: string) => {
    await kernel.client.dispose();
    kernel.startAgain();
    writeFileSync(join(kernel.folder, "file"), content);
    await expect(open(join(kernel.folder, "file"))).rejects.toThrow(why);
  };
  await refused("", "neither an ELF file nor a recording");
  await refused("KDUMP   \u0006\0\0\0".padEnd(400, "\0"), "makedumpfile -E");
  const image = Buffer.alloc(65536);
  const from = openSync(join(kernel.folder, "kernel.elf"), "r");
  readSync(from, image);
  await refused(image, "no memory dump");

  await kernel.client.dispose();
  kernel.startAgain();
  await launch({ stopAt: "first_processor" });
  const dump = join(kernel.folder, "whole");
  await kernel.client.request("weft/dumpMemory", { file: dump });
  await expect(kernel.client.request("weft/dumpMemory", { file: "/nowhere/dump" })).rejects.toThrow(
    "The memory was not written into /nowhere/dump",
  );
  await kernel.client.dispose();
  kernel.startAgain();
  await launch({ dump });
  const idt = { expression: "idt", context: "repl" };
  await expect(kernel.client.request("evaluate", idt)).rejects.toThrow("have no monitor");
  truncateSync(dump, 100_000);
  await kernel.client.dispose();
  kernel.startAgain();
  await expect(open(dump)).rejects.toThrow("it was cut off");
});
