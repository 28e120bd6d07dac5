/**
 * The debug session: translates the Debug Adapter Protocol to GDB on QEMU. Plain work (memory, disassembly,
 * registers, instruction breakpoints, pausing to set a breakpoint) is cdt-gdb-adapter's; whatever must know woven
 * code is ours. In here: how a session begins, and how it ends with its reason; stops are {@link StopsSession}'s.
 * Start reading at {@link WeftDebugSession.begin} for how a session begins and {@link WeftDebugSession.finish} for
 * how it ends.
 */

import { Event, InitializedEvent, TerminatedEvent } from "@vscode/debugadapter";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { runningGuest } from "@weft/weaver-bridge/guest";
import { parseStopPoint, type StopPoint } from "../../engine/index.js";
import {
  type AttachSettings,
  type LaunchSettings,
  readAttachSettings,
  readLaunchSettings,
  SESSION_ENDED,
} from "../../protocol/index.js";
import {
  addressText,
  DebugError,
  describeEnd,
  errors,
  meetStub,
  type StubAddress,
} from "../../qemu/index.js";
import { EXCEPTION_FILTERS } from "../breakpoints/exception-filters.js";
import { withDeadline } from "../gdb/deadline.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { connectGdb } from "../gdb/gdb-session.js";
import {
  continueAll,
  deleteBreakpoints,
  functionPlace,
  insertBreakpoint,
  sourcePlace,
  stackFrames,
} from "../gdb/mi-commands.js";
import { type DebugProject, readProject, requireImage, weaveMapOf } from "../project/project.js";
import { OwnRequestsSession } from "./own-requests-session.js";

/** cdt-gdb-adapter's value for "the client's configuration is done"; its enum is not exported. */
const CONFIGURATION_DONE = 4 as never;

export class WeftDebugSession extends OwnRequestsSession {
  private ending: Promise<void> | undefined;

  // How a session begins.

  protected override initializeRequest(
    response: DebugProtocol.InitializeResponse,
    args: DebugProtocol.InitializeRequestArguments,
  ): void {
    response.body = {
      supportsRestartRequest: true,
      supportTerminateDebuggee: true,
      supportsValueFormattingOptions: false,
      supportsGotoTargetsRequest: true,
      supportsRestartFrame: true,
      supportsExceptionInfoRequest: true,
      supportsSetExpression: true,
      supportsCompletionsRequest: true,
      supportsBreakpointLocationsRequest: true,
      supportsExceptionFilterOptions: true,
      exceptionBreakpointFilters: [...EXCEPTION_FILTERS],
    };
    super.initializeRequest(response, args);
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
      this.stepped = checked.value.stepIntoAdvice;
      await start(checked.value);
      // In a folder that can't be written to nothing is woven either.
      if (!this.isDump) await this.live.begin().catch(() => undefined);
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
    await this.loadMap(weaveMapOf(this.project.folder));
    await this.prepareGdb(this.project, settings.timeouts);
    const { timeouts } = settings;
    const address = addressOf(settings, this.project);
    this.relay = await meetStub(address, timeouts.connect, this.starting.signal);
    await connectGdb(this.connection, this.relay.path, timeouts.connect, addressText(address));
    await this.followModules(true);
  }

  protected override async configurationDoneRequest(
    response: DebugProtocol.ConfigurationDoneResponse,
  ): Promise<void> {
    await this.handle(response, async () => {
      if (this.isDump) this.sendStop({ reason: "entry", description: "Memory dump" }, 1);
      else if (this.settings !== undefined && "build" in this.settings)
        await this.runToStopPoint(this.settings);
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
    const last = this.console.lastLine();
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
        await this.catcher?.renew();
      } catch (error) {
        this.state = "ready";
        void this.finish(error as DebugError);
        throw error;
      }
      this.state = "ready";
      this.sendResponse(response);
      if (this.isDump) this.sendStop({ reason: "entry", description: "Memory dump" }, 1);
      else await this.runToStopPoint(settings);
    });
  }

  // How a session ends.

  /** Ends the session, once: says why, ends QEMU and GDB, tells the client. */
  protected override finish(error: Error): Promise<void> {
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
    this.console.flush();
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
    await this.entries.forget();
    await this.liveCounters.forget();
    clearInterval(this.liveTimer);
    await this.live.end();
    await this.saved;
    await this.relay?.close();
    await this.recorder?.discard();
    await this.opened?.close();
    this.opened = undefined;
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

  /**
   * A machine of ours ends with its session; one that we attached to goes on unless the client wants its end. Theia wants
   * it of all machines that it leaves: the guest of `weft run --live`, which others weave into, is never ended so.
   */
  private async leave(terminate: boolean): Promise<void> {
    const attached = this.state === "ready" && this.settings !== undefined && !("build" in this.settings);
    this.state = "ended";
    this.clearStopPoint();
    this.starting.abort();
    if (attached) {
      const isShared = (this.settings as AttachSettings).port === undefined;
      const command = terminate && !isShared ? "kill" : "detach";
      const release = async () => {
        if (this.isRunning) await this.pauseIfRunning();
        await this.connection.consoleCommand(command);
      };
      await withDeadline(release(), 3000).catch(() => {}); // Ending GDB closes the connection in any case.
    }
    await this.endChildren();
    this.console.flush();
  }

  /** For the adapter's own end: a signal, or a client that is gone. */
  async endAll(): Promise<void> {
    await this.leave(false);
  }

  override shutdown(): void {
    void this.endAll().finally(() => super.shutdown());
  }

  protected override handleGDBNotify(kind: string, data: Record<string, unknown>): void {
    if (kind === "thread-group-exited" && this.state === "ready") void this.endBy(errors.connectionLost());
    // Nothing else concerns the client, whose breakpoints are known by our own numbers; the library prints what it doesn't know.
    if (kind === "thread-created" || kind === "thread-exited") super.handleGDBNotify(kind, data);
  }

  /** Ends the session for what GDB met, unless QEMU's end is behind it, which then comes within moments. */
  protected override async endBy(error: DebugError): Promise<void> {
    const ended = this.machine?.ended;
    const reason = ended === undefined ? undefined : await withDeadline(ended, 1000).catch(() => undefined);
    await this.finish(reason === undefined ? error : errors.qemuEnded(reason));
  }

  /** The machine was reset, was looked at, and can't go on. */
  protected override async endAfterReset(): Promise<void> {
    await this.finish(errors.qemuEnded(describeEnd("guest-reset", "", false, "")));
  }
}

/** Throws `no-guest` and `no-stub`. */
function addressOf({ host, port }: AttachSettings, { folder }: DebugProject): StubAddress {
  if (port !== undefined) return { host, port };
  const guest = runningGuest({ root: folder });
  if (guest === undefined) throw errors.noGuest(folder);
  if (guest.debugging === undefined) throw errors.noStub(folder);
  return { path: guest.debugging };
}

function requireStopPoint(text: string): StopPoint {
  const point = parseStopPoint(text);
  if (point === undefined) throw errors.badSettings('"stopAt" must be the name of a function, or FILE:LINE');
  return point;
}
