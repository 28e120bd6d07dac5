/** Guided tutorials. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addTutorials(program: Command, done: Done): void {
  const group = program
    .command("tutorial")
    .description(
      "guided tutorials: what there is, a copy to work on, and the linter for those who write them",
    );
  const command = (usage: string, description: string) =>
    group.command(usage).description(description).option("--json", "print JSON");
  command("list", "the tutorials that come with Weft").action(async (flags: { json?: boolean }) =>
    done((await import("../commands/tutorial/list.js")).list(flags)),
  );
  command(
    "start <tutorial>",
    "copies the tutorial's sample into a folder of your own (~/weft-tutorials) and prints where; the IDE leads through it",
  )
    .option("--reset <step>", "bring the copy to the beginning of this step; your changes are lost", Number)
    .action(async (tutorial: string, flags: { reset?: number; json?: boolean }) =>
      done((await import("../commands/tutorial/start.js")).start({ tutorial, ...flags })),
    );
  command(
    "check [dir]",
    "does each step of the tutorials in a folder on a copy, with its own solution, and says what is wrong with them",
  )
    .option("--guest", "boot the guest, too, for the steps that read what it prints")
    .action(async (path: string | undefined, flags: { guest?: boolean; json?: boolean }) =>
      done(await (await import("../commands/tutorial/check.js")).check({ path, ...flags })),
    );
}
