/** Recorded runs. */
import type { Command } from "commander";
import type { Done } from "./done.js";

export function addDebug(program: Command, done: Done): void {
  program
    .command("debug <file> [words...]")
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
    .option(
      "--why <expression@instruction>",
      "where this value came from, back to a constant or to the outside; without @N as it is at the end",
    )
    .option(
      "--why-ran <instruction>",
      "why this instruction was executed: by which branches and calls, back to an interrupt or to power-on",
      Number,
    )
    .option(
      "--most <count>",
      "with --hits: at most so many, 1000 by default; with --why and --why-ran: links of the chain, 30 by default",
      Number,
    )
    .option(
      "--seconds <count>",
      "with --hits, --why and --why-ran: search at most so long; 60 by default, 0 as long as it takes",
      Number,
    )
    .option(
      "--script <script>",
      "run this Python script in GDB over the recording or dump, in place of a session; it gets the words behind FILE",
    )
    .option("--compare <recording>", "with --hits: where another run parts from this one, if it does")
    .option("--json", "with --hits, --why and --why-ran: print JSON")
    .addHelpText(
      "after",
      '\nThe recording is a file that --record, Weft: Record Run in the IDE, or a debug configuration with "record" wrote. It brings its kernel and symbols along; no project is needed.' +
        "\nA memory dump is an ELF core: of --dump, of Weft: Dump Guest Memory in the IDE, of QEMU's dump-guest-memory, or a vmcore of kdump. Nothing runs in it; info threads, bt and print work." +
        "\nA run that --record boots ends when the kernel powers off, prints a line that weft.json calls success or failure, or with Ctrl-C." +
        "\nIn GDB: reverse-continue and reverse-stepi go back, weft-goto N goes to an instruction that --hits named, weft-position says where it is." +
        "\nA script says `import weft` and asks weft.value, weft.list_for_each, weft.hits, weft.goto, weft.why, weft.table, …; the guide's page on debugging has recipes." +
        "\nIn the IDE, which shows woven code as source: Weft: Replay Recording." +
        "\n  weft debug run.weftrun --hits 'set(\"% task::state\")'" +
        "\n  weft debug run.weftrun --why 'current->state@1234567'" +
        "\n  weft debug run.weftrun --why-ran 1234567" +
        "\n  weft debug run.weftrun --script owners.py",
    )
    .action(async (file: string, words: string[], flags: object) =>
      done(await (await import("../commands/debug.js")).debug({ file, words, ...flags })),
    );
}
