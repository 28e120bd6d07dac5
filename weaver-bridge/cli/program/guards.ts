/** Guards of optimistic specializations. */
import type { Command } from "commander";
import type { Done } from "./done.js";
import { withNoRun } from "./no-run.js";

export function addGuards(program: Command, compiler: readonly string[], done: Done): void {
  withNoRun(program.command("guards [path]"))
    .description("every write of what optimistic code relies on, what was filtered and why, and aliases")
    .option("--watch", "boot the built kernel and tell each write that it makes: guarded, or missed")
    .option(
      "--state",
      "which version of each plugged function the running guest has, and the last guard that fired",
    )
    .option("--deadline <seconds>", "with --watch: end the guest after so long", Number)
    .option("--explain", "filtered sites and harmless aliases as well, each with its reason")
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      '\nDeclared in a file that "specializations" of weft.json names: optimistic guard struct credentials { uid, euid };\n' +
        'with clauses: protects NAME, fresh FUNCTION, harmless FUNCTION because "…"; harmless given to FUNCTION because "…"; by hand FUNCTION,\n' +
        "replug jump, boolean, counting or rcu; again after 8 to 4096 calls; again at most 3 times; again never;\n" +
        'epoch FUNCTION where the kernel says that every processor was outside of all writes; aliases told because "…"\n' +
        "A write without a guard, and another name by which a term may be written, is an error here, in a check and in a build.",
    )
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("../commands/guards.js")).guards({ path, aspects: [], ...flags, compiler })),
    );
}
