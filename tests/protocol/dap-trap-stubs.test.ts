/** Stacks go on below interrupts of kernels whose assembler says nothing to debuggers: its own way back says enough. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { beforeEach, expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("stubs", ["objdump"]);

beforeEach(() => kernel.build("trap-stubs.c"));

async function frames(): Promise<DebugProtocol.StackFrame[]> {
  await kernel.client.event("stopped");
  const answer = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
    threadId: 1,
  });
  return answer.stackFrames;
}

async function valueIn(frame: DebugProtocol.StackFrame | undefined, expression: string): Promise<string> {
  const args = { expression, frameId: frame?.id, context: "watch" };
  return (await kernel.client.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", args)).result;
}

test.each([
  ["trap", "pushes in a common stub that vectors jump to"],
  ["isr_handler", "a way back with a branch and a call"],
  ["irq_handler", "moves in place of pushes"],
])("in %s: %s", async (handler) => {
  await kernel.launch({});
  await kernel.client.request("setFunctionBreakpoints", { breakpoints: [{ name: "clobber" }] });
  await kernel.client.request("configurationDone");
  let stack = await frames();
  while (stack[1]?.name !== handler) {
    await kernel.client.request("continue", { threadId: 1 });
    stack = await frames();
  }
  // Registers that the handler has changed since are those of who was interrupted.
  await kernel.client.request("stepOut", { threadId: 1 });
  stack = await frames();
  expect(stack.map(({ name }) => name)).toEqual(
    [handler, "trap or interrupt", "work", "first_processor"].concat(stack.slice(4).map(({ name }) => name)),
  );
  expect(await valueIn(stack[2], "kept")).toBe("42");
  expect(await valueIn(stack[2], "number")).toBe("14");
  expect(await valueIn(stack[2], "$ebx + $esi")).toBe("56");
});

test("at each instruction of a stub it is known who was interrupted", async () => {
  await kernel.launch({});
  await kernel.client.request("setFunctionBreakpoints", { breakpoints: [{ name: "vector32" }] });
  await kernel.client.request("configurationDone");
  let stack = await frames();
  for (let instruction = 0; instruction < 6; instruction++) {
    expect(stack[1]?.name).toBe("work");
    await kernel.client.request("stepIn", { threadId: 1, granularity: "instruction" });
    stack = await frames();
  }
  expect(stack[0]?.name).toBe("trap_common");
});
