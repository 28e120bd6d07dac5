/** Temporary folders that say whose they are: what a killed adapter left is taken away by the next one that starts. */
import { readlinkSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@weft/weaver-bridge/kernel-build";

/** A process's number means something among its own kind only: containers may share the folder. */
const KIND = numbersIn();

/** A unix socket's path has at most 107 bytes, of which a folder of ours and a socket's name need 50. */
function parent(): string {
  return Buffer.byteLength(tmpdir()) < 57 ? tmpdir() : "/tmp";
}

/** A new one, short enough for sockets. */
export function makeOwnFolder(): Promise<string> {
  return mkdtemp(join(parent(), `weft-dap-${KIND}-${process.pid}-`));
}

/** Removes the folders of adapters that are no more. Never rejects. */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(parent()).catch(() => []);
  for (const name of names) {
    const [, kind, owner] = /^weft-dap-(\d+)-(\d+)-\w{6}$/.exec(name) ?? [];
    if (kind !== KIND || isAlive(Number(owner))) continue;
    await rm(join(parent(), name), { recursive: true, force: true }).catch(() => {}); // Another user's.
  }
}

function numbersIn(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
  } catch {
    return "0";
  }
}
