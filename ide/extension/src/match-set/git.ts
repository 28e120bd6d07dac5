// What Git knows, asked of the git command: revisions to choose from, and texts of a revision.
import { execFile } from "node:child_process";
import { watch } from "node:fs";
import { dirname, resolve as resolvePath } from "node:path";
import {
  FILTER_SETTINGS,
  type GitSettings,
  quietGit,
  quietWords,
  unlessRefused,
  withoutFilters,
} from "@weft/weaver-bridge/model";

const DEADLINE = 10_000;
const MOST_BYTES = 20_000_000;

/** Standard output; undefined where git fails, is missing or takes too long. Runs nothing that the folder's settings name. */
export async function git(folder: string, words: readonly string[]): Promise<string | undefined> {
  const filters = withoutFilters((await run(folder, FILTER_SETTINGS, [])) ?? "");
  return run(folder, quietWords(words), filters);
}

function run(folder: string, words: readonly string[], settings: GitSettings): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...quietGit(settings) };
    execFile(
      "git",
      [...words],
      { cwd: folder, env, timeout: DEADLINE, maxBuffer: MOST_BYTES },
      (error, out) => resolve(error === null ? out : undefined),
    );
  });
}

export interface Revision {
  readonly name: string;
  readonly description: string;
}

/**
 * Branches and tags, newest first, then the last commits. Names that begin like an option are left out: `git branch` makes
 * none, so somebody put them there for who hands them on.
 */
export async function revisionsIn(folder: string): Promise<Revision[]> {
  const format = "--format=%(refname:short)%09%(subject)";
  const named = await git(folder, [
    "for-each-ref",
    "--sort=-committerdate",
    "--count=60",
    format,
    "refs/heads",
    "refs/remotes",
    "refs/tags",
  ]);
  const commits = await git(folder, ["log", "--max-count=60", "--format=%h%x09%s"]);
  return `${named ?? ""}${commits ?? ""}`
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", description = ""] = line.split("\t");
      return { name, description };
    })
    .filter(({ name }) => !name.startsWith("-"));
}

/** Text of a file as of a revision; `path` is relative to `folder`. */
export function textAt(folder: string, revision: string, path: string): Promise<string | undefined> {
  return git(folder, ["show", "--end-of-options", `${revision}:./${path}`]);
}

/** Calls `onChange` when a commit, checkout or reset moves HEAD; where Git keeps no log of that, never. */
export async function watchHead(folder: string, onChange: () => void): Promise<{ dispose(): void }> {
  const log = await git(folder, ["rev-parse", "--git-path", "logs/HEAD"]);
  if (log === undefined) return { dispose() {} };
  const watched = dirname(resolvePath(folder, log.trim()));
  const watcher = unlessRefused(() => watch(watched, { persistent: false }, onChange));
  watcher?.on("error", () => watcher.close());
  return { dispose: () => watcher?.close() };
}
