/** The tables of the papers. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addTables(program: Command, done: Done): void {
  program
    .command("tables [name]")
    .description(
      "the tables of the papers that Weft reproduces: the paper's numbers beside those that this machine measured",
    )
    .option("--measure", "run the bench of the table (of all, without a name: an hour)")
    .option("--json", "print JSON")
    .action(async (name: string | undefined, flags: { measure?: boolean; json?: boolean }) =>
      done(await (await import("../commands/tables.js")).tables(name, flags)),
    );
}
