/** Git, asked without changing anything. */
import { runProcess } from "../kernel-build/index.js";

const DEADLINE = 300_000;

/** What it prints; undefined where it says no. Rejects with ProcessError when it can't be run. */
export async function git(directory: string, words: readonly string[]): Promise<string | undefined> {
  const result = await runProcess(["git", "-c", "core.fsmonitor=false", ...words], {
    directory,
    deadline: DEADLINE,
  });
  return result.code === 0 ? result.output.toString("utf8").trim() : undefined;
}
