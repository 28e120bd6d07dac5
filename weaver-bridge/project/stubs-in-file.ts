/** What stub generation does to one C file of a project: uses of names that its IDL gives. */
import { type StubEffect, stubEffects } from "../idl/index.js";
import { readRegular } from "../kernel-build/index.js";
import type { Target } from "./target.js";

const C_FILE = /\.(?:c|h|cc|cpp|cxx|hh|hpp)$/i;

/** Programs that use stubs need not be units of the kernel: what they are compiled with changes nothing of stubs. */
export function stubsInFile({
  project,
  file,
}: Pick<Target, "project" | "file">): Promise<readonly StubEffect[]> {
  return stubsInFiles(project, file === undefined ? [] : [file]);
}

/** The project's IDL is read once for all of them. */
export async function stubsInFiles(
  project: Target["project"],
  files: readonly string[],
): Promise<readonly StubEffect[]> {
  const sources = files.filter((file) => C_FILE.test(file));
  if (project === undefined || project.idl.length === 0 || sources.length === 0) return [];
  const { projectNames } = await import("./stubs/project-stubs.js");
  const known = await projectNames(project);
  return known === undefined
    ? []
    : sources.flatMap((file) =>
        stubEffects(readRegular(file, "latin1"), file, known.names, known.isGenerated),
      );
}

/** Without the problems that only say that no unit is compiled from the file. */
export function withoutUnitProblems(target: Target): Target {
  const problems = target.problems.filter(
    ({ code }) => code !== "project/no-command" && code !== "project/no-commands",
  );
  return { ...target, problems };
}
