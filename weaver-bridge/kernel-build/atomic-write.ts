/**
 * Files that are either whole or not there: written beside their place and renamed, safe with parallel writers. What is
 * no regular file can't be replaced so: a link stays and its target is replaced, a device or pipe is written to.
 */
import { lstatSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
  const final = replaceableFile(file);
  if (final === undefined) return writeFileSync(file, content, { encoding });
  const temporary = temporaryBeside(final);
  try {
    mkdirSync(dirname(final), { recursive: true });
    writeFileSync(temporary, content, { encoding });
    renameSync(temporary, final);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The regular file, there or not yet, that renaming to may replace when `file` is written; undefined if none may be. */
export function replaceableFile(file: string): string | undefined {
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined || status.isFile()) return file;
  return status.isSymbolicLink() ? linkTarget(file) : undefined;
}

/** A link into nowhere is written through: the system then says what is wrong, or makes the file. */
function linkTarget(link: string): string | undefined {
  try {
    return replaceableFile(realpathSync(link));
  } catch {
    return undefined;
  }
}
