/** Jump to a line, and frames that begin again. */
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { beforeEach, expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const source = resolve(import.meta.dirname, "faults.c");
const kernel = useSmallKernel("jumps");

beforeEach(() => kernel.build("faults.c", { panics: ["give_up"] }));

async function launch(breakpoint: string, settings: object = {}): Promise<void> {
  await kernel.launch(settings);
  await kernel.client.request("setFunctionBreakpoints", { breakpoints: [{ name: breakpoint }] });
  await kernel.client.request("setExceptionBreakpoints", { filters: ["panic"] });
  await kernel.client.request("configurationDone");
  await kernel.client.event("stopped");
}

async function stack(): Promise<DebugProtocol.StackFrame[]> {
  const body = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  return body.stackFrames;
}

async function value(expression: string): Promise<string> {
  const frameId = (await stack())[0]?.id;
  return (await kernel.client.request<{ result: string }>("evaluate", { expression, frameId })).result;
}

const targets = (line: number) =>
  kernel.client.request<DebugProtocol.GotoTargetsResponse["body"]>("gotoTargets", {
    source: { path: source },
    line,
  });

test("what lies between is left out; a jump stays in its function, and is not there without need", async () => {
  await launch("start_paging");
  await kernel.client.request("setFunctionBreakpoints", { breakpoints: [{ name: "users_of" }] });
  await kernel.client.request("continue", { threadId: 1 });
  await kernel.client.event("stopped");
  await expect(targets(kernel.lineOf("share(zero);"))).rejects.toThrow(
    "belongs to first_processor, and the thread is in users_of: a jump stays in its function",
  );
  await expect(targets(1)).rejects.toThrow(/belongs to|has no code/);
  await kernel.client.request("stepOut", { threadId: 1 });
  await kernel.client.event("stopped");
  expect(await value("handled")).toBe("1");

  const line = kernel.lineOf('give_up("nothing');
  const [target] = (await targets(line)).targets;
  expect(target).toMatchObject({ line, label: `first_processor, line ${line}` });
  await kernel.client.request("goto", { threadId: 1, targetId: target?.id });
  expect(await kernel.client.event("stopped")).toMatchObject({ reason: "goto" });
  expect((await stack())[0]).toMatchObject({ name: "first_processor", line });
  await kernel.client.request("continue", { threadId: 1 });
  expect(await kernel.client.event("stopped")).toMatchObject({ description: "Kernel panic" });
  expect(await value("handled")).toBe("1");
  await expect(kernel.client.request("goto", { threadId: 1, targetId: target?.id })).rejects.toThrow(
    "another stop",
  );
  const frameId = (await stack())[0]?.id;
  await expect(kernel.client.request("restartFrame", { frameId })).rejects.toThrow("can't be undone");
});

test("in a recording a frame begins again, and nothing jumps", async () => {
  const file = join(kernel.folder, "run.weftrun");
  await launch("give_up", { record: file });
  await kernel.client.request("terminate");
  await kernel.client.event("weft/recorded");
  await kernel.client.dispose();

  kernel.startAgain();
  await launch("share", { replay: file });
  await expect(targets(kernel.lineOf('give_up("nothing'))).rejects.toThrow("A recording is run as it was");
  const handled = await value("handled");
  await kernel.client.request("next", { threadId: 1 });
  await kernel.client.event("stopped");
  await kernel.client.request("next", { threadId: 1 });
  await kernel.client.event("stopped");
  // The divide error was stepped over, and so was the rest of share: its breakpoint lies on the way back to the call.
  await kernel.client.request("restartFrame", { frameId: (await stack())[0]?.id });
  await kernel.client.event("stopped");
  expect((await stack())[0]?.name).toBe("share");
  expect(await value("handled")).toBe(handled);
  await kernel.client.request("restartFrame", { frameId: (await stack())[1]?.id });
  await kernel.client.event("stopped");
  expect((await stack())[0]).toMatchObject({
    name: "first_processor",
    line: kernel.lineOf("void first_processor") + 1,
  });
  expect(await value("handled")).toBe("0");
});
