/**
 * The debug session: translates the Debug Adapter Protocol to GDB on QEMU. Plain work (memory, disassembly,
 * registers, instruction breakpoints, pausing to set a breakpoint) is cdt-gdb-adapter's; whatever must know woven
 * code is ours: starting, stacks, stepping, breakpoints, variables, and the end of a session with its reason.
 * Start reading at {@link WeftDebugSession.begin} for how a session begins and {@link WeftDebugSession.finish} for
 * how it ends.
 */
import {
  ContinuedEvent,
  Event,
  InitializedEvent,
  OutputEvent,
  Response,
  TerminatedEvent,
} from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { GDBDebugSessionBase } from "cdt-gdb-adapter/dist/web.js";
import {
  indexWeaveMap,
  parseStopPoint,
  type ShownFrame,
  type StepIntent,
  type StopPoint,
  showStack,
  type WeaveIndex,
} from "../engine/index.js";
import {
  type AttachSettings,
  CONSOLE_INPUT,
  type ConsoleInput,
  DEFAULT_TIMEOUTS,
  type LaunchSettings,
  RECENT_LOG,
  readAttachSettings,
  readLaunchSettings,
  SESSION_ENDED,
  type Timeouts,
} from "../protocol/index.js";
import { DebugError, errors, type Machine, numberOf, startMachine } from "../qemu/index.js";
import { type BreakpointTable, createBreakpointTable, type Hit } from "./breakpoint-table.js";
import { buildProject } from "./build.js";
import { withDeadline } from "./deadline.js";
import { frameNames } from "./frame-names.js";
import { GdbConnection, GdbProcess } from "./gdb-connection.js";
import { connectGdb, loadSymbols, startGdb } from "./gdb-session.js";
import { expandLogMessage } from "./log-message.js";
import {
  continueAll,
  deleteBreakpoints,
  evaluate,
  type FrameReference,
  functionPlace,
  insertBreakpoint,
  sourcePlace,
  stackDepth,
  stackFrames,
} from "./mi-commands.js";
import { type DebugProject, loadWeaveMap, readProject, requireImage } from "./project.js";
import { createRingLog } from "./ring-log.js";
import { createStepper, type Stepper } from "./stepper.js";
import { describeStop, frameToDap, type GdbStop } from "./to-dap.js";
import { createVariableStore, type VariableStore } from "./variable-store.js";

/** cdt-gdb-adapter's value for "the client's configuration is done"; its enum is not exported. */
const CONFIGURATION_DONE = 4 as never;

/** Milliseconds that console output is collected before it is sent. */
const CONSOLE_DELAY = 15;

/** Requests that would send a packet to the debug stub, and so stop a running machine unasked. */
const NEEDS_STOP = new Set([
  ...["stackTrace", "scopes", "variables", "setVariable", "evaluate", "dataBreakpointInfo"],
  ...["readMemory", "writeMemory", "disassemble", "continue", "next", "stepIn", "stepOut"],
]);
const RUNNING = "The machine is running. Pause it first.";

type Handler = () => Promise<void>;

export class WeftDebugSession extends GDBDebugSessionBase {
  private readonly log = createRingLog();
  private readonly starting = new AbortController();
  private index: WeaveIndex = indexWeaveMap([]);
  private settings: LaunchSettings | AttachSettings | undefined;
  private project: DebugProject | undefined;
  private machine: Machine | undefined;
  private table: BreakpointTable | undefined;
  private stepper: Stepper | undefined;
  private store: VariableStore | undefined;
  private stopPoint: { readonly number: string; readonly timer: NodeJS.Timeout } | undefined;
  private readonly console: { recent: string; unsent: string; timer?: NodeJS.Timeout } = {
    recent: "",
    unsent: "",
  };
  private stacks = new Map<number, ShownFrame[]>();
  private state: "idle" | "starting" | "ready" | "restarting" | "ended" = "idle";
  private seesStop = false;
  private resumeAsked = false;
  private pauseAsked = false;
  private ending: Promise<void> | undefined;

  constructor() {
    super({
      createGDBManager: async () => new GdbProcess("gdb", this.project?.folder ?? process.cwd()),
      createBackend: async (_session, manager) => new GdbConnection(manager as GdbProcess, this.log),
    });
    this.isRemote = true;
    this.isAttach = true;
  }

