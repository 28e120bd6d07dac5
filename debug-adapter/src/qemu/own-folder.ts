/** Temporary folders that say whose they are: what a killed adapter left is taken away by the next one that starts. */
import { tmpdir } from "node:os";
import { privateFolder } from "@weft/weaver-bridge/kernel-build";

/** A unix socket's path has at most 107 bytes, of which a folder of ours and a socket's name need 50. */
function parent(): string {
  return Buffer.byteLength(tmpdir()) < 57 ? tmpdir() : "/tmp";
}

/** A new one, short enough for sockets; the first one of a process sweeps. Rejects with the system's error. */
export async function makeOwnFolder(): Promise<string> {
  return privateFolder("weft-dap-", parent());
}
