/** Does the kernel boot, and does GDB stop in it? Each with a deadline, nothing is left running. */
import { resolve } from "node:path";
import {
  guestArguments,
  guestProgram,
  type Project,
  quoted,
  type RunRecipe,
  runGuest,
  runProcess,
} from "../kernel-build/index.js";

export interface Trial {
  readonly fine: boolean;
  /** A clause: what was seen, or what happened instead. */
  readonly said: string;
}

/** Waits for the first line on the serial console. `deadline` in seconds. */
export async function tryBoot(project: Project, run: RunRecipe, deadline = 60): Promise<Trial> {
  const stop = new AbortController();
  let text = "";
  const first = () =>
    text
      .split(/\r?\n/)
      .slice(0, -1)
      .find((line) => /[^\s\x1b]/.test(line.replace(/\x1b\[[\d;?]*[A-Za-z]/g, "")));
  const { success: _success, failure: _failure, ...plain } = run;
  const outcome = await runGuest(project, plain, {
    deadline,
    signal: stop.signal,
    onSerial: (piece) => {
      text += piece.toString("latin1");
      if (first() !== undefined) stop.abort();
    },
  });
  const line = first();
  if (line !== undefined) return { fine: true, said: `its first line is "${line.trim().slice(0, 80)}"` };
  return { fine: false, said: `nothing on the serial console: ${outcome.reason}` };
}

/** GDB, connected to a guest of its own, runs to the place (a function, `FILE:LINE`) and tells the frame. */
export async function tryDebugger(
  project: Project,
  run: RunRecipe,
  symbols: string,
  place: string,
): Promise<Trial> {
  const machine = [
    guestProgram(run),
    ...guestArguments(project, run),
    ...["-S", "-gdb", "stdio", "-display", "none", "-serial", "null", "-monitor", "none"],
  ];
  const commands = [
    "set pagination off",
    "set confirm off",
    `target remote | exec ${machine.map(quoted).join(" ")}`,
    `hbreak ${place}`,
    "continue",
    "frame",
    "kill",
  ];
  const argv = ["gdb", "-batch", "-nx", ...commands.flatMap((command) => ["-ex", command])];
  const result = await runProcess([...argv, resolve(project.root, symbols)], {
    directory: project.root,
    deadline: 60_000,
  }).catch((error: Error) => error);
  if (result instanceof Error) return { fine: false, said: result.message };
  const output = result.output.toString();
  const frame = /^#0\s+(.*)$/m.exec(output)?.[1];
  const stopped = /^(?:Thread \d+ hit )?Breakpoint 1, /m.test(output);
  if (stopped) return { fine: true, said: frame ?? place };
  const said = result.errors.toString().trim().split("\n").at(-1) ?? "";
  return { fine: false, said: said === "" ? `the breakpoint at ${place} was not met` : said };
}
