/**
 * The virtual machine: QEMU started paused with its debug stub and QMP on unix sockets that only this user can
 * reach, its serial console as text, and its end with a reason. Knows nothing of GDB or of the debug protocol.
 */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as sleep } from "node:timers/promises";
import { withConsole } from "@weft/weaver-bridge/kernel-build";
import { leaveToWaiters, lookUp, noneIfRefused } from "@weft/weaver-bridge/model";
import { type Child, describeExit, endChild, startChild } from "./child-process.js";
import { errors } from "./debug-error.js";
import { makeOwnFolder } from "./own-folder.js";
import { connectQmp, type QmpClient } from "./qmp-client.js";
import { type MachineShare, prepareSharing, type Sharing } from "./shared-machine.js";
import { relayStub, type StubRelay } from "./stub-relay.js";

export interface MachineSettings {
  /** QEMU's program name or path. */
  readonly program: string;
  /** Everything that makes this machine: image, memory, devices. No serial console, no debug stub. */
  readonly arguments: readonly string[];
  /** Working directory of QEMU. */
  readonly directory: string;
  /** Milliseconds until the sockets must be there. */
  readonly deadline: number;
  /** Start paused, for a debugger to connect (default), or run at once. */
  readonly paused: boolean;
  /** The machine stands still where it was reset, for a debugger to look at, in place of ending. Not of a recording. */
  readonly staysAtReset?: boolean;
  /** A terminal's Ctrl-C is not for it. */
  readonly apart?: boolean | undefined;
  /** Others may visit the machine, to weave into it: it is told in the project where. Not of a recording. */
  readonly share?: MachineShare;
  /** File for QEMU's log of the run, to be replayed by {@link startReplay}; complete when the machine has ended. */
  readonly record?: string;
}

export interface MachineEvents {
  /** Text of the guest's serial console, as it comes. */
  onConsole(text: string): void;
  /** QEMU's own messages. */
  onMessage(text: string): void;
  /** What only whoever looks for a fault wants to know. */
  note(text: string): void;
}

export interface Machine {
  readonly processId: number;
  /** Path of the unix socket where a debugger meets the debug stub. */
  readonly stub: string;
  /** Resolves with the reason, a clause without final dot, when QEMU has ended by itself or by {@link end}. */
  readonly ended: Promise<string>;
  /** It was reset, or met a triple fault, and stands where that happened: it can't go on. */
  readonly wasReset: () => boolean;
  /** See {@link StubRelay}. */
  readonly showThreads: StubRelay["showThreads"];
  /** Writes all memory and the processors into a file of its own: an ELF core that {@link openDump} reads. Absent where nobody can. */
  dump?(file: string): Promise<void>;
  /** Sends text to the guest's serial console, one character at a time: bursts are lost in small guests. */
  type(text: string): Promise<void>;
  end(): Promise<void>;
}

