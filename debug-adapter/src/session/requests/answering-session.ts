/**
 * How requests are answered: what must be stopped is refused while the machine runs, whatever a request's work throws
 * becomes its error, and what was asked lately is remembered. The ground that the session stands on, over
 * cdt-gdb-adapter's own.
 */
import { DebugSession, OutputEvent, Response } from "@vscode/debugadapter";
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
import { COMMANDS, checkRequest } from "./check-arguments.js";
import { createRequestOrder } from "./request-order.js";

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
/** Requests whose answers must have a body, by the protocol, that the library may leave out. */
const MUST_TELL = new Set([
  ...["threads", "stackTrace", "scopes", "variables", "setVariable", "evaluate", "source", "disassemble"],
  ...["setBreakpoints", "setFunctionBreakpoints", "setInstructionBreakpoints", "setDataBreakpoints"],
  ...["dataBreakpointInfo", "gotoTargets", "completions", "exceptionInfo"],
]);
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
type RequestMethod = (...args: unknown[]) => unknown;

/** Where the library's method is not called as the request is. */
const METHODS: Readonly<Record<string, string>> = {
  setBreakpoints: "setBreakPointsRequest",
  setFunctionBreakpoints: "setFunctionBreakPointsRequest",
  setExceptionBreakpoints: "setExceptionBreakPointsRequest",
};
const LIBRARY = DebugSession.prototype as unknown as Record<string, RequestMethod | undefined>;

export abstract class AnsweringSession extends GDBDebugSessionBase {
  protected readonly log = createRingLog();
  private readonly order = createRequestOrder();
  private readonly answered = new WeakMap<DebugProtocol.Response, () => void>();
  protected state: "idle" | "starting" | "ready" | "restarting" | "ended" = "idle";

  /** What is debugged is the memory of one moment. */
  protected isDump = false;

  protected override getBreakpointModes(): undefined {
    return undefined; // QEMU's breakpoints never touch guest memory: there is nothing to choose.
  }

  protected override canRequestProceed(): boolean {
    return this.state === "ready";
  }

  /** A client's error of any kind gets words, and what is no message at all is passed over: the session goes on. */
  override handleMessage(message: DebugProtocol.ProtocolMessage): void {
    if (typeof message !== "object" || message === null || message.type !== "request")
      this.log.add("dap", `no request: ${JSON.stringify(message)}`);
    else this.dispatchRequest(message as DebugProtocol.Request);
  }

  protected override dispatchRequest(given: DebugProtocol.Request): void {
    this.log.add("dap", `${given.command} ${JSON.stringify(given.arguments ?? {})}`);
    const checked = checkRequest(given);
    if ("problem" in checked)
      this.fail(new Response(given) as DebugProtocol.Response, new Error(checked.problem));
    else this.order.take(checked.request.command, () => this.fulfil(checked.request));
  }

  /** Settles when the request is answered. */
  private fulfil(request: DebugProtocol.Request): Promise<void> {
    const response = new Response(request) as DebugProtocol.Response;
    return new Promise((resolve) => {
      this.answered.set(response, resolve);
      const refusal = this.refusal(request);
      if (refusal !== undefined) this.fail(response, new Error(refusal));
      else
        this.perform(request, response).catch((error: unknown) => {
          this.report(`${request.command}`, error);
          if (response.seq === 0) this.fail(response, error);
        });
    });
  }

  override sendResponse(response: DebugProtocol.Response): void {
    // The library answers with nothing where its session has ended.
    if (response.success && response.body === undefined && MUST_TELL.has(response.command)) {
      response.success = false;
      response.message = "The session has ended.";
    }
    super.sendResponse(response);
    this.answered.get(response)?.();
  }

  private refusal(request: DebugProtocol.Request): string | undefined {
    if (this.isRunning && NEEDS_STOP.has(request.command) && !isOfCounters(request)) return RUNNING;
    return this.isDump && NEEDS_LIFE.has(request.command) ? DUMP_STANDS : undefined;
  }

  /** The library has a method for each request of the protocol, which answers with nothing unless it is overridden. */
  private async perform(request: DebugProtocol.Request, response: DebugProtocol.Response): Promise<void> {
    const { command, arguments: args } = request;
    const name = METHODS[command] ?? `${command}Request`;
    const method = (this as unknown as Record<string, RequestMethod | undefined>)[name];
    if (command.startsWith("weft/")) this.customRequest(command, response, args);
    else if (method === undefined || !COMMANDS.includes(command) || method === LIBRARY[name])
      throw new Error(`The debugger has no request "${command}".`);
    else if (command === "initialize")
      super.dispatchRequest({ ...request, arguments: { pathFormat: "path", ...(args as object) } });
    else if (command === "threads") await method.call(this, response, request);
    else await method.call(this, response, args, request);
  }

  protected override cancelRequest(response: DebugProtocol.CancelResponse): void {
    this.sendResponse(response); // Nothing is cancelled: what was asked is answered as well.
  }

  /** An error that no request can be told of. */
  report(what: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.log.add("session", `${what}: ${text}`);
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
