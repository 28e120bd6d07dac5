// Runs a program of the release to its end.
import { spawn } from "node:child_process";

const AT_MOST = 3_600_000;

/** What it printed. Throws with its last words where it fails, unless `allowed` holds its exit code. */
export function run(program, args, { cwd, allowed = [0], time = AT_MOST }) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: time });
    let output = "";
    let all = "";
    const keep = (data) => {
      all = (all + data).slice(-8000);
    };
    child.stdout.on("data", (data) => {
      output += data;
      keep(data);
    });
    child.stderr.on("data", keep);
    child.on("error", failed);
    child.on("close", (code, signal) =>
      allowed.includes(code)
        ? done(output)
        : failed(new Error(`${program} ${args.join(" ")} ended with ${signal ?? code}:\n${all}`)),
    );
  });
}
