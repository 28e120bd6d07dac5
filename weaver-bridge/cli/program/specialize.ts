/** Residual code from declared facts. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addSpecialize(program: Command, compiler: readonly string[], done: Done): void {
  program
    .command("specialize [path]")
    .description(
      "residual C functions from declared facts, of a project or a file (.spec, .json): constants folded, loops unrolled",
    )
    .option("--function <name>", "only the declaration for this function")
    .option(
      "--from <file>",
      "a declaration for --function, of what its arguments always were in a recorded run (weft debug --record); of an interface (.idl), declarations for its client stubs",
    )
    .option("--most <count>", "with --from: look at so many calls; 1000 by default", Number)
    .option("--out <dir>", "write there; without it, a file's are printed, a project's go to .weft/residual")
    .option("--explain", "what became of each statement, and which limits fired")
    .option("--check", "write nothing; fail when the residual in --out is not what would come out now")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nOutside of a project the compile command of the function's file follows: weft specialize power.spec -- gcc -m32 -O2 -c power.c\n'weft build' makes the specializations that weft.json names and compiles them into their units.\nA declaration 'at run time' (specialize F as NAME at run time { static p, p[]; }) gives C that makes the code in the kernel: NAME_make(p), NAME_free().",
    )
    .action(async (file: string | undefined, flags: object) =>
      done(await (await import("../commands/specialize.js")).specialize({ file, ...flags, compiler })),
    );
}
