/** Stops at exceptions that a kernel meets, found through the CPU's own table of handlers. */
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { beforeEach, expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const source = resolve(import.meta.dirname, "faults.c");
const kernel = useSmallKernel("faults", ["objdump"]);

beforeEach(() => kernel.build("faults.c", { panics: ["give_up"] }));

type Exceptions = DebugProtocol.SetExceptionBreakpointsArguments;

async function launch(exceptions: Exceptions, settings: object = {}): Promise<DebugProtocol.Breakpoint[]> {
  const { exceptionBreakpointFilters = [] } = await kernel.launch(settings);
  expect(exceptionBreakpointFilters.map(({ filter }) => filter)).toEqual([
    ...["panic", "triple-fault", "page-fault", "general-protection", "invalid-opcode", "divide-error"],
    "double-fault",
  ]);
  const { breakpoints = [] } = await kernel.client.request<{ breakpoints?: DebugProtocol.Breakpoint[] }>(
    "setExceptionBreakpoints",
    exceptions,
  );
  await kernel.client.request("configurationDone");
  return breakpoints;
}

const stopped = () => kernel.client.event<DebugProtocol.StoppedEvent["body"]>("stopped");

async function names(): Promise<string[]> {
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    {
      threadId: 1,
    },
  );
  return stackFrames.map(({ name }) => name);
}

const ALL = ["panic", "triple-fault", "page-fault", "general-protection", "invalid-opcode", "divide-error"];

test("each is caught before its handler, with whose instruction it was; then the kernel's own panic", async () => {
  expect(await launch({ filters: ALL })).toEqual(ALL.map(() => ({ verified: true })));
  const page = await stopped();
  expect(page).toMatchObject({ reason: "exception", description: "Page fault" });
  expect(page.text).toBe(
    "Page fault at address 0xd0000010: a read, and no page is there (error code 0x0). " +
      `users_of at ${source}:${kernel.lineOf('"mov (%1), %0"')}: mov (%eax),%eax`,
  );
  expect((await names()).slice(0, 3)).toEqual(["trap or interrupt", "users_of", "first_processor"]);
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    {
      threadId: 1,
    },
  );
  expect(
    await kernel.client.request("evaluate", {
      expression: "inode",
      frameId: stackFrames[1]?.id,
      context: "watch",
    }),
  ).toMatchObject({ result: expect.stringContaining("0xd0000000") });
  const info = await kernel.client.request<DebugProtocol.ExceptionInfoResponse["body"]>("exceptionInfo", {
    threadId: 1,
  });
  expect(info).toMatchObject({ exceptionId: "Page fault", description: page.text });
  await kernel.client.outputHas("console", "Page fault at address 0xd0000010");

  await kernel.client.request("continue", { threadId: 1 });
  const protection = await stopped();
  expect(protection.text).toMatch(
    /^General protection fault: entry 13 of the GDT is to blame \(error code 0x68\)\. forbidden at /,
  );
  await kernel.client.request("continue", { threadId: 1 });
  expect((await stopped()).text).toMatch(/^Invalid opcode\. bug at .*: ud2$/);
  await kernel.client.request("continue", { threadId: 1 });
  expect((await stopped()).text).toMatch(/^Divide error\. share at .*: idiv %\w+$/);
  expect((await names()).slice(0, 3)).toEqual(["trap or interrupt", "share", "first_processor"]);
  await kernel.client.request("continue", { threadId: 1 });
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
  await kernel.client.request("restart");
  expect(await stopped()).toMatchObject({ description: "Divide error" });
});

test("a double fault that goes through a task gate says whose stack had ended", async () => {
  kernel.build("task-gate.c", {}, { flags: ["-fno-optimize-sibling-calls"] });
  await launch({ filters: ["double-fault"] });
  const stop = await stopped();
  expect(stop).toMatchObject({ reason: "exception", description: "Double fault" });
  expect(stop.text).toMatch(/^Double fault .*\. recurse at .*task-gate\.c:\d+: (?:call|push|mov|sub)/);
  expect((await names())[0]).toBe("on_double_fault");
});

test("in a recording as well, and on the way back", async () => {
  const file = join(kernel.folder, "run.weftrun");
  await launch({ filters: ["panic"] }, { record: file });
  await stopped();
  await kernel.client.request("terminate");
  await kernel.client.event("weft/recorded");
  await kernel.client.dispose();
  kernel.startAgain();
  await launch({ filters: ["panic", "divide-error"] }, { replay: file });
  expect(await stopped()).toMatchObject({ description: "Divide error" });
  await kernel.client.request("stepBack", { threadId: 1, granularity: "instruction" });
  await stopped();
  expect((await names()).slice(0, 2)).toEqual(["share", "first_processor"]);
});