  // How a session begins.

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    response.body = {
      supportsRestartRequest: true,
      supportsDelayedStackTraceLoading: true,
      supportTerminateDebuggee: true,
      supportsValueFormattingOptions: false,
    };
    super.initializeRequest(response, args);
  }

  protected override getBreakpointModes(): undefined {
    return undefined; // QEMU's breakpoints never touch guest memory: there is nothing to choose.
  }

  protected override async launchRequest(
    response: DebugProtocol.LaunchResponse,
    args: unknown,
  ): Promise<void> {
    await this.begin(response, readLaunchSettings(args), (settings) => this.launch(settings));
  }

  protected override async attachRequest(
    response: DebugProtocol.AttachResponse,
    args: unknown,
  ): Promise<void> {
    await this.begin(response, readAttachSettings(args), (settings) => this.attach(settings));
  }

  /** Common to launch and attach: check settings, start, and either say "initialized" or clean up and say why not. */
  private async begin<T extends LaunchSettings | AttachSettings>(
    response: DebugProtocol.Response,
    checked: { value: T } | { problem: string },
    start: (settings: T) => Promise<void>,
  ): Promise<void> {
    try {
      if ("problem" in checked) throw errors.badSettings(checked.problem);
      if (this.state !== "idle") throw errors.badSettings("this session has already been started");
      this.state = "starting";
      this.settings = checked.value;
      await start(checked.value);
      this.starting.signal.throwIfAborted();
      this.state = "ready";
      this.isInitialized = true;
      this.configuringState = CONFIGURATION_DONE;
      this.sendEvent(new InitializedEvent());
      this.sendResponse(response);
    } catch (error) {
      this.state = "ended";
      await this.endChildren();
      this.fail(response, this.starting.signal.aborted ? errors.cancelled() : error);
    }
  }

  private async launch(settings: LaunchSettings): Promise<void> {
    if (settings.stopAt !== undefined) requireStopPoint(settings.stopAt);
    await this.prepareProject(settings);
    await this.startTarget(settings);
  }

  private async attach(settings: AttachSettings): Promise<void> {
    this.project = readProject(settings.project);
    await requireImage(this.project);
    await this.loadMap();
    await this.prepareGdb(this.project, settings.timeouts);
    await connectGdb(this.connection, `${settings.host}:${settings.port}`, settings.timeouts.connect);
  }

  /** Reads the project and brings it up to date. */
  private async prepareProject(settings: LaunchSettings): Promise<void> {
    this.project = readProject(settings.project);
    if (settings.build === "auto") {
      const onOutput = (text: string) => {
        this.log.add("machine", text);
        this.print(text, "console");
      };
      await buildProject(this.project.folder, settings.timeouts.build, onOutput, this.starting.signal);
    }
    await requireImage(this.project);
    await this.loadMap();
  }

  private async loadMap(): Promise<void> {
    const { index, problem } = await loadWeaveMap((this.project as DebugProject).folder);
    this.index = index;
    if (problem !== undefined)
      this.print(`${problem}. Frames are labelled by the names of generated functions.\n`, "console");
  }

  /** QEMU first, so that a missing one is said at once; GDB is started at the first call only. */
  private async startTarget(settings: LaunchSettings): Promise<void> {
    const project = this.project as DebugProject;
    const machine = await startMachine(
      {
        program: project.program,
        arguments: [...project.machine, ...settings.qemu],
        directory: project.folder,
        deadline: settings.timeouts.connect,
        paused: true,
      },
      {
        onConsole: (text) => this.showConsole(text),
        onMessage: (text) => {
          this.log.add("machine", text);
          this.print(text, "stderr");
        },
      },
      this.starting.signal,
    );
    this.machine = machine;
    const name = project.folder;
    const body = { name, systemProcessId: machine.processId, isLocalProcess: true, startMethod: "launch" };
    this.sendEvent(new Event("process", body));
    void machine.ended.then((reason) => {
      if (this.machine === machine && this.state === "ready") void this.finish(errors.qemuEnded(reason));
    });
    await this.prepareGdb(project, settings.timeouts);
    await connectGdb(this.connection, machine.stub, settings.timeouts.connect);
  }

  private async prepareGdb(project: DebugProject, timeouts: Timeouts): Promise<void> {
    if (this.gdb === undefined) {
      await this.setupCommonLoggerAndBackends({} as never);
      const gdb = this.connection;
      gdb.commandDeadline = timeouts.command;
      gdb.onSilent = (error) => void this.finish(error as DebugError);
      await startGdb(gdb);
      void gdb.gdbProcess.ended.then((detail) => {
        if (this.state !== "ended") void this.endBy(errors.gdbEnded(detail));
      });
      this.table = createBreakpointTable(gdb, () => this.index);
      this.stepper = createStepper(gdb, () => this.index);
      this.store = createVariableStore(gdb);
    }
    await loadSymbols(this.connection, project.symbols);
  }

  protected override async configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): Promise<void> {
    await this.handle(response, async () => {
      if (this.settings !== undefined && "build" in this.settings) await this.runToStopPoint(this.settings);
      else this.sendStop({ reason: "entry", description: "Attached" }, 1);
      this.sendResponse(response);
    });
  }

  private async runToStopPoint(settings: LaunchSettings): Promise<void> {
    const { timeouts } = settings;
    const stopAt = settings.noDebug ? undefined : (settings.stopAt ?? this.usualStopPoint());
    if (stopAt !== undefined) {
      const point = requireStopPoint(stopAt);
      const where = point.kind === "line" ? sourcePlace(point.file, point.line) : functionPlace(point.name);
      const made = await insertBreakpoint(this.connection, where, { temporary: true });
      if (made.pending) {
        await deleteBreakpoints(this.connection, [made.number]);
        const error = errors.noStopPoint(stopAt);
        void this.finish(error);
        throw error;
      }
      const timer = setTimeout(() => void this.bootIsLate(stopAt, timeouts.boot), timeouts.boot);
      this.stopPoint = { number: made.number, timer };
    }
    this.resumeAsked = true;
    await continueAll(this.connection);
  }

  /** Without breakpoints a kernel would run away unseen: the project says where to stop then, else the user is told. */
  private usualStopPoint(): string | undefined {
    if (this.table?.isEmpty() === false) return undefined;
    const stopAt = this.project?.stopAt;
    this.print(
      stopAt === undefined
        ? 'No breakpoint is set, and "run" in weft.json has no "stopAt": the kernel runs until it ends or is paused.\n'
        : `No breakpoint is set: the kernel stops at ${stopAt}, as weft.json says ("stopAt" in "run").\n`,
      "console",
    );
    return stopAt;
  }

  private async bootIsLate(stopAt: string, deadline: number): Promise<void> {
    this.stopPoint = undefined;
    let where = "";
    try {
      await withDeadline(this.pauseIfRunning(), 2000);
      const [frame] = await withDeadline(stackFrames(this.connection, 1, 0, 0), 2000);
      const line = frame?.line === undefined ? "" : `, line ${frame.line}`;
      where = `; it is at ${frame?.symbol ?? frame?.address ?? "an unknown place"}${line}`;
    } catch {
      // The machine does not even stop: the reason below says enough.
    }
    const last = this.console.recent.trim().split("\n").at(-1)?.trim() ?? "";
    const said = last === "" ? " and has printed nothing" : `, and last printed "${last}"`;
    await this.finish(errors.bootDeadline(stopAt, deadline / 1000, `${where}${said}`));
  }

  protected override restartRequest(response: DebugProtocol.RestartResponse): void {
    void this.handle(response, async () => {
      const settings = this.settings;
      if (settings === undefined || !("build" in settings))
        throw new Error(
          "Only a machine that was launched can be restarted; end the session and attach again.",
        );
      await this.prepareProject(settings);
      this.state = "restarting";
      try {
        this.clearStopPoint();
        this.stepper?.cancel();
        this.forgetStop();
        await this.releaseMachine();
        await this.startTarget(settings);
        await this.table?.renew();
      } catch (error) {
        this.state = "ready";
        void this.finish(error as DebugError);
        throw error;
      }
      this.state = "ready";
      this.sendResponse(response);
      await this.runToStopPoint(settings);
    });
  }

  /** GDB lets go of the machine before it ends: a connection that breaks under a running target can take GDB along. */
  private async releaseMachine(): Promise<void> {
    if (this.isRunning) await withDeadline(this.pauseIfRunning(), 3000).catch(() => {});
    await this.connection.sendCommand("-target-disconnect").catch(() => {}); // It may be gone already.
    await this.machine?.end();
  }

  // How a session ends.

  /** Ends the session, once: says why, ends QEMU and GDB, tells the client. */
  private finish(error: Error): Promise<void> {
    this.ending ??= this.finishOnce(error);
    return this.ending;
  }

  private async finishOnce(error: Error): Promise<void> {
    const starting = this.state === "starting";
    this.state = "ended";
    this.log.add("session", `ended: ${error.message}`);
    this.clearStopPoint();
    this.starting.abort(error);
    await this.endChildren();
    this.flushConsole();
    if (starting) return; // The answer to the launch request says why.
    const code = error instanceof DebugError ? error.code : "internal";
    this.print(`${error.message}\n`, "important");
    this.sendEvent(new Event(SESSION_ENDED, { code, message: error.message }));
    this.sendEvent(new TerminatedEvent());
  }

  /** Ends QEMU and GDB. Safe to call at any time, more than once. */
  private async endChildren(): Promise<void> {
    const owned = this.machine;
    this.machine = undefined;
    await Promise.all([owned?.end(), (this.gdb as GdbConnection | undefined)?.gdbProcess.stop()]);
  }

  protected override async disconnectRequest(
    response: DebugProtocol.DisconnectResponse,
    args: DebugProtocol.DisconnectArguments,
  ): Promise<void> {
    await this.leave(args?.terminateDebuggee === true);
    this.sendResponse(response);
    this.shutdown();
  }

  protected override terminateRequest(response: DebugProtocol.TerminateResponse): void {
    void this.leave(true).then(() => {
      this.sendResponse(response);
      this.sendEvent(new TerminatedEvent());
    });
  }

  /** A machine of ours ends with its session; one that we attached to goes on unless the client wants its end. */
  private async leave(terminate: boolean): Promise<void> {
    const attached = this.state === "ready" && this.settings !== undefined && "port" in this.settings;
    this.state = "ended";
    this.clearStopPoint();
    this.starting.abort();
    if (attached) {
      const command = terminate ? "kill" : "detach";
      const release = async () => {
        if (this.isRunning) await this.pauseIfRunning();
        await this.connection.consoleCommand(command);
      };
      await withDeadline(release(), 3000).catch(() => {}); // Ending GDB closes the connection in any case.
    }
    await this.endChildren();
    this.flushConsole();
  }

  /** For the adapter's own end: a signal, or a client that is gone. */
  async endAll(): Promise<void> {
    await this.leave(false);
  }

  override shutdown(): void {
    void this.endAll().finally(() => super.shutdown());
  }

  private clearStopPoint(): void {
    clearTimeout(this.stopPoint?.timer);
    this.stopPoint = undefined;
  }

  protected override canRequestProceed(): boolean {
    return this.state === "ready";
  }

  // Stops and resumes.

  protected override handleGDBStopped(result: GdbStop): void {
    this.onStopped(result).catch((error: Error) => {
      this.log.add("session", `after a stop: ${error.message}`);
      if (this.state === "ready")
        this.sendStop({ reason: "pause", description: "Stopped" }, threadOf(result));
    });
  }

  private async onStopped(result: GdbStop): Promise<void> {
    const threadId = threadOf(result);
    if (this.state !== "ready") return;
    const stepEnd = result.reason === "end-stepping-range" || result.reason === "function-finished";
    if (stepEnd && (await this.stepper?.proceed(threadId))) return;
    const number =
      result.bkptno ?? result.wpt?.number ?? result["hw-rwpt"]?.number ?? result["hw-awpt"]?.number;
    const atStopPoint = number !== undefined && number === this.stopPoint?.number;
    const hit = number === undefined || atStopPoint ? undefined : await this.table?.hit(number);
    if (hit?.log !== undefined) {
      if (await this.printLog(hit, threadId)) return;
    }
    this.clearStopPoint();
    this.stepper?.cancel();
    const stop = describeStop(result, hit, { atStopPoint, pauseAsked: this.pauseAsked, stepEnd });
    this.pauseAsked = false;
    this.sendStop(stop, threadId);
  }

  /** Prints a logpoint's message; `true` when the machine runs again. */
  private async printLog(hit: Hit, threadId: number): Promise<boolean> {
    const names = await this.namesAt({ threadId, frameId: 0 });
    this.stacks.clear(); // Of a stop that the client never sees.
    const ask = async (expression: string) =>
      names.constant(expression) ??
      evaluate(this.connection, names.expression(expression), { threadId, frameId: 0 });
    this.print(`${await expandLogMessage(hit.log ?? [], ask)}\n`, "console");
    if (this.stepper?.isActive()) return this.stepper.proceed(threadId);
    await continueAll(this.connection);
    return true;
  }

  private sendStop(stop: DebugProtocol.StoppedEvent["body"], threadId: number): void {
    this.forgetStop();
    this.flushConsole();
    this.seesStop = true;
    this.resumeAsked = false;
    const event: DebugProtocol.StoppedEvent["body"] = { ...stop, threadId, allThreadsStopped: true };
    this.sendEvent(new Event("stopped", event));
  }

  protected override sendStoppedEvent(reason: string, threadId: number): void {
    this.sendStop({ reason: "exception", description: `Stopped: ${reason}` }, threadId);
  }

  /** The client is told of a resume that it did not ask for, and never of those between two steps of GDB. */
  protected override handleGDBResume(): void {
    if (this.seesStop && !this.resumeAsked) this.sendEvent(new ContinuedEvent(1, true));
    if (this.seesStop) this.forgetStop();
    this.seesStop = false;
  }

  private forgetStop(): void {
    this.frameHandles.reset();
    this.variableHandles.reset();
    this.stacks.clear();
    this.store?.forget();
  }

  protected override handleGDBNotify(kind: string, data: Record<string, unknown>): void {
    if (kind === "thread-group-exited" && this.state === "ready") void this.endBy(errors.connectionLost());
    if (kind.startsWith("breakpoint-")) return; // The client's breakpoints are known by our own numbers.
    super.handleGDBNotify(kind, data);
  }

  /** Ends the session for what GDB met, unless QEMU's end is behind it, which then comes within moments. */
  private async endBy(error: DebugError): Promise<void> {
    const ended = this.machine?.ended;
    const reason = ended === undefined ? undefined : await withDeadline(ended, 1000).catch(() => undefined);
    await this.finish(reason === undefined ? error : errors.qemuEnded(reason));
  }

  protected override convertThread(thread: { id: string; name?: string; details?: string; state: string }) {
    const cpu = /CPU#(\d+)/.exec(thread.details ?? "")?.[1];
    const name = cpu === undefined ? (thread.name ?? `CPU ${Number(thread.id) - 1}`) : `CPU ${cpu}`;
    return { id: Number(thread.id), name, running: thread.state === "running", lastRunToken: undefined };
  }

  protected override async continueRequest(response: DebugProtocol.ContinueResponse): Promise<void> {
    await this.resume(response, async () => {
      await continueAll(this.connection);
      response.body = { allThreadsContinued: true };
    });
  }

  protected override async nextRequest(
    response: DebugProtocol.NextResponse,
    args: DebugProtocol.NextArguments,
  ): Promise<void> {
    await this.step(response, "over", args);
  }

  protected override async stepInRequest(
    response: DebugProtocol.StepInResponse,
    args: DebugProtocol.StepInArguments,
  ): Promise<void> {
    await this.step(response, "in", args);
  }

  protected override async stepOutRequest(
    response: DebugProtocol.StepOutResponse,
    args: DebugProtocol.StepOutArguments,
  ): Promise<void> {
    await this.step(response, "out", { ...args, granularity: "line" });
  }

  private async step(
    response: DebugProtocol.Response,
    intent: StepIntent,
    args: { threadId: number; granularity?: string },
  ): Promise<void> {
    await this.resume(response, async () => {
      if (args.granularity !== "instruction") return this.stepper?.start(intent, args.threadId);
      const command = intent === "over" ? "next" : "step";
      await this.connection.sendCommand(`-exec-${command}-instruction --thread ${args.threadId}`);
    });
  }

  private async resume(response: DebugProtocol.Response, work: Handler): Promise<void> {
    await this.handle(response, async () => {
      this.resumeAsked = true;
      await work();
      this.sendResponse(response);
    });
  }

  protected override async pauseRequest(
    response: DebugProtocol.PauseResponse,
    args: DebugProtocol.PauseArguments,
  ): Promise<void> {
    this.pauseAsked = this.isRunning;
    await super.pauseRequest(response, args);
  }

  // What is seen at a stop.

  protected override async stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    args: DebugProtocol.StackTraceArguments,
  ): Promise<void> {
    await this.handle(response, async () => {
      const shown = await this.shownStack(args.threadId);
      const first = args.startFrame ?? 0;
      const last = args.levels ? first + args.levels : shown.length;
      const frames = shown.slice(first, last).map((frame, position) => {
        const id = this.frameHandles.create({ threadId: args.threadId, frameId: frame.level });
        return frameToDap(frame, id, first + position === 0);
      });
      response.body = { stackFrames: frames, totalFrames: shown.length };
      this.sendResponse(response);
    });
  }

  private async shownStack(threadId: number): Promise<ShownFrame[]> {
    const known = this.stacks.get(threadId);
    if (known !== undefined) return known;
    const depth = await stackDepth(this.connection, threadId);
    const shown = showStack(await stackFrames(this.connection, threadId, 0, depth - 1), this.index);
    this.stacks.set(threadId, shown);
    return shown;
  }

  /** The names of a frame, as the source that it shows spells them. */
  private async namesAt(frame: FrameReference) {
    const shown = (await this.shownStack(frame.threadId)).find(({ level }) => level >= frame.frameId);
    return frameNames(this.connection, frame, shown, this.index.aspects);
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    args: DebugProtocol.ScopesArguments,
  ): void {
    void this.handle(response, async () => {
      const frame = this.frameOf(args.frameId);
      const names = await this.namesAt(frame);
      const scope = (
        name: string,
        kind: Parameters<VariableStore["scopeReference"]>[0],
        expensive: boolean,
      ) => ({
        name,
        variablesReference: this.variables.scopeReference(kind, frame, names),
        expensive,
        ...(kind === "globals" ? {} : { presentationHint: kind }),
      });
      response.body = {
        scopes: [
          scope("Arguments", "arguments", false),
          scope("Locals", "locals", false),
          scope("Globals", "globals", true),
          scope("Registers", "registers", true),
        ],
      };
      this.sendResponse(response);
    });
  }

  protected override async variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): Promise<void> {
    await this.handle(response, async () => {
      const reference = this.variables.referenceOf(args.variablesReference);
      if (reference === undefined) throw new Error("The machine has run since; these variables are gone.");
      if (reference.kind === "registers") {
        const frameHandle = this.frameHandles.create({ ...reference.frame });
        const registers = await this.handleVariableRequestRegister({ type: "registers", frameHandle });
        response.body = { variables: registers };
      } else {
        response.body = { variables: await this.variables.variables(reference) };
      }
      this.sendResponse(response);
    });
  }

  protected override async setVariableRequest(
    response: DebugProtocol.SetVariableResponse,
    args: DebugProtocol.SetVariableArguments,
  ): Promise<void> {
    await this.handle(response, async () => {
      const reference = this.variables.referenceOf(args.variablesReference);
      if (reference === undefined) throw new Error("The machine has run since; these variables are gone.");
      response.body = { value: await this.variables.assign(reference, args.name, args.value) };
      this.sendResponse(response);
    });
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    await this.handle(response, async () => {
      const text = args.expression.trim();
      const command = args.context === "repl" ? /^(?:>|-exec\s+)(.*)$/s.exec(text)?.[1]?.trim() : undefined;
      if (command !== undefined) {
        await this.connection.withEcho(() => this.runCommand(command));
        response.body = { result: "", variablesReference: 0 };
      } else {
        const frame = args.frameId === undefined ? { threadId: 1, frameId: 0 } : this.frameOf(args.frameId);
        const value = await this.variables.evaluate(text, frame, await this.namesAt(frame));
        response.body = { ...value, result: value.value };
      }
      this.sendResponse(response);
    });
  }

  private async runCommand(command: string): Promise<void> {
    if (command.startsWith("-")) await this.connection.sendCommand(command);
    else await this.connection.sendCommand(`-interpreter-exec console ${JSON.stringify(command)}`);
  }

  private frameOf(id: number): FrameReference {
    const frame = this.frameHandles.get(id);
    if (frame === undefined) throw new Error("The machine has run since; this frame is gone.");
    return frame;
  }

  // Breakpoints.

  protected override async setBreakPointsRequest(
    response: DebugProtocol.SetBreakpointsResponse,
    args: DebugProtocol.SetBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, (table) =>
      table.setSource(args.source.path ?? args.source.name ?? "", args.breakpoints ?? []),
    );
  }

  protected override async setFunctionBreakPointsRequest(
    response: DebugProtocol.SetFunctionBreakpointsResponse,
    args: DebugProtocol.SetFunctionBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, (table) => table.setFunctions(args.breakpoints));
  }

  protected override async setDataBreakpointsRequest(
    response: DebugProtocol.SetDataBreakpointsResponse,
    args: DebugProtocol.SetDataBreakpointsArguments,
  ): Promise<void> {
    await this.changeBreakpoints(response, (table) => table.setData(args.breakpoints));
  }

  private async changeBreakpoints(
    response: DebugProtocol.Response,
    change: (table: BreakpointTable) => Promise<DebugProtocol.Breakpoint[]>,
  ): Promise<void> {
    await this.handle(response, async () => {
      const deadline = this.settings?.timeouts.command ?? DEFAULT_TIMEOUTS.command;
      await withDeadline(this.pauseIfNeeded(), deadline);
      try {
        response.body = { breakpoints: await change(this.table as BreakpointTable) };
      } finally {
        await this.continueIfNeeded();
      }
      this.sendResponse(response);
    });
  }

  /** Memory is watched by address, so the data breakpoint outlives the frame that it was made in. */
  protected override async dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): Promise<void> {
    await this.handle(response, async () => {
      const frame = args.frameId === undefined ? { threadId: 1, frameId: 0 } : this.frameOf(args.frameId);
      const expression =
        (args.variablesReference && this.variables.expressionOf(args.variablesReference, args.name)) ||
        (await this.namesAt(frame)).expression(args.name);
      try {
        const address = await evaluate(this.connection, `(unsigned long)&(${expression})`, frame);
        const size = Number(await evaluate(this.connection, `sizeof(${expression})`, frame));
        const type = { 1: "char", 2: "short", 4: "int" }[size] ?? `char [${size}]`;
        response.body = {
          dataId: `*(${type.includes("[") ? type.replace(" ", "(*)") : `${type} *`})0x${BigInt(address).toString(16)}`,
          description: `${args.name} (${size} bytes)`,
          accessTypes: ["read", "write", "readWrite"],
          canPersist: false,
        };
      } catch (error) {
        response.body = {
          dataId: null,
          description: `${args.name} can't be watched: ${(error as Error).message}`,
        };
      }
      this.sendResponse(response);
    });
  }

  // Everything else.

  protected override customRequest(command: string, response: DebugProtocol.Response, args: unknown): void {
    if (command === RECENT_LOG) {
      response.body = { lines: this.log.lines() };
      this.sendResponse(response);
    } else if (command === CONSOLE_INPUT) {
      void this.handle(response, async () => {
        if (this.machine === undefined)
          throw new Error("The console of a machine that was attached to is not ours.");
        await this.machine.type(String((args as Partial<ConsoleInput>).text ?? ""));
        this.sendResponse(response);
      });
    } else super.customRequest(command, response, args);
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    this.log.add("dap", `${request.command} ${JSON.stringify(request.arguments ?? {})}`);
    if (request.command === "initialize") request.arguments = { pathFormat: "path", ...request.arguments };
    if (this.isRunning && NEEDS_STOP.has(request.command)) {
      this.fail(new Response(request) as DebugProtocol.Response, new Error(RUNNING));
      return;
    }
    super.dispatchRequest(request);
  }

  /** Runs a request's work; whatever it throws becomes the request's error. */
  private async handle(response: DebugProtocol.Response, work: Handler): Promise<void> {
    try {
      if (this.state === "ended") throw new Error("The session has ended.");
      await work();
    } catch (error) {
      this.fail(response, error);
    }
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

  /** A slow serial port gives one character at a time; the client gets what came within a moment as one event. */
  private showConsole(text: string): void {
    this.console.recent = (this.console.recent + text).slice(-2000);
    this.console.unsent += text;
    this.console.timer ??= setTimeout(() => this.flushConsole(), CONSOLE_DELAY);
  }

  private flushConsole(): void {
    clearTimeout(this.console.timer);
    delete this.console.timer;
    const text = this.console.unsent;
    this.console.unsent = "";
    if (text !== "") this.print(text, "stdout");
  }

  private print(text: string, category: string): void {
    this.sendEvent(new OutputEvent(text, category));
  }

  private get connection(): GdbConnection {
    return this.gdb as unknown as GdbConnection;
  }

  private get variables(): VariableStore {
    if (this.store === undefined) throw new Error("The session has not started yet.");
    return this.store;
  }
}

function threadOf(result: GdbStop): number {
  return Number(result["thread-id"] ?? 1) || 1;
}

function requireStopPoint(text: string): StopPoint {
  const point = parseStopPoint(text);
  if (point === undefined) throw errors.badSettings('"stopAt" must be the name of a function, or FILE:LINE');
  return point;
}
