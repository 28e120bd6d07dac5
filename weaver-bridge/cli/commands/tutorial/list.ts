/** `weft tutorial list`: the guided tutorials there are. */

import { hasErrors } from "../../../model/index.js";
import type { Tutorial } from "../../../tutorial/index.js";
import { EXIT, report } from "../../output.js";
import { readFolder, tutorialFolders } from "../../tutorial/tutorial-folders.js";

export function list(flags: { readonly json?: boolean }): number {
  const read = tutorialFolders().map((folder) => ({ folder, ...readFolder(folder) }));
  const problems = read.flatMap((one) => one.problems);
  const found = read
    .flatMap(({ folder, value }) => (value === undefined ? [] : [{ folder, tutorial: value }]))
    .sort((a, b) => a.tutorial.order - b.tutorial.order);
  const tutorials = found.map(({ folder, tutorial }) => describe(folder, tutorial));
  report(flags, problems, { tutorials });
  if (flags.json !== true)
    for (const { name, title, minutes, sample } of tutorials)
      process.stdout.write(`${name.padEnd(18)} ${title} (${minutes} min, ${sample})\n`);
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

function describe(folder: string, { name, title, minutes, sample, text, steps }: Tutorial) {
  return {
    name,
    title,
    minutes,
    sample,
    summary: text.split(/\n\s*\n/)[0]?.replace(/\s+/g, " ") ?? "",
    folder,
    steps: steps.map((step) => ({
      name: step.name,
      title: step.title,
      checks: step.checks.map(({ says }) => says),
    })),
  };
}
