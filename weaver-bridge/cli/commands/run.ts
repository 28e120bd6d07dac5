/** `weft run`: boots the built kernel, people at the console or a program reading how it ended. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type KeptGuest, keepAgentGuest, keepGuest, makeAgent } from "../../guest/index.js";
import { guestConsole } from "../../kernel-build/guest-run/guest-console.js";
import {
  findProjectRoot,
  guestArguments,
  guestProblems,
  guestProgram,
  loadProject,
  type Project,
  type RunRecipe,
  runGuest,
  runProcess,
  serialLogFile,
  withConsole,
  writeAtomically,
} from "../../kernel-build/index.js";
import { writeLookedAt } from "../../kernel-build/process/plain-terminal.js";
import { sayFailure } from "../../kernel-build/process/say-failure.js";
import { hasErrors, isRegularExpression, type Problem } from "../../model/index.js";
import { EXIT, printProblems, report } from "../output.js";

export interface RunFlags {
  readonly path?: string | undefined;
  readonly headless?: boolean;
  readonly deadline?: number;
  readonly json?: boolean;
  /** The kernel's command line, instead of the recipe's. */
  readonly append?: string;
  /** Success is a line that matches, whatever the recipe says. */
  readonly until?: string;
  readonly live?: boolean;
  /** With `live`: by an agent in the guest, and not by QEMU's debug stub. */
  readonly agent?: boolean;
}

function misuseOf({ deadline, until, agent, live }: RunFlags): string | undefined {
  if (deadline !== undefined && !(deadline > 0)) return "--deadline takes a number of seconds";
  if (until !== undefined && !isRegularExpression(until))
    return `--until takes a regular expression, not ${until}`;
  if (agent === true && live !== true) return "--agent says how --live reaches the guest; give both";
  return undefined;
}

export async function run(flags: RunFlags): Promise<number> {
  const folder = resolve(flags.path ?? ".");
  const loaded = loadProject(findProjectRoot(folder) ?? folder);
  const project = loaded.value;
  const problems = [
    ...loaded.problems.filter((problem) => problem.severity === "error"),
    ...(project === undefined ? [] : guestProblems(project)),
  ];
  const misuse = misuseOf(flags);
  if (misuse !== undefined) {
    process.stderr.write(`weft run: ${misuse}\n`);
    return EXIT.usage;
  }
  if (project?.run === undefined || hasErrors(problems)) {
    report(flags, problems);
    return EXIT.problems;
  }
  printProblems(problems);
  const headless = flags.headless === true || flags.json === true || flags.until !== undefined;
  const boot = (recipe: RunRecipe) =>
    headless ? runHeadless(project, recipe, flags) : runInteractive(project, recipe);
  const recipe = {
    ...project.run,
    ...(flags.append === undefined ? {} : { append: flags.append }),
    ...(flags.until === undefined ? {} : { success: flags.until }),
  };
  if (flags.live !== true) return boot(recipe);
  const kept =
    (flags.agent ?? project.live?.agent) === true
      ? await keptWithAgent(project, recipe)
      : await keepGuest(project, recipe);
  if ("code" in kept) {
    report(flags, [kept]);
    return EXIT.problems;
  }
  const { publishLive } = await import("../../live-weave/index.js");
  const endPublishing = publishLive(project, kept.record);
  try {
    return await boot(kept.recipe);
  } finally {
    endPublishing();
    kept.forget();
  }
}

async function keptWithAgent(project: Project, recipe: RunRecipe): Promise<KeptGuest | Problem> {
  const { initrd } = recipe;
  if (initrd === undefined)
    return {
      code: "run/no-initrd",
      severity: "error",
      message: 'the agent is put into an initial file system, and "run" in weft.json names no "initrd"',
      hint: "Copy the agent into the guest by hand (weft live agent), and weft live attach.",
    };
  const { agentSources } = await import("./live/agent.js");
  const made = await makeAgent(project, agentSources());
  return typeof made === "string" ? keepAgentGuest(project, { ...recipe, initrd }, readFileSync(made)) : made;
}

async function runHeadless(project: Project, recipe: RunRecipe, flags: RunFlags): Promise<number> {
  const console = flags.json === true ? process.stderr : process.stdout;
  const spelt =
    flags.live === true
      ? (await import("../../live-weave/advice-in-oops.js")).withAdviceInOops(project)
      : (piece: Buffer) => piece;
  const result = await runGuest(project, recipe, {
    deadline: flags.deadline,
    onSerial: (piece) => console.write(spelt(piece)),
  });
  const problems = keepSerialLog(project, result.serial);
  const fine =
    result.outcome === "success" ||
    (result.outcome === "ended" && result.code === 0 && recipe.success === undefined);
  report(flags, problems, { project: project.name, ...result });
  if (flags.json !== true)
    process.stderr.write(
      `weft run: ${result.outcome} after ${result.seconds.toFixed(1)} s: ${result.reason}\n`,
    );
  return fine ? EXIT.fine : EXIT.problems;
}

/** How the kernel ran is worth knowing also where its log can't be kept. */
function keepSerialLog(project: Project, serial: string): Problem[] {
  try {
    writeAtomically(serialLogFile(project), serial, "latin1");
    return [];
  } catch (error) {
    const { message, hint } = sayFailure(error);
    const what = `the serial log can't be written: ${message}`;
    return [
      { code: "run/no-log", severity: "warning", message: what, ...(hint === undefined ? {} : { hint }) },
    ];
  }
}

/**
 * The terminal belongs to QEMU: Ctrl-A X ends it, Ctrl-A C shows its monitor. The guest may draw on it, no more; a file gets the
 * bytes as they are.
 */
async function runInteractive(project: Project, recipe: RunRecipe): Promise<number> {
  process.stderr.write("weft run: Ctrl-A X ends QEMU\n");
  const argv = [
    guestProgram(recipe),
    ...withConsole([...guestArguments(project, recipe), "-display", "none"], "mon:stdio"),
  ];
  const own = guestConsole();
  const isTerminal = process.stdout.isTTY === true;
  const show = (bytes: Uint8Array) => writeLookedAt(process.stdout, bytes);
  try {
    const result = await runProcess(argv, {
      directory: project.root,
      streams: "inherit",
      deadline: 2 ** 31 - 1,
      ...(isTerminal ? { onOutput: (piece: Buffer) => show(own.shown(piece)) } : {}),
    });
    return result.code ?? EXIT.problems;
  } finally {
    if (isTerminal) show(own.end());
  }
}
