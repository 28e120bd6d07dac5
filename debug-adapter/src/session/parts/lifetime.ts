/** How a session begins, and how it ends with its reason. Start reading at {@link Lifetime.launch} and {@link Lifetime.finish}. */
import { CapabilitiesEvent, Event, TerminatedEvent } from "@vscode/debugadapter";
import { runningGuest } from "@weft/weaver-bridge/guest";
import { parseStopPoint, type StopPoint } from "../../engine/index.js";
import {
  type AttachSettings,
  DEFAULT_TIMEOUTS,
  type LaunchSettings,
  SESSION_ENDED,
} from "../../protocol/index.js";
import { addressText, DebugError, describeEnd, errors, type StubAddress } from "../../qemu/index.js";
import { withDeadline } from "../gdb/deadline.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { connectGdb, startGdb } from "../gdb/gdb-session.js";
import {
  continueAll,
  deleteBreakpoints,
  functionPlace,
  insertBreakpoint,
  sourcePlace,
  stackFrames,
} from "../gdb/mi-commands.js";
import type { DebugProject } from "../project/project.js";
import { otherBuild } from "../recorded/memory-dump.js";
import { type Ground, noted, type Phase } from "./ground.js";
import type { SessionParts } from "./session-parts.js";

export interface LifetimeNeeds extends SessionParts {
  /** Makes the connection that {@link Ground.gdb} then gives. */
  readonly makeGdb: () => Promise<void>;
}

/** What a session is begun with: {@link LaunchSettings} build and boot a machine of ours. */
type Settings = LaunchSettings | AttachSettings;

export class Lifetime {
  phase: Phase = "idle";
  private settings: Settings | undefined;
  private ending: Promise<void> | undefined;

  /** `starting` is aborted when the session ends. */
  constructor(
    private readonly ground: Ground,
    private readonly needs: LifetimeNeeds,
    private readonly starting: AbortController,
  ) {}

  /** Milliseconds that a command may take. */
  get commandDeadline(): number {
    return this.settings?.timeouts.command ?? DEFAULT_TIMEOUTS.command;
  }

  // How a session begins.

  /** Throws what the client is to be told; all that was started is ended then. */
  launch(checked: { value: LaunchSettings } | { problem: string }): Promise<void> {
    return this.begin(checked, async (settings) => {
      if (settings.stopAt !== undefined) requireStopPoint(settings.stopAt);
      await this.prepare(settings);
      await this.startTarget(settings);
    });
  }

  attach(checked: { value: AttachSettings } | { problem: string }): Promise<void> {
    return this.begin(checked, async (settings) => {
      const { kernel, machine, moves } = this.needs;
      const project = await kernel.openBuilt(settings.project);
      moves.tellUnknownAspects();
      await this.prepareGdb(project);
      const { connect } = settings.timeouts;
      const address = addressOf(settings, project);
      const path = await machine.meet(address, connect);
      await connectGdb(this.ground.gdb, path, connect, addressText(address));
      await kernel.followModules(true);
    });
  }

  private async begin<T extends Settings>(
    checked: { value: T } | { problem: string },
    start: (settings: T) => Promise<void>,
  ): Promise<void> {
    try {
      if ("problem" in checked) throw errors.badSettings(checked.problem);
      if (this.phase !== "idle") throw errors.badSettings("this session has already been started");
      this.phase = "starting";
      this.settings = checked.value;
      this.needs.moves.begin(checked.value.stepIntoAdvice);
      await start(checked.value);
      const { kernel } = this.needs;
      // In a folder that can't be written to nothing is woven either.
      if (!kernel.isDump) await kernel.live.begin().catch(noted(this.ground, "live advice"));
      this.starting.signal.throwIfAborted();
      this.phase = "ready";
    } catch (error) {
      this.phase = "ended";
      await this.endChildren();
      throw this.starting.signal.aborted ? errors.cancelled() : error;
    }
  }

  private async prepare(settings: LaunchSettings): Promise<void> {
    await this.needs.kernel.prepare(settings);
    this.needs.moves.tellUnknownAspects();
  }

