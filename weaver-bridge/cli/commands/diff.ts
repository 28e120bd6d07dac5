/**
 * `weft diff REV1 [REV2]` and `weft diff --config A --config B`: which join points gained or lost advice, or got it in
 * another order, and why; and the uses of stubs that came, went or send something else.
 */
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { findProjectRoot, loadProject, ProcessError } from "../../kernel-build/index.js";
import { type Difference, sayCause } from "../../match-diff/diff-compare.js";
import { configurationSide, type DiffSide, revisionSide } from "../../match-diff/diff-sides.js";
import { differInStubs, sayStubDifference } from "../../match-diff/diff-stubs.js";
import { differ } from "../../match-diff/diff-versions.js";
import { distinctProblems, hasErrors, type Problem, type SourceRange } from "../../model/index.js";
import { EXIT, report } from "../output.js";
import { diffMarkdown } from "./diff-markdown.js";

export interface DiffFlags {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly config: readonly string[];
  readonly aspects: readonly string[];
  readonly project?: string;
  readonly json?: boolean;
  /** A review document instead of lines. */
  readonly markdown?: boolean;
  /** File with a JSON object: texts of files by absolute path that count instead of those on disk; `-` is standard input. */
  readonly unsaved?: string;
  /** Say on standard error how far it is: `progress 12/80`. */
  readonly progress?: boolean;
}

/** Exit code 1 when there are differences, or when they can't be found out. */
export async function diff(flags: DiffFlags): Promise<number> {
  const sides = await sidesOf(flags);
  if (!Array.isArray(sides)) return failed(flags, [sides as Problem]);
  const [before, after] = sides as [DiffSide, DiffSide];
  try {
    const wrong = [...problemsOf(before), ...problemsOf(after), ...absentAspects(flags, [before, after])];
    if (hasErrors(wrong)) return failed(flags, wrong);
    const { differences, problems, isPartial } = await differ(before, after, createTeller(flags));
    const stubs = await differInStubs(before, after);
    const all = distinctProblems([...wrong, ...problems]);
    const told = stubs.length === 0 ? {} : { stubs };
    report(flags, all, { from: before.name, to: after.name, differences, ...told });
    if (flags.markdown === true && flags.json !== true)
      process.stdout.write(diffMarkdown(before.name, after.name, differences, stubs));
    else if (flags.json !== true) {
      for (const item of differences) process.stdout.write(`${describe(item)}\n`);
      for (const item of stubs) process.stdout.write(`${sayStubDifference(item)}\n`);
      const where = isPartial ? " in the units that can be read" : "";
      if (differences.length + stubs.length === 0)
        process.stderr.write(`the same advice at the same join points${where}\n`);
    }
    return differences.length + stubs.length > 0 || isPartial || hasErrors(all) ? EXIT.problems : EXIT.fine;
  } finally {
    before.dispose?.();
    after.dispose?.();
  }
}

/** Says how far it is: in lines for programs, in one line on a terminal. */
function createTeller({ progress }: DiffFlags): (done: number, all: number) => void {
  if (progress === true) return (done, all) => void process.stderr.write(`progress ${done}/${all}\n`);
  if (process.stderr.isTTY !== true) return () => undefined;
  return (done, all) =>
    void process.stderr.write(done < all ? `\rweft diff: step ${done} of ${all}\x1b[K` : "\r\x1b[K");
}

/** A revision stands in a folder that is gone when its problems are read: `HEAD:kernel/trace.ah`, as Git writes it. */
function problemsOf({ root, revision, problems }: DiffSide): readonly Problem[] {
  if (revision === undefined) return problems;
  const named = (range: SourceRange) => {
    const path = relative(root, range.file);
    return path.startsWith("..") ? range : { ...range, file: `${revision}:${path}` };
  };
  return problems.map((problem) => ({
    ...problem,
    ...(problem.range === undefined ? {} : { range: named(problem.range) }),
  }));
}

/** A file may be younger than one of the versions, but not than both. */
function absentAspects({ aspects }: DiffFlags, sides: readonly DiffSide[]): Problem[] {
  const isIn = (file: string, side: DiffSide) =>
    side.aspects.some(
      (known) => known.file === file || relative(side.root, known.file) === relative(side.of, file),
    );
  return aspects
    .filter((file) => !sides.some((side) => isIn(resolve(file), side)))
    .map((file) => ({
      code: "diff/no-aspect",
      severity: "error",
      message: `${file} is in neither version`,
      hint: "Name aspect files that exist, relative to this folder.",
    }));
}

function configurationSides({ config, from, project, aspects }: DiffFlags): readonly DiffSide[] | Problem {
  const [one, two, ...more] = config;
  if (one === undefined || two === undefined || more.length > 0 || from !== undefined) return wrongUse();
  const own = findProjectRoot(resolve(project ?? "."));
  return [configurationSide(one, aspects, own), configurationSide(two, aspects, own)];
}

async function sidesOf(flags: DiffFlags): Promise<readonly DiffSide[] | Problem> {
  if (flags.config.length > 0) return configurationSides(flags);
  if (flags.from === undefined) return wrongUse();
  const root = findProjectRoot(resolve(flags.project ?? "."));
  const loaded = root === undefined ? undefined : loadProject(root);
  if (loaded?.value === undefined) return loaded?.problems[0] ?? noProject();
  const unsaved = unsavedTexts(flags.unsaved);
  if ("code" in unsaved) return unsaved;
  try {
    const before = await revisionSide(loaded.value, flags.from, flags.aspects);
    try {
      return [before, await revisionSide(loaded.value, flags.to, flags.aspects, unsaved)];
    } catch (error) {
      before.dispose?.();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
    return { code: "diff/git", severity: "error", message: error.message, hint: "git and tar are needed." };
  }
}

function unsavedTexts(file: string | undefined): ReadonlyMap<string, string> | Problem {
  if (file === undefined) return new Map();
  try {
    const texts: unknown = JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8"));
    const latin1 = (text: unknown) => Buffer.from(String(text), "utf8").toString("latin1");
    return new Map(Object.entries(texts as object).map(([path, text]) => [path, latin1(text)]));
  } catch (error) {
    return {
      code: "cli/usage",
      severity: "error",
      message: `--unsaved ${file} can't be read: ${(error as Error).message}`,
      hint: 'It holds JSON: {"/absolute/path.c": "text"}.',
    };
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
function describe(difference: Difference): string {
  const { change, joinPoint, advice, before } = difference;
  const { kind, signature, within, range } = joinPoint;
  // An initialiser at file scope stands in no function.
  const where = within === "" || signature === within ? "" : ` in ${within}`;
  const titles = advice.map((item) => item.title).join(", ");
  const was = before === undefined ? "" : `, was ${before.join(", ")}`;
  return `${SIGNS[change]} ${range.file}:${range.startLine}:${range.startColumn}: ${kind} of ${signature}${where}: ${titles}${was} (${sayCause(difference)})`;
}
