/** Stops at exceptions that a kernel meets, found through the CPU's own table of handlers. */
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

beforeEach(async (context) => {
  for (const tool of ["gcc", "gdb", "objdump", "qemu-system-i386"]) requireTool(context, tool);
  folder = mkdtempSync(join(tmpdir(), "weft-faults-"));
  execFileSync("gcc", [...FLAGS, ...MORE, LINK, "-o", join(folder, "kernel.elf"), boot, source]);
  const run = { kernel: "kernel.elf", memory: 32, arguments: ["-nodefaults"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "faults", run, panics: ["give_up"] }));
  client = startAdapter();
});
afterEach(async () => {
  await client.dispose();
  rmSync(folder, { recursive: true, force: true });
});

type Exceptions = DebugProtocol.SetExceptionBreakpointsArguments;

async function launch(exceptions: Exceptions, settings: object = {}): Promise<DebugProtocol.Breakpoint[]> {
  const { exceptionBreakpointFilters = [] } = await client.request<DebugProtocol.Capabilities>("initialize", {
    adapterID: "weft",
    linesStartAt1: true,
    pathFormat: "path",
  });
  expect(exceptionBreakpointFilters.map(({ filter }) => filter)).toEqual([
    ...["panic", "triple-fault", "page-fault", "general-protection", "invalid-opcode", "divide-error"],
    "double-fault",
  ]);
  const common = { type: "weft", request: "launch", project: folder, build: "never" };
  await client.request("launch", { ...common, ...settings });
  await client.event("initialized");
  const { breakpoints = [] } = await client.request<{ breakpoints?: DebugProtocol.Breakpoint[] }>(
    "setExceptionBreakpoints",
    exceptions,
  );
  await client.request("configurationDone");
  return breakpoints;
}

const stopped = () => client.event<DebugProtocol.StoppedEvent["body"]>("stopped");

async function names(): Promise<string[]> {
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  return stackFrames.map(({ name }) => name);
}

function lineOf(text: string): number {
  return (
    readFileSync(source, "utf8")
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1
  );
}

const ALL = ["panic", "triple-fault", "page-fault", "general-protection", "invalid-opcode", "divide-error"];

test("each is caught before its handler, with whose instruction it was; then the kernel's own panic", async () => {
  expect(await launch({ filters: ALL })).toEqual(ALL.map(() => ({ verified: true })));
  const page = await stopped();
  expect(page).toMatchObject({ reason: "exception", description: "Page fault" });
  expect(page.text).toBe(
    "Page fault at address 0xd0000010: a read, and no page is there (error code 0x0). " +
      `users_of at ${source}:${lineOf('"mov (%1), %0"')}: mov (%eax),%eax`,
  );
  expect((await names()).slice(0, 3)).toEqual(["trap or interrupt", "users_of", "first_processor"]);
  const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  expect(
    await client.request("evaluate", { expression: "inode", frameId: stackFrames[1]?.id, context: "watch" }),
  ).toMatchObject({ result: expect.stringContaining("0xd0000000") });
  const info = await client.request<DebugProtocol.ExceptionInfoResponse["body"]>("exceptionInfo", {
    threadId: 1,
  });
  expect(info).toMatchObject({ exceptionId: "Page fault", description: page.text });
  await client.outputHas("console", "Page fault at address 0xd0000010");

  await client.request("continue", { threadId: 1 });
  const protection = await stopped();
  expect(protection.text).toMatch(
    /^General protection fault: entry 13 of the GDT is to blame \(error code 0x68\)\. forbidden at /,
  );
  await client.request("continue", { threadId: 1 });
  expect((await stopped()).text).toMatch(/^Invalid opcode\. bug at .*: ud2$/);
  await client.request("continue", { threadId: 1 });
  expect((await stopped()).text).toMatch(/^Divide error\. share at .*: idiv %\w+$/);
  expect((await names()).slice(0, 3)).toEqual(["trap or interrupt", "share", "first_processor"]);
  await client.request("continue", { threadId: 1 });
  expect(await stopped()).toMatchObject({ description: "Kernel panic", text: "nothing is left to do" });
});

test("a condition chooses, and one that means nothing is refused with GDB's words", async () => {
  const filterOptions = [
    { filterId: "page-fault", condition: "$cr2 == 1" },
    { filterId: "divide-error", condition: "handled == 3" },
    { filterId: "invalid-opcode", condition: "no_such_name" },
  ];
  expect(await launch({ filters: ["panic"], filterOptions })).toEqual([
    { verified: true },
    { verified: true },
    { verified: true },
    { verified: false, message: expect.stringContaining("no_such_name") },
  ]);
  expect(await stopped()).toMatchObject({ description: "Divide error" });
  await client.request("restart");
  expect(await stopped()).toMatchObject({ description: "Divide error" });
});

test("in a recording as well, and on the way back", async () => {
  const file = join(folder, "run.weftrun");
  await launch({ filters: ["panic"] }, { record: file });
  await stopped();
  await client.request("terminate");
  await client.event("weft/recorded");
  await client.dispose();
  client = startAdapter();
  await launch({ filters: ["panic", "divide-error"] }, { replay: file });
  expect(await stopped()).toMatchObject({ description: "Divide error" });
  await client.request("stepBack", { threadId: 1, granularity: "instruction" });
  await stopped();
  expect((await names()).slice(0, 2)).toEqual(["share", "first_processor"]);
});
