/** `--no-run`: nothing that the project names is run. Said once for each command that has it. */
import { dirname, resolve } from "node:path";
import type { Command } from "commander";

/** The option, and what it does before the command begins. */
export function withNoRun(command: Command): Command {
  return command
    .option("--no-run", "run nothing that the project names: the system's gcc reads its units")
    .hook("preAction", async (_program, action) => {
      const { run, project } = action.opts<{ readonly run?: boolean; readonly project?: string }>();
      if (run !== false) return;
      const { findProjectRoot, runNothingOfTheirs } = await import("../../kernel-build/index.js");
      const named = [project, ...action.args].filter((word) => typeof word === "string");
      for (const folder of [".", ...named.map((word) => dirname(word)), ...named])
        runNothingOfTheirs(findProjectRoot(resolve(folder)) ?? resolve(folder));
    });
}
