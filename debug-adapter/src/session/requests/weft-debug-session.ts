/**
 * The debug session: translates the Debug Adapter Protocol to GDB on QEMU. Plain work (registers, writing memory, pausing)
 * is cdt-gdb-adapter's; whatever must know woven code is ours, and stands in the parts that the session holds
 * (`../parts`), each with its own state. In here: how requests are answered. Whatever a request's work throws becomes its
 * error; which part does the work, `request-table` says.
 */
import { DebugSession, InitializedEvent, OutputEvent, Response, TerminatedEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { GDBDebugSessionBase } from "cdt-gdb-adapter/dist/web.js";
import { RECENT_LOG, readAttachSettings, readLaunchSettings } from "../../protocol/index.js";
import { DebugError, numberOf, type PublishLive } from "../../qemu/index.js";
import { GdbConnection, GdbProcess } from "../gdb/gdb-connection.js";
import type { GdbStop } from "../gdb/gdb-stop.js";
import { createRingLog } from "../gdb/ring-log.js";
import type { MiThread } from "../kernel/kernel-tasks.js";
import { connectParts } from "../parts/connect-parts.js";
import { type Ground, noted } from "../parts/ground.js";
import type { KernelPart } from "../parts/kernel-part.js";
import type { Lifetime } from "../parts/lifetime.js";
import type { MovesPart } from "../parts/moves-part.js";
import type { StopsPart } from "../parts/stops-part.js";
import type { ValuesPart } from "../parts/values-part.js";
import { CAPABILITIES } from "./capabilities.js";
import { COMMANDS, checkRequest } from "./check-arguments.js";
import { MUST_TELL, refusalOf } from "./refusals.js";
import { createRequestOrder } from "./request-order.js";
import { createRequestTable, type RequestTable } from "./request-table.js";

/** cdt-gdb-adapter's value for "the client's configuration is done"; its enum is not exported. */
const CONFIGURATION_DONE = 4 as never;

type RequestMethod = (...args: unknown[]) => unknown;
const LIBRARY = DebugSession.prototype as unknown as Record<`${string}Request`, RequestMethod | undefined>;

export class WeftDebugSession extends GDBDebugSessionBase {
  protected readonly lifetime: Lifetime;
  private readonly log = createRingLog();
  private readonly order = createRequestOrder();
  private readonly answered = new WeakMap<DebugProtocol.Response, () => void>();
  private readonly ground: Ground = this.makeGround();
  private readonly kernel: KernelPart;
  private readonly values: ValuesPart;
  private readonly moves: MovesPart;
  private readonly stops: StopsPart;
  private readonly table: RequestTable;

  /** `publish` shows what is woven into a machine of ours. */
  constructor(publish: PublishLive) {
    super({
      createGDBManager: async () =>
        new GdbProcess("gdb", this.kernel.project?.folder ?? process.cwd(), this.kernel.isForeign),
      createBackend: async (_session, manager) => new GdbConnection(manager as GdbProcess, this.log),
    });
    this.isRemote = true;
    this.isAttach = true;
    const makeGdb = () => this.setupCommonLoggerAndBackends({} as never);
    const { lifetime, ...parts } = connectParts(this.ground, publish, makeGdb);
    this.lifetime = lifetime;
    this.kernel = parts.kernel;
    this.values = parts.values;
    this.moves = parts.moves;
    this.stops = parts.stops;
    const endAfterReset = () => lifetime.endAfterReset();
    this.table = createRequestTable({ ground: this.ground, ...parts, endAfterReset });
  }

  /** What the parts stand on, of the library's session. */
  private makeGround(): Ground {
    const session = this;
    return {
      get phase() {
        return session.lifetime.phase;
      },
      get isRunning() {
        return session.isRunning;
      },
      get gdb() {
        return session.gdb as unknown as GdbConnection;
      },
      frames: this.frameHandles,
      print: (text, category) => this.sendEvent(new OutputEvent(text, category)),
      send: (event) => this.sendEvent(event),
      note: (source, text) => this.log.add(source, text),
      pauseIfNeeded: () => this.pauseIfNeeded(),
      continueIfNeeded: () => this.continueIfNeeded(),
      pauseIfRunning: () => this.pauseIfRunning(),
      isOnlyPause: () => this.waitPausedNeeded && this.pauseCount === 1,
      keepPause: () => {
        this.waitPausedNeeded = false;
      },
      registers: (frameHandle) => this.handleVariableRequestRegister({ type: "registers", frameHandle }),
      forgetHandles: () => {
        this.frameHandles.reset();
        this.variableHandles.reset();
      },
    };
  }

  // How requests are answered.

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
      const { isRunning } = this;
      const refusal = refusalOf(request, { isRunning, isDump: this.kernel.isDump });
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

  /** The library has a method for each request of the protocol, which answers with nothing unless it is overridden. */
  private async perform(request: DebugProtocol.Request, response: DebugProtocol.Response): Promise<void> {
    const { command, arguments: args } = request;
    const handler = Object.hasOwn(this.table, command) ? this.table[command] : undefined;
    const name = `${command}Request` as const;
    const method = (this as unknown as Record<string, RequestMethod | undefined>)[name];
    if (handler !== undefined) await this.answer(response, async () => handler(args ?? {}));
    else if (command === RECENT_LOG) this.tellRecentLog(response);
    else if (method === undefined || !COMMANDS.includes(command) || method === LIBRARY[name])
      throw new Error(`The debugger has no request "${command}".`);
    else if (command === "initialize")
      super.dispatchRequest({ ...request, arguments: { pathFormat: "path", ...(args as object) } });
    else if (command === "threads") await method.call(this, response, request);
    else await method.call(this, response, args, request);
  }

  /** Runs a request's work; whatever it throws becomes the request's error. */
  private async handle(response: DebugProtocol.Response, work: () => Promise<void>): Promise<void> {
    try {
      if (this.lifetime.phase === "ended") throw new Error("The session has ended.");
      await work();
    } catch (error) {
      this.fail(response, error);
    }
  }

  /** The same for a request whose work gives its answer. */
  private async answer(response: DebugProtocol.Response, work: () => Promise<unknown>): Promise<void> {
    await this.handle(response, async () => {
      response.body = await work();
      this.sendResponse(response);
    });
  }

  private fail(response: DebugProtocol.Response, error: unknown): void {
    const known = error instanceof DebugError ? error : undefined;
    const message = (error as Error).message;
    this.log.add("session", `${response.command} failed: ${message}`);
    this.sendErrorResponse(response, {
      id: known === undefined ? 2000 : numberOf(known.code),
      format: known === undefined ? message : `${message} [weft/${known.code}]`,
      showUser: known !== undefined,
    });
  }

  /** An error that no request can be told of. */
  report(what: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.log.add("session", `${what}: ${text}`);
  }

  private tellRecentLog(response: DebugProtocol.Response): void {
    response.body = { lines: this.log.lines() };
    this.sendResponse(response);
  }

  protected override cancelRequest(response: DebugProtocol.CancelResponse): void {
    this.sendResponse(response); // Nothing is cancelled: what was asked is answered as well.
  }

  // What begins and ends the session.

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    response.body = { ...CAPABILITIES };
    super.initializeRequest(response, args);
  }

  protected override async launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: unknown,
  ): Promise<void> {
    await this.begin(response, () => this.lifetime.launch(readLaunchSettings(args)));
  }

  protected override async attachRequest(
    response: DebugProtocol.AttachResponse,
    args: unknown,
  ): Promise<void> {
    await this.begin(response, () => this.lifetime.attach(readAttachSettings(args)));
  }

  /** Either says "initialized", or why not. */
  private async begin(response: DebugProtocol.Response, start: () => Promise<void>): Promise<void> {
    try {
      await start();
      this.isInitialized = true;
      this.configuringState = CONFIGURATION_DONE;
      this.sendEvent(new InitializedEvent());
      this.sendResponse(response);
    } catch (error) {
      this.fail(response, error);
    }
  }

  protected override async configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): Promise<void> {
    await this.answer(response, () => this.lifetime.run());
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    void this.handle(response, () => this.lifetime.restart(() => this.sendResponse(response)));
  }

  protected override async disconnectRequest(
    response: DebugProtocol.DisconnectResponse,
    args: DebugProtocol.DisconnectArguments,
  ): Promise<void> {
    await this.lifetime.leave(args?.terminateDebuggee === true);
    this.sendResponse(response);
    this.shutdown();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    void this.lifetime.leave(true).then(() => {
      this.sendResponse(response);
      this.sendEvent(new TerminatedEvent());
    });
  }

  /** For the adapter's own end: a signal, or a client that is gone. */
  async endAll(): Promise<void> {
    await this.lifetime.leave(false);
  }

  override shutdown(): void {
    void this.endAll().finally(() => super.shutdown());
  }

  // What is answered before the work is done, or past the session's end, and what the library does with a word of ours.

  protected override gotoRequest(
    response: DebugProtocol.GotoResponse,
    args: DebugProtocol.GotoArguments,
  ): void {
    void this.handle(response, async () => {
      await this.moves.jump(args);
      this.sendResponse(response);
      this.stops.send({ reason: "goto" }, args.threadId);
    });
  }

  protected override async readMemoryRequest(
    response: DebugProtocol.ReadMemoryResponse,
    args: DebugProtocol.ReadMemoryArguments,
  ): Promise<void> {
    response.body = await this.values.readMemory(args);
    this.sendResponse(response);
  }

  protected override async pauseRequest(
    response: DebugProtocol.PauseResponse,
    args: DebugProtocol.PauseArguments,
  ): Promise<void> {
    this.stops.askPause(this.isRunning);
    await super.pauseRequest(response, args);
  }

  protected override async threadsRequest(response: DebugProtocol.ThreadsResponse): Promise<void> {
    if (this.lifetime.phase === "ready" && !this.isRunning)
      await this.kernel.tasks?.refresh().catch(noted(this.ground, "tasks"));
    await super.threadsRequest(response);
  }

  protected override convertThread(thread: MiThread) {
    const name = this.kernel.tasks?.nameOf(thread) ?? thread.name ?? `CPU ${Number(thread.id) - 1}`;
    return { id: Number(thread.id), name, running: thread.state === "running", lastRunToken: undefined };
  }

  // What the library tells.

  protected override getBreakpointModes(): undefined {
    return undefined; // QEMU's breakpoints never touch guest memory: there is nothing to choose.
  }

  protected override canRequestProceed(): boolean {
    return this.lifetime.phase === "ready";
  }

  protected override handleGDBStopped(result: GdbStop): void {
    void this.stops.take(result);
  }

  protected override sendStoppedEvent(reason: string, threadId: number): void {
    this.stops.send({ reason: "exception", description: `Stopped: ${reason}` }, threadId);
  }

  protected override handleGDBResume(): void {
    this.stops.resumed();
  }

  protected override handleGDBNotify(kind: string, data: Record<string, unknown>): void {
    if (kind === "thread-group-exited") this.lifetime.connectionLost();
    // Nothing else concerns the client, whose breakpoints are known by our own numbers; the library prints what it doesn't know.
    if (kind === "thread-created" || kind === "thread-exited") super.handleGDBNotify(kind, data);
  }
}
