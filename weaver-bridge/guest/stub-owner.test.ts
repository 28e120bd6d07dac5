import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { stopGuest } from "./stub-client.js";
import { ownStub } from "./stub-owner.js";
import { contentOf, createPacketReader, packetOf } from "./stub-packets.js";

test("writes of a visit reach the stub together, not each after the answer to the one before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-owner-"));
  const [stub, visits, debugging] = ["stub", "visits", "debugging"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const written: string[] = [];
  const server = createServer((socket) => {
    const say = (content: string) => socket.write(`+${packetOf(content)}`, "latin1");
    const hear = createPacketReader((piece) => {
      if (!piece.startsWith("$")) return;
      const content = contentOf(piece);
      if (!content.startsWith("M")) return say(content === "?" ? "S05" : "OK");
      written.push(content);
      // Who waits for the first answer would wait for ever.
      if (written.length === 3) for (const one of written) say(one.includes("c0000002") ? "E14" : "OK");
    });
    socket.on("error", () => {}); // Who let the stub go hears no answer.
    socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
  });
  await new Promise<void>((done) => server.listen(stub, done));
  const owner = await ownStub({ stub, visits, debugging });
  try {
    const guest = await stopGuest(visits);
    const bytes = Buffer.of(0x90);
    const pieces = [0xc0000001, 0xc0000002, 0xc0000003].map((address) => ({ address, bytes }));
    await expect(guest.writeAll(pieces)).rejects.toThrow("0xc0000002");
    expect(written).toEqual(["Mc0000001,1:90", "Mc0000002,1:90", "Mc0000003,1:90"]);
    await guest.leave();
  } finally {
    owner.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a second debugger is told that there is one, and sent away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-owner-"));
  const [stub, visits, debugging] = [join(folder, "stub"), join(folder, "visits"), join(folder, "debugging")];
  const server = createServer((socket) => {
    const hear = createPacketReader((piece) => piece.startsWith("$") && socket.write(`+${packetOf("OK")}`));
    socket.on("error", () => {});
    socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
  });
  await new Promise<void>((done) => server.listen(stub, done));
  const owner = await ownStub({ stub, visits, debugging });
  /** Connects, says a packet, and hears until it is let go or has an answer. */
  const debug = () => {
    const socket = connect(debugging, () => socket.write(packetOf("qSupported")));
    let heard = "";
    const answered = new Promise<string>((done) => {
      socket.on("data", (chunk) => /#..$/.test((heard += chunk.toString())) && done(heard));
    });
    const closed = new Promise<void>((done) => socket.once("close", () => done()));
    return { socket, answered, closed };
  };
  try {
    const first = debug();
    expect(await first.answered).toBe(`+${packetOf("OK")}`);
    const second = debug();
    expect(await second.answered).toContain("$E.another debugger has this guest");
    await second.closed;
    first.socket.destroy();
    await first.closed;
    // Who comes then is served.
    await vi.waitFor(async () => {
      const third = debug();
      const said = await third.answered;
      third.socket.destroy();
      expect(said).toBe(`+${packetOf("OK")}`);
    });
  } finally {
    owner.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
