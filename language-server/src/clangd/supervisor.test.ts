/** The supervisor against small programs that die or fall silent when told to. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Clangd, ClangdUnavailable, type Limits, superviseClangd } from "./supervisor.js";

const PROGRAM = `#!${process.execPath}
let buffer = "";
const send = (message) => {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + Buffer.byteLength(text) + "\\r\\n\\r\\n" + text);
};
const opened = [];
process.stdin.on("data", (data) => {
  buffer += data;
  for (;;) {
    const match = /^Content-Length: (\\d+)\\r\\n(?:.*\\r\\n)*?\\r\\n/.exec(buffer);
    if (match === null || buffer.length < match[0].length + Number(match[1])) return;
    const message = JSON.parse(buffer.slice(match[0].length, match[0].length + Number(match[1])));
    buffer = buffer.slice(match[0].length + Number(match[1]));
    if (message.method === "initialize") send({ id: message.id, result: { capabilities: { fake: true } } });
    else if (message.method === "open") opened.push(message.params.name);
    else if (message.method === "die") process.exit(3);
    else if (message.method === "opened") send({ id: message.id, result: opened });
    else if (message.method === "exit") process.exit(0);
    else if (message.method === "shutdown") send({ id: message.id, result: null });
  }
});
`;

let clangd: Clangd | undefined;
afterEach(async () => {
  await clangd?.stop();
  clangd = undefined;
});

function supervise(limits: Partial<Limits> = {}) {
  const program = join(mkdtempSync(join(tmpdir(), "weft-clangd-")), "clangd.cjs");
  writeFileSync(program, PROGRAM, { mode: 0o755 });
  const logged: string[] = [];
  const listeners: (() => void)[] = [];
  const supervised = superviseClangd({
    program,
    arguments: [],
    initializeParams: () => ({}),
    replay: () => [{ method: "open", params: { name: "a.c" } }],
    onNotification: () => undefined,
    onRequest: async () => null,
    log: (_, message) => {
      logged.push(message);
      for (const listener of listeners) listener();
    },
    limits,
  });
  clangd = supervised;
  const said = (text: string, times = 1) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (logged.filter((message) => message.includes(text)).length >= times) resolve();
      };
      listeners.push(check);
      check();
    });
  return { clangd: supervised, said };
}

test("its capabilities are known, its documents are told to it", async () => {
  const { clangd } = supervise();
  expect(await clangd.started).toEqual({ fake: true });
  expect(await clangd.request("opened", {})).toEqual(["a.c"]);
});

test("after a crash it is started at once; after a second one it rests", async () => {
  const { clangd, said } = supervise({ pauseMs: 3_600_000, longestPauseMs: 3_600_000 });
  await clangd.started;
  await expect(clangd.request("die", {})).rejects.toThrow("clangd died while it answered die");
  await said("starting it again now");
  expect(await clangd.request("opened", {})).toEqual(["a.c"]);
  await expect(clangd.request("die", {})).rejects.toThrow("clangd died");
  await said("starting it again in 3600000 ms");
  expect(clangd.state()).toBe("pausing");
  await expect(clangd.request("opened", {})).rejects.toThrow("crashed twice in a row");
});

test("one that answers nothing any more is replaced", async () => {
  const { clangd, said } = supervise({ requestMs: 50, hungAfter: 2 });
  await clangd.started;
  await expect(clangd.request("silence", {})).rejects.toThrow("no answer to silence");
  await expect(clangd.request("silence", {})).rejects.toThrow("no answer to silence");
  await said("was ended by SIGKILL");
  await said("clangd runs", 2);
  expect(clangd.state()).toBe("running");
});

test("a program that can't be run is not tried again", async () => {
  const supervised = superviseClangd({
    program: "/nowhere/clangd",
    arguments: [],
    initializeParams: () => ({}),
    replay: () => [],
    onNotification: () => undefined,
    onRequest: async () => null,
    log: () => undefined,
  });
  await expect(supervised.started).rejects.toThrow("could not be run");
  expect(supervised.state()).toBe("stopped");
});

test.each(Array.from({ length: 8 }, (_, turn) => turn * 100_000))(
  "one that ends before it reads %i bytes says how it ended, and no word about pipes",
  async (length) => {
    clangd = superviseClangd({
      program: "true",
      arguments: [],
      initializeParams: () => ({ text: "a".repeat(length) }),
      replay: () => [],
      onNotification: () => undefined,
      onRequest: async () => null,
      log: () => undefined,
    });
    const answer = clangd.request("hover", {}).catch((error: Error) => error);
    await expect(clangd.started).rejects.toThrow("clangd ended with code 0");
    expect(await answer).toBeInstanceOf(ClangdUnavailable);
  },
);

test("what it is told after its end is dropped", async () => {
  const { clangd: supervised } = supervise();
  await supervised.started;
  await supervised.stop();
  expect(() => supervised.notify("open", { name: "late.c" })).not.toThrow();
});
