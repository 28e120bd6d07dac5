/** Runs Weft's command line for what it answers as JSON. */
import { environmentBefore, runProcess } from "@weft/weaver-bridge/kernel-build";
import { weftProgram } from "./build.js";

/** Milliseconds; the debug information of a Linux, or a unit of it, takes seconds. */
const DEADLINE = 120_000;

/**
 * What it prints, read by `read`, which throws where that is no answer; `code`: of its exit. Then this throws with the last
 * line of what Weft said. Options stand behind the command's words.
 */
export async function askWeft<T>(
  words: readonly string[],
  {
    directory,
    signal,
    read,
  }: { directory: string; signal: AbortSignal; read: (output: string, code: number | undefined) => T },
): Promise<T> {
  const argv = [process.execPath, weftProgram(), ...words];
  const environment = environmentBefore();
  const { code, output, errors } = await runProcess(argv, {
    directory,
    environment,
    deadline: DEADLINE,
    signal,
  });
  try {
    return read(output.toString(), code);
  } catch (cause) {
    const said = errors.toString().trim().split("\n").at(-1) ?? "";
    const command = words
      .slice(
        0,
        words.findIndex((word) => word.startsWith("-")),
      )
      .join(" ");
    throw new Error(`weft ${command} gave no answer${said === "" ? "" : `: ${said}`}`, { cause });
  }
}
