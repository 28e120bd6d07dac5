/**
 * The GDB process and its MI connection: cdt-gdb-adapter's backend, with what it lacks for us. Every command has a
 * deadline, console chatter is kept out of the debug console, and the end of GDB is one promise.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { settled } from "@weft/weaver-bridge/model";
import { MIParser } from "cdt-gdb-adapter/dist/MIParser.js";
import { GDBBackend, type IGDBProcessManager, type IStdioProcess } from "cdt-gdb-adapter/dist/web.js";
import { type Child, DebugError, describeExit, endChild, errors, startChild } from "../../qemu/index.js";
import { withDeadline } from "./deadline.js";
import { GdbRefusal } from "./gdb-refusal.js";
import { OWN_HISTORY } from "./own-history.js";
import type { RingLog } from "./ring-log.js";

/** cdt-gdb-adapter asks for the version to choose MI spellings; all versions that we support spell alike. */
const SPELLING_VERSION = "13.1";

/** Milliseconds until an interrupt that had no effect is sent again. */
const INTERRUPT_AGAIN = 200;
/** Refusals in a row after which the machine is taken for standing. */
const MOST_REFUSALS = 5;
/** Milliseconds in which GDB's process ends once its pipe is closed. */
const END_AFTER_PIPE = 5000;

export class GdbConnection extends GDBBackend {
  /** Milliseconds that a command may take. */
  commandDeadline = 60_000;
  /** Called once when a command was not answered in time. */
  onSilent: (error: Error) => void = () => {};
  private capture: string[] | undefined;
  private lastConsoleCommand: Promise<unknown> = Promise.resolve();
  private echoing = 0;
  private interrupting: NodeJS.Timeout | undefined;

  constructor(
    readonly gdbProcess: GdbProcess,
    private readonly log: RingLog,
  ) {
    super(gdbProcess);
  }

  /** A command is one line: what a client wrote in several would be as many commands. */
  override async sendCommand<T>(lines: string): Promise<T> {
    const command = lines.replace(/[\r\n\0]+/g, " ");
    this.log.add("mi", `> ${command}`);
    const deadline = this.commandDeadline;
    const late = () => {
      const error = errors.gdbSilent(deadline / 1000, command);
      this.onSilent(error);
      return error;
    };
    try {
      return await withDeadline(super.sendCommand<T>(command), deadline, late);
    } catch (error) {
      const { message } = error as Error;
      this.log.add("mi", `< error ${message}`);
      if (isEndOfPipe(error as Error)) throw await this.gdbProcess.whyEnded();
      throw error instanceof DebugError ? error : new GdbRefusal(message, { cause: error });
    }
  }

  /** Runs a command of GDB's command line and returns what it printed; one at a time. `options` are MI's. */
  async consoleCommand(command: string, options = ""): Promise<string> {
    const result = this.lastConsoleCommand.then(() => this.captureCommand(command, options));
    this.lastConsoleCommand = settled(result);
    return result;
  }

  private async captureCommand(command: string, options: string): Promise<string> {
    const lines: string[] = [];
    this.capture = lines;
    try {
      await this.sendCommand(`-interpreter-exec ${options} console ${quote(command)}`);
    } finally {
      this.capture = undefined;
    }
    return lines.join("");
  }

  /** While `work` runs, GDB's console output goes to the client: for commands that the user typed. */
  async withEcho<T>(work: () => Promise<T>): Promise<T> {
    this.echoing++;
    try {
      return await work();
    } finally {
      this.echoing--;
    }
  }

  /**
   * Interrupts the machine, again and again until it has stopped: QEMU drops the request when it comes while the
   * machine stands at a breakpoint whose condition GDB is just looking at, and GDB may refuse it then.
   */
  override pause(): void {
    clearInterval(this.interrupting);
    let refusals = 0;
    const interrupt = () =>
      void this.sendCommand("-exec-interrupt").then(
        () => {
          refusals = 0;
        },
        (error: Error) => {
          if (++refusals !== MOST_REFUSALS) return;
          clearInterval(this.interrupting);
          this.log.add("gdb", `the machine is not interrupted: ${error.message}`);
        },
      );
    this.interrupting = setInterval(interrupt, INTERRUPT_AGAIN);
    interrupt();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature of Node's EventEmitter
  override emit(event: string | symbol, ...args: any[]): boolean {
    if (event === "exit" || (event === "execAsync" && args[0] === "stopped"))
      clearInterval(this.interrupting);
    if (event !== "consoleStreamOutput") return super.emit(event, ...args);
    const [text, category] = args as [string, string];
    this.log.add("gdb", text.trimEnd());
    if (this.capture !== undefined && category === "stdout") this.capture.push(text);
    else if (this.echoing > 0) return super.emit(event, text, category === "stderr" ? "stderr" : "console");
    return true;
  }
}

/** Starts `gdb`; what cdt-gdb-adapter calls a process manager. */
export class GdbProcess implements IGDBProcessManager {
  /** Resolves with how GDB ended; stays open while it runs or was never started. */
  readonly ended: Promise<string>;
  private resolveEnded: (detail: string) => void = () => {};
  private child: Child | undefined;
  private isAsked = false;

  constructor(
    private readonly program: string,
    private readonly directory: string,
    /** What it reads is somebody else's: GDB has functions of expressions that start programs, by the user's shell. */
    private readonly isData = false,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  async getVersion(): Promise<string> {
    return SPELLING_VERSION;
  }

  async start(): Promise<IStdioProcess> {
    try {
      this.child = await startChild(
        this.program,
        ["-q", "-nx", "--interpreter=mi3", "-iex", "set host-charset UTF-8"],
        {
          cwd: this.directory,
          // Paths in MI records are then UTF-8, whatever the user's locale.
          environment: { ...OWN_HISTORY, LC_ALL: "C.UTF-8", ...(this.isData ? { SHELL: "/bin/false" } : {}) },
        },
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") throw errors.missingTool("gdb", this.program);
      throw errors.gdbEnded((error as Error).message);
    }
    void this.child.exited.then((exit) => this.resolveEnded(describeExit(exit)));
    const child = this.child.process;
    child.stdout?.setEncoding("utf8");
    return Object.assign(child, { getPID: () => child.pid }) as unknown as IStdioProcess;
  }

  async stop(): Promise<void> {
    this.isAsked = true;
    if (this.child !== undefined) await endChild(this.child, 1000);
  }

  /** What a command is answered that GDB's end met; GDB no longer reads. */
  async whyEnded(): Promise<Error> {
    if (this.isAsked) return new GdbRefusal("The session has ended.");
    const silence = sleep(END_AFTER_PIPE, "it reads no commands", { ref: false });
    return errors.gdbEnded(await Promise.race([this.ended, silence]));
  }

  get processId(): number | undefined {
    return this.child?.process.pid;
  }
}

/**
 * Of a command that was under way when GDB closed its end, or was written after that: what the library says then is about
 * its streams and queue ("Cannot call write after a stream was destroyed").
 */
const isEndOfPipe = (error: Error) =>
  error.name === "GDBPipeError" || error.message === MIParser.CMD_QUEUE_CANCELLED;

/** A C string of MI: for paths and console commands. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}
