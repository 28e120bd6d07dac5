/**
 * Files that are either whole or not there: written beside their place and renamed, safe with parallel writers. What is
 * no regular file can't be replaced so: a link stays and its target is replaced, a device or pipe is written to. Not in a
 * project's state folder, which comes with the folder: there a link is replaced itself, and nothing is written outside.
 */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unlessRefused } from "../../model/index.js";
import { isAlive } from "../process/run-process.js";
import { startUnfinished } from "../process/unfinished.js";
import { mayWriteIn } from "../process/writable-folders.js";
import { isPrivate, processKind } from "./runtime-folder.js";
import { requireOwnPlace, stateFolderOf } from "./state-folder.js";

let counter = 0;
/** With what says that they are gone. */
const temporaries = new Map<string, () => void>();
const swept = new Set<string>();
mayWriteIn(() => [...temporaries.keys()]);

/** A name beside `file` that no other process or call uses; {@link removeTemporaries} knows it. */
export function temporaryBeside(file: string): string {
  const folder = dirname(file);
  sweep(folder);
  const name = `.weft-${process.pid}-${counter++}-${file.slice(file.lastIndexOf("/") + 1)}`;
  return register(join(folder, name));
}

/** A new folder under the system's one for temporary files, likewise. Throws the system's error. */
export function temporaryFolder(prefix: string): string {
  return register(privateFolder(prefix));
}

/**
 * A new folder that only this user can open, for as long as the caller wants it. `prefix` is `weft-…-`. Its name says whose it
 * is, so that what a killed process left is taken away by the next one. Throws the system's error.
 */
export function privateFolder(prefix: string, parent = tmpdir()): string {
  sweepFolders(parent);
  return mkdtempSync(join(parent, `${prefix}${processKind()}-${process.pid}-`));
}

/** Removes the temporary folders of processes of this user's that are no more. Never throws. */
export function sweepFolders(parent = tmpdir()): void {
  if (swept.has(`folders of ${parent}`)) return;
  swept.add(`folders of ${parent}`);
  const kind = processKind();
  for (const name of namesIn(parent)) {
    // A shared folder may hold tens of thousands: the others cost a comparison.
    const [, from, owner] = /^weft-(?:[a-z]+-)*(\d+)-(\d+)-\w{6}$/.exec(name) ?? [];
    if (from !== kind || isAlive(Number(owner))) continue;
    const folder = join(parent, name);
    if (!isPrivate(folder) || hasMachine(folder)) continue;
    // Something in it may not be ours to remove, or another process is at it.
    unlessRefused(() => rmSync(folder, { recursive: true, force: true }));
  }
}

/** A guest runs on when who kept it was killed, and may be taken up again. */
function hasMachine(folder: string): boolean {
  return unlessRefused(() => isAlive(Number(readFileSync(join(folder, "process"), "latin1")))) ?? false;
}

function namesIn(folder: string): string[] {
  return unlessRefused(() => readdirSync(folder)) ?? [];
}

function register(temporary: string): string {
  temporaries.set(temporary, startUnfinished());
  return temporary;
}

/** The temporary file becomes the final one. Throws the system's error. */
export function finishTemporary(temporary: string, final: string): void {
  renameSync(temporary, final);
  release(temporary);
}

/** A temporary file or folder, there or not, is no more. */
export function removeTemporary(temporary: string): void {
  rmSync(temporary, { recursive: true, force: true });
  release(temporary);
}

function release(temporary: string): void {
  temporaries.get(temporary)?.();
  temporaries.delete(temporary);
}

/** For whoever dies of a signal: nothing half-written stays. */
export function removeTemporaries(): void {
  for (const temporary of [...temporaries.keys()]) removeTemporary(temporary);
}

/** Who was killed without notice left its half-written files; once a process, those of dead ones are removed. */
function sweep(folder: string): void {
  if (swept.has(folder)) return;
  swept.add(folder);
  // Refused where the folder is not there yet, or not ours: nothing of ours is in it.
  for (const name of unlessRefused(() => readdirSync(folder)) ?? []) {
    const owner = /^\.weft-(\d+)-\d+-/.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner)))
      unlessRefused(() => rmSync(join(folder, name), { force: true }));
  }
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
  const state = stateFolderOf(file);
  const final = state === undefined ? replaceableFile(file) : file;
  if (final === undefined) {
    writeFileSync(file, content, { encoding });
    return;
  }
  const temporary = temporaryBeside(final);
  try {
    makeFolder(dirname(final));
    if (state !== undefined) requireOwnPlace(state, final);
    // Exclusively: whatever stands there is not ours.
    writeFileSync(temporary, content, { encoding, flag: "wx" });
    finishTemporary(temporary, final);
  } catch (error) {
    removeTemporary(temporary);
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
  return unlessRefused(() => replaceableFile(realpathSync(link)));
}

/** The state folder of a project, once made, is hidden from version control by a file in it. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first !== undefined) ignoreState(first, folder);
}

function ignoreState(first: string, folder: string): void {
  const [, state] = /^(.*?\/\.weft)(?=\/|$)/.exec(folder) ?? [];
  // Whoever has such a folder already may have reasons to keep it under version control.
  if (state === undefined || !`${state}/`.startsWith(`${first}/`)) return;
  unlessRefused(() => writeFileSync(join(state, ".gitignore"), "*\n", { flag: "wx" }));
}
