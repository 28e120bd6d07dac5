/**
 * How Git is asked about a folder that somebody else may have packed, without changing anything and without running what
 * the folder's own `.git/config` names: hooks, watchers of files, programs of remotes, filters.
 */

export type GitSettings = readonly (readonly [name: string, value: string])[];

/** Settings that name programs, in favour of none. */
const QUIET: GitSettings = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.sshCommand", "false"],
  ["core.pager", "cat"],
  ["log.showSignature", "false"],
  ["protocol.allow", "never"],
];

/** Locks that the user's own commands may need are not taken; what a partial clone lacks is not fetched. */
const ENVIRONMENT = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_TERMINAL_PROMPT: "0",
  GIT_PAGER: "cat",
};

/** Words that name all settings of filters, each ended by a zero byte; for {@link withoutFilters}. */
export const FILTER_SETTINGS = ["config", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\."];

/** Filters without a program. Git runs them where it compares files (`status`, `diff`). */
export function withoutFilters(named: string): GitSettings {
  return named.split("\0").flatMap((key): GitSettings => {
    if (key.endsWith(".required")) return [[key, "false"]];
    return /\.(clean|smudge|process)$/.test(key) ? [[key, ""]] : [];
  });
}

/** To be added to a process's own. Settings go by the environment: there a name may hold any character. */
export function quietGit(settings: GitSettings = []): Record<string, string> {
  const all = [...QUIET, ...settings];
  const told = all.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...ENVIRONMENT, GIT_CONFIG_COUNT: String(all.length), ...Object.fromEntries(told) };
}

/** The words of a command. Into submodules it does not look: each has settings, and so filters, of its own. */
export function quietWords([command = "", ...rest]: readonly string[]): string[] {
  const isLooking = command === "status" || command === "diff";
  return [command, ...(isLooking ? ["--ignore-submodules=dirty"] : []), ...rest];
}
