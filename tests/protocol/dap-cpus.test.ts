/** Two processors, a task on each, and one that sleeps. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";

const boot = resolve(import.meta.dirname, "../../weaver-bridge/replug/litmus-boot.S");
const FLAGS = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = [
  "-fno-stack-protector",
  "-fno-asynchronous-unwind-tables",
  "-fno-omit-frame-pointer",
  "-static",
];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";

let folder = "";
let client: DapClient | undefined;
beforeEach((context) => {
  for (const tool of ["gcc", "gdb", "qemu-system-i386"]) requireTool(context, tool);
  folder = mkdtempSync(join(tmpdir(), "weft-cpus-"));
});
afterEach(async () => {
  await client?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

test("each processor shows its task, each task its stack, and a step stays on its processor", async () => {
  const source = resolve(import.meta.dirname, "two-cpus.c");
  execFileSync("gcc", [...FLAGS, ...MORE, LINK, "-o", join(folder, "kernel.elf"), boot, source]);
  const project = {
    name: "two processors",
    run: { kernel: "kernel.elf", memory: 32, arguments: ["-smp", "2", "-nodefaults"] },
    tasks: {
      ...{ struct: "task", list: "tasks", running: "running[$cpu]", id: "pid", name: "name", stack: "stack" },
      saved: ["edi", "esi", "ebx", "ebp", "eip"],
    },
  };
  writeFileSync(join(folder, "weft.json"), JSON.stringify(project));
  client = startAdapter();
  const adapter = client;
  const stackOf = async (threadId: number) => {
    const { stackFrames } = await adapter.request<{ stackFrames: { id: number; name: string }[] }>(
      "stackTrace",
      {
        threadId,
      },
    );
    return stackFrames;
  };
  await adapter.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  await adapter.request("launch", { type: "weft", request: "launch", project: folder, build: "never" });
  await adapter.event("initialized");
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "compile", hitCondition: "5" }] });
  await adapter.request("configurationDone");
  const stop = await adapter.event<{ threadId: number }>("stopped");

  const { threads } = await adapter.request<{ threads: { id: number; name: string }[] }>("threads");
  expect(threads.map(({ name }) => name)).toEqual([
    "CPU 0: editor (1)",
    "CPU 1: compiler (2)",
    "printer (3)",
  ]);
  const [editor, compiler, printer] = threads.map(({ id }) => id) as [number, number, number];
  expect(stop.threadId).toBe(compiler);
  const names = async (threadId: number) => (await stackOf(threadId)).map(({ name }) => name);
  expect((await names(editor))[0]).toBe("first_processor");
  expect((await names(compiler)).slice(0, 2)).toEqual(["compile", "second_processor"]);
  expect((await names(printer)).slice(0, 2)).toEqual(["wait_for_paper", "printer"]);
  const waiting = (await stackOf(printer))[0]?.id;
  expect(await adapter.request("evaluate", { expression: "wanted", frameId: waiting })).toMatchObject({
    result: "12",
  });
  await expect(adapter.request("next", { threadId: printer })).rejects.toThrow("This task sleeps");
  await adapter.request("stepOut", { threadId: compiler });
  expect(await adapter.event("stopped")).toMatchObject({ reason: "step", threadId: compiler });
  expect((await names(compiler))[0]).toBe("second_processor");
  await adapter.request("next", { threadId: editor });
  expect(await adapter.event("stopped")).toMatchObject({ threadId: editor });
});
