/** A kernel that reads and writes a disk, recorded as it is: what the disk held travels along, and no write reaches it. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("disk");
const ARGUMENTS = ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"];

function build(drive: readonly string[]): string {
  const run = { kernel: "kernel.elf", memory: 32, arguments: [...ARGUMENTS, ...drive], success: "^done" };
  kernel.build("disk.c", { run });
  const image = join(kernel.folder, "first, disk.img");
  const bytes = Buffer.alloc(256 * 1024);
  bytes.writeUInt32LE(7, 3 * 512);
  writeFileSync(image, bytes);
  return image;
}

test("a disk is recorded with the run, and a step back finds what was on it then", async () => {
  const image = build(["-hda", "first, disk.img"]);
  const before = readFileSync(image);
  const recording = join(kernel.folder, "run.weftrun");
  await kernel.launch({ record: recording, noDebug: true });
  await kernel.client.request("configurationDone");
  await kernel.client.event("weft/recorded");
  await kernel.client.event("terminated");
  expect(kernel.client.output("stdout")).toContain("done");
  expect(readFileSync(image).equals(before)).toBe(true);
  await kernel.client.dispose();

  rmSync(image);
  const adapter = kernel.startAgain();
  await kernel.launch({ replay: recording });
  const rounds = async () => {
    const { stackFrames } = await adapter.request<{ stackFrames: { id: number }[] }>("stackTrace", {
      threadId: 1,
    });
    const seen = { expression: "before", frameId: stackFrames[0]?.id };
    return (await adapter.request<{ result: string }>("evaluate", seen)).result;
  };
  const go = async (command: string) => {
    await adapter.request(command, { threadId: 1 });
    await adapter.event("stopped");
    return rounds();
  };
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "count_round" }] });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  expect(await rounds()).toBe("7");
  expect([await go("continue"), await go("continue"), await go("continue")]).toEqual(["8", "9", "10"]);
  expect([await go("reverseContinue"), await go("reverseContinue")]).toEqual(["9", "8"]);
  expect(await go("continue")).toBe("9");
});

test("an image that is not raw is told before anything runs", async () => {
  const image = build(["-drive", "file=first,, disk.img,format=raw,index=0"]);
  writeFileSync(image, "QFI\xfb", "latin1");
  const recording = join(kernel.folder, "run.weftrun");
  await expect(kernel.launch({ record: recording, noDebug: true })).rejects.toThrow(
    /first, disk.img is a qcow image .*weft\/cannot-record/s,
  );
  expect(existsSync(recording)).toBe(false);
});
