/** Two processors, a task on each, and one that sleeps. */
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("cpus");

test("each processor shows its task, each task its stack, and a step stays on its processor", async () => {
  const tasks = {
    ...{ struct: "task", list: "tasks", running: "running[$cpu]", id: "pid", name: "name", stack: "stack" },
    saved: ["edi", "esi", "ebx", "ebp", "eip"],
  };
  kernel.build("two-cpus.c", { tasks }, { cpus: 2, flags: ["-fno-omit-frame-pointer"] });
  const adapter = kernel.client;
  const stackOf = async (threadId: number) => {
    const { stackFrames } = await adapter.request<{ stackFrames: { id: number; name: string }[] }>(
      "stackTrace",
      {
        threadId,
      },
    );
    return stackFrames;
  };
  await kernel.launch();
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
