/** What editors start. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addServers(program: Command, done: Done): void {
  const servers = {
    lsp: "the language server on standard input and output",
    dap: "the debug adapter, likewise",
  };
  for (const [name, description] of Object.entries(servers))
    program
      .command(name)
      .description(description)
      .allowUnknownOption()
      .argument("[arguments...]")
      .action(async (args: string[]) =>
        done(await (await import("../commands/servers.js")).startServer(name as "lsp" | "dap", args)),
      );
  // The starter has options of its own, `--help` among them.
  program
    .command("ide")
    .description("starts the IDE on a workspace and prints its URL with token (options: weft ide --help)")
    .usage("[DIR] [options]")
    .helpOption(false)
    .allowUnknownOption()
    .argument("[arguments...]")
    .action(async (args: string[]) =>
      done(await (await import("../commands/servers.js")).startServer("ide", args)),
    );
}
