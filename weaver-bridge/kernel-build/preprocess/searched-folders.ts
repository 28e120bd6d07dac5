/** Folders in which files are searched, with what is in them: read once by a process, asked for their stamp in each call. */
import { readdirSync, realpathSync } from "node:fs";
import { type FileStamp, isSameStamp, placeOf, stampOf, statusOf } from "../files/file-stamp.js";

export interface Folder {
  readonly path: string;
  /** Without links and `..`, so that each file has one name here. */
  real: string;
  names: ReadonlySet<string>;
  /** Undefined while it is not there. */
  stamp: FileStamp | undefined;
  place: FileStamp | undefined;
  /** Counts what the folder was seen to hold. */
  version: number;
  round: number;
}

const FOLDERS = new Map<string, Folder>();

function folderOf(path: string): Folder {
  let folder = FOLDERS.get(path);
  if (folder === undefined)
    FOLDERS.set(
      path,
      (folder = {
        path,
        real: path,
        names: new Set(),
        stamp: undefined,
        place: undefined,
        version: 0,
        round: -1,
      }),
    );
  return folder;
}

/** As it is now; looked at once in a round, a number that grows. */
export function lookAt(path: string, round: number): Folder {
  return lookAgain(folderOf(path), round);
}

export function lookAgain(folder: Folder, round: number): Folder {
  if (folder.round === round) return folder;
  folder.round = round;
  const status = statusOf(folder.path);
  const stamp = status && stampOf(status);
  if (stamp === undefined ? folder.stamp === undefined : isSameStamp(folder.stamp, stamp)) return folder;
  folder.stamp = stamp;
  folder.place = status && placeOf(status);
  const isThere = status?.isDirectory() === true;
  folder.names = new Set(isThere ? readdirSync(folder.path) : []);
  folder.real = isThere ? realpathSync.native(folder.path) : folder.path;
  folder.version++;
  return folder;
}
