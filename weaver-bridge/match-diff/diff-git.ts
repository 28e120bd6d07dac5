/**
 * Git, asked without changing anything, and so that nothing runs that a repository's own settings name: a folder that
 * somebody unpacked brings its `.git/config` along. Filters are not applied (revisions are read as they are stored), no
 * hook and no watcher of files is called, and what is missing is not fetched.
 */
import { runProcess } from "../kernel-build/index.js";

const DEADLINE = 300_000;

/** Settings that name programs, in favour of none. */
const QUIET: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.sshCommand", "false"],
  ["protocol.allow", "never"],
];

const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
};

type Settings = readonly (readonly [string, string])[];

/** Names of filters, each without a program; known by the folder that was asked about. */
const FILTERS = new Map<string, Settings>();

/** What it prints; undefined where it says no. Rejects with ProcessError when it can't be run. */
export async function git(directory: string, words: readonly string[]): Promise<string | undefined> {
  const filters = FILTERS.get(directory) ?? (await withoutFilters(directory));
  FILTERS.set(directory, filters);
  return run(directory, words, filters);
}

/** For `git diff`, which filters what it compares. */
async function withoutFilters(directory: string): Promise<Settings> {
  const keys = ["config", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\."];
  const named = (await run(directory, keys, [])) ?? "";
  return named.split("\0").flatMap((key): Settings => {
    if (key.endsWith(".required")) return [[key, "false"]];
    return /\.(clean|smudge|process)$/.test(key) ? [[key, ""]] : [];
  });
}

/** Of {@link git}, in a repository that Weft made: it has no settings of anybody. */
export const gitOfOurs = (directory: string, words: readonly string[]) => run(directory, words, []);

/** Settings go by the environment: there a name may hold any character. */
async function run(
  directory: string,
  words: readonly string[],
  settings: Settings,
): Promise<string | undefined> {
  const all = [...QUIET, ...settings];
  const told = all.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const result = await runProcess(["git", ...words], {
    directory,
    deadline: DEADLINE,
    environment: {
      ...process.env,
      ...ENVIRONMENT,
      ...Object.fromEntries(told),
      GIT_CONFIG_COUNT: String(all.length),
    },
  });
  return result.code === 0 ? result.output.toString("utf8").trim() : undefined;
}
