/** Programs that lie at one address take each other's place in GDB, wherever the machine stands meanwhile. */
import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("same-place", ["objcopy"]);
const AT = "-Wl,--section-start=.program=0x140000";

/** The kernel has the program's code without its lines; two files have the same with lines. */
function build(): void {
  const [lines, bare] = ["program.o", "bare.o"].map((name) => join(kernel.folder, name)) as [string, string];
  const source = resolve(import.meta.dirname, "same-place-program.c");
  const flags = ["-m32", "-O2", "-fno-pie", "-fno-asynchronous-unwind-tables", "-fcf-protection=none"];
  execFileSync("gcc", [...flags, "-g", "-c", "-o", lines, source]);
  execFileSync("objcopy", ["--strip-debug", lines, bare]);
  const first = join(kernel.folder, "first.elf");
  execFileSync("gcc", ["-m32", "-no-pie", "-nostdlib", "-static", "-Wl,-e,work", AT, "-o", first, lines]);
  copyFileSync(first, join(kernel.folder, "second.elf"));
  const list = { struct: "task", list: "&first", next: "next", id: "number", stack: "stack", saved: ["eip"] };
  const tasks = { ...list, running: "current", name: "name", programs: "$name.elf" };
  kernel.build("same-place.c", { tasks }, { flags: [bare, AT] });
}

async function stack(): Promise<string[]> {
  const stopped = await kernel.client.event<DebugProtocol.StoppedEvent["body"]>("stopped");
  const { stackFrames } = await kernel.client.request<DebugProtocol.StackTraceResponse["body"]>(
    "stackTrace",
    {
      threadId: stopped.threadId ?? 1,
    },
  );
  return stackFrames.map(({ name }) => name);
}

test("at the beginning of what is inlined the program of another task takes the place of the one before", async () => {
  build();
  await kernel.launch();
  const breakAt = (...names: readonly string[]) =>
    kernel.client.request("setFunctionBreakpoints", { breakpoints: names.map((name) => ({ name })) });
  await breakAt("mark");
  await kernel.client.request("configurationDone");
  expect(await stack()).toEqual(["mark", "first_processor", "_start"]);
  await breakAt("mark", "work");
  await kernel.client.request("continue", { threadId: 1 });
  expect(await stack()).toEqual(["inner", "outer", "work", "first_processor", "_start"]);
  await kernel.client.request("continue", { threadId: 1 });
  expect(await stack()).toEqual(["mark", "first_processor", "_start"]);
  await kernel.client.request("continue", { threadId: 1 });
  expect(await stack()).toEqual(["inner", "outer", "work", "first_processor", "_start"]);
});
