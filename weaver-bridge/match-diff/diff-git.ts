/**
 * Git, asked without changing anything, and so that nothing runs that a repository's own settings name: a folder that
 * somebody unpacked brings its `.git/config` along. Filters are not applied (revisions are read as they are stored), no
 * hook and no watcher of files is called, what is missing is not fetched, and a pipe among its files keeps nobody waiting.
 */
import { runProcess } from "../kernel-build/index.js";
import { FILTER_SETTINGS, type GitSettings, quietGit, quietWords, withoutFilters } from "../model/index.js";

const DEADLINE = 300_000;
/** What reads names and settings alone. */
const QUESTIONS = new Set(["rev-parse", "config", "cat-file"]);
const SOON = 30_000;

/** Names of filters, each without a program; known by the folder that was asked about. */
const FILTERS = new Map<string, GitSettings>();

/** What it prints; undefined where it says no. Rejects with ProcessError when it can't be run, or prints more bytes than that. */
export async function git(
  directory: string,
  words: readonly string[],
  mostOutput?: number,
): Promise<string | undefined> {
  const filters = FILTERS.get(directory) ?? withoutFilters((await run(directory, FILTER_SETTINGS, [])) ?? "");
  FILTERS.set(directory, filters);
  return run(directory, quietWords(words), filters, mostOutput);
}

/** Of {@link git}, in a repository that Weft made: it has no settings of anybody. */
export const gitOfOurs = (directory: string, words: readonly string[]) => run(directory, words, []);

async function run(
  directory: string,
  words: readonly string[],
  settings: GitSettings,
  mostOutput?: number,
): Promise<string | undefined> {
  const result = await runProcess(["git", ...words], {
    directory,
    deadline: QUESTIONS.has(words[0] ?? "") ? SOON : DEADLINE,
    endsAtStandstill: true,
    ...(mostOutput === undefined ? {} : { mostOutput }),
    environment: { ...process.env, ...quietGit(settings) },
  });
  return result.code === 0 ? result.output.toString("utf8").trim() : undefined;
}
