/** This same weft as a process of its own, as a user would call it. */
import { type RunResult, runProcess } from "../kernel-build/index.js";

export function runSelf(
  words: readonly string[],
  options: { readonly directory: string; readonly deadline: number },
): Promise<RunResult> {
  return runProcess([process.execPath, process.argv[1] ?? "", ...words], options);
}
