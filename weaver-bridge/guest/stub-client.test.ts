import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
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
