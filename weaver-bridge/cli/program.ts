/** The commands of `weft` and their options; what they do is in `commands/`. */
import { Command, CommanderError, Option } from "commander";
import { OPTIMIZATION_NAMES } from "../idl/options.js";
import { EXIT } from "./output.js";
import { REFACTORINGS } from "./refactor-options.js";

interface QueryFlags {
  readonly aspects: string[];
  readonly project?: string;
  readonly json?: boolean;
  readonly run?: boolean;
}

interface NewAspectFlags {
  readonly purpose?: string;
  readonly pointcut?: string;
  readonly held?: string;
  readonly project?: string;
  readonly json?: boolean;
}

interface DiffFlags {
  readonly config: string[];
  readonly aspects: string[];
  readonly project?: string;
  readonly json?: boolean;
}

const collect = (value: string, previous: string[]) => [...previous, value];

/** Takes a whole `process.argv`; returns the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
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

function createProgram(compiler: readonly string[], done: (code: number) => void): Command {
  const program = new Command("weft")
    .description(
      "An aspect-aware tool for operating-system kernels: see, build, boot and step what is woven in.",
    )
    .version("0.1.0")
    .showHelpAfterError("(weft --help lists the commands)")
    .exitOverride()
    .addHelpText(
      "after",
      "\nExit code: 0 fine, 1 problems found, 2 wrong usage. --json prints what the schemas describe.",
    );
  addQueries(program, compiler, done);
  addRefactorings(program, done);
  addGuards(program, compiler, done);
  addBuilds(program, compiler, done);
  addDebug(program, done);
  addLive(program, done);
  addTutorials(program, done);
  addTables(program, done);
  addIdl(program, done);
  addServers(program, done);
  for (const command of program.commands) command.exitOverride().showHelpAfterError();
  return program;
}

function query(program: Command, usage: string, description: string): Command {
  return program
    .command(usage)
    .description(description)
    .option(
      "--aspects <file>",
      "ask about this aspect file instead of the project's (repeatable)",
      collect,
      [],
    )
    .option("--project <dir>", "the project's folder; by default the nearest weft.json")
    .option("--json", "print JSON")
    .option("--no-run", "run nothing that the project names: the system's gcc reads its units")
    .addHelpText(
      "after",
      "\nRuns the compilers that weft.json or compile_commands.json name. In a clone that you have not read, say --no-run." +
        "\nWithout a project, a compiler command may follow: ... --aspects a.ah -- gcc -c unit.c",
    );
}

function addQueries(program: Command, compiler: readonly string[], done: (code: number) => void): void {
  query(
    program,
    "check [path]",
    "every problem in weft.json, aspects and units: what, where, why, what next",
  ).action(async (path: string | undefined, flags: QueryFlags) =>
    done(await (await import("./commands/check.js")).check({ path, ...flags, compiler })),
  );
  query(program, "joinpoints [path]", "what a pointcut matches; without one, what there is to match")
    .option("--pointcut <expression>", "a pointcut expression, as after 'advice'")
    .action(async (path: string | undefined, flags: QueryFlags & { pointcut?: string }) =>
      done(await (await import("./commands/joinpoints.js")).joinpoints({ path, ...flags, compiler })),
    );
  query(program, "effects <file[:line]>", "what affects a file or a line, in order").action(
    async (place: string, flags: QueryFlags) =>
      done(await (await import("./commands/effects.js")).effects({ place, ...flags, compiler })),
  );
  query(
    program,
    "why <file:line>",
    "why each advice (in a class, each slice) applies to a line or does not, and why it nests as it does",
  )
    .option("--advice <aspect>", "only the advice of this aspect")
    .action(async (place: string, flags: QueryFlags & { advice?: string }) =>
      done(await (await import("./commands/why.js")).why({ place, ...flags, compiler })),
    );
  program
    .command("diff [from] [to]")
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
      "\nExit code 0 when nothing differs, 1 when something does or can't be found out, 2 for wrong usage.",
    )
    .action(async (from: string | undefined, to: string | undefined, flags: DiffFlags) =>
      done(await (await import("./commands/diff.js")).diff({ ...flags, from, to })),
    );
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
      done(await (await import("./commands/cost.js")).cost({ path, ...flags, compiler })),
    );
  query(program, "weave [file]", "the woven text of one unit")
    .option("-o, --output <file>", "write it there instead of standard output")
    .action(async (path: string | undefined, flags: QueryFlags & { output?: string }) =>
      done(await (await import("./commands/weave.js")).weave({ path, ...flags, compiler })),
    );
}

function addGuards(program: Command, compiler: readonly string[], done: (code: number) => void): void {
  program
    .command("guards [path]")
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
    .option("--no-run", "run nothing that the project names: the system's gcc reads its units")
    .addHelpText(
      "after",
      '\nDeclared in a file that "specializations" of weft.json names: optimistic guard struct credentials { uid, euid };\n' +
        'with clauses: protects NAME, fresh FUNCTION, harmless FUNCTION because "…"; by hand FUNCTION,\n' +
        "replug jump, boolean, counting or rcu; again after 8 to 4096 calls; again at most 3 times; again never",
    )
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("./commands/guards.js")).guards({ path, aspects: [], ...flags, compiler })),
    );
}

function addBuilds(program: Command, compiler: readonly string[], done: (code: number) => void): void {
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
      done(await (await import("./commands/new-aspect.js")).newAspect({ ...flags, name }));
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
      done(await (await import("./commands/init.js")).init({ path, ...flags, make: compiler })),
    );
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
      done(await (await import("./commands/specialize.js")).specialize({ file, ...flags, compiler })),
    );
  program
    .command("doctor [dir]")
    .description("what is missing on the machine or wrong in the project, and the next step")
    .option("--json", "print JSON")
    .action(async (path: string | undefined, flags: object) =>
      done(await (await import("./commands/doctor.js")).doctor({ path, ...flags })),
    );
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
      done(await (await import("./commands/build.js")).build({ path, ...flags })),
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
      done(await (await import("./commands/run.js")).run({ path, ...flags })),
    );
}

function addDebug(program: Command, done: (code: number) => void): void {
  program
    .command("debug <file>")
    .description(
      "a recorded run in GDB on this terminal, forward and backward, or what ran in it when; or a memory dump",
    )
    .option("--record [dir]", "boot the project in DIR (default .) and write what happens into FILE")
    .option(
      "--dump [dir]",
      "write the memory of the guest that runs (weft run --live) of the project in DIR into FILE",
    )
    .option(
      "--project <dir>",
      "of a memory dump: the project whose kernel it is of; the current folder by default",
    )
    .option("--hits <pointcut>", "list when the join points of this pointcut ran, in place of a session")
    .option("--most <count>", "with --hits: at most so many; 1000 by default", Number)
    .option("--compare <recording>", "with --hits: where another run parts from this one, if it does")
    .option("--json", "with --hits: print JSON")
    .addHelpText(
      "after",
      '\nThe recording is a file that --record, Weft: Record Run in the IDE, or a debug configuration with "record" wrote. It brings its kernel and symbols along; no project is needed.' +
        "\nA memory dump is an ELF core: of --dump, of Weft: Dump Guest Memory in the IDE, of QEMU's dump-guest-memory, or a vmcore of kdump. Nothing runs in it; info threads, bt and print work." +
        "\nA run that --record boots ends when the kernel powers off, prints a line that weft.json calls success or failure, or with Ctrl-C." +
        "\nIn GDB: reverse-continue and reverse-stepi go back, weft-goto N goes to an instruction that --hits named, weft-position says where it is." +
        "\nIn the IDE, which shows woven code as source: Weft: Replay Recording." +
        "\n  weft debug run.weftrun --hits 'set(\"% task::state\")'",
    )
    .action(async (file: string, flags: object) =>
      done(await (await import("./commands/debug.js")).debug({ file, ...flags })),
    );
}

function addLive(program: Command, done: (code: number) => void): void {
  const group = program
    .command("live")
    .description("weaves advice into the kernel that runs under weft run --live, and takes it out again")
    .exitOverride()
    .showHelpAfterError();
  const command = (usage: string, description: string) =>
    group
      .command(usage)
      .description(description)
      .option("--project <dir>", "the project's folder; by default the nearest weft.json")
      .option("--json", "print JSON")
      .exitOverride()
      .showHelpAfterError();
  const visit = async (flags: { json?: boolean }, work: () => Promise<number>) =>
    done(await (await import("./commands/live/live-target.js")).withGuest(flags, work));
  command("weave <aspects...>", "the advice of these files, beside what is woven already")
    .option("--watch", "stay, and weave again whenever one of the files is saved")
    .action(async (files: string[], flags: { project?: string; json?: boolean; watch?: boolean }) =>
      visit(flags, async () => (await import("./commands/live/weave.js")).weave(files, flags)),
    );
  command("list", "each hook, with its hits").action(async (flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("./commands/live/list.js")).list(flags)),
  );
  command(
    "why <place>",
    "of FILE:LINE what is hooked, by a jump or a breakpoint, and why the rest is not",
  ).action(async (place: string, flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("./commands/live/why.js")).why(place, flags)),
  );
  command("log", "what advice logged with weft_log, read without stopping the guest")
    .option("--follow", "go on with what comes; with --json one object a line")
    .option("--csv", "print CSV")
    .option(
      "--between <texts>",
      "FROM..TO: how long it took from entries with FROM to the next with TO, as a histogram; with --csv each",
    )
    .option("--seconds <number>", "with --follow and --between: collect for so long", Number)
    .action(async (flags: { project?: string; json?: boolean; follow?: boolean }) =>
      visit(flags, async () => (await import("./commands/live/follow.js")).log(flags)),
    );
  command("watch", "hits of each hook per second, as a table that goes on")
    .option("--interval <seconds>", "between two tables; 1 by default", Number)
    .option("--count <tables>", "end after so many", Number)
    .action(async (flags: { project?: string; json?: boolean; interval?: number; count?: number }) =>
      visit(flags, async () => (await import("./commands/live/follow.js")).watch(flags)),
    );
  command("agent", "makes the program by which a Linux guest without a debug stub lets itself be woven into")
    .option("-o, --output <file>", "write it there; ./weft-agent by default")
    .action(async (flags: { project?: string; json?: boolean; output?: string }) =>
      visit(flags, async () => (await import("./commands/live/agent.js")).agent(flags)),
    );
  command(
    "attach <socket>",
    "a guest that something else started: SOCKET is the unix socket of the port at which its agent serves",
  ).action(async (socket: string, flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("./commands/live/agent.js")).attach(socket, flags)),
  );
  group
    .command("resolve")
    .description(
      "which instructions of a kernel's file a pointcut or advice means, and why none; without guest and project",
    )
    .requiredOption("--image <elf>", "a linked kernel or an object for i686, with debug information")
    .option("--pointcut <expression>", "a pointcut expression, as after 'advice'")
    .option("--aspects <files...>", "the advice of these files; with --pointcut their named pointcuts")
    .option("--json", "print JSON")
    .exitOverride()
    .showHelpAfterError()
    .action(async (flags: { image: string; pointcut?: string; aspects?: string[]; json?: boolean }) =>
      done((await import("./commands/live/resolve.js")).resolve(flags)),
    );
  group
    .command("translate <file>")
    .description("a KLASY file (.klay, .klasy) as an .ah file, or an .ah file as KLASY where that can say it")
    .option("-o, --output <file>", "write it there, not to standard output")
    .option("--json", "print JSON")
    .exitOverride()
    .showHelpAfterError()
    .action(async (file: string, flags: { output?: string; json?: boolean }) =>
      done((await import("./commands/live/translate.js")).translate(file, flags)),
    );
  command("unweave", "all of it: the kernel's text is byte for byte what it was").action(
    async (flags: { project?: string; json?: boolean }) =>
      visit(flags, async () => (await import("./commands/live/list.js")).unweave(flags)),
  );
}

function addTables(program: Command, done: (code: number) => void): void {
  program
    .command("tables [name]")
    .description(
      "the tables of the papers that Weft reproduces: the paper's numbers beside those that this machine measured",
    )
    .option("--measure", "run the bench of the table (of all, without a name: an hour)")
    .option("--json", "print JSON")
    .action(async (name: string | undefined, flags: { measure?: boolean; json?: boolean }) =>
      done(await (await import("./commands/tables.js")).tables(name, flags)),
    );
}

function addTutorials(program: Command, done: (code: number) => void): void {
  const group = program
    .command("tutorial")
    .description(
      "guided tutorials: what there is, a copy to work on, and the linter for those who write them",
    )
    .exitOverride()
    .showHelpAfterError();
  const command = (usage: string, description: string) =>
    group
      .command(usage)
      .description(description)
      .option("--json", "print JSON")
      .exitOverride()
      .showHelpAfterError();
  command("list", "the tutorials that come with Weft").action(async (flags: { json?: boolean }) =>
    done((await import("./commands/tutorial/list.js")).list(flags)),
  );
  command(
    "start <tutorial>",
    "copies the tutorial's sample into a folder of your own (~/weft-tutorials) and prints where; the IDE leads through it",
  )
    .option("--reset <step>", "bring the copy to the beginning of this step; your changes are lost", Number)
    .action(async (tutorial: string, flags: { reset?: number; json?: boolean }) =>
      done((await import("./commands/tutorial/start.js")).start({ tutorial, ...flags })),
    );
  command(
    "check [dir]",
    "does each step of the tutorials in a folder on a copy, with its own solution, and says what is wrong with them",
  )
    .option("--guest", "boot the guest, too, for the steps that read what it prints")
    .action(async (path: string | undefined, flags: { guest?: boolean; json?: boolean }) =>
      done(await (await import("./commands/tutorial/check.js")).check({ path, ...flags })),
    );
}

function addRefactorings(program: Command, done: (code: number) => void): void {
  const group = program
    .command("refactor")
    .description(
      "moves code between kernel and aspects: shows the diff, proves that the object code stays, writes with --apply",
    )
    .exitOverride()
    .showHelpAfterError();
  for (const refactoring of REFACTORINGS) refactoring(group, done);
}

function addIdl(program: Command, done: (code: number) => void): void {
  program
    .command("idl")
    .description("client and server stubs for L4 kernels from an interface in IDL")
    .usage("[FILE.idl] [options]")
    .helpOption("--help", "display help for command")
    .allowUnknownOption()
    .argument("[arguments...]")
    .addHelpText("after", IDL_OPTIONS)
    .action(async (args: string[]) => done(await (await import("./commands/idl.js")).idl(args)));
}

const IDL_OPTIONS = `
Writes BASE_client.h, BASE_server.h, BASE_template.c and the support headers idl4/. Without a file, does so for all
that the project's weft.json lists under "idl". Nothing is written when there is an error.

  --kernel v2|x0|v4   the L4 interface; x0 by default
  --out DIR           where to write; the working directory by default
  --count             --explain, and the instructions that each call executes in client and server, as gcc -m32 -O2
                      compiles them: single-stepped, without the kernel and the implementation
  --length N          for --count: strings, sequences and counted arrays of N elements; 16 by default
  --explain           print each operation's message layout and optimizations; writes only with --out
  --json              print outputs, layouts and problems as JSON
  --acf FILE          application configuration file: attributes kept apart from the interface; by default BASE.acf
                      beside FILE.idl, if it is there
  -I DIR, -D NAME[=TEXT]   for #include, import and #if
  -c | -s | -t        only the client header, the server header, the template; -h FILE, -o FILE name it
  --self-test         also BASE_self_test.c, which calls every operation and checks every byte on both sides
  --c-types           plain C type names instead of CORBA_long and its kin
  --no-malloc         every out buffer is the caller's, as with [prealloc]
  --entry int|sysenter     how X0 is entered; int by default
  --generic           no optimization at all; later words switch single ones on
  --OPTIMIZATION, --no-OPTIMIZATION
                      ${Object.values(OPTIMIZATION_NAMES).join(", ")}

The spelling of the old idl4 is understood too: -i V2|X0|V4, -ffastcall, -fno-use-malloc, -fctypes, -Wp,-DX, -Wprealloc.`;

function addServers(program: Command, done: (code: number) => void): void {
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
        done(await (await import("./commands/servers.js")).startServer(name as "lsp" | "dap", args)),
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
      done(await (await import("./commands/servers.js")).startServer("ide", args)),
    );
}
