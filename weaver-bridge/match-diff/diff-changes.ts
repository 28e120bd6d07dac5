/** Which files of the working tree may be other ones than in a revision, as Git knows it: what reads none of them reads the same. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { askRealFolder } from "../kernel-build/index.js";
import { git } from "./diff-git.js";

export interface TreeChanges {
  /** May the file, named absolutely, have another text, or have stood elsewhere? */
  has(path: string): boolean;
}

/** `top`: of the working tree. Undefined where Git can't tell. */
export async function changesSince(top: string, commit: string): Promise<TreeChanges | undefined> {
  const differing = await git(top, [
    ...["diff", "--name-status", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all"],
    ...["-z", commit],
  ]);
  const unknown = await git(top, ["ls-files", "--others", "--exclude-standard", "-z"]);
  if (differing === undefined || unknown === undefined) return undefined;
  const words = differing.split("\0").filter((word) => word !== "");
  const real = realPathsIn(realpathSync(top));
  const paths = new Set<string>();
  /** Of files that came or went: where one stood, a search for headers finds another. */
  const names = new Set(split(unknown).map((name) => basename(name)));
  for (let at = 0; at + 1 < words.length; at += 2) {
    const name = words[at + 1] as string;
    if (words[at] === "M") paths.add(join(real.top, name));
    else names.add(basename(name));
  }
  return {
    has: (path) => names.has(basename(path)) || paths.has(real.named(path)) || paths.has(real.meant(path)),
  };
}

const split = (list: string) => list.split("\0").filter((name) => name !== "");

/** Folders are spelled in several ways, and a file may be a link to another. */
function realPathsIn(top: string) {
  const folders = new Map<string, string>();
  const folderOf = (path: string) => {
    const folder = dirname(path);
    let known = folders.get(folder);
    if (known === undefined) folders.set(folder, (known = askRealFolder(folder)));
    return known;
  };
  return { top, named: (path: string) => join(folderOf(path), basename(path)), meant: askRealFolder };
}
