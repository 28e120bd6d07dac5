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

/** Git took too long; the message is for the user. */
export class GitLate extends Error {
  constructor(folder: string, words: readonly string[]) {
    const asked = words.find((word) => /^[a-z-]+$/.test(word) && !word.startsWith("-")) ?? "";
    super(
      `Git gave no answer about ${folder} in ${DEADLINE / 1000} seconds (git ${asked}) and was stopped: a file of the repository may be a pipe or a device.`,
    );
  }
}

/**
 * Standard output; undefined where git fails or is missing. Rejects with {@link GitLate}. Runs nothing that the folder's settings
 * name.
 */
export async function git(folder: string, words: readonly string[]): Promise<string | undefined> {
  const filters = withoutFilters((await run(folder, FILTER_SETTINGS, [])) ?? "");
  return run(folder, quietWords(words), filters);
}

function run(folder: string, words: readonly string[], settings: GitSettings): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...quietGit(settings) };
    execFile(
      "git",
      [...words],
      { cwd: folder, env, timeout: DEADLINE, maxBuffer: MOST_BYTES },
      (error, out) => {
        if (error?.killed === true && error.code !== TOO_MUCH) reject(new GitLate(folder, words));
        else resolve(error === null ? out : undefined);
      },
    );
  });
}

/** Node's, of a program that writes more; as {@link DEADLINE} it has it killed. */
const TOO_MUCH: unknown = "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";

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
  const log = await git(folder, ["rev-parse", "--git-path", "logs/HEAD"]).catch((error: unknown) => {
    if (!(error instanceof GitLate)) throw error; // Who asks for changes is told.
    return undefined;
  });
  if (log === undefined) return { dispose() {} };
  const watched = dirname(resolvePath(folder, log.trim()));
  const watcher = unlessRefused(() => watch(watched, { persistent: false }, onChange));
  watcher?.on("error", () => watcher.close());
  return { dispose: () => watcher?.close() };
}
