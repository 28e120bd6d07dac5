/**
 * `weft init`: a kernel that knows nothing of Weft becomes a project. Proposes `weft.json` with a reason for each line,
 * writes it, and tries it: built and woven, booted, stopped in by GDB. Never overwrites anything.
 */
import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { globFiles, loadProject, PROJECT_FILE, writeAtomically } from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import {
  type EntryFunction,
  firstAspect,
  type Proposal,
  projectText,
  proposeProject,
  type Survey,
  surveyKernel,
  type Trial,
  tryBoot,
  tryDebugger,
} from "../../set-up/index.js";
import { EXIT, report } from "../output.js";
import { build } from "./build.js";

export interface InitFlags {
  readonly path?: string | undefined;
  /** Words after `--`: how make is called. */
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
  const asks = flags.yes !== true && flags.json !== true;
  if (asks && !process.stdin.isTTY) {
    process.stderr.write(
      `weft init: say --yes (take what is proposed) or --json (print it). Both run make -n in ${root}.\n`,
    );
    return EXIT.usage;
  }
  const trusted = `This asks make what it would do (make -n), which runs programs that the makefiles of ${root} name.\nGo on?`;
  if (asks && !(await agree(trusted))) return EXIT.fine;
  const survey = await surveyKernel(root, flags.make.length === 0 ? ["make"] : flags.make);
  const proposal = withEntry(proposeProject(survey), survey.entry);
  const problems = surveyProblems(survey);
  if (flags.json === true || problems.length > 0) {
    report(flags, problems, answerOf(survey, proposal));
    return problems.length > 0 ? EXIT.problems : EXIT.fine;
  }
  process.stdout.write(describe(survey, proposal));
  if (
    asks &&
    !(await agree(
      `Write ${PROJECT_FILE}${survey.entry === undefined ? "" : ` and ${ASPECT}`}, build and boot?`,
    ))
  )
    return EXIT.fine;
  writeProject(survey, proposal);
  return tryProject(survey);
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
  if (survey.kind === "kbuild" || survey.units > 0) return [];
  return [
    {
      code: "init/no-build",
      severity: "error",
      message: survey.open[0] ?? "no build was found",
      hint: `Run weft init where the kernel's makefile is. Or write ${PROJECT_FILE} by hand: "build" and "run" say how it is made and booted.`,
    },
  ];
}

function withEntry(proposal: Proposal, entry: EntryFunction | undefined): Proposal {
  const runs = proposal.settings.some(({ name }) => name.startsWith("run."));
  if (entry === undefined || !runs) return proposal;
  const because = `the kernel's C code begins there (${entry.file})`;
  return {
    ...proposal,
    settings: [...proposal.settings, { name: "run.stopAt", value: entry.name, because }],
  };
}

function answerOf(survey: Survey, proposal: Proposal): object {
  return {
    folder: survey.root,
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

function writeProject(survey: Survey, proposal: Proposal): void {
  writeAtomically(join(survey.root, PROJECT_FILE), projectText(proposal));
  const aspects = globFiles(survey.root, ["aspects/*.ah"]);
  if (survey.entry !== undefined && aspects.length === 0)
    writeAtomically(join(survey.root, ASPECT), firstAspect(survey.entry));
}

/** Builds, boots and debugs the new project; says what worked, and what to put right. */
async function tryProject(survey: Survey): Promise<number> {
  const step = (what: string, { fine, said }: Trial) => {
    process.stdout.write(`${fine ? "ok    " : "failed"} ${what}: ${said}\n`);
    return fine;
  };
  const project = loadProject(survey.root).value;
  if (!step("build", await tryBuild(survey.root)) || project === undefined) return EXIT.problems;
  const run = project.run;
  const symbols = project.build?.symbols ?? run?.kernel;
  let fine = true;
  if (run !== undefined) fine = step("boot", await tryBoot(project, run)) && fine;
  if (run !== undefined && symbols !== undefined && survey.entry !== undefined)
    fine = step("debug", await tryDebugger(project, run, symbols, survey.entry.name)) && fine;
  const shown = relative(process.cwd(), survey.root) || ".";
  process.stdout.write(
    run === undefined
      ? `Left to do: say in ${PROJECT_FILE} how the kernel boots ("run"), then: weft run ${shown}\n`
      : `Next: weft run ${shown}; weft ide ${shown}, open ${ASPECT} and press F5\n`,
  );
  return fine ? EXIT.fine : EXIT.problems;
}

/** Whose fault it is when it fails is the first that one wants to know. */
async function tryBuild(path: string): Promise<Trial> {
  if ((await build({ path })) === EXIT.fine) return { fine: true, said: "woven, see above" };
  process.stdout.write("The same without aspects:\n");
  const isOurs = (await build({ path, withoutAspects: true })) === EXIT.fine;
  const said = isOurs
    ? "without aspects it builds; weft check says what is wrong with them, weft build tries again"
    : "it does not build without aspects either; put right what is said above, then weft build";
  return { fine: false, said };
}

async function agree(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await asking.question(`${question} [Y/n] `);
    return /^\s*(y(es)?)?\s*$/i.test(answer);
  } finally {
    asking.close();
  }
}
