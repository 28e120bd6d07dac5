/** The commands of `weft`; their options are declared in `program/`, what they do is in `commands/`. */
import { Command, CommanderError } from "commander";
import { keepTerminalsPlain } from "../kernel-build/process/plain-terminal.js";
import { EXIT } from "./output.js";
import { ownPackage } from "./own-package.js";
import { addBuilds } from "./program/builds.js";
import { addDebug } from "./program/debug.js";
import type { Done } from "./program/done.js";
import { addGuards } from "./program/guards.js";
import { addIdl } from "./program/idl.js";
import { addLive } from "./program/live.js";
import { addProjects } from "./program/projects.js";
import { addQueries } from "./program/queries.js";
import { addRefactorings } from "./program/refactorings.js";
import { addServers } from "./program/servers.js";
import { addSpecialize } from "./program/specialize.js";
import { addTables } from "./program/tables.js";
import { addTutorials } from "./program/tutorials.js";

/** Takes a whole `process.argv`; returns the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  keepTerminalsPlain();
  const own = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : argv.length);
  const compiler = argv.includes("--") ? argv.slice(argv.indexOf("--") + 1) : [];
  let code: number = EXIT.fine;
  const program = createProgram(compiler, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(own);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
  }
  return code;
}

export function createProgram(compiler: readonly string[], done: Done): Command {
  const program = new Command("weft")
    .description(
      "An aspect-aware tool for operating-system kernels: see, build, boot and step what is woven in.",
    )
    .version(ownPackage().version)
    .exitOverride()
    .showHelpAfterError()
    .addHelpText(
      "after",
      "\nExit code: 0 fine, 1 problems found, 2 wrong usage. --json prints what the schemas describe.",
    );
  // Each takes over the settings above.
  addQueries(program, compiler, done);
  addRefactorings(program, done);
  addGuards(program, compiler, done);
  addProjects(program, compiler, done);
  addSpecialize(program, compiler, done);
  addBuilds(program, done);
  addDebug(program, done);
  addLive(program, compiler, done);
  addTutorials(program, done);
  addTables(program, done);
  addIdl(program, done);
  addServers(program, done);
  return program.showHelpAfterError("(weft --help lists the commands)");
}
