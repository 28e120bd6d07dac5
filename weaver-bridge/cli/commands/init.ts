/**
 * `weft init`: a kernel that knows nothing of Weft becomes a project. Proposes `weft.json` with a reason for each line,
 * writes it, and tries it: built and woven, booted, stopped in by GDB. Never overwrites anything.
 */
import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import {
  globFiles,
  PROJECT_FILE,
  readLatin1,
  requireWithin,
  writeAtomically,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import type { EntryFunction } from "../../set-up/entry-function.js";
import {
  buildOf,
  firstAspect,
  type Proposal,
  projectText,
  proposeProject,
  type SetUpFile,
  type Survey,
  sayDocumentedSteps,
  surveyKernel,
} from "../../set-up/index.js";
import { FIRST_ASPECT, NO_ENTRY, type Tried, tryProject } from "../../set-up/try-project.js";
import { EXIT, printJson, report } from "../output.js";
import { buildAside } from "./build.js";

export interface InitFlags {
  readonly path?: string | undefined;
  /** Words after `--`: how the build is called. */
  readonly make: readonly string[];
  readonly yes?: boolean;
  readonly json?: boolean;
}

const ASPECT = "aspects/first-steps.ah";

export async function init(flags: InitFlags): Promise<number> {
  const root = resolve(flags.path ?? ".");
  const wrong = wrongFolder(root);
  if (wrong !== undefined) {
    report(flags, [wrong]);
    return EXIT.problems;
  }
  const command = flags.make.length === 0 ? undefined : flags.make;
  const asks = buildOf(root, command)?.asks ?? "looks for a build";
  const isInteractive = flags.yes !== true && flags.json !== true;
  if (isInteractive && !process.stdin.isTTY) {
    process.stderr.write(
      `weft init: say --yes (take what is proposed) or --json (print it). In ${root} it ${asks}.\n`,
    );
    return EXIT.usage;
  }
  let questions = 0;
  const agree = async (question: string) => {
    questions++;
    return isInteractive ? ask(question) : flags.yes === true;
  };
  const trusted = `This ${asks}, which runs programs that ${root} names.\nGo on?`;
  if (!(await agree(trusted)) && isInteractive) return EXIT.fine;
  const known = command === undefined ? {} : { command };
  const survey = await surveyKernel(root, {
    ...known,
    agree,
    onOutput: (piece) => process.stderr.write(piece),
  });
  const proposal = proposeProject(survey);
  const problems = surveyProblems(survey);
  if (problems.length > 0 || (flags.json === true && flags.yes !== true)) {
    report(flags, problems, answerOf(survey, proposal));
    return problems.length > 0 ? EXIT.problems : EXIT.fine;
  }
  if (flags.json !== true) process.stdout.write(describe(survey, proposal));
  const files = [PROJECT_FILE, ...addedFiles(survey).map(({ path }) => path)];
  if (!(await agree(`Write ${files.join(", ")}, build and boot?`))) return EXIT.fine;
  writeProject(survey, proposal);
  const tried = await tryProject(survey, proposal, {
    say: (text) => {
      if (flags.json !== true) process.stdout.write(text);
    },
    build: buildAside,
    announce: (text) => void process.stderr.write(text),
    lookAgain: () => surveyKernel(root, { ...known, agree: () => Promise.resolve(false) }),
    write: writeProject,
  });
  if (flags.json === true)
    printJson({ version: 1, ...answerOf(survey, tried.proposal), questions, ...tried.answer });
  else process.stdout.write(lastWords(survey, tried, questions));
  return tried.answer.tried.every(({ fine }) => fine) ? EXIT.fine : EXIT.problems;
}

function wrongFolder(root: string): Problem | undefined {
  const error = (code: string, message: string, hint: string): Problem => ({
    code,
    severity: "error",
    message,
    hint,
  });
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    return error("init/no-folder", `${root} is not a folder`, "Name the folder of the kernel's sources.");
  if (existsSync(join(root, PROJECT_FILE)))
    return error(
      "init/exists",
      `${join(root, PROJECT_FILE)} exists already, and stays as it is`,
      "weft doctor says what is wrong with it.",
    );
  return undefined;
}

function surveyProblems(survey: Survey): Problem[] {
  if (survey.build.length > 0 && (survey.kind === "kbuild" || survey.units > 0)) return [];
  const documented = sayDocumentedSteps(survey.root);
  return [
    {
      code: "init/no-build",
      severity: "error",
      message: survey.open.length === 0 ? "no build was found" : survey.open.filter(isCause).join("; "),
      hint:
        survey.kind === "kbuild"
          ? "Then run weft init again."
          : `${documented === undefined ? "" : `${documented}. `}Run weft init in the folder that the kernel is built in, or say how: weft init -- make TARGET, weft init -- ./SCRIPT. Or write ${PROJECT_FILE} by hand: "build" and "run" say how it is made and booted.`,
    },
  ];
}

/** How it boots is asked once it builds. */
const isCause = (clause: string) => !/starts QEMU$|linker script was seen$/.test(clause);

function answerOf(survey: Survey, proposal: Proposal): object {
  return {
    folder: survey.root,
    build: survey.kind,
    units: survey.units,
    settings: proposal.settings,
    open: proposal.open,
    text: projectText(proposal),
  };
}

function describe(survey: Survey, proposal: Proposal): string {
  const lines = proposal.settings.map(
    ({ name, value, because }) => `+ ${`${name}: ${JSON.stringify(value)}`.padEnd(58)}  ${because}`,
  );
  const left = survey.boot?.left.map((clause) => `  left out ${clause}`) ?? [];
  const open = proposal.open.map((clause) => `  to know: ${clause}`);
  return `${[`${survey.root}/${PROJECT_FILE}`, ...lines, ...left, ...open].join("\n")}\n`;
}

/** `wrong`: what the first aspect was about until now; one that somebody has changed since stays. */
function writeProject(survey: Survey, proposal: Proposal, wrong?: EntryFunction): void {
  const { root, entry } = survey;
  const isOurs =
    wrong !== undefined && readLatin1(join(root, ASPECT)) === firstAspect(wrong, root) && entry !== undefined;
  const files = [
    { path: PROJECT_FILE, text: projectText(proposal) },
    ...(isOurs ? [{ path: ASPECT, text: firstAspect(entry, root) }] : addedFiles(survey)),
  ];
  for (const { path } of files) requireWithin(survey.root, join(survey.root, path));
  for (const { path, text } of files) writeAtomically(join(survey.root, path), text);
}

/** What comes besides `weft.json`; what is there already stays. */
function addedFiles({ root, entry, files = [] }: Survey): SetUpFile[] {
  const hasAspects = globFiles(root, ["aspects/*.ah"]).length > 0;
  return [
    ...files.filter(({ path }) => !existsSync(join(root, path))),
    ...(entry === undefined || hasAspects ? [] : [{ path: ASPECT, text: firstAspect(entry, root) }]),
  ];
}

function lastWords(survey: Survey, { answer, proposal }: Tried, questions: number): string {
  const shown = relative(process.cwd(), survey.root) || ".";
  const seconds = answer.tried.reduce((sum, one) => sum + one.seconds, 0);
  const sum = `${answer.tried.length} things tried in ${Math.round(seconds)} s, ${questions} questions`;
  const open = proposal.open.map((clause) => `Left to do: ${clause}`);
  return `${[sum, ...open, nextStep(survey, shown, answer, proposal)].join("\n")}\n`;
}

/** What failed may want a step before it that only the kernel's own papers name: a disk that no rule knows it needs. */
function nextStep(survey: Survey, shown: string, answer: Tried["answer"], proposal: Proposal): string {
  const isFine = answer.tried.every(({ fine }) => fine);
  const documented = isFine ? undefined : sayDocumentedSteps(survey.root);
  const papers = documented === undefined ? "" : `${documented}\n`;
  return `${papers}${commandNext(survey, shown, answer, proposal)}`;
}

function commandNext(
  { root }: Survey,
  shown: string,
  { built, tried }: Tried["answer"],
  proposal: Proposal,
): string {
  if (built === undefined) return `Next: put right what failed, then weft build ${shown}`;
  if (!proposal.settings.some(({ name }) => name.startsWith("run.")))
    return `Left to do: say in ${PROJECT_FILE} how the kernel boots ("run"), then: weft run ${shown}`;
  if (tried.some(({ what, fine }) => what === "boot" && !fine))
    return `Next: put right what failed, then weft build ${shown} and weft run ${shown}`;
  const [aspect] = globFiles(root, ["aspects/*.ah"]);
  if (aspect === undefined) return `Next: weft run ${shown}; ${NO_ENTRY}: ${FIRST_ASPECT}`;
  return `Next: weft run ${shown}; weft ide ${shown}, open ${relative(root, aspect)} and press F5`;
}

async function ask(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await asking.question(`${question} [Y/n] `);
    return /^\s*(?:y(?:es)?\s*)?$/i.test(answer);
  } finally {
    asking.close();
  }
}
