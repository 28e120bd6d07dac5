/** A run of the sample kernel, recorded and handed on: forward and backward in it, and to who wrote a field. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import type { RecordedHits } from "@weft/debug-adapter/protocol";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { schemaErrors } from "../../weaver-bridge/cli/test/schemas.js";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";

const SAMPLE = fileURLToPath(new URL("../../sample-projects/mini-unix", import.meta.url));
const WEFT = fileURLToPath(new URL("../../weaver-bridge/dist/weft.js", import.meta.url));
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
  const frames = (await session.stack(3)).stackFrames;
  return { ...stopped, top: frames[0], names: frames.map(({ name }) => name) };
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
  const header = lines.findIndex((line) => line.includes("int sys_open(")) + 1;
  await session.breakpoints(file, [{ line: header }]);
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
  const { dataId } = await client.request<{ dataId: string }>("dataBreakpointInfo", {
    name: "current->state",
  });
  await client.request("setDataBreakpoints", { breakpoints: [{ dataId, accessType: "write" }] });
  const before = await go(session, "reverseContinue");
  expect(before.text).toMatch(/^PROCESS_\w+ became PROCESS_\w+, written by \w+ at .*\.[ch]:\d+$/);
  await client.request("setDataBreakpoints", { breakpoints: [] });
  await go(session, "weft/reverseToJoinPoint");
  // A function of the aspect may be inlined at the very beginning of the advice.
  const names = (await session.stack(2)).stackFrames.map(({ name }) => name);
  expect(names.join("\n")).toMatch(/^\w+: (before|after|around) /m);
  await session.breakpoints(file, []);
  const advised = await go(session, "weft/reverseToAdvice", { path: kernel.file(file), line: header });
  // It is the last on the line; a function of the aspect may be inlined at its very beginning.
  expect(advised.names).toContain("TraceSyscalls: after execution of sys_open");
  const statement = lines.findIndex((line, at) => at > header && line.includes("inode_put(inode);")) + 1;
  const ran = await go(session, "weft/reverseToLine", { path: kernel.file(file), line: statement });
  expect(ran.top).toMatchObject({ name: "sys_open", line: statement });
  const nowhere = { path: kernel.file(file), line: 1 };
  await expect(client.request("weft/reverseToAdvice", nowhere)).rejects.toThrow(
    "No advice is woven at open.c:1 of this kernel.",
  );
});

test("a log that was damaged and packed again ends with words", () => {
  const bytes = readFileSync(recording);
  const end = bytes.indexOf(10);
  const header = JSON.parse(bytes.toString("utf8", 0, end));
  let at = end + 1;
  const parts = header.parts.map(({ name, bytes: size }: { name: string; bytes: number }) => {
    const packed = bytes.subarray(at, (at += size));
    return { name, packed };
  });
  const log = gunzipSync(parts.find(({ name }: { name: string }) => name === "log").packed);
  const damaged = kernel.file("damaged.weftrun");
  for (const part of [0.2, 0.5, 0.8]) {
    const changed = Buffer.from(log);
    // Of instructions until the next event: the layout stays, the run does not fit.
    let place = Math.floor(log.length * part);
    while (!(log[place] === 0 && log[place + 1] === 0 && log[place + 2] === 0)) place++;
    changed[place + 4] = (changed[place + 4] as number) ^ 0x40;
    const all = parts.map(({ name, packed }: { name: string; packed: Buffer }) => ({
      name,
      packed: name === "log" ? gzipSync(changed) : packed,
    }));
    const sizes = all.map(({ name, packed }: { name: string; packed: Buffer }) => ({
      name,
      bytes: packed.length,
    }));
    const text = Buffer.from(`${JSON.stringify({ ...header, parts: sizes })}\n`);
    writeFileSync(damaged, Buffer.concat([text, ...all.map(({ packed }: { packed: Buffer }) => packed)]));
    const words = [WEFT, "debug", damaged, "--hits", 'execution("% sys_open(...)")'];
    const run = spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8", timeout: 60_000 });
    expect(run.signal).toBeNull();
    if (run.status !== 0) expect(run.stderr).toContain("bad-recording");
  }
});

test("tells when a pointcut ran, goes there, and stops at it in both directions", async () => {
  const session = start();
  await session.launch({ replay: recording, stopAt: "machine_stop" });
  await session.stop(1);
  const pointcut = 'execution("% sys_open(...)")';
  const { hits, isCut } = await client.request<RecordedHits>("weft/recordedHits", { pointcut });
  expect(isCut).toBe(false);
  expect(hits.length).toBeGreaterThan(2);
  expect(hits.map(({ position }) => position)).toEqual(
    hits.map(({ position }) => position).sort((a, b) => a - b),
  );
  const [first, second] = hits;
  expect(first?.joinPoint).toMatch(/^execution: int sys_open\(/);
  // Advice may be inlined at the function's first instruction.
  expect((await go(session, "weft/goTo", { position: second?.position })).names).toContain("sys_open");
  await session.functions([{ name: pointcut }]);
  expect(await go(session, "reverseContinue")).toMatchObject({ text: first?.joinPoint });
  expect(await go(session, "continue")).toMatchObject({ text: first?.joinPoint });
  expect(first?.values.map(({ kind, name = "" }) => `${kind} ${name}`)).toEqual([
    ...["argument path", "argument flags", "argument mode", "result "],
  ]);
  expect(first?.values[0]?.value).toMatch(/^0x[0-9a-f]+ "\//);
  // What the function gave back there is what the kernel's test says of the file.
  expect(new Set(hits.map(({ values }) => values.at(-1)?.value))).toContain("-13");
  const words = { expression: `hits ${pointcut}`, context: "repl" };
  const { result } = await client.request<{ result: string }>("evaluate", words);
  const told = first?.values.map(({ kind, name, value }) => `${name ?? kind} = ${value}`) ?? [];
  expect(result.split("\n")[0]?.trim()).toBe([`${first?.position}`, first?.joinPoint, ...told].join("  "));
  const one = await client.request<RecordedHits>("weft/recordedHits", { pointcut, most: 1 });
  expect(one).toMatchObject({ hits: [first], isCut: true });
  await expect(client.request("weft/recordedHits", { pointcut: "call(" })).rejects.toThrow(
    "A pointcut is missing",
  );
});

test("a write is told with the value before and the one that it leaves", async () => {
  const session = start();
  await session.launch({ replay: recording, stopAt: "machine_stop" });
  await session.stop(1);
  const pointcut = 'set("% inode::i_uid")';
  const { hits } = await client.request<RecordedHits>("weft/recordedHits", { pointcut });
  const changes = hits.map(({ values }) => values.map(({ kind, value }) => `${kind} ${value}`).join(", "));
  expect(changes).toContain("old 0, new 1000");
  expect(
    changes.every((change) => /^old \d+, new \d+$/.test(change)),
    changes.join("; "),
  ).toBe(true);
});

test("in a terminal GDB itself goes to and fro, and hits are listed", async () => {
  const weft = (words: string[]) =>
    spawnSync(process.execPath, [WEFT, "debug", ...words], { encoding: "utf8", timeout: 60_000 });
  const pointcut = 'execution("% sys_open(...)")';
  const listed = weft([recording, "--hits", pointcut, "--most", "2", "--json"]);
  const answer = JSON.parse(listed.stdout) as RecordedHits;
  expect(schemaErrors("debug", answer), listed.stderr).toBe("");
  expect(answer.hits).toHaveLength(2);
  const [earlier, later] = answer.hits.map(({ position }) => position);
  const words = ["specialize", "--from", recording, "--function", "sys_open", "--most", "2"];
  const proposed = spawnSync(process.execPath, [WEFT, ...words], { encoding: "utf8", timeout: 60_000 });
  expect(proposed.stdout, proposed.stderr).toMatch(
    /^specialize sys_open as sys_open_usual \{\n\tpath nonnull; \/\* \d values?: .* \*\/\n(?:\t.* \*\/\n)+\}$/m,
  );
  const gdb = spawn(process.execPath, [WEFT, "debug", recording], { timeout: 60_000 });
  const ended = once(gdb, "close");
  let said = "";
  for (const stream of [gdb.stdout, gdb.stderr]) stream.on("data", (text) => (said += text));
  const prompt = async () => {
    while (!said.includes("(gdb)")) await once(gdb.stdout, "data");
    return true;
  };
  expect(await Promise.race([prompt(), ended.then(() => false)]), said).toBe(true);
  gdb.kill("SIGINT"); // Of a terminal it goes to all that run in it; only GDB minds.
  gdb.stdin.end(
    `weft-goto ${later}\nweft-position\nbreak sys_open\nreverse-continue\nweft-position\ninfo symbol $pc\n`,
  );
  expect((await ended)[0], said).toBe(0);
  expect(said).toContain(`${later}\n`);
  expect(said).toContain(`${earlier}\n`);
  expect(said).toContain("sys_open in section .text");
  const second = kernel.file("second.weftrun");
  const made = weft([second, "--record", folder]);
  expect(made.stderr).toMatch(/^Recorded \d+ instructions into /m);
  expect(made.stdout).toContain("passed, 0 failed");
  const same = weft([recording, "--hits", pointcut, "--most", "2", "--compare", second, "--json"]);
  const compared = JSON.parse(same.stdout) as object;
  expect(schemaErrors("debug", compared), same.stderr).toBe("");
  expect(compared).toEqual({ version: 1, compared: 2, problems: [] });
  const broken = weft([join(folder, "weft.json"), "--hits", pointcut, "--json"]);
  expect(schemaErrors("debug", JSON.parse(broken.stdout))).toBe("");
  expect(broken.stderr).toMatch(/error\[weft\/debug\/bad-recording\]: .*it is no recording of Weft/);
  expect([listed.status, broken.status]).toEqual([0, 1]);
});

test("at power-on nothing goes further back; a machine that waits may be killed; with the one that is seen the session ends", async () => {
  const session = start();
  await session.launch({ replay: recording, stopAt: "kernel_main" });
  await session.stop(1);
  const { systemProcessId: seen } = await client.event<{ systemProcessId: number }>("process");
  const { pid } = client.process;
  const children = () =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
  const isSpare = (child: number) =>
    child !== seen && readFileSync(`/proc/${child}/cmdline`, "utf8").includes("rr=replay");
  for (const spare of children().filter(isSpare)) process.kill(spare, "SIGKILL");
  expect((await go(session, "stepBack")).top?.name).not.toBe("kernel_main");
  expect((await go(session, "weft/goTo", { position: 0 })).top?.name).toBe("0x0000fff0");
  expect((await go(session, "stepBack")).text).toBe("The recording goes no further");
  for (const machine of children().filter(isSpare)) process.kill(machine, "SIGKILL");
  expect(await client.event<{ code: string }>("weft/sessionEnded")).toMatchObject({ code: "qemu-ended" });
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
  const record = kernel.file("third.weftrun");
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
