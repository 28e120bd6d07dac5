/** The program that serves in a guest, on this machine, where no kernel takes the module that it carries: it is empty. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAgent } from "./agent-client.js";
import { type AgentFrame, createFrameReader, frameBytes } from "./agent-frames.js";
import { programCommand } from "./make-agent.js";

let folder: string;
let program: ChildProcess;
let server: Server;
/** Its standard input, which is a socket. */
let input: Duplex;
const heard: AgentFrame[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "weft-agent-program-"));
  cpSync(join(import.meta.dirname, "agent"), folder, { recursive: true });
  writeFileSync(join(folder, "weft_agent.ko"), "");
  const [gcc = "", ...words] = programCommand();
  execFileSync(gcc, [...words, "-Wall", "-Wextra", "-Werror"], { cwd: folder, timeout: 60_000 });
  const stdio = ["ignore", "ignore", "inherit", "pipe"] as const;
  program = spawn("sh", ["-c", "exec ./weft-agent - 0<&3 3<&-"], { cwd: folder, stdio: [...stdio] });
  input = program.stdio[3] as Duplex;
  input
    .on("error", () => {})
    .on(
      "data",
      createFrameReader((frame) => heard.push(frame)),
    );
  server = createServer((socket) => {
    const pass = (bytes: Buffer) => void socket.write(bytes);
    input.on("data", pass);
    socket.on("data", (bytes) => input.write(bytes)).on("error", () => {});
    socket.on("close", () => input.off("data", pass));
  });
  await new Promise<void>((done) => server.listen(join(folder, "port"), done));
});

afterAll(() => {
  input.destroy();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a kernel that does not take the module is told with its reason", async () => {
  await expect(openAgent(join(folder, "port"))).rejects.toMatchObject({ code: "guest/no-module" });
});

test("what is damaged is said to be, and the next request is answered", async () => {
  const whole = frameBytes({ number: 0xc0dbc0db, kind: 1, body: Buffer.from([0xdb, 0xc0, 1, 2, 3]) });
  const damaged = Buffer.from(whole);
  damaged[6] = (damaged[6] as number) ^ 1;
  heard.length = 0;
  for (const bytes of [whole.subarray(0, 5), damaged, whole]) input.write(bytes);
  await expect.poll(() => heard.length).toBe(3);
  // A frame that somebody left unfinished, the damaged one, and the answer.
  expect(heard.map(({ number, kind }) => [number, kind])).toEqual([
    [0, 101],
    [0, 101],
    [0xc0dbc0db, 100],
  ]);
});
