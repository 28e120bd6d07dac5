/** A kernel becomes a project, gets aspects and specializations, and is looked over. */
import { type Command, Option } from "commander";
import type { Done } from "./done.js";

interface NewAspectFlags {
  readonly purpose?: string;
  readonly pointcut?: string;
  readonly held?: string;
  readonly project?: string;
  readonly json?: boolean;
}

export function addProjects(program: Command, compiler: readonly string[], done: Done): void {
  program
    .command("new <what> [name]")
    .description(
      "a new aspect for a purpose: weft new aspect CountCalls --pointcut 'call(\"% kmalloc(...)\")'",
    )
    .addOption(
      new Option("--purpose <purpose>", "what it does").choices(["count", "trace", "time", "lock", "watch"]),
    )
    .option("--pointcut <expression>", "what it is about")
    .option("--held <expression>", "with lock: an expression that is true while the lock is held")
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--json", "print JSON")
    .action(async (what: string, name: string | undefined, flags: NewAspectFlags) => {
      if (what !== "aspect") program.error(`weft new: there is no new ${what}, say: weft new aspect NAME`);
      done(await (await import("../commands/new-aspect.js")).newAspect({ ...flags, name }));
    });
  program
    .command("init [dir]")
    .description(
      "makes a project of a kernel: finds out how it is built and boots, writes weft.json, tries it",
    )
    .option("--yes", "take what is proposed, ask nothing")
    .option("--json", "print what is proposed as JSON, write nothing")
    .addHelpText(
      "after",
      "\nAsks make what it would do (make -n), configures CMake and Meson in .weft/build, or, where that tells nothing, builds once and notes which compilers are called. All of it runs programs of the folder.\nWhere the build is another one, or its default is not the kernel, say how it is called:\n  weft init -- make PROJECT=pc-x86\n  weft init -- ./build.sh kernel\n  weft init -- cmake -DPLATFORM=pc99\n  weft init -- meson setup --cross-file i686.ini\n--json alone prints the proposal and writes nothing but .weft; with --yes it prints what was tried as well.",
    )
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("../commands/init.js")).init({ path, ...flags, make: compiler })),
    );
  program
    .command("doctor [dir]")
    .description("what is missing on the machine or wrong in the project, and the next step")
    .option("--json", "print JSON")
    .option("--run", "try the project's compiler also where that runs a program, or words, of the folder")
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("../commands/doctor.js")).doctor({ path, ...flags })),
    );
}
