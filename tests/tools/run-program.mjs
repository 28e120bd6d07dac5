/** Runs one program of the gate, its words in the log; `quietly` keeps them until it has ended, for who runs beside others. */
import { spawn } from "node:child_process";
import { statSync } from "node:fs";

/**
 * `timeout`, milliseconds: how long it may take. With `signOfLife`, a file that it writes whenever something is done, how
 * long it may go without: a machine that is busy with other things takes its time. Then it is ended by SIGTERM.
 */
export function runProgram(
  [program, ...args],
  { cwd, env = process.env, timeout, signOfLife, quietly = false },
) {
  return new Promise((resolve) => {
    const began = Date.now();
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quietly ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    const words = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => words.push(data));
    let deadline;
    const wait = (time) => {
      deadline = setTimeout(() => {
        const left = lastSign(signOfLife, began) + timeout - Date.now();
        if (left > 0) wait(left);
        else child.kill("SIGTERM");
      }, time);
    };
    wait(timeout);
    const end = (how) => {
      clearTimeout(deadline);
      resolve({ ...how, words: Buffer.concat(words).toString() });
    };
    child.on("error", (error) => end({ status: undefined, signal: error.message }));
    child.on("close", (status, signal) => end({ status, signal }));
  });
}

/** When the file was written last, in milliseconds since 1970; `began` while there is none. */
function lastSign(file, began) {
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  return found === undefined ? began : found.mtimeMs;
}
