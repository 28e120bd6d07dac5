import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ParseOptions } from "../parse-in-process.js";
import { type ClangHost, type ClangHostOptions, createClangHost } from "./clang-host.js";

const OPTIONS: ParseOptions = { language: "c", arguments: ["-m32"], fileName: "unit.c" };
const SMALL = "int g; int f(void) { return g; }";
/** Keeps a worker busy for longer than it takes to kill it. */
const LARGE = Array.from(
  { length: 15_000 },
  (_, i) => `int g${i}; int f${i}(void) { return g${i} + 1; }\n`,
).join("");

let host: ClangHost;
let folder: string;
const hosts: ClangHost[] = [];

function create(options: ClangHostOptions = {}): ClangHost {
  const created = createClangHost(options);
  hosts.push(created);
  return created;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "weft-clang-host-"));
  host = create();
});

afterEach(() => {
  for (const created of hosts.splice(0)) created.dispose();
  rmSync(folder, { recursive: true });
});

function kinds(facts: { shadows: readonly { kind: string }[] }): string[] {
  return facts.shadows.map((shadow) => shadow.kind);
}

test("answers with facts and a line map, in order", async () => {
  const [first, second] = await Promise.all([
    host.parse(`# 7 "a.c"\n${SMALL}`, OPTIONS),
    host.parse("void h(void) {}", OPTIONS),
  ]);
  expect(kinds(first)).toEqual(["execution", "get"]);
  expect(first.lineMap.positionAt(first.shadows[1]!.range.start)).toEqual({
    file: "a.c",
    line: 7,
    column: 29,
  });
  expect(kinds(second)).toEqual(["execution"]);
});

describe("a worker that dies", () => {
  test("while nothing is parsed is replaced before it is needed", async () => {
    await host.parse(SMALL, OPTIONS);
    const before = host.pid!;
    process.kill(before, "SIGKILL");
    const isReplaced = () => host.pid !== undefined && host.pid !== before;
    await expect.poll(isReplaced, { timeout: 60_000 }).toBe(true);
    expect(kinds(await host.parse(SMALL, OPTIONS))).toEqual(["execution", "get"]);
  });

  test("costs the running request only", async () => {
    await host.parse(SMALL, OPTIONS);
    const before = host.pid!;
    const doomed = host.parse(LARGE, OPTIONS);
    const next = host.parse(SMALL, OPTIONS);
    process.kill(before, "SIGKILL");
    await expect(doomed).rejects.toMatchObject({ name: "ClangError", code: "parse-crashed" });
    expect(kinds(await next)).toEqual(["execution", "get"]);
    expect(host.pid).not.toBe(before);
  });

  test("while idle is replaced", async () => {
    await host.parse(SMALL, OPTIONS);
    process.kill(host.pid!, "SIGKILL");
    // Whether the death is noticed before or after the next request is sent, that request may fail but not hang.
    await host.parse(SMALL, OPTIONS).catch((error) => expect(error.code).toBe("parse-crashed"));
    expect(kinds(await host.parse(SMALL, OPTIONS))).toEqual(["execution", "get"]);
  });

  test("when over its memory limit does so after the answer", async () => {
    const small = create({ memoryLimit: 1 });
    await small.parse(SMALL, OPTIONS);
    expect(small.pid).toBeUndefined();
    expect(kinds(await small.parse(SMALL, OPTIONS))).toEqual(["execution", "get"]);
  });

  test("at once can't be started, and says what it said", async () => {
    const script = path.join(folder, "broken.mjs");
    writeFileSync(script, 'console.error("no such luck"); process.exit(3);');
    await expect(create({ workerScript: script }).parse(SMALL, OPTIONS)).rejects.toMatchObject({
      code: "worker-failed",
      message: expect.stringMatching(/exit code 3.*no such luck/s),
    });
    const missing = create({ workerScript: path.join(folder, "missing.mjs") });
    await expect(missing.parse(SMALL, OPTIONS)).rejects.toMatchObject({ code: "worker-failed" });
  });
});

describe("a request", () => {
  test("that takes too long is stopped", async () => {
    const script = path.join(folder, "hanging.mjs");
    writeFileSync(script, 'process.send({ kind: "ready" }); process.on("message", () => {});');
    const slow = create({ workerScript: script, deadline: 50 });
    await expect(slow.parse(SMALL, OPTIONS)).rejects.toMatchObject({ code: "parse-timeout" });
  });

  test("can be cancelled before, while it waits and while it runs", async () => {
    const early = AbortSignal.abort(new Error("early"));
    await expect(host.parse(SMALL, OPTIONS, early)).rejects.toThrow("early");
    const controller = new AbortController();
    const running = host.parse(LARGE, OPTIONS, controller.signal);
    const waiting = host.parse(SMALL, OPTIONS, controller.signal);
    const other = host.parse(SMALL, OPTIONS);
    controller.abort(new Error("late"));
    await expect(running).rejects.toThrow("late");
    await expect(waiting).rejects.toThrow("late");
    expect(kinds(await other)).toEqual(["execution", "get"]);
  });

  test("is rejected when the host is disposed", async () => {
    const running = host.parse(LARGE, OPTIONS);
    const waiting = host.parse(SMALL, OPTIONS);
    host.dispose();
    await expect(running).rejects.toMatchObject({ code: "disposed" });
    await expect(waiting).rejects.toMatchObject({ code: "disposed" });
    await expect(host.parse(SMALL, OPTIONS)).rejects.toMatchObject({ code: "disposed" });
  });

  test("with arguments that libclang refuses fails and leaves the worker in place", async () => {
    const refused = host.parse(SMALL, { ...OPTIONS, arguments: ["-x", "nonsense"] });
    await expect(refused).rejects.toMatchObject({ code: "parse-failed" });
    expect(kinds(await host.parse(SMALL, OPTIONS))).toEqual(["execution", "get"]);
  });
});

test.each(["esm", "cjs"] as const)("the worker runs from an %s bundle", async (format) => {
  const outfile = path.join(folder, format === "esm" ? "clang-worker.mjs" : "clang-worker.cjs");
  const entry = path.join(import.meta.dirname, "worker-main.ts");
  await build({ entryPoints: [entry], bundle: true, platform: "node", format, outfile, logLevel: "silent" });
  // A bundle finds the addon beside itself or above; here it lies elsewhere.
  process.env.WEFT_CLANG_ADDON = path.join(import.meta.dirname, "../../native/build/Release/weft_clang.node");
  try {
    const bundled = create({ workerScript: outfile });
    expect(kinds(await bundled.parse(SMALL, OPTIONS))).toEqual(["execution", "get"]);
  } finally {
    delete process.env.WEFT_CLANG_ADDON;
  }
});
