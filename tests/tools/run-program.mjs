/** Runs one program of the gate, its words in the log; `quietly` keeps them until it has ended, for who runs beside others. */
import { spawn } from "node:child_process";

export function runProgram([program, ...args], { cwd, env = process.env, timeout, quietly = false }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: quietly ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    });
    const words = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => words.push(data));
    const deadline = setTimeout(() => child.kill("SIGTERM"), timeout);
    const end = (how) => {
      clearTimeout(deadline);
      resolve({ ...how, words: Buffer.concat(words).toString() });
    };
    child.on("error", (error) => end({ status: undefined, signal: error.message }));
    child.on("close", (status, signal) => end({ status, signal }));
  });
}
