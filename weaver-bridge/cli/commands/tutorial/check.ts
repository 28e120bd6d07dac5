/** `weft tutorial check`: does tutorials from the first step to the last on copies, and says where they are wrong. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../../kernel-build/index.js";
import { hasErrors } from "../../../model/index.js";
import { EXIT, report } from "../../output.js";
import { type RehearsedStep, rehearse } from "../../tutorial/rehearse.js";
import {
  noTutorials,
  readFolder,
  sampleOf,
  samplesFolder,
  tutorialFolders,
} from "../../tutorial/tutorial-folders.js";

export interface CheckFlags {
  readonly path?: string | undefined;
  readonly guest?: boolean;
  readonly json?: boolean;
}

export async function check({ path, guest = false, json = false }: CheckFlags): Promise<number> {
  const folders = tutorialFolders(path);
  const steps: RehearsedStep[] = [];
  const problems = folders.length === 0 ? [noTutorials(path ?? samplesFolder())] : [];
  for (const folder of folders) {
    const { value, problems: found } = readFolder(folder);
    problems.push(...found);
    if (value === undefined) continue;
    const copy = temporaryFolder("weft-tutorial-");
    try {
      const onStep = json ? undefined : say;
      const rehearsal = await rehearse(value, {
        folder,
        sample: sampleOf(folder, value.sample),
        copy: join(copy, value.name),
        guest,
        ...(onStep === undefined ? {} : { onStep }),
      });
      steps.push(...rehearsal.steps);
      problems.push(...rehearsal.problems);
    } finally {
      rmSync(copy, { recursive: true, force: true, maxRetries: 20 });
    }
  }
  report({ json }, problems, { steps });
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

function say({ tutorial, step, seconds, checks }: RehearsedStep): void {
  const count = (result: string) => checks.filter((one) => one.result === result).length;
  const notRun = count("not run") === 0 ? "" : `, ${count("not run")} not run`;
  const wrong = count("wrong") === 0 ? "" : `, ${count("wrong")} wrong`;
  process.stdout.write(`${tutorial}/${step}: ${count("ok")} ok${wrong}${notRun} (${seconds.toFixed(1)} s)\n`);
}
