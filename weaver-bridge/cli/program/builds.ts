/** The woven kernel is made, and boots. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addBuilds(program: Command, done: Done): void {
  program
    .command("cc")
    .description("compiler wrapper: weave and compile (see weft cc --help)")
    .usage("[--aspects FILE]... [--project DIR] [--strict] [--map FILE] [--] COMPILER ARGS...");
  program
    .command("ag++")
    .description(
      "AspectC++'s ag++: compile and link C++ with the aspects of a project (see weft ag++ --help)",
    )
    .usage("[-p DIR]... [-a FILE]... [-k] [-r FILE] [-x POINTCUT] FILES... [G++ OPTIONS]");
  program
    .command("build [dir]")
    .description("the woven kernel, its image and its weave map (.weft/weave-map.json)")
    .option("--clean", "remove what make made first")
    .option("--strict", "a unit that can't be woven fails the build")
    .option("--without-aspects", "build the plain kernel")
    .option("-j, --jobs <count>", "units compiled at the same time; all processors by default", Number)
    .option("--json", "print the summary as JSON; make's output goes to standard error")
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("../commands/build.js")).build({ path, ...flags })),
    );
  program
    .command("run [dir]")
    .description("boots the built kernel on QEMU, its serial console on this terminal")
    .option(
      "--headless",
      "no input; end when the project's success or failure line appears, or at the deadline",
    )
    .option("--deadline <seconds>", "of a headless run; 120 by default", Number)
    .option("--append <text>", "the kernel's command line, instead of the project's")
    .option("--until <regex>", "headless; success is a line that matches, instead of the project's")
    .option("--live", "keep the guest reachable for weft live and debuggers while it runs")
    .option("--agent", "with --live, for Linux: by an agent in the guest, without QEMU's debug stub")
    .option("--json", "headless; print the outcome as JSON, the console goes to standard error")
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("../commands/run.js")).run({ path, ...flags })),
    );
}
