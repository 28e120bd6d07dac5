/**
 * The error catalogue: everything that can go wrong outside the adapter (tools, files, guest), each with a stable
 * code and a text that says what happened and what to do next. Our own bugs are not in here.
 */
import { debianPackage } from "@weft/weaver-bridge/model";

export type ErrorCode =
  | "bad-dump"
  | "bad-settings"
  | "bad-project"
  | "bad-recording"
  | "boot-deadline"
  | "build-deadline"
  | "build-failed"
  | "cancelled"
  | "cannot-record"
  | "client-gone"
  | "connect-failed"
  | "connection-lost"
  | "gdb-ended"
  | "gdb-missing"
  | "gdb-silent"
  | "image-missing"
  | "no-guest"
  | "no-stop-point"
  | "no-stub"
  | "qemu-ended"
  | "qemu-missing"
  | "qemu-start-failed"
  | "stub-in-use"
  | "weft-missing";

/** `message` is for the user: what happened, and in further sentences what to do. */
export class DebugError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "DebugError";
  }
}

/** Numbers of error responses, one per code, so that clients can tell them apart. Never reuse one. */
const NUMBERS: Record<ErrorCode, number> = {
  "bad-settings": 2001,
  "bad-project": 2002,
  "boot-deadline": 2003,
  "build-deadline": 2004,
  "build-failed": 2005,
  cancelled: 2006,
  "client-gone": 2007,
  "connect-failed": 2008,
  "connection-lost": 2009,
  "gdb-ended": 2010,
  "gdb-missing": 2011,
  "gdb-silent": 2012,
  "image-missing": 2013,
  "no-stop-point": 2014,
  "qemu-ended": 2015,
  "qemu-missing": 2016,
  "qemu-start-failed": 2017,
  "stub-in-use": 2018,
  "weft-missing": 2019,
  "bad-recording": 2020,
  "cannot-record": 2021,
  "no-guest": 2022,
  "bad-dump": 2023,
  "no-stub": 2024,
};

export function numberOf(code: ErrorCode): number {
  return NUMBERS[code];
}

export const errors = {
  badSettings: (problem: string) =>
    new DebugError("bad-settings", `The debug configuration can't be used: ${problem}. Correct launch.json.`),
  badProject: (folder: string, problem: string) =>
    new DebugError("bad-project", `The project in ${folder} can't be used: ${problem}`),
  badDump: (file: string, problem: string) =>
    new DebugError("bad-dump", `The dump ${file} can't be opened: ${problem}.`),
  badRecording: (file: string, problem: string) =>
    new DebugError(
      "bad-recording",
      `The recording ${file} can't be opened: ${problem}. Record the run again.`,
    ),
  cannotRecord: (why: string, next = 'Take it out of "run" in weft.json.') =>
    new DebugError("cannot-record", `This run can't be recorded: ${why}. ${next}`),
  missingTool: (tool: "gdb" | "qemu", program: string) =>
    new DebugError(
      `${tool}-missing`,
      `${program} was not found. Install the package ${debianPackage(tool)} (sudo apt install ${debianPackage(tool)}), then start again.`,
    ),
  missingWeft: (path: string) =>
    new DebugError(
      "weft-missing",
      `The build tool weft was not found at ${path}. Run "npm run build:bundles", or set WEFT_CLI to its path.`,
    ),
  buildFailed: (exit: string) =>
    new DebugError("build-failed", `weft build ended with ${exit}. Its messages are in the debug console.`),
  buildDeadline: (seconds: number) =>
    new DebugError(
      "build-deadline",
      `weft build took longer than ${seconds} s and was ended. Raise "timeouts.build" in the debug configuration.`,
    ),
  imageMissing: (image: string, { code, message }: NodeJS.ErrnoException) =>
    new DebugError(
      "image-missing",
      `The kernel image ${image} ${code === "ENOENT" ? "does not exist" : `can't be read: ${message}`}. Build the project, or set "build" to "auto".`,
    ),
  qemuStartFailed: (detail: string) => new DebugError("qemu-start-failed", `QEMU did not start: ${detail}`),
  qemuEnded: (detail: string) =>
    new DebugError("qemu-ended", `The machine ended: ${detail.replace(/\.$/, "")}.`),
  gdbEnded: (detail: string) => new DebugError("gdb-ended", `GDB ended unexpectedly: ${detail}.`),
  gdbSilent: (seconds: number, command: string) =>
    new DebugError(
      "gdb-silent",
      `GDB did not answer "${command}" within ${seconds} s, so the session was ended.`,
    ),
  connectFailed: (target: string, detail: string) =>
    new DebugError("connect-failed", `GDB could not connect to ${target}: ${detail}`),
  stubInUse: (target: string) =>
    new DebugError(
      "stub-in-use",
      `The debug stub at ${target} accepted a connection but does not serve it. It serves one debugger at a time: ` +
        `end the other one, then attach again.`,
    ),
  connectionLost: () =>
    new DebugError(
      "connection-lost",
      "The connection to the debug stub was lost: the machine has ended or was reset.",
    ),
  bootDeadline: (stopAt: string, seconds: number, where: string) =>
    new DebugError(
      "boot-deadline",
      `The kernel did not reach ${stopAt} within ${seconds} s${where}. Choose another "stopAt", or raise ` +
        `"timeouts.boot" in the debug configuration.`,
    ),
  noGuest: (folder: string) =>
    new DebugError(
      "no-guest",
      `No guest of ${folder} runs. Start one with weft run --live, or say in "port" where a debug stub listens.`,
    ),
  noStub: (folder: string) =>
    new DebugError(
      "no-stub",
      `The guest of ${folder} has an agent in it and no debug stub. End it and start it with weft run --live, without ` +
        `--agent, or say in "port" where a debug stub listens.`,
    ),
  noStopPoint: (stopAt: string) =>
    new DebugError(
      "no-stop-point",
      `The kernel has no code at "${stopAt}". Set "stopAt" to a function of the kernel or to FILE:LINE.`,
    ),
  cancelled: () => new DebugError("cancelled", "The start was cancelled"),
} as const;
