/**
 * A machine's whole state in a file, taken where a replay stands: RAM that is not zero, devices, and where the log of the
 * recording is read. It can be put into a QEMU that has not run yet (one that has hangs, in 7.2), which then goes on from
 * there. The file is an empty disk of QEMU's own kind, which no guest sees: QEMU keeps such states in disks.
 */
import { type FileHandle, open, rm } from "node:fs/promises";
import { QemuRefusal, type QmpClient } from "./qmp-client.js";

const NODE = "checkpoint";
const CLUSTER = 0x10000;
/** Bytes of what the system counts (`st_blocks`). */
const BLOCK = 512;

/** A file without a name, so that none is left however we end: QEMU opens it as one of ours. */
export type Checkpoint = FileHandle;

/** `path`: where it is made. Rejects with what QEMU or the system says; nothing is left then. */
export async function saveCheckpoint(qmp: QmpClient, path: string): Promise<Checkpoint> {
  const file = await open(path, "w+");
  try {
    await rm(path);
    await file.write(emptyDisk(), 0, undefined, 0);
    await withDisk(qmp, file, `savevm ${NODE}`);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** QEMU has not run yet. */
export async function loadCheckpoint(qmp: QmpClient, checkpoint: Checkpoint): Promise<void> {
  await withDisk(qmp, checkpoint, `loadvm ${NODE}`);
}

/** That it takes of the disk. */
export async function bytesOf(checkpoint: Checkpoint): Promise<number> {
  return (await checkpoint.stat()).blocks * BLOCK;
}

async function withDisk(qmp: QmpClient, { fd }: Checkpoint, command: string): Promise<void> {
  const file = { driver: "file", filename: `/proc/${process.pid}/fd/${fd}` };
  await qmp.ask("blockdev-add", { driver: "qcow2", "node-name": NODE, file });
  try {
    const said = await qmp.ask<string>("human-monitor-command", { "command-line": command });
    if (said.trim() !== "") throw new QemuRefusal(said.trim());
  } finally {
    await qmp.ask("blockdev-del", { "node-name": NODE });
  }
}

/** A qcow2 disk of 1 MB: header, an empty table of clusters, and the counts of the four clusters that these take. */
function emptyDisk(): Buffer {
  const disk = Buffer.alloc(4 * CLUSTER);
  const [table, countsTable, counts] = [CLUSTER, 2 * CLUSTER, 3 * CLUSTER];
  disk.write("QFI\xfb", "latin1");
  disk.writeUInt32BE(3, 4); // version
  disk.writeUInt32BE(16, 20); // bits of a cluster
  disk.writeBigUInt64BE(0x100000n, 24);
  disk.writeUInt32BE(1, 36); // entries of the table
  disk.writeBigUInt64BE(BigInt(table), 40);
  disk.writeBigUInt64BE(BigInt(countsTable), 48);
  disk.writeUInt32BE(1, 56); // clusters of the table of counts
  disk.writeUInt32BE(4, 96); // a count has 2^4 bits
  disk.writeUInt32BE(104, 100); // length of the header
  disk.writeBigUInt64BE(BigInt(counts), countsTable);
  for (let cluster = 0; cluster < 4; cluster++) disk.writeUInt16BE(1, counts + 2 * cluster);
  return disk;
}