  /** QEMU first, so that a missing one is said at once; GDB is started at the first call only. */
  private async startTarget(settings: LaunchSettings): Promise<void> {
    const { kernel, machine, moves } = this.needs;
    const project = kernel.project as DebugProject;
    const { stub } = await machine.start(project, settings, kernel.opened);
    await this.prepareGdb(project);
    await connectGdb(this.ground.gdb, stub, settings.timeouts.connect);
    await kernel.followModules(kernel.isDump);
    if (kernel.isDump) await this.tellBuild();
    if (machine.replayed === undefined) return;
    moves.followRecording(machine.replayed, project.symbols);
    this.ground.send(new CapabilitiesEvent({ supportsStepBack: true }));
  }

  private async prepareGdb(project: DebugProject): Promise<void> {
    if (this.ground.gdb === undefined) await this.startGdb();
    await this.needs.kernel.loadInto(project);
  }

  private async startGdb(): Promise<void> {
    const { makeGdb, breakpoints, values, moves } = this.needs;
    await makeGdb();
    const { gdb } = this.ground;
    gdb.commandDeadline = this.commandDeadline;
    gdb.onSilent = (error) => void this.finish(error as DebugError);
    await startGdb(gdb);
    void gdb.gdbProcess.ended.then((detail) => {
      if (this.phase !== "ended") void this.endBy(errors.gdbEnded(detail));
    });
    for (const part of [breakpoints, values, moves]) part.followGdb();
  }

  private async tellBuild(): Promise<void> {
    const problem = await otherBuild(this.ground.gdb);
    if (problem !== undefined) this.ground.print(`${problem}\n`, "important");
    this.ground.print("A memory dump: look at its stacks, variables and memory. Nothing runs.\n", "console");
  }

  /** The client is ready: the first stop comes, or the kernel runs. */
  async run(): Promise<void> {
    const { settings } = this;
    if (this.needs.kernel.isDump) this.needs.stops.send({ reason: "entry", description: "Memory dump" }, 1);
    else if (isLaunch(settings)) await this.runToStopPoint(settings);
    else this.needs.stops.send({ reason: "entry", description: "Attached" }, 1);
  }

  private async runToStopPoint({ timeouts, noDebug, stopAt: wanted }: LaunchSettings): Promise<void> {
    const { gdb } = this.ground;
    const stopAt = noDebug ? undefined : (wanted ?? this.usualStopPoint());
    if (stopAt !== undefined) {
      const point = requireStopPoint(stopAt);
      const where = point.kind === "line" ? sourcePlace(point.file, point.line) : functionPlace(point.name);
      const made = await insertBreakpoint(gdb, where, { temporary: true });
      if (made.pending) {
        await deleteBreakpoints(gdb, [made.number]);
        const error = errors.noStopPoint(stopAt);
        void this.finish(error);
        throw error;
      }
      const { boot } = timeouts;
      this.needs.stops.expect(made.number, boot, () => void this.bootIsLate(stopAt, boot));
    }
    this.needs.moves.resumeAsked = true;
    await continueAll(gdb);
  }

  /** Without breakpoints a kernel would run away unseen: the project says where to stop then, else the user is told. */
  private usualStopPoint(): string | undefined {
    if (this.needs.breakpoints.table?.isEmpty() === false) return undefined;
    const stopAt = this.needs.kernel.project?.stopAt;
    this.ground.print(
      stopAt === undefined
        ? 'No breakpoint is set, and "run" in weft.json has no "stopAt": the kernel runs until it ends or is paused.\n'
        : `No breakpoint is set: the kernel stops at ${stopAt}, as weft.json says ("stopAt" in "run").\n`,
      "console",
    );
    return stopAt;
  }

  private async bootIsLate(stopAt: string, deadline: number): Promise<void> {
    let where = "";
    try {
      await withDeadline(this.ground.pauseIfRunning(), 2000);
      const [frame] = await withDeadline(stackFrames(this.ground.gdb, 1, 0, 0), 2000);
      const line = frame?.line === undefined ? "" : `, line ${frame.line}`;
      where = `; it is at ${frame?.symbol ?? frame?.address ?? "an unknown place"}${line}`;
    } catch (error) {
      // The machine does not even stop: the reason below says enough.
      noted(this.ground, "where a late boot is")(error as Error);
    }
    const last = this.needs.machine.console.lastLine();
    const said = last === "" ? " and has printed nothing" : `, and last printed "${last}"`;
    await this.finish(errors.bootDeadline(stopAt, deadline / 1000, `${where}${said}`));
  }

