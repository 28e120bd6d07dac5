/**
 * Files of folders that somebody else wrote, read so that nobody waits: what stands there may be a pipe that nobody writes to,
 * a device without an end, or a file that says it has a terabyte.
 */
import { closeSync, constants, createWriteStream, fstatSync, openSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { unlessRefused } from "../../model/index.js";
import { isUntrusted } from "../process/untrusted-run.js";

/** Bytes of a text: sources, aspects, descriptions and records have far less, and a string holds no more than twice as many. */
const LONGEST_TEXT = 256 << 20;
const NOT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Throws the system's error, and one of its form where it is no regular file (`EINVAL`) or too long to be a text (`EFBIG`). */
export function readRegular(file: string): Buffer;
export function readRegular(file: string, encoding: BufferEncoding): string;
export function readRegular(file: string, encoding?: BufferEncoding): Buffer | string {
  const descriptor = openFileOnly(file);
  try {
    if (encoding === undefined) return readFileSync(descriptor);
    if (fstatSync(descriptor).size > LONGEST_TEXT)
      throw refusal("EFBIG", `it has more than ${LONGEST_TEXT >> 20} MB, which no text has`, file);
    return readFileSync(descriptor, encoding);
  } finally {
    closeSync(descriptor);
  }
}

/** A descriptor to read from. Throws the system's error, and one of its form where it is no regular file (`EINVAL`). */
export function openFileOnly(file: string): number {
  // Without it, opening a pipe waits for whoever writes to it.
  const descriptor = openSync(file, NOT_WAITING);
  const status = fstatSync(descriptor);
  if (status.isFile()) return descriptor;
  closeSync(descriptor);
  throw status.isDirectory()
    ? refusal("EISDIR", "it is a folder", file)
    : refusal("EINVAL", "it is no regular file", file);
}

/** Latin1, so that offsets are bytes; undefined where the system refuses it, or {@link readRegular} does. */
export function readLatin1(file: string): string | undefined {
  return unlessRefused(() => readRegular(file, "latin1"));
}

/** As {@link readRegular} while others go on: a thread that waits for a pipe would be missing to all else, and keep the process from ending. */
export async function readRegularSoon(file: string): Promise<Buffer> {
  const handle = await openRegular(file);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Rejects with the system's error, also for what is no regular file; the copy is this user's alone to open. */
export async function copyRegular(from: string, to: string): Promise<void> {
  const file = await openRegular(from);
  await pipeline(file.createReadStream(), createWriteStream(to, { mode: 0o600 }));
}

/** To be read. Rejects with the system's error, and with words where it is no file. */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, NOT_WAITING);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error("it is no file"), { code: "EINVAL", syscall: "open", path });
}

/** What a compiler's caller may also hand over as a pipe of its own (`@/dev/fd/63`). Throws as {@link readRegular}. */
export function readHanded(file: string, encoding: BufferEncoding): string {
  const isHanded = /^\/(dev\/(fd\/\d+|stdin)|proc\/self\/fd\/\d+)$/.test(file) && !isUntrusted();
  return isHanded ? readFileSync(file, encoding) : readRegular(file, encoding);
}

function refusal(code: string, why: string, path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: ${why}, read '${path}'`), { code, syscall: "read", path });
}
