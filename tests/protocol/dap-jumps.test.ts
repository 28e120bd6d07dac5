/** Jump to a line, and frames that begin again. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";

const boot = resolve(import.meta.dirname, "../../weaver-bridge/replug/litmus-boot.S");
const source = resolve(import.meta.dirname, "faults.c");
const FLAGS = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = ["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-static"];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";

let folder = "";
let client: DapClient;

beforeEach((context) => {
  for (const tool of ["gcc", "gdb", "qemu-system-i386"]) requireTool(context, tool);
  folder = mkdtempSync(join(tmpdir(), "weft-jumps-"));
  execFileSync("gcc", [...FLAGS, ...MORE, LINK, "-o", join(folder, "kernel.elf"), boot, source]);
  const run = { kernel: "kernel.elf", memory: 32, arguments: ["-nodefaults"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "faults", run, panics: ["give_up"] }));
  client = startAdapter();
});
afterEach(async () => {
  await client.dispose();
  rmSync(folder, { recursive: true, force: true });
});

async function launch(breakpoint: string, settings: object = {}): Promise<void> {
  await client.request("initialize", { adapterID: "weft", linesStartAt1: true, pathFormat: "path" });
  const common = { type: "weft", request: "launch", project: folder, build: "never" };
  await client.request("launch", { ...common, ...settings });
  await client.event("initialized");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: breakpoint }] });
  await client.request("setExceptionBreakpoints", { filters: ["panic"] });
  await client.request("configurationDone");
  await client.event("stopped");
}

async function stack(): Promise<DebugProtocol.StackFrame[]> {
  const body = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", { threadId: 1 });
  return body.stackFrames;
}

async function value(expression: string): Promise<string> {
  const frameId = (await stack())[0]?.id;
  return (await client.request<{ result: string }>("evaluate", { expression, frameId })).result;
}

function lineOf(text: string): number {
  return (
    readFileSync(source, "utf8")
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1
  );
}

const targets = (line: number) =>
  client.request<DebugProtocol.GotoTargetsResponse["body"]>("gotoTargets", {
    source: { path: source },
    line,
  });

test("what lies between is left out; a jump stays in its function, and is not there without need", async () => {
  await launch("start_paging");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: "users_of" }] });
  await client.request("continue", { threadId: 1 });
  await client.event("stopped");
  await expect(targets(lineOf("share(zero);"))).rejects.toThrow(
    "belongs to first_processor, and the thread is in users_of: a jump stays in its function",
  );
  await expect(targets(1)).rejects.toThrow(/belongs to|has no code/);
  await client.request("stepOut", { threadId: 1 });
  await client.event("stopped");
  expect(await value("handled")).toBe("1");

  const line = lineOf('give_up("nothing');
  const [target] = (await targets(line)).targets;
  expect(target).toMatchObject({ line, label: `first_processor, line ${line}` });
  await client.request("goto", { threadId: 1, targetId: target?.id });
  expect(await client.event("stopped")).toMatchObject({ reason: "goto" });
  expect((await stack())[0]).toMatchObject({ name: "first_processor", line });
  await client.request("continue", { threadId: 1 });
  expect(await client.event("stopped")).toMatchObject({ description: "Kernel panic" });
  expect(await value("handled")).toBe("1");
  await expect(client.request("goto", { threadId: 1, targetId: target?.id })).rejects.toThrow("another stop");
  const frameId = (await stack())[0]?.id;
  await expect(client.request("restartFrame", { frameId })).rejects.toThrow("can't be undone");
});

test("in a recording a frame begins again, and nothing jumps", async () => {
  const file = join(folder, "run.weftrun");
  await launch("give_up", { record: file });
  await client.request("terminate");
  await client.event("weft/recorded");
  await client.dispose();

  client = startAdapter();
  await launch("share", { replay: file });
  await expect(targets(lineOf('give_up("nothing'))).rejects.toThrow("A recording is run as it was");
  const handled = await value("handled");
  await client.request("next", { threadId: 1 });
  await client.event("stopped");
  await client.request("next", { threadId: 1 });
  await client.event("stopped");
  await client.request("restartFrame", { frameId: (await stack()).find(({ name }) => name === "share")?.id });
  await client.event("stopped");
  expect((await stack())[0]?.name).toBe("share");
  expect(await value("handled")).toBe(handled);
  await client.request("restartFrame", { frameId: (await stack())[1]?.id });
  await client.event("stopped");
  expect((await stack())[0]).toMatchObject({
    name: "first_processor",
    line: lineOf("void first_processor") + 1,
  });
  expect(await value("handled")).toBe("0");
});
