/** What affects code, why, and at what cost. */
import type { Command } from "commander";
import type { Done } from "./done.js";
import { withNoRun } from "./no-run.js";

interface QueryFlags {
  readonly aspects: string[];
  readonly project?: string;
  readonly json?: boolean;
  readonly run?: boolean;
}

interface DiffFlags {
  readonly config: string[];
  readonly aspects: string[];
  readonly project?: string;
  readonly json?: boolean;
}

const collect = (value: string, previous: string[]) => [...previous, value];

export function addQueries(program: Command, compiler: readonly string[], done: Done): void {
  query(
    program,
    "check [path]",
    "every problem in weft.json, aspects and units: what, where, why, what next",
  ).action(async (path: string | undefined, flags: QueryFlags) =>
    done(await (await import("../commands/check.js")).check({ path, ...flags, compiler })),
  );
  query(program, "joinpoints [path]", "what a pointcut matches; without one, what there is to match")
    .option("--pointcut <expression>", "a pointcut expression, as after 'advice'")
    .action(async (path: string | undefined, flags: QueryFlags & { pointcut?: string }) =>
      done(await (await import("../commands/joinpoints.js")).joinpoints({ path, ...flags, compiler })),
    );
  query(program, "effects <file[:line]>", "what affects a file or a line, in order").action(
    async (place: string, flags: QueryFlags) =>
      done(await (await import("../commands/effects.js")).effects({ place, ...flags, compiler })),
  );
  query(
    program,
    "why <file:line>",
    "why each advice (in a class, each slice) applies to a line or does not, and why it nests as it does",
  )
    .option("--advice <aspect>", "only the advice of this aspect")
    .action(async (place: string, flags: QueryFlags & { advice?: string }) =>
      done(await (await import("../commands/why.js")).why({ place, ...flags, compiler })),
    );
  addDiff(program, done);
  query(
    program,
    "cost [path]",
    "what each advice, and each specialized function, costs: bytes of code, data and stack, instructions",
  )
    .option("--svg <file>", "write a picture of it there")
    .option(
      "--tangled <dir>",
      "compare with this project, which has the same concerns put in by hand: each function that is not the same code, and why",
    )
    .action(async (path: string | undefined, flags: QueryFlags & { svg?: string; tangled?: string }) =>
      done(await (await import("../commands/cost.js")).cost({ path, ...flags, compiler })),
    );
  addReport(program, compiler, done);
  query(program, "weave [file]", "the woven text of one unit")
    .option("-o, --output <file>", "write it there instead of standard output")
    .action(async (path: string | undefined, flags: QueryFlags & { output?: string }) =>
      done(await (await import("../commands/weave.js")).weave({ path, ...flags, compiler })),
    );
}

function addReport(program: Command, compiler: readonly string[], done: Done): void {
  withNoRun(program.command("report [path]"))
    .description(
      "one HTML file for a review or a paper: which aspects, stubs, specializations and guards, where, why, at what cost, what changed",
    )
    .option("--out <file>", "write it there; weft-report.html by default")
    .option("--since <revision>", "also what changed since this revision of Git")
    .option("--no-cost", "without costs: nothing is compiled")
    .option("--aspects <file>", "these aspect files instead of the project's (repeatable)", collect, [])
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .addHelpText(
      "after",
      "\nRuns the compilers that weft.json or compile_commands.json name; with --no-run the system's gcc alone." +
        "\nThe file needs nothing else: no script, font or picture from outside. Exit code 1 when it could not be made whole; it says so.",
    )
    .action(
      async (path: string | undefined, flags: QueryFlags & { out: string; since?: string; cost?: boolean }) =>
        done(await (await import("../commands/report.js")).report({ path, ...flags, compiler })),
    );
}

function addDiff(program: Command, done: Done): void {
  withNoRun(program.command("diff [from] [to]"))
    .description(
      "join points that gained, lost or reordered advice between two revisions (or one and the working tree)",
    )
    .option(
      "--config <name>",
      "compare two configurations of the project instead, two weft.json or two compile_commands.json (given twice)",
      collect,
      [],
    )
    .option("--aspects <file>", "these aspect files instead of the project's (repeatable)", collect, [])
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--json", "print JSON")
    .option("--markdown", "print a review document, for a pull request")
    .option(
      "--unsaved <file>",
      "texts that count instead of files of the working tree: JSON, by absolute path; - is standard input",
    )
    .option("--progress", "say on standard error how many units are ready")
    .addHelpText(
      "after",
      "\nRuns the compilers that weft.json or compile_commands.json name, in both versions; with --no-run none, and filters that the repository names never." +
        "\nExit code 0 when nothing differs, 1 when something does or can't be found out, 2 for wrong usage.",
    )
    .action(async (from: string | undefined, to: string | undefined, flags: DiffFlags) =>
      done(await (await import("../commands/diff.js")).diff({ ...flags, from, to })),
    );
}

function query(program: Command, usage: string, description: string): Command {
  return withNoRun(program.command(usage))
    .description(description)
    .option(
      "--aspects <file>",
      "ask about this aspect file instead of the project's (repeatable)",
      collect,
      [],
    )
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nRuns the compilers that weft.json or compile_commands.json name. In a clone that you have not read, say --no-run." +
        "\nWithout a project, a compiler command may follow: ... --aspects a.ah -- gcc -c unit.c",
    );
}
