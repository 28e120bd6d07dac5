/**
 * Files that say something about what lies below them, found from a folder upwards. In `/tmp`, say, anybody may put one above
 * the folders of others: above where one begins to look, a file counts only where it is the user's own (behind `sudo` also its
 * caller's), the superuser's, or of whoever has the folder in which one began. Links of folders are followed.
 */
import { lstatSync, type Stats, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { unlessRefused } from "../../model/index.js";

const SUPERUSER = 0;

/** What `look` has for the nearest folder, `start` or above it, for which it has anything. `start` need not be there. */
export function findUpwards<T>(start: string, look: (folder: string) => T | undefined): T | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const found = look(folder);
    if (found !== undefined || folder === dirname(folder)) return found;
  }
}

/** Whether `folder` has a file of that name that may say something about what is in `start`, which is `folder` or below it. */
export function speaksFor(start: string, folder: string, name: string): boolean {
  const owners = ownersOf(join(folder, name));
  if (owners === undefined) return false;
  if (folder === resolve(start)) return true;
  const accepted = [process.getuid?.(), callerOfSudo(), ownerOfPlace(start), SUPERUSER];
  return owners.every((owner) => accepted.includes(owner));
}

/** The nearest file of that name above `start` that is left out as somebody else's, for messages. */
export function foreignAbove(start: string, name: string): string | undefined {
  return findUpwards(start, (folder) => {
    const file = join(folder, name);
    return ownersOf(file) !== undefined && !speaksFor(start, folder, name) ? file : undefined;
  });
}

/** Who became the superuser for this command; undefined without `sudo`. */
function callerOfSudo(): number | undefined {
  const { SUDO_UID } = process.env;
  return process.getuid?.() === SUPERUSER && SUDO_UID ? Number(SUDO_UID) : undefined;
}

/** Of the nearest folder that is there. */
function ownerOfPlace(start: string): number | undefined {
  return findUpwards(start, (folder) => ask(statSync, folder)?.uid);
}

/** Of a link also who made it: it chooses what is read. Undefined where nothing is there. */
function ownersOf(file: string): number[] | undefined {
  const [itself, target] = [ask(lstatSync, file), ask(statSync, file)];
  return itself === undefined || target === undefined ? undefined : [itself.uid, target.uid];
}

/** Most folders don't have the file, and each error is dear. */
function ask(
  status: (path: string, options: { throwIfNoEntry: false }) => Stats | undefined,
  path: string,
): Stats | undefined {
  return unlessRefused(() => status(path, { throwIfNoEntry: false }));
}