  /** Builds and boots anew, for a client that is told by `restarted` before the machine runs. */
  async restart(restarted: () => void): Promise<void> {
    const { settings } = this;
    if (!isLaunch(settings))
      throw new Error("Only a machine that was launched can be restarted; end the session and attach again.");
    await this.prepare(settings);
    this.phase = "restarting";
    try {
      this.needs.stops.forgetPoint();
      this.needs.moves.cancelStep();
      this.needs.stops.forget();
      await this.releaseMachine();
      await this.startTarget(settings);
      await this.needs.breakpoints.renew();
    } catch (error) {
      this.phase = "ready";
      void this.finish(error as DebugError);
      throw error;
    }
    this.phase = "ready";
    restarted();
    await this.run();
  }

  /** GDB lets go of the machine before it ends: a connection that breaks under a running target can take GDB along. */
  private async releaseMachine(): Promise<void> {
    const { gdb, isRunning } = this.ground;
    if (isRunning) await withDeadline(this.ground.pauseIfRunning(), 3000).catch(noted(this.ground, "pause"));
    await gdb.sendCommand("-target-disconnect").catch(noted(this.ground, "disconnect")); // It may be gone already.
    await this.needs.machine.powerOff();
  }

  // How a session ends.

  /** Ends the session, once: says why, ends QEMU and GDB, tells the client. */
  finish(error: Error): Promise<void> {
    this.ending ??= this.finishOnce(error);
    return this.ending;
  }

  private async finishOnce(error: Error): Promise<void> {
    const isStarting = this.phase === "starting";
    this.phase = "ended";
    this.ground.note("session", `ended: ${error.message}`);
    this.needs.stops.forgetPoint();
    this.starting.abort(error);
    await this.endChildren();
    this.needs.machine.console.flush();
    if (isStarting) return; // The answer to the launch request says why.
    const code = error instanceof DebugError ? error.code : "internal";
    this.ground.print(`${error.message}\n`, "important");
    this.ground.send(new Event(SESSION_ENDED, { code, message: error.message }));
    this.ground.send(new TerminatedEvent());
  }

  /** Ends QEMU and GDB. Safe to call at any time, more than once. */
  private async endChildren(): Promise<void> {
    const { kernel, machine, breakpoints } = this.needs;
    const gdb = this.ground.gdb as GdbConnection | undefined;
    await Promise.all([machine.end(), gdb?.gdbProcess.stop()]);
    breakpoints.end();
    await kernel.end();
    await machine.close();
    await kernel.closeRecording();
  }

  /**
   * A machine of ours ends with its session; one that we attached to goes on unless the client wants its end. Theia wants
   * it of all machines that it leaves: the guest of `weft run --live`, which others weave into, is never ended so.
   */
  async leave(terminate: boolean): Promise<void> {
    const { settings } = this;
    const attached = this.phase === "ready" && settings !== undefined && !isLaunch(settings);
    this.phase = "ended";
    this.needs.stops.forgetPoint();
    this.starting.abort();
    if (attached) {
      const isShared = settings.port === undefined;
      const command = terminate && !isShared ? "kill" : "detach";
      const release = async () => {
        if (this.ground.isRunning) await this.ground.pauseIfRunning();
        await this.ground.gdb.consoleCommand(command);
      };
      await withDeadline(release(), 3000).catch(noted(this.ground, command)); // Ending GDB closes the connection in any case.
    }
    await this.endChildren();
    this.needs.machine.console.flush();
  }

  /** The machine ended by itself. */
  machineEnded(reason: string): void {
    void this.finish(errors.qemuEnded(reason));
  }

  /** The stub is gone. */
  connectionLost(): void {
    if (this.phase === "ready") void this.endBy(errors.connectionLost());
  }

  /** Ends the session for what GDB met, unless QEMU's end is behind it, which then comes within moments. */
  private async endBy(error: DebugError): Promise<void> {
    const { ended } = this.needs.machine;
    const reason =
      ended === undefined ? undefined : await Promise.race([ended, undefinedAfter(END_OF_MACHINE)]);
    await this.finish(reason === undefined ? error : errors.qemuEnded(reason));
  }

  /** The machine was reset, was looked at, and can't go on. */
  async endAfterReset(): Promise<void> {
    await this.finish(errors.qemuEnded(describeEnd("guest-reset", "", false, "")));
  }
}

/** Milliseconds until the end of GDB's connection is taken for no end of QEMU. */
const END_OF_MACHINE = 1000;

function undefinedAfter(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref());
}

function isLaunch(settings: Settings | undefined): settings is LaunchSettings {
  return settings !== undefined && "build" in settings;
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
