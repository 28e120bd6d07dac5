import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentOf, createPacketReader, packetOf } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import { findArea } from "./find-area.js";
import type { KernelImage } from "./image/kernel-image.js";

const names = ["alloc_pages_exact", ...Array.from({ length: 20 }, (_, index) => `__ia32_sys_call_${index}`)];
const symbols = names.map((name, index) => ({
  ...{ name, address: 0xc1000000 + 64 * index, size: 64, kind: "function", isLocal: false },
}));

/** A machine whose memory has the same byte everywhere. */
async function areaWhere(byte: string) {
  const folder = mkdtempSync(join(tmpdir(), "weft-area-"));
  const stub = join(folder, "stub");
  const answer = (content: string) => {
    if (content === "?") return "S05";
    const [, length = ""] = /^m\w+,(\w+)$/.exec(content) ?? [];
    if (length !== "") return byte.repeat(Number.parseInt(length, 16));
    return "OK";
  };
  const server = createServer((socket) => {
    const hear = createPacketReader((piece) => {
      if (piece.startsWith("$")) socket.write(`+${packetOf(answer(contentOf(piece)))}`, "latin1");
    });
    socket.setEncoding("latin1").on("data", (chunk) => hear(chunk.toString()));
    socket.on("error", () => {});
  });
  await new Promise<void>((done) => server.listen(stub, done));
  const image = {
    file: "vmlinux",
    symbols,
    bytesAt: (_: number, length: number) => Buffer.alloc(length, 0x90),
  };
  try {
    return await findArea({ root: folder } as Project, image as unknown as KernelImage, {
      version: 1,
      id: "one",
      processId: process.pid,
      stub,
    });
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a Linux that was moved when it booted, or is another one, is told before anything waits for it", async () =>
  expect(await areaWhere("cc")).toMatchObject({
    code: "live/other-kernel",
    message: "the guest does not run this kernel: system calls do not begin where vmlinux has them",
    hint: expect.stringContaining("nokaslr"),
  }));
