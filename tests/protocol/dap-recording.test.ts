/** A run of the sample kernel, recorded and handed on: forward and backward in it, and to who wrote a field. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";

const SAMPLE = fileURLToPath(new URL("../../sample-projects/mini-unix", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft recording ü "));
const kernel = { folder, file: (name: string) => join(folder, name) };
const recording = kernel.file("run, first.weftrun");
let client: DapClient;
const start = () => new Transcript((client = startAdapter()), kernel);

beforeAll(async () => {
  cpSync(SAMPLE, folder, { recursive: true, filter: (file) => !file.endsWith("/build") });
  const session = start();
  await session.launch({ build: "auto", record: recording, noDebug: true });
  const recorded = await client.event<{ file: string; instructions: number }>("weft/recorded");
  expect(recorded.file).toBe(recording);
  expect(recorded.instructions).toBeGreaterThan(1_000_000);
  await client.event("terminated");
  expect(client.output("stdout")).toContain("passed, 0 failed");
  await client.dispose();
});
afterEach(() => client.dispose());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const top = async (session: Transcript) => (await session.stack(1)).stackFrames[0];
const go = async (session: Transcript, command: string, args: object = {}) => {
  await client.request(command, { threadId: 1, ...args });
  const stopped = await client.event<{ reason: string; text?: string }>("stopped");
  return { ...stopped, top: await top(session) };
};

test("runs to the end of the recording and back, over lines and to breakpoints", async () => {
  const session = start();
  await session.launch({ replay: recording, stopAt: "machine_stop" });
  await client.event(
    "capabilities",
    (body: { capabilities: object }) => "supportsStepBack" in body.capabilities,
  );
  await session.stop(1);
  expect((await top(session))?.name).toBe("machine_stop");
  const back = await go(session, "stepBack");
  expect(back.top?.name).toBe("power_off");
  expect((await go(session, "continue")).text).toBe("The recording goes no further");
  const file = "fs/open.c";
  const lines = readFileSync(kernel.file(file), "utf8").split("\n");
  await session.breakpoints(file, [{ line: lines.findIndex((line) => line.includes("int sys_open(")) + 1 }]);
  const last = await go(session, "reverseContinue");
  expect(last.top?.name).toBe("sys_open");
  const earlier = await go(session, "reverseContinue");
  expect(earlier.top?.name).toBe("sys_open");
  expect((await go(session, "continue")).top?.name).toBe("sys_open");
  const written = await go(session, "weft/reverseToWrite", { expression: "current->state" });
  const place = written.top;
  expect(readFileSync(place?.source?.path ?? "", "utf8").split("\n")[(place?.line ?? 0) - 1]).toContain(
    "state",
  );
  const advised = await go(session, "weft/reverseToJoinPoint");
  expect(advised.top?.name).toMatch(/^\w+: (before|after|around) /);
});

test("what is no recording, and what can't be recorded, is told before anything runs", async () => {
  const broken = kernel.file("broken.weftrun");
  writeFileSync(broken, readFileSync(recording).subarray(0, 2000));
  await expect(start().launch({ replay: broken })).rejects.toThrow(/damaged.*weft\/bad-recording/s);
  await client.dispose();
  const hostile = kernel.file("hostile.weftrun");
  const text = readFileSync(recording, "latin1").replace('"-no-reboot"', '"-monitor","stdio"');
  writeFileSync(hostile, text, "latin1");
  await expect(start().launch({ replay: hostile })).rejects.toThrow(/-monitor stdio.*weft\/bad-recording/s);
  await client.dispose();
  const record = kernel.file("second.weftrun");
  await expect(start().launch({ record, qemu: ["-smp", "2"] })).rejects.toThrow(
    /one CPU only.*weft\/cannot-record/s,
  );
  expect(existsSync(record)).toBe(false);
});

test("in a machine that runs for the first time, nothing goes back", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  await expect(client.request("stepBack", { threadId: 1 })).rejects.toThrow(
    "Only a recorded run goes backwards",
  );
});
