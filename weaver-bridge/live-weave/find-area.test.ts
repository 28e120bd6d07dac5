import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentOf, createPacketReader, packetOf } from "../guest/index.js";
import type { Project } from "../kernel-build/index.js";
import { I686 } from "../object-code/index.js";
import { findArea } from "./find-area.js";
import type { KernelImage } from "./image/kernel-image.js";

const names = ["alloc_pages_exact", ...Array.from({ length: 20 }, (_, index) => `__ia32_sys_call_${index}`)];
const symbols = names.map((name, index) => ({
  ...{ name, address: 0xc1000000 + 64 * index, size: 64, kind: "function", isLocal: false },
}));

/** Everywhere something else. */
const bytesOf = (address: number, length: number) => Buffer.alloc(length, `${address.toString(16)} `);

/** A machine with such memory. */
async function areaWhere(bytesAt: typeof bytesOf) {
  const folder = mkdtempSync(join(tmpdir(), "weft-area-"));
  const stub = join(folder, "stub");
  const answer = (content: string) => {
    if (content === "?") return "S05";
    const [, address = "", length = ""] = /^m(\w+),(\w+)$/.exec(content) ?? [];
    if (length !== "")
      return bytesAt(Number.parseInt(address, 16), Number.parseInt(length, 16)).toString("hex");
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
  const image = { file: "vmlinux", machine: I686, sections: [], symbols, bytesAt: bytesOf };
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

test("a Linux that is another one is told before anything waits for it", async () =>
  expect(await areaWhere((_, length) => Buffer.alloc(length, 0xcc))).toMatchObject({
    code: "live/other-kernel",
    message: "the guest does not run this kernel: system calls do not begin where vmlinux has them",
    hint: expect.stringContaining("Nothing was changed"),
  }));

test("of a Linux that moved itself when it booted, it is told how far", async () =>
  expect(await areaWhere((address, length) => bytesOf(address - 0x3000000, length))).toMatchObject({
    code: "live/other-kernel",
    message: expect.stringContaining("not begin where vmlinux has them, but 0x3000000 bytes behind that"),
    hint: expect.stringContaining("nokaslr"),
  }));
