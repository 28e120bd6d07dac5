/**
 * Where files may be written that a folder of somebody else's names, by a description or by links. Throws errors of the system's
 * form (`EXDEV`), which say whereto it would have been.
 */
import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { unlessRefused } from "../../model/index.js";

/** `root` and `file` are absolute; `root` is there. By `..`, a whole name or a link, `file` must not be elsewhere. */
export function requireWithin(root: string, file: string): void {
  const place = realPlace(file);
  const real = realpathSync(root);
  if (place === real || place?.startsWith(join(real, "/"))) return;
  throw leadsOut(file, root, file);
}

/** Of what is there of a path; undefined for a link that leads nowhere, which writing would follow. */
function realPlace(path: string): string | undefined {
  const isThere = unlessRefused(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
  if (isThere || path === dirname(path)) return unlessRefused(() => realpathSync(path));
  return realPlace(dirname(path));
}

/** That `place` is not in `root`, told of writing `file`. */
export function leadsOut(place: string, root: string, file: string): Error {
  const error = new Error(`EXDEV: ${place} leads out of ${root}, write '${file}'`);
  return Object.assign(error, { code: "EXDEV", syscall: "write", path: file });
}
