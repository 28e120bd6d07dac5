/**
 * `weft diff REV1 [REV2]` and `weft diff --config A --config B`: which join points gained or lost advice, or got it in
 * another order, and why.
 */
import { resolve } from "node:path";
import { findProjectRoot, loadProject, ProcessError } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { distinctProblems, EXIT, hasErrors, report } from "../output.js";
import { pairAdvice } from "./diff-advice.js";
import { compare, type Difference } from "./diff-compare.js";
import { configurationSide, type DiffSide, revisionSide } from "./diff-sides.js";
import { tableOf } from "./diff-table.js";

export interface DiffFlags {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly config: readonly string[];
  readonly aspects: readonly string[];
  readonly project?: string;
  readonly json?: boolean;
}

/** Exit code 1 when there are differences, or when they can't be found out. */
export async function diff(flags: DiffFlags): Promise<number> {
  const sides = await sidesOf(flags);
  if (!Array.isArray(sides)) return failed(flags, [sides as Problem]);
  const [before, after] = sides as [DiffSide, DiffSide];
  try {
    const wrong = [...before.problems, ...after.problems];
    if (hasErrors(wrong)) return failed(flags, wrong);
    const { differences, problems } = await differ(before, after);
    const all = distinctProblems([...wrong, ...problems]);
    report(flags, all, { from: before.name, to: after.name, differences });
    if (flags.json !== true) {
      for (const item of differences) process.stdout.write(`${describe(item)}\n`);
      if (differences.length === 0) process.stderr.write("the same advice at the same join points\n");
    }
    return differences.length > 0 || hasErrors(all) ? EXIT.problems : EXIT.fine;
  } finally {
    before.dispose?.();
    after.dispose?.();
  }
}

async function differ(
  before: DiffSide,
  after: DiffSide,
): Promise<{ differences: Difference[]; problems: readonly Problem[] }> {
  const names = pairAdvice(before.aspects, after.aspects);
  const texts = ({ aspects }: DiffSide) => aspects.map((file) => file.text).join("\0");
  const left = await tableOf(before, before.aspects, names.before);
  const right = await tableOf(after, after.aspects, names.after);
  const middle =
    texts(before) === texts(after) ? undefined : await tableOf(before, after.aspects, names.after);
  const differences = compare({
    before: left,
    after: right,
    ...(middle === undefined ? {} : { middle }),
    namesBefore: new Set(names.before.values()),
    namesAfter: new Set(names.after.values()),
  });
  return { differences, problems: [...left.problems, ...right.problems] };
}

async function sidesOf(flags: DiffFlags): Promise<readonly DiffSide[] | Problem> {
  const [one, two, ...more] = flags.config;
  if (one !== undefined) {
    if (two === undefined || more.length > 0 || flags.from !== undefined) return wrongUse();
    return [configurationSide(one, flags.aspects), configurationSide(two, flags.aspects)];
  }
  if (flags.from === undefined) return wrongUse();
  const root = findProjectRoot(resolve(flags.project ?? "."));
  const loaded = root === undefined ? undefined : loadProject(root);
  if (loaded?.value === undefined) return loaded?.problems[0] ?? noProject();
  try {
    const before = await revisionSide(loaded.value, flags.from, flags.aspects);
    try {
      return [before, await revisionSide(loaded.value, flags.to, flags.aspects)];
    } catch (error) {
      before.dispose?.();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
    return { code: "diff/git", severity: "error", message: error.message, hint: "git and tar are needed." };
  }
}

function failed(flags: DiffFlags, problems: readonly Problem[]): number {
  report(flags, problems);
  return problems.some(({ code }) => code === "cli/usage") ? EXIT.usage : EXIT.problems;
}

function wrongUse(): Problem {
  return {
    code: "cli/usage",
    severity: "error",
    message: "weft diff compares two versions",
    hint: "Write weft diff REVISION [REVISION], or weft diff --config A --config B.",
  };
}

function noProject(): Problem {
  return {
    code: "project/missing",
    severity: "error",
    message: "no weft.json here or above",
    hint: "Name the project's folder with --project.",
  };
}

const SIGNS = { gained: "+", lost: "-", order: "~", condition: "?" } as const;

/** `+ kernel/a.c:3:5: call of int f(int) in int main(): Trace: before call of f (new function)` */
function describe({ change, cause, joinPoint, advice, before }: Difference): string {
  const { kind, signature, within, range } = joinPoint;
  const where = signature === within ? "" : ` in ${within}`;
  const titles = advice.map((item) => item.title).join(", ");
  const was = before === undefined ? "" : `, was ${before.join(", ")}`;
  return `${SIGNS[change]} ${range.file}:${range.startLine}:${range.startColumn}: ${kind} of ${signature}${where}: ${titles}${was} (${cause})`;
}
