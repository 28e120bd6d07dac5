/** Does the kernel boot, and does GDB stop in it? Each with a deadline, nothing is left running. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import {
  guestArguments,
  guestProgram,
  ProcessError,
  type Project,
  quoted,
  type RunRecipe,
  removeTemporary,
  runGuest,
  runProcess,
  temporaryFolder,
  withConsole,
} from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";
import { resetAfter } from "./machine-resets.js";
import { askScreen, loaderError, screenLines, waitsAtMenu } from "./screen-text.js";

export interface Trial {
  readonly fine: boolean;
  /** A clause: what was seen, or what happened instead. */
  readonly said: string;
  /** A boot loader's menu waits for a key. */
  readonly isAtMenu?: boolean;
  /** A boot loader's words: it does not start the kernel. */
  readonly refused?: string;
}

/** A kernel that says its first line and falls is reset in less. */
const STANDS_MS = 1500;

/**
 * Waits for the first line on the serial console or on the text screen, and whether the machine is reset after it.
 * `deadline` in seconds.
 */
export async function tryBoot(project: Project, run: RunRecipe, deadline = 40): Promise<Trial> {
  const stop = new AbortController();
  const folder = temporaryFolder("weft-boot-");
  const socket = join(folder, "monitor");
  let text = "";
  const first = () =>
    text
      .split(/\r?\n/)
      .slice(0, -1)
      .find((line) => /[^\s\x1b]/.test(line.replace(/\x1b\[[\d;?]*[A-Za-z]/g, "")));
  let seen: Seen = {};
  const watching = watchScreen(socket, stop, (found) => {
    seen = found;
  });
  const { success: _success, failure: _failure, ...plain } = run;
  const monitor = ["-chardev", `socket,id=weft-monitor,path=${socket},server=on,wait=off`];
  const log = join(folder, "resets");
  const logged = () => unlessRefused(() => readFileSync(log, "latin1")) ?? "";
  let atFirst: string | undefined;
  const words = [
    ...(run.arguments ?? []),
    ...[...monitor, "-mon", "chardev=weft-monitor,mode=readline", "-d", "cpu_reset", "-D", log],
  ];
  const outcome = await runGuest(
    project,
    { ...plain, arguments: words },
    {
      deadline,
      signal: stop.signal,
      onSerial: (piece) => {
        text += piece.toString("latin1");
        if (first() === undefined || atFirst !== undefined) return;
        atFirst = logged();
        setTimeout(() => stop.abort(), STANDS_MS);
      },
    },
  );
  stop.abort();
  await watching;
  const line = first();
  const reset = atFirst === undefined ? undefined : resetAfter(atFirst, logged());
  removeTemporary(folder);
  if (reset !== undefined && line !== undefined)
    return { fine: false, said: `its first line is "${line.trim().slice(0, 80)}", ${reset}` };
  if (line !== undefined) return { fine: true, said: `its first line is "${line.trim().slice(0, 80)}"` };
  return (
    saidOfScreen(seen) ?? {
      fine: false,
      said: `nothing on the serial console or the text screen: ${outcome.reason}`,
    }
  );
}

/** What the text screen shows. */
interface Seen {
  readonly line?: string;
  readonly isAtMenu?: true;
  readonly refused?: string;
}

function saidOfScreen({ line, isAtMenu, refused }: Seen): Trial | undefined {
  if (refused !== undefined) return { fine: false, refused, said: `GRUB does not start it: ${refused}` };
  if (line !== undefined) return { fine: true, said: `on its screen stands "${line.slice(0, 80)}"` };
  return isAtMenu === undefined ? undefined : { fine: false, isAtMenu, said: MENU };
}

const MENU = "GRUB waits at its menu, and weft run has no keyboard for it: set timeout=0 in its grub.cfg";
const LOOK_MS = 1000;

/** Looks each second until `stop` says so, which the first line does too. */
async function watchScreen(
  socket: string,
  stop: AbortController,
  onSeen: (seen: Seen) => void,
): Promise<void> {
  while (!stop.signal.aborted) {
    await pause(stop.signal);
    const answer = stop.signal.aborted ? undefined : await askScreen(socket, LOOK_MS);
    if (answer === undefined) continue;
    const [line] = screenLines(answer);
    const refused = loaderError(answer);
    if (refused !== undefined) onSeen({ refused });
    else if (line !== undefined) onSeen({ line });
    else if (waitsAtMenu(answer)) onSeen({ isAtMenu: true });
    else continue;
    stop.abort();
  }
}

/** Until the next look, or until it stops. */
async function pause(signal: AbortSignal): Promise<void> {
  try {
    await wait(LOOK_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const DEBUG_SECONDS = 60;

/** GDB, connected to a guest of its own, runs to the place (a function, `FILE:LINE`) and tells the frame. */
export async function tryDebugger(
  project: Project,
  run: RunRecipe,
  symbols: string,
  place: string,
): Promise<Trial> {
  const machine = [
    guestProgram(run),
    ...withConsole([...guestArguments(project, run), "-S", "-gdb", "stdio", "-display", "none"], "null"),
  ];
  const commands = [
    "set pagination off",
    "set confirm off",
    // GDB gives what it starts a group of its own: it ends by itself, should GDB be ended.
    `target remote | exec timeout -k 1 ${DEBUG_SECONDS + 5} ${machine.map(quoted).join(" ")}`,
    `hbreak ${place}`,
    "continue",
    "frame",
    "kill",
  ];
  const argv = ["gdb", "-batch", "-nx", ...commands.flatMap((command) => ["-ex", command])];
  const result = await runProcess([...argv, resolve(project.root, symbols)], {
    directory: project.root,
    deadline: DEBUG_SECONDS * 1000,
  }).catch((error: Error) => error);
  if (result instanceof ProcessError && result.code === "process-deadline")
    return { fine: false, said: `the breakpoint at ${place} was not met in ${DEBUG_SECONDS} seconds` };
  if (result instanceof Error) return { fine: false, said: result.message };
  const output = result.output.toString();
  const frame = /^#0\s+(.*)$/m.exec(output)?.[1];
  const stopped = /^(?:Thread \d+ hit )?Breakpoint 1, /m.test(output);
  if (stopped) return { fine: true, said: frame ?? place };
  const said = firstFault(result.errors.toString());
  return { fine: false, said: said === "" ? `the breakpoint at ${place} was not met` : said };
}

const LONGEST_FAULT = 160;

/** Of what GDB said: what went wrong first, without what follows from it. */
function firstFault(errors: string): string {
  const lines = errors.split("\n").map((line) => line.trim());
  const isOwn = (line: string) =>
    line !== "" && !/^(?:warning:|The program is not being run|No stack)/.test(line);
  return (lines.find(isOwn) ?? lines.filter(Boolean).at(-1) ?? "").slice(0, LONGEST_FAULT);
}
