/** A recorded kernel that goes from fault to fault fills no disk where somebody asks what it executes. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("faults");
const RUN = {
  ...{ kernel: "kernel.elf", memory: 32 },
  arguments: ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"],
};

test("what is asked of 300,000 exceptions at 300 instructions is refused with words", async () => {
  kernel.build("many-faults.c", { run: RUN });
  await kernel.launch({ record: join(kernel.folder, "run.weftrun"), noDebug: true });
  await kernel.client.request("configurationDone");
  const { instructions } = await kernel.client.event<{ instructions: number }>("weft/recorded");
  await kernel.client.event("terminated");
  await kernel.client.dispose();
  expect(instructions).toBeGreaterThan(100);

  const adapter = kernel.startAgain();
  await kernel.launch({ replay: join(kernel.folder, "run.weftrun") });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  await adapter.request("weft/goTo", { position: instructions - 10 });
  await adapter.event("stopped");
  await expect(adapter.request("weft/valueOrigin", { expression: "counter" })).rejects.toThrow(
    "meets so many exceptions",
  );
});
