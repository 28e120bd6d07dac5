/** `weft specialize --from`: asks a recording for the calls of a function, and proposes what was always so. */
import { basename, dirname, resolve } from "node:path";
import { type Problem, unlessBroken } from "../../model/index.js";
import { proposedDeclaration, type SeenCall } from "../../partial-eval/index.js";
import { EXIT, report } from "../output.js";
import { runSelf } from "../run-self.js";

export interface ProposeFlags {
  readonly from: string;
  readonly function?: string;
  /** Calls that are looked at. */
  readonly most?: number;
  readonly json?: boolean;
}

/** A run of minutes, once more. */
const DEADLINE = 300_000;
const MOST_CALLS = 1000;

export async function proposeFacts(flags: ProposeFlags): Promise<number> {
  const { function: name } = flags;
  if (name === undefined) {
    process.stderr.write(
      "weft specialize: --from is about calls of a function: say of which, with --function\n",
    );
    return EXIT.usage;
  }
  const { calls, problems } = await callsIn(resolve(flags.from), name, flags.most ?? MOST_CALLS);
  const text = problems.length > 0 ? undefined : proposedDeclaration(name, basename(flags.from), calls);
  report(flags, problems, { calls: calls.length, ...(text === undefined ? {} : { text }) });
  if (text === undefined) return EXIT.problems;
  if (flags.json !== true) process.stdout.write(text);
  return EXIT.fine;
}

interface Answer {
  readonly hits?: readonly {
    readonly values: readonly { readonly kind: string; readonly name?: string; readonly value: string }[];
  }[];
  readonly problems?: readonly Problem[];
}

/** The debug adapter reads recordings: it is asked as a user would ask it. */
async function callsIn(
  recording: string,
  name: string,
  most: number,
): Promise<{ readonly calls: readonly SeenCall[]; readonly problems: readonly Problem[] }> {
  const words = [
    "debug",
    recording,
    "--hits",
    `execution("% ${name}(...)")`,
    "--most",
    String(most),
    "--json",
  ];
  const { output, errors } = await runSelf(words, { directory: dirname(recording), deadline: DEADLINE });
  const { hits = [], problems = [] } = answerIn(output.toString("utf8"), errors.toString("utf8"));
  const calls = hits.map(({ values }) => ({
    arguments: values.flatMap(({ kind, name: of, value }) =>
      kind === "argument" && of !== undefined ? [{ name: of, value }] : [],
    ),
  }));
  if (problems.length > 0 || calls.length > 0) return { calls, problems };
  const message = `${name} was not called in ${basename(recording)}, or has no code of its own`;
  const hint =
    "Record a run that calls it. Of a function that was inlined everywhere no arguments are known.";
  return { calls, problems: [{ code: "specialize/no-calls", severity: "error", message, hint }] };
}

function answerIn(output: string, errors: string): Answer {
  const answer = unlessBroken(() => JSON.parse(output) as Answer);
  if (answer !== undefined) return answer;
  const message = errors.trim().split("\n").at(-1) ?? "the recording gave no answer";
  return { problems: [{ code: "specialize/no-recording", severity: "error", message }] };
}
