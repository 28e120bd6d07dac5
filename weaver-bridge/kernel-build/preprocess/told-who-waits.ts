/** A compiler that waits for a pipe to which nobody writes is stopped, and what it waits for is said. */
import type { CompilerCommand, CompilerInput } from "../command/compiler-command.js";
import { ProcessError } from "../process/process-error.js";
import { hasWriter, saysWhoWaits, type Texts, waitingFile } from "./waiting-file.js";

/** Milliseconds after which it is asked what the compiler waits for; most units take less. */
const PATIENCE = 3_000;

/** What `run` gives; its signal ends it. Throws what it throws, and `process-deadline` with the name of the file. */
export async function toldWhoWaits<T>(
  command: CompilerCommand,
  input: CompilerInput,
  options: Texts & { readonly signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let found: string | undefined;
  const timer = setTimeout(() => {
    const file = waitingFile(command, input, options);
    if (file === undefined || hasWriter(file)) return;
    found = file;
    stop.abort();
  }, PATIENCE);
  const own = options.signal;
  try {
    return await run(own === undefined ? stop.signal : AbortSignal.any([own, stop.signal]));
  } catch (error) {
    if (!(error instanceof ProcessError) || own?.aborted === true) throw error;
    if (error.code === "process-deadline") found ??= waitingFile(command, input, options);
    if (found === undefined) throw error;
    const message = stop.signal.aborted ? `${command.compiler[0]} was stopped` : error.message;
    throw new ProcessError("process-deadline", `${message}: ${saysWhoWaits(found)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
