/**
 * A console that is written one character at a time. Node gives programs that it starts a socket for their output, which
 * holds some 280 such writes; who writes without waiting (QEMU's serial port) loses what comes then, whenever we are late by
 * some hundredths of a second. A pipe of the system holds 65,536.
 */
import { programInPath } from "./programs.js";

/** Words that start a program as these do, with a pipe for its output; its code is theirs. Those themselves where bash is absent. */
export function throughPipe(argv: readonly string[]): readonly string[] {
  const [program = ""] = argv;
  const bash = programInPath("bash");
  // Who is not there is told by the system, not by a shell.
  if (bash === undefined || (!program.includes("/") && programInPath(program) === undefined)) return argv;
  return [bash, "-c", 'exec "$@" > >(exec cat)', bash, ...argv];
}
