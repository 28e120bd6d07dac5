/** Who asks where a value came from waits no longer than was said, however often it was written. */
import { join } from "node:path";
import type { ValueOrigin } from "@weft/debug-adapter/protocol";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("origin-time");
const RUN = {
  ...{ kernel: "kernel.elf", memory: 32 },
  arguments: ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"],
};

// A search through a million writes takes many minutes.
test("a search for the last of a million writes ends when its time is over, and the session goes on", async () => {
  kernel.build("many-writes.c", { run: RUN });
  const recording = join(kernel.folder, "run.weftrun");
  await kernel.launch({ record: recording, noDebug: true });
  await kernel.client.request("configurationDone");
  const { instructions } = await kernel.client.event<{ instructions: number }>("weft/recorded");
  await kernel.client.event("terminated");
  await kernel.client.dispose();

  const adapter = kernel.startAgain();
  await kernel.launch({ replay: recording });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  await adapter.request("weft/goTo", { position: instructions - 10 });
  await adapter.event("stopped");
  const question = { expression: "counter", seconds: 3 };
  const { end, steps, value } = await adapter.request<ValueOrigin>("weft/valueOrigin", question);
  expect({ steps, value }).toEqual({ steps: [], value: "0x138800" });
  expect(end).toMatchObject({
    kind: "limit",
    message: expect.stringContaining("time that it may take is over"),
  });
  await adapter.request("weft/goTo", { position: instructions - 20 });
  await adapter.event("stopped");
  expect(await adapter.request("evaluate", { expression: "counter" })).toMatchObject({ result: "1280000" });
});
