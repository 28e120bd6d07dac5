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

async function record(): Promise<number> {
  kernel.build("every-instruction-writes.c", { run: RUN });
  await kernel.launch({ record: join(kernel.folder, "run.weftrun"), noDebug: true });
  await kernel.client.request("configurationDone");
  const { instructions } = await kernel.client.event<{ instructions: number }>("weft/recorded");
  await kernel.client.event("terminated");
  await kernel.client.dispose();
  return instructions;
}

/** Replays it to where the kernel's C begins; each way then answers with what an expression is where it ends. */
async function replay(expression: string) {
  const adapter = kernel.startAgain();
  await kernel.launch({ replay: join(kernel.folder, "run.weftrun") });
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "first_processor" }] });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  await adapter.request("setFunctionBreakpoints", { breakpoints: [] });
  return async (command: string, args: object = { threadId: 1 }) => {
    await adapter.request(command, args);
    await adapter.event("stopped");
    return Number((await adapter.request<{ result: string }>("evaluate", { expression })).result);
  };
}

test("each write stops a replay once, forward over a checkpoint, and the last one before any moment is found", async () => {
  expect(await record()).toBeGreaterThan(CHECKPOINT + 1000);
  const go = await replay("counter");
  let value = await go("weft/goTo", { position: CHECKPOINT - 10 });
  expect(value).toBeGreaterThan(1000);
  const { client } = kernel;
  const { dataId } = await client.request<{ dataId: string }>("dataBreakpointInfo", { name: "counter" });
  await client.request("setDataBreakpoints", { breakpoints: [{ dataId, accessType: "write" }] });
  for (let stops = 0; stops < 20; stops++) expect(await go("continue")).toBe(++value);
  await client.request("setDataBreakpoints", { breakpoints: [] });
  // Each goes to just before the write before.
  for (let stops = 0; stops < 3; stops++)
    expect(await go("weft/reverseToWrite", { expression: "counter" })).toBe(--value);
});

test("the write just before the end is found, and no store beside what is asked for is taken for one to it", async () => {
  const end = (await record()) - 1;
  const go = await replay("(int)counter + beside.first + beside.second");
  const last = await go("weft/goTo", { position: end });
  expect(await go("weft/reverseToWrite", { expression: "counter" })).toBe(last - 1);
  expect(await go("weft/goTo", { position: end })).toBe(last);
  // Where the first of the two was stored, the second was not yet.
  expect(await go("weft/reverseToWrite", { expression: "beside.first" })).toBe(last - 1 - 9 - 7);
});
