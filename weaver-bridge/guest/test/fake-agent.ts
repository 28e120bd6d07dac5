/** Something that answers at a port as an agent does, without a guest. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentFrame, createFrameReader, frameBytes } from "../agent-frames.js";

export interface FakeAgent {
  readonly path: string;
  end(): void;
}

/** What it sends for each request: frames, or bytes as they are. */
export async function fakeAgent(
  answer: (asked: AgentFrame) => readonly (AgentFrame | Buffer)[],
): Promise<FakeAgent> {
  const folder = mkdtempSync(join(tmpdir(), "weft-fake-agent-"));
  const path = join(folder, "port");
  const server = createServer((socket) => {
    const hear = createFrameReader((asked) => {
      for (const said of answer(asked)) socket.write(Buffer.isBuffer(said) ? said : frameBytes(said));
    });
    socket.on("data", hear).on("error", () => {});
  });
  await new Promise<void>((done) => server.listen(path, done));
  return {
    path,
    end: () => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function helloBody({
  protocol = 1,
  release = "6.1.0",
  version = "#1 today",
  address = 0xc1000000,
} = {}): Buffer {
  const words = Buffer.alloc(28);
  words.writeUInt32LE(protocol, 0);
  words.fill(0xab, 4, 20);
  words.writeUInt32LE(2, 20);
  words.writeUInt32LE(address, 24);
  return Buffer.concat([words, Buffer.from(`misc_register\0${release}\0${version}\0`, "latin1")]);
}
