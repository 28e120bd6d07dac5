/** `weft cc` or `weft ag++` by name, with a last word about whatever went wrong. */

import { sayFailure } from "../kernel-build/process/say-failure.js";
import { runAgxx } from "./agxx/run-agxx.js";
import { forgetPipes } from "./cc/kept-pipes.js";
import { NotHereError } from "./cc/read-once.js";
import { runCc } from "./cc/run-cc.js";

/** The exit code; rejects only where the caller has to do it himself. */
export async function runCompile(command: string | undefined, words: readonly string[]): Promise<number> {
  try {
    return await (command === "ag++" ? runAgxx : runCc)(words);
  } catch (error) {
    if (error instanceof NotHereError) throw error;
    const { message, hint } = sayFailure(error);
    process.stderr.write(`weft ${command}: ${message}${hint === undefined ? "" : `. ${hint}`}\n`);
    return 1;
  } finally {
    await forgetPipes();
  }
}
