/** Asks the world about each check of a step, and says what is still wrong. Start here. */

import { checkAnswer } from "./checks/answer.js";
import { checkEffect, checkNoEffect } from "./checks/effect.js";
import { checkFile } from "./checks/file.js";
import { checkFront, checkPrinted, checkStopped } from "./checks/guest.js";
import { checkPointcut } from "./checks/pointcut.js";
import { checkBuild, checkNoProblem, checkProblems, checkWeft } from "./checks/project.js";
import type { Check, Step } from "./tutorial.js";
import type { Verdict } from "./verdict.js";
import type { World } from "./world.js";

export type { Verdict } from "./verdict.js";

/** The verdicts, in the order of the step's checks. Rejects only where the world does. */
export function checkStep(step: Step, world: World): Promise<readonly Verdict[]> {
  return Promise.all(step.checks.map((check) => checkOne(check, world)));
}

async function checkOne(check: Check, world: World): Promise<Verdict> {
  switch (check.kind) {
    case "file":
      return checkFile(check.wanted, world);
    case "effect":
      return checkEffect(check.wanted, world);
    case "noEffect":
      return checkNoEffect(check.wanted, world);
    case "pointcut":
      return checkPointcut(check.wanted, world);
    case "problems":
      return checkProblems(check.wanted, world);
    case "noProblem":
      return checkNoProblem(check.wanted, world);
    case "build":
      return checkBuild(world);
    case "printed":
      return checkPrinted(check.wanted, world);
    case "stopped":
      return checkStopped(check.wanted, world);
    case "open":
      return checkFront(check.wanted, world);
    case "weft":
      return checkWeft(check.wanted, world);
    case "answer":
      return checkAnswer(check.wanted, world);
  }
}