/** Rejects with `qemu-missing` or `qemu-start-failed`; nothing is left running then. */
export async function startMachine(
  settings: MachineSettings,
  events: MachineEvents,
  signal: AbortSignal,
): Promise<Machine> {
  const folder = await makeOwnFolder();
  const stub = join(folder, "stub");
  const control = join(folder, "qmp");
  const sharing = prepareSharing(settings.share, stub, folder);
  try {
    const console = settings.record === undefined ? undefined : join(folder, "console");
    const own = [...settings.arguments, ...sharing.arguments];
    const child = await startQemu({ ...settings, arguments: own }, { stub, control, console });
    const stderr = watchOutput(child, events);
    if (console !== undefined) followFile(console, child, events);
    const qmp = await awaitSockets(child, [stub, control], settings.deadline, stderr, signal);
    const meeting = join(folder, "gdb");
    const relay = await openMeeting(meeting, sharing).catch((error: Error) =>
      failStart(child, errors.qemuStartFailed(`no socket for GDB: ${error.message}`)),
    );
    return machineOf({ child, qmp, relay, stub: meeting, folder, messages: stderr });
  } catch (error) {
    sharing.end();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Where GDB meets the machine; with its end others no longer do. */
async function openMeeting(path: string, sharing: Sharing): Promise<StubRelay> {
  const relay = await relayStub(path, { stub: await sharing.begin(), mendSteps: true });
  return {
    ...relay,
    close: () => {
      relay.close();
      sharing.end();
    },
  };
}

/** Guest time per instruction, 2^7 ns: ten seconds are then 80 million instructions, run again within a second. */
export const INSTRUCTION_CLOCK = "shift=7";

interface QemuFiles {
  readonly stub: string;
  readonly control: string;
  /** Where the serial console is written: a recording is exact only if nobody can be too slow to read it. */
  readonly console?: string | undefined;
}

export async function startQemu(
  settings: Pick<
    MachineSettings,
    "program" | "arguments" | "directory" | "paused" | "record" | "apart" | "staysAtReset"
  >,
  { stub, control, console }: QemuFiles,
): Promise<Child> {
  const log = settings.record?.replaceAll(",", ",,");
  const own = [
    ["-gdb", `unix:${stub},server=on,wait=off`],
    ["-qmp", `unix:${control},server=on,wait=off`],
    settings.paused ? ["-S"] : [],
    settings.staysAtReset ? ["-action", "reboot=shutdown,shutdown=pause"] : [],
    log === undefined ? [] : ["-net", "none", "-icount", `${INSTRUCTION_CLOCK},rr=record,rrfile=${log}`],
  ].flat();
  const output = console === undefined ? undefined : openSync(console, "w");
  try {
    return await startChild(settings.program, withConsole([...settings.arguments, ...own], "stdio"), {
      cwd: settings.directory,
      apart: settings.apart,
      ...(output === undefined ? {} : { stdout: output }),
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw errors.missingTool("qemu", settings.program);
    throw errors.qemuStartFailed((error as Error).message);
  } finally {
    if (output !== undefined) closeSync(output);
  }
}

/** Milliseconds between two looks at the console of a recorded machine. */
const LOOK = 20;

function followFile(path: string, child: Child, events: MachineEvents): void {
  const file = openSync(path, "r");
  const piece = Buffer.alloc(64 * 1024);
  const decoder = new StringDecoder("utf8");
  const look = () => {
    for (let read = 1; read > 0; ) {
      read = readSync(file, piece, 0, piece.length, null);
      if (read > 0) events.onConsole(decoder.write(piece.subarray(0, read)));
    }
  };
  const timer = setInterval(look, LOOK);
  void child.exited.then(() => {
    clearInterval(timer);
    look();
    closeSync(file);
  });
}

/** Returns a function that gives QEMU's last messages. */
function watchOutput(child: Child, events: MachineEvents): () => string {
  const decoder = new StringDecoder("utf8");
  let messages = "";
  child.process.stdout?.on("data", (chunk: Buffer) => events.onConsole(decoder.write(chunk)));
  child.process.stderr?.setEncoding("utf8");
  child.process.stderr?.on("data", (chunk: string) => {
    messages = (messages + chunk).slice(-2000);
    events.onMessage(chunk);
  });
  return () => messages.trim();
}

export async function awaitSockets(
  child: Child,
  paths: readonly [string, string],
  deadline: number,
  messages: () => string,
  signal: AbortSignal,
): Promise<QmpClient> {
  let exit: string | undefined;
  void child.exited.then((result) => {
    exit = describeExit(result);
  });
  const end = Date.now() + deadline;
  for (;;) {
    if (signal.aborted) return failStart(child, errors.cancelled());
    if (exit !== undefined) throw errors.qemuStartFailed(messages() || `it ended with ${exit}`);
    if (Date.now() > end)
      return failStart(child, errors.qemuStartFailed(`no debug stub within ${deadline / 1000} s`));
    // Refused while it is not there yet.
    const qmp = (await isListening(paths[0])) ? await connectQmp(paths[1]).catch(noneIfRefused) : undefined;
    if (qmp !== undefined) return qmp;
    await sleep(20);
  }
}

/**
 * A socket's file is there a moment before anybody listens, and whom it refuses in that moment does not come again. To
 * try it would stop a machine that runs; the system's table tells.
 */
async function isListening(path: string): Promise<boolean> {
  const table = await readFile("/proc/net/unix", "utf8").catch(noneIfRefused);
  if (table === undefined) return existsSync(path);
  const line = table.split("\n").find((one) => one.endsWith(` ${path}`));
  return line?.split(/\s+/)[3] === ACCEPTS;
}

/** Flag of a socket that accepts connections. */
const ACCEPTS = "00010000";

async function failStart(child: Child, error: Error): Promise<never> {
  await endChild(child);
  throw error;
}

/** What was started for a machine, which ends with it. */
interface StartedMachine {
  readonly child: Child;
  readonly qmp: QmpClient;
  readonly relay: StubRelay;
  /** Path of the socket where GDB meets it. */
  readonly stub: string;
  /** Its own folder. */
  readonly folder: string;
  /** What QEMU said on its standard error. */
  readonly messages: () => string;
}

function machineOf({ child, qmp, relay, stub, folder, messages }: StartedMachine): Machine {
  // Where a reset is looked at, all that ends a machine only pauses it.
  qmp.onShutdown = (reason) => {
    if (reason !== RESET) leaveToWaiters(qmp.ask("quit"));
  };
  const ended = child.exited.then(async (exit) => {
    await qmp.closed;
    relay.close();
    await rm(folder, { recursive: true, force: true });
    return describeEnd(qmp.shutdownReason(), describeExit(exit), exit.signal !== null, messages());
  });
  return {
    processId: child.process.pid as number,
    stub,
    ended,
    wasReset: () => qmp.shutdownReason() === RESET,
    showThreads: relay.showThreads,
    dump: async (file) => {
      await qmp.ask("dump-guest-memory", { paging: false, protocol: `file:${file}` });
    },
    type: async (text) => {
      for (const character of text) {
        child.process.stdin?.write(character);
        await sleep(20);
      }
    },
    end: async () => {
      await endChild(child);
      await ended;
    },
  };
}

const RESET = "guest-reset";

const REASONS: Record<string, string> = {
  "guest-shutdown": "the kernel switched it off",
  [RESET]: "the kernel reset it, or the CPU met a triple fault",
  "guest-panic": "the kernel panicked",
  "host-qmp-system-reset": "it was reset from outside",
};

export function describeEnd(
  reason: string | undefined,
  exit: string,
  killed: boolean,
  messages: string,
): string {
  const known = reason === undefined ? undefined : lookUp(REASONS, reason);
  if (known !== undefined) return known;
  const detail = messages === "" ? "" : ` (${messages.split("\n").at(-1)})`;
  return killed ? `QEMU was ended by ${exit}${detail}` : `QEMU ended with ${exit}${detail}`;
}
