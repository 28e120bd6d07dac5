/**
 * Files that are either whole or not there: written beside their place and renamed, safe with parallel writers. What is
 * no regular file can't be replaced so: a link stays and its target is replaced, a device or pipe is written to.
 */
import { lstatSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

let counter = 0;
const temporaries = new Set<string>();

/** A name beside `file` that no other process or call uses; {@link removeTemporaries} knows it. */
export function temporaryBeside(file: string): string {
  const name = `.weft-${process.pid}-${counter++}-${file.slice(file.lastIndexOf("/") + 1)}`;
  const temporary = join(dirname(file), name);
  temporaries.add(temporary);
  return temporary;
}

/** A new folder under the system's one for temporary files, likewise. Throws the system's error. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  temporaries.add(folder);
  return folder;
}

/** For whoever dies of a signal: nothing half-written stays. Names that have been renamed since are no more. */
export function removeTemporaries(): void {
  for (const temporary of temporaries) rmSync(temporary, { recursive: true, force: true });
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
  if (final === undefined) {
    writeFileSync(file, content, { encoding });
    return;
  }
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
