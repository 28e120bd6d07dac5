/** A recorded run tells each write of what is watched, also at instructions where Weft itself stops it. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("watched");
const RUN = {
  ...{ kernel: "kernel.elf", memory: 32 },
  arguments: ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"],
};
/** A multiple of what lies between two checkpoints, while the kernel writes. */
const CHECKPOINT = 6_000_000;

test("each write stops a replay once, forward over a checkpoint, and the last one before any moment is found", async () => {
  kernel.build("every-instruction-writes.c", { run: RUN });
  const recording = join(kernel.folder, "run.weftrun");
  await kernel.launch({ record: recording, noDebug: true });
  await kernel.client.request("configurationDone");
  const { instructions } = await kernel.client.event<{ instructions: number }>("weft/recorded");
  expect(instructions).toBeGreaterThan(CHECKPOINT + 1000);
  await kernel.client.event("terminated");
  await kernel.client.dispose();

  const adapter = kernel.startAgain();
  await kernel.launch({ replay: recording });
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "first_processor" }] });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  await adapter.request("setFunctionBreakpoints", { breakpoints: [] });
  const go = async (command: string, args: object = { threadId: 1 }) => {
    await adapter.request(command, args);
    await adapter.event("stopped");
    return Number((await adapter.request<{ result: string }>("evaluate", { expression: "counter" })).result);
  };
  let value = await go("weft/goTo", { position: CHECKPOINT - 10 });
  expect(value).toBeGreaterThan(1000);
  const { dataId } = await adapter.request<{ dataId: string }>("dataBreakpointInfo", { name: "counter" });
  await adapter.request("setDataBreakpoints", { breakpoints: [{ dataId, accessType: "write" }] });
  for (let stops = 0; stops < 20; stops++) expect(await go("continue")).toBe(++value);
  await adapter.request("setDataBreakpoints", { breakpoints: [] });
  // Each goes to just before the write before.
  for (let stops = 0; stops < 3; stops++)
    expect(await go("weft/reverseToWrite", { expression: "counter" })).toBe(--value);
});
