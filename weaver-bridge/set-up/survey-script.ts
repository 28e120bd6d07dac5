/** A kernel that a script builds, or any command: runs it once, when that is agreed to, and notes what it compiles. */
import { basename, relative } from "node:path";
import { parseCompilerCommand } from "../kernel-build/index.js";
import { bootRecipe } from "./boot-recipe.js";
import { bootOfScripts } from "./boot-scripts.js";
import { type BuildTrace, hasDebugInfo, kernelOf, objectOf } from "./build-trace.js";
import { CROSS_TOOLS, missingTools, plainStandIns } from "./cross-tools.js";
import { findEntry } from "./entry-function.js";
import { idleGuests, openQuestions, programsSetting } from "./make-settings.js";
import { recordMended } from "./record-mended.js";
import { withMissing } from "./survey-make.js";
import type { Survey, SurveyOptions } from "./survey-result.js";

const BUILD_DEADLINE = 1_800_000;

export async function surveyScript(
  root: string,
  command: readonly string[],
  { agree, onOutput, signal }: SurveyOptions,
): Promise<Survey> {
  const none = {
    root,
    name: basename(root),
    kind: "script" as const,
    units: 0,
    build: [],
    objects: [],
    hasDebugInfo: true,
  };
  if (!(await agree(`Run ${command.join(" ")} once, to note what it compiles?`)))
    return {
      ...none,
      open: [
        `how ${command.join(" ")} compiles is known only when it has run once: say --yes, or answer yes`,
      ],
    };
  const { standIns: cross } = missingTools(CROSS_TOOLS);
  const { trace, code, said, printed, mends } = await recordMended(command, root, {
    ...{ deadline: BUILD_DEADLINE, onOutput, signal },
    standIns: cross,
  });
  const { standIns, missing } = missingTools(trace.programs);
  const compilers = trace.compiles.map(
    ({ arguments: words }) => parseCompilerCommand(words, "/").compiler.at(-1) ?? "gcc",
  );
  const kernel = kernelOf(trace.links);
  const boot = guestOf(trace.guests, root) ?? bootOfScripts(root);
  const entry = findEntry(trace);
  return {
    ...none,
    units: trace.compiles.length,
    build: [
      { name: "build.make", value: [...command], because: `it compiles ${trace.compiles.length} units` },
      programsSetting({ ...plainStandIns(compilers), ...standIns, ...idleGuests(trace) }),
    ],
    ...(kernel === undefined ? {} : { symbols: relative(root, kernel) }),
    ...(boot === undefined ? {} : { boot }),
    ...(entry === undefined ? {} : { entry }),
    hasDebugInfo: hasDebugInfo(trace),
    mends,
    objects: trace.compiles.map(objectOf),
    open: [
      ...openQuestions(trace.compiles.length, code === 0 ? "" : said, withMissing(missing, printed)),
      ...(code === 0 ? [] : [`${command.join(" ")} failed${said === "" ? "" : `: ${said}`}`]),
      ...(boot === undefined ? ["no script starts QEMU"] : []),
    ],
  };
}

/** A script may start what it has built. */
function guestOf(guests: BuildTrace["guests"], root: string): Survey["boot"] {
  for (const guest of guests) {
    const recipe = bootRecipe(guest, root);
    if (recipe !== undefined) return { ...recipe, because: "the build starts it so" };
  }
  return undefined;
}
