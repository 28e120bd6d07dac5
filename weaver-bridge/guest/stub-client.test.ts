import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stopGuest } from "./stub-client.js";
import { contentOf, createPacketReader, packetOf } from "./stub-packets.js";

/** Two processors: what each says of itself, and which one the last packets were about. */
const REGISTERS = ["11".repeat(64), "22".repeat(64)];

test("memory is the first processor's again after all were asked", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-stub-"));
  const path = join(folder, "stub");
  const reads: string[] = [];
  let chosen = "1";
  const answer = (content: string): string => {
    if (content === "?") return "S05";
    if (content === "qfThreadInfo") return "m1,2";
    if (content === "qsThreadInfo") return "l";
    if (content === "g") return REGISTERS[Number(chosen) - 1] ?? "";
    if (content.startsWith("m")) reads.push(chosen);
    if (content.startsWith("m")) return "00000000";
    if (content.startsWith("Hg")) chosen = content.slice(2);
    return "OK";
  };
  const server = createServer((socket) => {
    const hear = createPacketReader((piece) => {
      if (piece.startsWith("$")) socket.write(`+${packetOf(answer(contentOf(piece)))}`, "latin1");
    });
    socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
  });
  await new Promise<void>((done) => server.listen(path, done));
  try {
    const guest = await stopGuest(path);
    expect(await guest.instructionPointers()).toEqual([0x11111111, 0x22222222]);
    await guest.read(0xc0100000, 4);
    await guest.leave();
    expect(reads).toEqual(["1"]);
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Whoever answers at a stub's place: `greet` when somebody comes, and to each packet. */
async function strangerAt(answer: (content: string) => string | undefined, flood?: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "weft-stub-"));
  const path = join(folder, "stub");
  const server = createServer((socket) => {
    const hear = createPacketReader((piece) => {
      const said = piece.startsWith("$") ? answer(contentOf(piece)) : undefined;
      if (said !== undefined) socket.write(`+${packetOf(said)}`, "latin1");
    });
    socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
    socket.on("error", () => {}); // Who came goes when it has heard enough.
    const pour = () => {
      while (flood !== undefined && !socket.destroyed && socket.write(flood));
    };
    socket.on("drain", pour);
    pour();
  });
  await new Promise<void>((done) => server.listen(path, done));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return path;
}

test.each([
  ["a packet without an end", `$${"a".repeat(1 << 16)}`],
  ["packets without an end", packetOf("OK").repeat(1000)],
])("%s from a stranger at a stub's place takes no memory, and is told", async (_, flood) => {
  const path = await strangerAt(() => undefined, flood);
  await expect(stopGuest(path)).rejects.toThrow(/says more than QEMU would|does not answer/);
});

test("a stranger at a stub's place who names processors without an end is told", async () => {
  const path = await strangerAt((content) => (/ThreadInfo/.test(content) ? "m1,2,3" : "S05"));
  const guest = await stopGuest(path);
  await expect(guest.instructionPointers()).rejects.toThrow("says more than QEMU would");
  guest.abandon();
});

test("what is no packet is dropped once it is longer than one", () => {
  const pieces: string[] = [];
  const hear = createPacketReader((piece) => pieces.push(piece));
  hear("$");
  for (let at = 0; at < 20; at++) hear("a".repeat(1 << 16));
  hear(packetOf("OK"));
  expect(pieces.at(-1)).toBe(packetOf("OK"));
});
