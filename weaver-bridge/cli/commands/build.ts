/** `weft build`: the woven kernel, its image and its weave map. */
import { type BuildOptions, type BuildOutcome, buildProject } from "../../compile/build/build-project.js";
import { describeSummary } from "../../compile/build/weave-summary.js";
import { EXIT, printProblems, report } from "../output.js";

export interface BuildFlags extends BuildOptions {
  readonly json?: boolean;
}

export async function build(flags: BuildFlags): Promise<number> {
  if (flags.jobs !== undefined && !(Number.isInteger(flags.jobs) && flags.jobs > 0)) {
    process.stderr.write("weft build: --jobs takes a number\n");
    return EXIT.usage;
  }
  const out = flags.json === true ? process.stderr : process.stdout;
  const outcome = await buildAloud(flags, out);
  report(flags, outcome.problems, outcome.summary);
  if (outcome.summary !== undefined && flags.json !== true) out.write(describeSummary(outcome.summary));
  return outcome.fine ? EXIT.fine : EXIT.problems;
}

/** For a command that builds among other things: people are told all of it on standard error. */
export async function buildAside(
  options: BuildOptions,
  onOutput: (piece: Buffer) => void = () => undefined,
): Promise<BuildOutcome> {
  const outcome = await buildAloud(options, process.stderr, onOutput);
  printProblems(outcome.problems);
  if (outcome.summary !== undefined) process.stderr.write(describeSummary(outcome.summary));
  return outcome;
}

/** What comes up while it builds, and what its programs print: to `out`, and to standard error what they print there. */
function buildAloud(
  options: BuildOptions,
  out: NodeJS.WriteStream,
  onOutput: (piece: Buffer) => void = () => undefined,
): Promise<BuildOutcome> {
  return buildProject(options, {
    onProblems: printProblems,
    onWord: (line) => process.stderr.write(`weft build: ${line}\n`),
    onOutput: (piece, stream) => {
      onOutput(piece);
      (stream === "out" ? out : process.stderr).write(piece);
    },
  });
}
