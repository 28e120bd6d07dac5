/** Runs the compiler as it was called: same streams, same exit code, and the same signal when one ends it. */
import { ProcessError, type RunOptions } from "../../kernel-build/index.js";
import { dieOf } from "../end-on-signals.js";
import { type ReadOnce, runReading } from "./read-once.js";

/** A compile may take long; only a hung one takes this long. */
const HOUR = 3_600_000;

/** `read`: what has been read already. 127 when there is no such compiler. `isLast`: nothing is printed or written after it. */
export async function passThrough(
  argv: readonly string[],
  directory: string,
  read: readonly ReadOnce[] = [],
  isLast = false,
): Promise<number> {
  return (await run(argv, { directory, streams: "inherit", deadline: HOUR, isLast }, read)).code;
}

/** The same with what the compiler prints in hand. `text`: its standard input, latin1. */
export function captureCompiler(
  argv: readonly string[],
  directory: string,
  from: { readonly text?: string | undefined; readonly read?: readonly ReadOnce[] },
): Promise<{ code: number; output: Buffer; errors: Buffer }> {
  return run(argv, { directory, deadline: HOUR, input: from.text }, from.read ?? []);
}

async function run(
  argv: readonly string[],
  options: RunOptions,
  read: readonly ReadOnce[],
): Promise<{ code: number; output: Buffer; errors: Buffer }> {
  try {
    const { code, endedBy, output, errors } = await runReading(argv, options, read);
    if (code === undefined) dieOf(endedBy ?? "SIGTERM");
    return { code: code ?? 1, output, errors };
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    const errors = Buffer.from(`weft cc: ${error.message}\n`);
    if (options.streams === "inherit") process.stderr.write(errors);
    return { code: error.code === "process-not-found" ? 127 : 1, output: Buffer.alloc(0), errors };
  }
}
