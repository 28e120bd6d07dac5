/**
 * How requests are answered: what must be stopped is refused while the machine runs, whatever a request's work throws
 * becomes its error, and what was asked lately is remembered. The ground that the session stands on, over
 * cdt-gdb-adapter's own.
 */
import { OutputEvent, Response } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { GDBDebugSessionBase } from "cdt-gdb-adapter/dist/web.js";
import {
  GO_TO,
  RECORDED_HITS,
  REVERSE_TO_ADVICE,
  REVERSE_TO_JOIN_POINT,
  REVERSE_TO_LINE,
  REVERSE_TO_WRITE,
} from "../../protocol/index.js";
import { DebugError, DUMP_STANDS, numberOf } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { memoryOf } from "../gdb/mi-commands.js";
import { createRingLog } from "../gdb/ring-log.js";
import { counterCommand } from "../kernel/live-counters.js";

/** Requests that would send a packet to the debug stub, and so stop a running machine unasked. */
const NEEDS_STOP = new Set([
  ...["stackTrace", "scopes", "variables", "setVariable", "evaluate", "dataBreakpointInfo", "exceptionInfo"],
  ...["writeMemory", "disassemble", "continue", "next", "stepIn", "stepOut"],
  ...["gotoTargets", "goto", "restartFrame"],
  ...[
    "stepBack",
    "reverseContinue",
    REVERSE_TO_WRITE,
    REVERSE_TO_JOIN_POINT,
    REVERSE_TO_ADVICE,
    REVERSE_TO_LINE,
    GO_TO,
    RECORDED_HITS,
  ],
]);
const RUNNING = "The machine is running. Pause it first.";
/** Requests that a dump can't fulfil. */
const NEEDS_LIFE = new Set([
  ...["continue", "next", "stepIn", "stepOut", "stepBack", "reverseContinue", "pause"],
  ...["gotoTargets", "goto", "restartFrame"],
  ...[
    "setVariable",
    "writeMemory",
    REVERSE_TO_WRITE,
    REVERSE_TO_JOIN_POINT,
    REVERSE_TO_ADVICE,
    REVERSE_TO_LINE,
    GO_TO,
  ],
]);

/** Counters in the kernel are read, and woven in, past the debugger. */
function isOfCounters({ command, arguments: args }: DebugProtocol.Request): boolean {
  const isCommand = command === "evaluate" && args.context === "repl";
  return isCommand && counterCommand(String(args.expression).trim()) !== undefined;
}

type Handler = () => Promise<void>;

export abstract class AnsweringSession extends GDBDebugSessionBase {
  protected readonly log = createRingLog();
  protected state: "idle" | "starting" | "ready" | "restarting" | "ended" = "idle";

  /** What is debugged is the memory of one moment. */
  protected isDump = false;

  protected override getBreakpointModes(): undefined {
    return undefined; // QEMU's breakpoints never touch guest memory: there is nothing to choose.
  }

  protected override canRequestProceed(): boolean {
    return this.state === "ready";
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    this.log.add("dap", `${request.command} ${JSON.stringify(request.arguments ?? {})}`);
    if (request.command === "initialize") request.arguments = { pathFormat: "path", ...request.arguments };
    if (this.isRunning && NEEDS_STOP.has(request.command) && !isOfCounters(request)) {
      this.fail(new Response(request) as DebugProtocol.Response, new Error(RUNNING));
      return;
    }
    if (this.isDump && NEEDS_LIFE.has(request.command)) {
      this.fail(new Response(request) as DebugProtocol.Response, new Error(DUMP_STANDS));
      return;
    }
    super.dispatchRequest(request);
  }

  /**
   * A machine that runs is not stopped for a look, and one that is gone has no memory: nothing can be read then, which is
   * no error. A view asks again at the next stop, and one that asked late finds the session's end.
   */
  protected override async readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    { memoryReference, offset = 0, count }: DebugProtocol.ReadMemoryArguments,
  ): Promise<void> {
    response.body = { address: memoryReference, unreadableBytes: count };
    const stands = () => !this.isRunning && this.state !== "ended";
    try {
      if (stands() && count > 0) {
        const { address, bytes } = await memoryOf(this.connection, memoryReference, count, offset);
        response.body = { address, data: bytes.toString("base64") };
      }
    } catch (error) {
      // Whoever let it run meanwhile, or ended it, was quicker.
      if (stands() && !/target is running/.test((error as Error).message)) {
        this.fail(response, error);
        return;
      }
    }
    this.sendResponse(response);
  }

  /** Runs a request's work; whatever it throws becomes the request's error. */
  protected async handle(response: DebugProtocol.Response, work: Handler): Promise<void> {
    try {
      if (this.state === "ended") throw new Error("The session has ended.");
      await work();
    } catch (error) {
      this.fail(response, error);
    }
  }

  /** The same for a request whose work gives its answer. */
  protected async answer<Response extends DebugProtocol.Response>(
    response: Response,
    work: () => Promise<Response["body"]>,
  ): Promise<void> {
    await this.handle(response, async () => {
      response.body = await work();
      this.sendResponse(response);
    });
  }

  protected fail(response: DebugProtocol.Response, error: unknown): void {
    const known = error instanceof DebugError ? error : undefined;
    const message = (error as Error).message;
    this.log.add("session", `${response.command} failed: ${message}`);
    this.sendErrorResponse(response, {
      id: known === undefined ? 2000 : numberOf(known.code),
      format: known === undefined ? message : `${message} [weft/${known.code}]`,
      showUser: known !== undefined,
    });
  }

  protected print(text: string, category: string): void {
    this.sendEvent(new OutputEvent(text, category));
  }

  protected get connection(): GdbConnection {
    return this.gdb as unknown as GdbConnection;
  }
}
