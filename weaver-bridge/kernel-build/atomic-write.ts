/** Files that are either whole or not there: written beside their place and renamed, safe with parallel writers. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

let counter = 0;

/** A name beside `file` that no other process or call uses. */
export function temporaryBeside(file: string): string {
  return join(dirname(file), `.weft-${process.pid}-${counter++}-${file.slice(file.lastIndexOf("/") + 1)}`);
}

/**
 * Writes `content` (strings as `encoding`, UTF-8 by default) to `file`, creating folders.
 * Throws the system's error and leaves nothing behind.
 */
export function writeAtomically(
  file: string,
  content: string | Uint8Array,
  encoding: BufferEncoding = "utf8",
): void {
  const temporary = temporaryBeside(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, content, { encoding });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
