/** Into a kernel that runs, and out of it. */
import type { Command } from "commander";
import type { ResolveFlags } from "../commands/live/resolve.js";
import type { VerifyFlags } from "../commands/live/verify.js";
import type { WeaveFlags } from "../commands/live/weave.js";
import type { Done } from "./done.js";

/** `words`: those behind `--`. */
export function addLive(program: Command, words: readonly string[], done: Done): void {
  const group = program
    .command("live")
    .description("weaves advice into the kernel that runs under weft run --live, and takes it out again");
  const command = (usage: string, description: string) =>
    group
      .command(usage)
      .description(description)
      .option("--project <dir>", "the project's folder; by default the nearest weft.json")
      .option("--json", "print JSON");
  const ofGuest = (usage: string, description: string) =>
    command(usage, description)
      .option("--image <elf>", "in place of a project: a kernel's file with debug information")
      .option(
        "--stub <where>",
        "with --image: QEMU's debug stub of a guest that runs it, HOST:PORT or a unix socket; by default the one named last",
      );
  const visit = async (flags: { json?: boolean }, work: () => Promise<number>) =>
    done(await (await import("../commands/live/with-guest.js")).withGuest(flags, work));
  ofGuest("weave <aspects...>", "the advice of these files, beside what is woven already")
    .option(
      "--area <place>",
      "with --image: memory for advice, ADDRESS:SIZE or a symbol; by default the kernel's allocator is asked",
    )
    .option("--watch", "stay, and weave again whenever one of the files is saved")
    .option(
      "--accounts",
      "read the sources as they were compiled, and tell what became of each join point that they have",
    )
    .option("--stand-by", "for editors: weave at each line of standard input, answered by a line of JSON")
    .action(async (files: string[], flags: WeaveFlags) =>
      visit(flags, async () => (await import("../commands/live/weave.js")).weave(files, flags)),
    );
  ofGuest("list", "each hook, with its hits").action(async (flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("../commands/live/list.js")).list(flags)),
  );
  ofGuest(
    "why <place>",
    "of FILE:LINE what is hooked, by a jump or a breakpoint, and why the rest is not; of an address (0x…) in which advice it is",
  ).action(async (place: string, flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("../commands/live/why.js")).why(place, flags)),
  );
  ofGuest("log", "what advice logged with weft_log, read without stopping the guest")
    .option("--follow", "go on with what comes; with --json one object a line")
    .option("--csv", "print CSV")
    .option(
      "--between <texts>",
      "FROM..TO: how long it took from entries with FROM to the next with TO, as a histogram; with --csv each",
    )
    .option("--seconds <number>", "with --follow and --between: collect for so long", Number)
    .action(async (flags: { project?: string; json?: boolean; follow?: boolean }) =>
      visit(flags, async () => (await import("../commands/live/follow.js")).log(flags)),
    );
  ofGuest("watch", "hits of each hook per second, as a table that goes on")
    .option("--interval <seconds>", "between two tables; 1 by default", Number)
    .option("--count <tables>", "end after so many", Number)
    .action(async (flags: { project?: string; json?: boolean; interval?: number; count?: number }) =>
      visit(flags, async () => (await import("../commands/live/follow.js")).watch(flags)),
    );
  command("agent", "makes the program by which a Linux guest without a debug stub lets itself be woven into")
    .option("-o, --output <file>", "write it there; ./weft-agent by default")
    .action(async (flags: { project?: string; json?: boolean; output?: string }) =>
      visit(flags, async () => (await import("../commands/live/agent.js")).agent(flags)),
    );
  command(
    "attach [socket]",
    "a guest that something else started: SOCKET is the unix socket of the port at which its agent serves; without it the guest whose weft run --live was killed",
  ).action(async (socket: string | undefined, flags: { project?: string; json?: boolean }) =>
    visit(flags, async () => (await import("../commands/live/agent.js")).attach(socket, flags)),
  );
  addResolve(group, done);
  addVerify(command, words, done);
  group
    .command("translate <file>")
    .description("a KLASY file (.klay, .klasy) as an .ah file, or an .ah file as KLASY where that can say it")
    .option("-o, --output <file>", "write it there, not to standard output")
    .option("--json", "print JSON")
    .action(async (file: string, flags: { output?: string; json?: boolean }) =>
      done((await import("../commands/live/translate.js")).translate(file, flags)),
    );
  ofGuest("unweave", "all of it: the kernel's text is byte for byte what it was").action(
    async (flags: { project?: string; json?: boolean }) =>
      visit(flags, async () => (await import("../commands/live/list.js")).unweave(flags)),
  );
}

type Make = (usage: string, description: string) => Command;

/** Needs neither guest nor project. */
function addResolve(group: Command, done: Done): void {
  group
    .command("resolve")
    .description(
      "which instructions of a kernel's file a pointcut or advice means, and why none; without guest and project",
    )
    .requiredOption(
      "--image <elf>",
      "a linked kernel or an object for i686 or x86_64, with debug information",
    )
    .option("--pointcut <expression>", "a pointcut expression, as after 'advice'")
    .option("--aspects <files...>", "the advice of these files; with --pointcut their named pointcuts")
    .option(
      "--accounts",
      "read the sources as they were compiled, by what the compiler noted: each join point that they have gets its account",
    )
    .option("--json", "print JSON")
    .action(async (flags: ResolveFlags) =>
      done(await (await import("../commands/live/resolve.js")).resolve(flags)),
    );
}

function addVerify(command: Make, words: readonly string[], done: Done): void {
  command(
    "verify",
    "runs the kernel under QEMU with a recorder, and holds what a pointcut or advice is said to mean against what the instructions did; QEMU's command after --, by default the project's run",
  )
    .option(
      "--pointcut <expression>",
      "a pointcut expression; by default what is woven into the guest that runs",
    )
    .option("--aspects <files...>", "the advice of these files; with --pointcut their named pointcuts")
    .option("--image <elf>", "the kernel's file with debug information; by default the project's")
    .option(
      "--seconds <number>",
      "end the run then; by default when its recipe says, or after a minute",
      Number,
    )
    .action(async (flags: VerifyFlags) =>
      done(await (await import("../commands/live/verify.js")).verify(words, flags)),
    );
}
