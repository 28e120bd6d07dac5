/** `weft tutorial start`: the learner's own copy of a tutorial's sample, or that copy as a step finds it. */
import { basename, join } from "node:path";
import { hasErrors, type Problem } from "../../../model/index.js";
import { EXIT, report } from "../../output.js";
import { filesIn, makeCopy } from "../../tutorial/learner-copy.js";
import {
  learnersFolder,
  noTutorials,
  readFolder,
  sampleOf,
  samplesFolder,
  tutorialFolders,
} from "../../tutorial/tutorial-folders.js";

export interface StartFlags {
  readonly tutorial: string;
  /** Number of the step, from 1, in whose state the copy shall be; what was changed in it is lost. */
  readonly reset?: number;
  readonly json?: boolean;
}

export function start(flags: StartFlags): number {
  const folder = findTutorial(flags.tutorial);
  const read = folder === undefined ? undefined : readFolder(folder);
  const problems: Problem[] = [...(read?.problems ?? [])];
  if (read === undefined) problems.push(unknownTutorial(flags.tutorial));
  if (read?.value === undefined || hasErrors(problems)) {
    report(flags, problems);
    return EXIT.problems;
  }
  const copy = join(learnersFolder(), read.value.name);
  if (filesIn(copy).length === 0 || flags.reset !== undefined) {
    const before = read.value.steps.slice(0, (flags.reset ?? 1) - 1);
    makeCopy(
      read.value,
      sampleOf(folder ?? "", read.value.sample),
      copy,
      before.flatMap(({ solve }) => solve),
    );
  }
  report(flags, problems, { folder: copy });
  if (flags.json !== true) process.stdout.write(`${copy}\n`);
  return EXIT.fine;
}

function findTutorial(name: string): string | undefined {
  return (
    tutorialFolders().find((folder) => basename(folder) === name) ??
    (name.includes("/") ? tutorialFolders(name)[0] : undefined)
  );
}

function unknownTutorial(name: string): Problem {
  const names = tutorialFolders().map((folder) => basename(folder));
  if (names.length === 0) return noTutorials(samplesFolder());
  const hint = `There are ${names.join(", ")}; or name a folder.`;
  return { code: "tutorial/unknown", severity: "error", message: `there is no tutorial ${name}`, hint };
}
