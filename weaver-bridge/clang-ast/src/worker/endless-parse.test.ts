/** A text that libclang reads for hours: signals, the end of who asked, and a bound of memory end the parse. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClangHost } from "./clang-host.js";

/** 2^30 instances of a template. */
const ENDLESS = `template<unsigned N, unsigned long M> struct T {
  static constexpr int v = T<N - 1, M * 2>::v + T<N - 1, M * 2 + 1>::v; };
template<unsigned long M> struct T<0, M> { static constexpr int v = 1; };
int f() { return T<30, 1>::v; }`;
const OPTIONS = { language: "c++", arguments: [], fileName: "unit.cc" } as const;

/** `here` handles signals, as who has something unfinished does; `worker` asks a worker. */
const PROGRAM = `
import { createClangHost, parseInProcess } from "../index.js";
const [text, options] = ${JSON.stringify([ENDLESS, OPTIONS])};
if (process.argv[2] === "here") {
  process.once("SIGTERM", () => process.kill(process.pid, "SIGTERM"));
  process.stdout.write("ready", () => parseInProcess(text, options));
} else {
  const host = createClangHost();
  void host.parse(text, options);
  process.stdout.write(String(host.pid));
}`;

const folder = mkdtempSync(path.join(tmpdir(), "weft-endless-"));
const program = path.join(folder, "program.mjs");
const addon = path.join(import.meta.dirname, "../../native/build/Release/weft_clang.node");
const started: ChildProcess[] = [];

beforeAll(async () => {
  const common = { bundle: true, platform: "node", format: "esm", logLevel: "error" } as const;
  const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: "ts" } as const;
  await build({ ...common, stdin, outfile: program });
  const worker = path.join(import.meta.dirname, "worker-main.ts");
  await build({ ...common, entryPoints: [worker], outfile: path.join(folder, "clang-worker.mjs") });
});

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function start(what: string): Promise<{ child: ChildProcess; said: string }> {
  const environment = { ...process.env, WEFT_CLANG_ADDON: addon };
  const child = spawn(process.execPath, [program, what], { env: environment, stdio: ["ignore", "pipe", 2] });
  started.push(child);
  const [said] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return { child, said: `${said}` };
}

/** Of a process; empty when it is gone. */
function status(pid: number | undefined): string {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "latin1");
    return /^State:\s+[ZX]/m.test(text) ? "" : text;
  } catch {
    return "";
  }
}

const isLarge = (pid: number | undefined) => Number(/^VmRSS:\s*(\d+)/m.exec(status(pid))?.[1] ?? 0) > 150_000;

test("a signal that is handled ends a parse in this process", async () => {
  const { child } = await start("here");
  const ended = once(child, "exit");
  await expect.poll(() => isLarge(child.pid), { timeout: 60_000 }).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toEqual([null, "SIGTERM"]);
});

test("a worker ends with a host that is killed", async () => {
  const { child, said } = await start("worker");
  const worker = Number(said);
  await expect.poll(() => isLarge(worker), { timeout: 60_000 }).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(() => status(worker), { timeout: 10_000 }).toBe("");
});

test("a parse that takes too much memory is stopped, and said", async () => {
  const host = createClangHost({ mostMemory: 200e6 });
  try {
    await expect(host.parse(ENDLESS, OPTIONS)).rejects.toMatchObject({
      code: "parse-timeout",
      message: "libclang took too much memory on unit.cc and was stopped",
    });
    expect((await host.parse("int f() { return 1; }", OPTIONS)).shadows).toHaveLength(1);
  } finally {
    host.dispose();
  }
});
