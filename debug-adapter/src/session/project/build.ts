/** Runs `weft build` before a launch; it decides itself what is stale. Its output goes to the debug console. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { environmentBefore } from "@weft/weaver-bridge/kernel-build";
import { describeExit, endChild, errors, startChild } from "../../qemu/index.js";

/** Throws `weft-missing`, `build-failed`, `build-deadline` or `cancelled`; the build is ended then. */
export async function buildProject(
  folder: string,
  deadline: number,
  onOutput: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const program = weftProgram();
  if (!existsSync(program)) throw errors.missingWeft(program);
  const child = await startChild(process.execPath, [program, "build", folder], {
    cwd: folder,
    environment: environmentBefore(),
    stdin: "ignore",
  });
  for (const stream of [child.process.stdout, child.process.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", onOutput);
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), deadline);
  });
  const aborted = new Promise<"aborted">((resolve) => {
    if (signal.aborted) resolve("aborted");
    signal.addEventListener("abort", () => resolve("aborted"), { once: true });
  });
  const outcome = await Promise.race([child.exited, late, aborted]);
  clearTimeout(timer);
  if (outcome === "late" || outcome === "aborted") {
    await endChild(child, 5000);
    throw outcome === "late" ? errors.buildDeadline(deadline / 1000) : errors.cancelled();
  }
  if (outcome.code !== 0) throw errors.buildFailed(describeExit(outcome));
}

/** File of the command: `WEFT_CLI`, else the bundle beside this one: `weaver-bridge/dist/weft.js`. */
export function weftProgram(): string {
  return process.env.WEFT_CLI ?? fileURLToPath(new URL("../../weaver-bridge/dist/weft.js", import.meta.url));
}
