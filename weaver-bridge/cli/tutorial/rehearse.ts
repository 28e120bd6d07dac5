/**
 * A tutorial done from its first step to its last on a copy of its sample: before each step's solve something of its checks
 * must be wrong, after it everything right. So texts, lines and checks are held against the kernel as it is.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "../../model/index.js";
import {
  type Check,
  checkStep,
  problemAt,
  rightAnswer,
  type Step,
  type Tutorial,
  type Verdict,
} from "../../tutorial/index.js";
import { commandWorld } from "./command-world.js";
import { edit, makeCopy, readText } from "./learner-copy.js";

export interface Rehearsal {
  readonly steps: readonly RehearsedStep[];
  readonly problems: readonly Problem[];
}

export interface RehearsedStep {
  readonly tutorial: string;
  readonly step: string;
  readonly title: string;
  readonly seconds: number;
  readonly checks: readonly { readonly says: string; readonly result: string; readonly hint?: string }[];
}

export interface RehearseOptions {
  /** The tutorial's own folder. */
  readonly folder: string;
  /** The folder of its sample. */
  readonly sample: string;
  /** An empty folder for the copy. */
  readonly copy: string;
  readonly guest: boolean;
  readonly onStep?: (step: RehearsedStep) => void;
}

/** What is asked of a step before it is solved: the checks that are a matter of files, which are quick. */
const QUICK = new Set<Check["kind"]>([
  "file",
  "effect",
  "noEffect",
  "pointcut",
  "problems",
  "noProblem",
  "weft",
  "answer",
]);

export async function rehearse(tutorial: Tutorial, options: RehearseOptions): Promise<Rehearsal> {
  const { folder, sample, copy, guest, onStep } = options;
  const steps: RehearsedStep[] = [];
  const problems: Problem[] = [];
  try {
    makeCopy(tutorial, sample, copy);
  } catch (error) {
    return { steps, problems: [problemAt(join(folder, "tutorial.md"), 1, "sample", sayError(error))] };
  }
  for (const step of tutorial.steps) {
    const file = join(folder, `${step.name}.md`);
    problems.push(...placeProblems(file, step, copy, "before"));
    const wasDone = await isDoneAlready(step, copy);
    const began = Date.now();
    const isLarge = tutorial.isLarge && !guest;
    const done = isLarge ? withoutWeft(step) : step;
    const failure = await solve(done, copy);
    if (failure !== undefined) {
      problems.push(problemAt(file, 1, "solve", failure, "Each replaced text stands once in its file."));
      break;
    }
    problems.push(...placeProblems(file, step, copy, "after"));
    const world = commandWorld({
      folder: copy,
      guest,
      isLarge,
      answers: await answersOf(step, copy),
    });
    const verdicts = await checkStep(step, world);
    const judged = verdicts.map((verdict, at) => asFarAsSolved(done, step.checks[at]?.kind, verdict));
    const rehearsed = describe(tutorial, step, judged, (Date.now() - began) / 1000);
    steps.push(rehearsed);
    onStep?.(rehearsed);
    if (wasDone)
      problems.push({
        ...problemAt(file, 1, "done-already", `"${step.title}" is done before the learner does anything`),
        hint: "A check of the step must be wrong at its beginning, or it teaches nothing.",
      });
    for (const { says, result, hint } of rehearsed.checks)
      if (result === "wrong" || result === "waiting")
        problems.push(
          problemAt(file, lineOf(file, says), "unsolved", `"${says}" is wrong after solve`, hint),
        );
  }
  return { steps, problems };
}

/** Every file that a button opens, at its line; before or after the step is solved. */
function placeProblems(file: string, step: Step, copy: string, when: "before" | "after"): Problem[] {
  const places =
    when === "after"
      ? step.solve.flatMap((action) => ("open" in action ? [action] : []))
      : step.buttons.flatMap((button) => ("open" in button ? [button] : []));
  return places.flatMap(({ open, line }) => {
    const text = readText(join(copy, open));
    if (text === undefined)
      // What the step itself makes can be opened by its button.
      return when === "before" && step.solve.some((action) => "write" in action && action.write === open)
        ? []
        : [problemAt(file, lineOf(file, open), "no-file", `the copy has no file ${open}`)];
    const isThere = line === undefined || text.includes(line.trim());
    return isThere
      ? []
      : [problemAt(file, lineOf(file, line), "no-line", `${open} has no line with "${line}"`)];
  });
}

async function isDoneAlready(step: Step, copy: string): Promise<boolean> {
  const checks = step.checks.filter(({ kind }) => QUICK.has(kind));
  if (checks.length === 0 || checks.length < step.checks.length) return false;
  const world = commandWorld({ folder: copy, guest: false, answers: [] });
  const verdicts = await checkStep({ ...step, checks }, world);
  return verdicts.every(({ state }) => state === "ok");
}

/** Why it can't be solved; `undefined` when it was. */
async function solve(step: Step, copy: string): Promise<string | undefined> {
  try {
    for (const action of step.solve) {
      edit(copy, action);
      if (!("weft" in action)) continue;
      const world = commandWorld({ folder: copy, guest: false, answers: [] });
      const ran = await world.weft(action.weft);
      if ("value" in ran && ran.value.code !== 0)
        return `weft ${action.weft.join(" ")} failed: ${ran.value.output.trim().split("\n").at(-1)}`;
    }
    return undefined;
  } catch (error) {
    return sayError(error);
  }
}

function withoutWeft(step: Step): Step {
  return { ...step, solve: step.solve.filter((action) => !("weft" in action)) };
}

/** A step that has no solution, or one in a terminal, can't be done here: what is wrong then says nothing. */
function asFarAsSolved(step: Step, kind: Check["kind"] | undefined, verdict: Verdict): Verdict {
  if (verdict.state !== "wrong") return verdict;
  if (step.solve.length === 0) return { state: "not run", hint: "the step has no solution" };
  const inTerminal = step.solve.some((action) => "terminal" in action);
  if (!inTerminal || (kind !== "weft" && kind !== "printed")) return verdict;
  return { state: "not run", hint: "it is done in a terminal of the IDE" };
}

/** What the step's solve answers. */
async function answersOf(step: Step, copy: string): Promise<string[]> {
  const written = step.solve.flatMap((action) => ("answer" in action ? [action.answer] : []));
  const question = step.checks.find((check) => check.kind === "answer");
  if (!written.includes("*") || question === undefined) return written;
  const right = await rightAnswer(question.wanted, commandWorld({ folder: copy, guest: false, answers: [] }));
  return "value" in right ? [right.value] : [];
}

function describe(
  tutorial: Tutorial,
  step: Step,
  verdicts: readonly Verdict[],
  seconds: number,
): RehearsedStep {
  return {
    tutorial: tutorial.name,
    step: step.name,
    title: step.title,
    seconds,
    checks: step.checks.map(({ says }, at) => {
      const verdict = verdicts[at];
      if (verdict === undefined) return { says, result: "not run" };
      return {
        says,
        result: verdict.state === "waiting" ? "wrong" : verdict.state,
        ...(verdict.state === "ok" ? {} : { hint: verdict.hint }),
      };
    }),
  };
}

function lineOf(file: string, text: string): number {
  const [first = ""] = text.split("\n");
  const at = readFileSync(file, "utf8")
    .split("\n")
    .findIndex((line) => line.includes(first.trim()));
  return at === -1 ? 1 : at + 1;
}

function sayError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
