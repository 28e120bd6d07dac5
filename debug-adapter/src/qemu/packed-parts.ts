/**
 * Parts of a file that somebody else packed, each with gzip: unpacked piece by piece, so that memory stays small, and no
 * further than was said and than is allowed.
 */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { openRegular } from "@weft/weaver-bridge/kernel-build";
import { lookUp } from "@weft/weaver-bridge/model";

export interface PackedPart {
  readonly name: string;
  /** Packed. */
  readonly bytes: number;
  /** Unpacked, and its digest; absent in recordings of Weft 0.1. */
  readonly size?: number;
  readonly sha256?: string;
}

/** Bytes that a part may unpack to: kernels with debug information have some hundred megabytes. */
const MOST_UNPACKED = 1 << 30;
/** All parts together: disks have half as much each. */
const MOST_TOGETHER = 4 * 2 ** 30;
/** A log is read whole; one of ten minutes has some megabytes. */
const MOST_OF: Readonly<Record<string, number>> = { log: 128 << 20 };
/** Where nobody said its size, so many times what it is packed. */
const MOST_RATIO = 200;
const ALWAYS_ALLOWED = 16 << 20;

/** Without its line feed; undefined where the file has no line of at most that many bytes. Rejects with the system's error. */
export async function readFirstLine(path: string, most: number): Promise<string | undefined> {
  const file = await openRegular(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    const end = buffer.subarray(0, bytesRead).indexOf(10);
    return end === -1 ? undefined : buffer.toString("utf8", 0, end);
  } finally {
    await file.close();
  }
}

/** Paths by name. Rejects with what `bad` makes of the reason; nothing of a damaged part is left. */
export async function unpackParts(
  file: string,
  start: number,
  parts: readonly PackedPart[],
  folder: string,
  bad: (why: string) => Error,
): Promise<Record<string, string>> {
  const paths: Record<string, string> = {};
  let at = start;
  let left = MOST_TOGETHER;
  for (const part of parts) {
    const path = join(folder, part.name);
    try {
      left -= await unpack({ file, at, part, path, left });
    } catch (error) {
      await rm(path, { force: true });
      throw bad(`its part "${part.name}" is damaged (${(error as Error).message})`);
    }
    paths[part.name] = path;
    at += part.bytes;
  }
  return paths;
}

async function unpack({
  file,
  at,
  part,
  path,
  left,
}: {
  file: string;
  at: number;
  part: PackedPart;
  path: string;
  left: number;
}): Promise<number> {
  if (part.bytes === 0) throw new Error("it is empty");
  const guessed = Math.max(ALWAYS_ALLOWED, part.bytes * MOST_RATIO);
  const most = Math.min(
    part.size ?? guessed,
    MOST_UNPACKED,
    lookUp(MOST_OF, part.name) ?? MOST_UNPACKED,
    left,
  );
  const hash = createHash("sha256");
  let size = 0;
  const count = new Transform({
    transform(piece: Buffer, _encoding, done) {
      size += piece.length;
      hash.update(piece);
      done(size > most ? new Error(`it unpacks to more than ${most} bytes`) : null, piece);
    },
  });
  await pipeline(
    createReadStream(file, { start: at, end: at + part.bytes - 1 }),
    createGunzip(),
    count,
    createWriteStream(path, { mode: 0o600 }),
  );
  if (part.size !== undefined && size !== part.size)
    throw new Error(`it unpacks to ${size} bytes in place of ${part.size}`);
  if (part.sha256 !== undefined && hash.digest("hex") !== part.sha256)
    throw new Error("its content is not what was recorded");
  return size;
}
