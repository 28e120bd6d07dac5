// The learner's copy of a tutorial's sample, made by `weft tutorial start`. That runs nothing of the open folder, so it
// needs no trust in it.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { unlessBroken } from "@weft/weaver-bridge/model";

export interface Started {
  readonly folder?: string;
  readonly problem?: string;
}

const DEADLINE = 60_000;

/** `step`, from 1: the copy is brought to its beginning, and what was changed in it is lost. */
export function startTutorial(name: string, step?: number): Promise<Started> {
  const module = join(process.env.WEFT_HOME ?? "", "weaver-bridge", "dist", "weft.js");
  const reset = step === undefined ? [] : ["--reset", String(step)];
  const words = [module, "tutorial", "start", name, ...reset, "--json"];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { timeout: DEADLINE }, (error, out, errors) => {
      const problem = errors.trim().split("\n")[0] || error?.message;
      const answer = unlessBroken(() => JSON.parse(out) as { folder?: string });
      if (answer?.folder !== undefined) resolve({ folder: answer.folder });
      else resolve({ problem: problem ?? "weft tutorial start gave no folder" });
    });
  });
}
