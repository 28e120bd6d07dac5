/** How every command speaks: results on standard output (text, or JSON with `--json`), problems on standard error. */

import { visible } from "../kernel-build/process/plain-terminal.js";
import { type Problem, problemText } from "../model/index.js";

export const EXIT = { fine: 0, problems: 1, usage: 2 } as const;

export function printJson(value: unknown, isLine = false): void {
  process.stdout.write(`${JSON.stringify(value, undefined, isLine ? undefined : 2)}\n`);
}

/** Latin1 text (units, aspects) goes out as the bytes that it is. */
export function printBytes(text: string): void {
  process.stdout.write(Buffer.from(text, "latin1"));
}

export function printProblems(problems: readonly Problem[]): void {
  for (const problem of problems) process.stderr.write(visible(problemText(problem)));
}

/**
 * Problems on standard error; with `--json` also the result on standard output, or, when there is none, the problems in
 * its place (`failure` in the schemas), so that whoever reads it always gets JSON.
 */
export function report(flags: ReportFlags, problems: readonly Problem[], result?: object): void {
  printProblems(problems);
  if (flags.json !== true) return;
  const value = result === undefined ? { version: 1, problems } : { version: 1, ...result, problems };
  printJson(value, flags.inLines);
}

interface ReportFlags {
  readonly json?: boolean;
  /** JSON of one line, of commands that go on. */
  readonly inLines?: boolean;
}

/** {@link report} of a command that ends with them. */
export function fail(flags: ReportFlags, problems: readonly Problem[]): number {
  report(flags, problems);
  return EXIT.problems;
}
