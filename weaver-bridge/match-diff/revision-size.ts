/**
 * What a revision takes up once it is written. Ten small objects, each of which names the one before ten times, are as many
 * files as no disk holds: so it is asked for before anything is written.
 */
import { noneIfNotRun } from "../kernel-build/index.js";
import { git } from "./diff-git.js";

/** Of the list of all files: some millions of them. */
const LONGEST_LIST = 256 << 20;
const MOST_BYTES = 8 * 2 ** 30;

/** False as well where Git can't tell. Rejects with ProcessError when it can't be run. */
export async function isTooLarge(top: string, commit: string): Promise<boolean> {
  if ((await git(top, ["cat-file", "-t", commit])) === undefined) return false;
  // Sizes take Git far longer than names.
  const names = await listed(top, ["--name-only", commit]);
  const list = names === undefined ? undefined : await listed(top, ["-l", commit]);
  if (list === undefined) return true;
  let bytes = 0;
  for (const [, size] of list.matchAll(/^\d+ blob [\da-f]+ +(\d+)\t/gm)) bytes += Number(size);
  return bytes > MOST_BYTES;
}

/** Undefined where there are too many files. */
const listed = (top: string, words: readonly string[]) =>
  git(top, ["ls-tree", "-r", "--full-tree", ...words], LONGEST_LIST).catch(noneIfNotRun);
