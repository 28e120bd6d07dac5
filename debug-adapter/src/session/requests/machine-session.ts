/**
 * What a session debugs: a project made ready, its machine powered on, GDB with the kernel's symbols. Knows how to make
 * each; when, and what comes of it, is {@link WeftDebugSession}'s.
 */

import { CapabilitiesEvent, Event } from "@vscode/debugadapter";
import { createModuleFiles } from "@weft/weaver-bridge/kernel-build";
import type { ResolvedPointcut } from "../../engine/index.js";
import {
  type AttachSettings,
  DEFAULT_TIMEOUTS,
  type LaunchSettings,
  RECORDED,
  type RecordedHits,
  type RecordedHitsArguments,
  type Timeouts,
} from "../../protocol/index.js";
import {
  type DebugError,
  errors,
  type Machine,
  type MachineEvents,
  type MetStub,
  type PublishLive,
  type ReplayedMachine,
  startDump,
  startMachine,
  startReplay,
} from "../../qemu/index.js";
import { createExceptionCatcher } from "../breakpoints/exception-catcher.js";
import { createPointcutResolver } from "../breakpoints/resolve-pointcut.js";
import { withDeadline } from "../gdb/deadline.js";
import { GdbConnection, GdbProcess } from "../gdb/gdb-connection.js";
import { connectGdb, loadSymbols, runNothingLoaded, startGdb } from "../gdb/gdb-session.js";
import { threadDetails } from "../gdb/mi-commands.js";
import { createEntryFrames } from "../kernel/entry-frames.js";
import { createKernelModules } from "../kernel/kernel-modules.js";
import { cpuOf, createKernelTasks } from "../kernel/kernel-tasks.js";
import { createLiveCounters, type LiveCounters } from "../kernel/live-counters.js";
import { PANICS } from "../kernel/panics.js";
import { createProgramSymbols } from "../kernel/program-symbols.js";
import { createTaskReader } from "../kernel/task-reader.js";
import { createTimeTravel } from "../moves/time-travel.js";
import { buildProject } from "../project/build.js";
import { lackOfSymbols, watchKernelFile } from "../project/kernel-file.js";
import {
  type DebugProject,
  loadWeaveMap,
  readProject,
  requireImage,
  weaveMapOf,
} from "../project/project.js";
import { weaveUnit } from "../project/weave-unit.js";
import { otherBuild } from "../recorded/memory-dump.js";
import { recordedHits } from "../recorded/recorded-hits.js";
import { createRecorder, type OpenedRecording, openForReplay, type Recorder } from "../recorded/recorder.js";
import { BreakpointsSession } from "./breakpoints-session.js";

/** Milliseconds between two looks whether advice was woven that breakpoints wait for. */
const LIVE_INTERVAL = 500;

export abstract class MachineSession extends BreakpointsSession {
  protected readonly starting = new AbortController();
  protected readonly entries = createEntryFrames();
  protected readonly resolver = createPointcutResolver(this.starting.signal);
  protected readonly liveCounters = createLiveCounters(
    () => this.project?.folder ?? "",
    this.starting.signal,
  );
  protected settings: LaunchSettings | AttachSettings | undefined;
  protected project: DebugProject | undefined;
  protected machine: Machine | undefined;
  /** To a stub that somebody else runs. */
  protected relay: MetStub | undefined;
  protected recorder: Recorder | undefined;
  /** Settles when the recording is written, or the user was told why not. */
  protected saved: Promise<void> = Promise.resolve();
  protected opened: OpenedRecording | undefined;
  protected liveTimer: NodeJS.Timeout | undefined;

  /** `publish` shows what is woven into a machine of ours. */
  constructor(private readonly publish: PublishLive) {
    super({
      createGDBManager: async () => new GdbProcess("gdb", this.project?.folder ?? process.cwd()),
      createBackend: async (_session, manager) => new GdbConnection(manager as GdbProcess, this.log),
    });
    this.isRemote = true;
    this.isAttach = true;
  }

  /** Why the session ends, and its end. */
  protected abstract finish(error: Error): Promise<void>;

  protected abstract endBy(error: DebugError): Promise<void>;

  protected override get commandDeadline(): number {
    return this.settings?.timeouts.command ?? DEFAULT_TIMEOUTS.command;
  }

  protected override get folder(): string {
    return this.project?.folder ?? "";
  }

  protected override get symbolFile(): string {
    return this.project?.symbols ?? "";
  }

  protected override get panics(): readonly string[] {
    return [...PANICS, ...(this.project?.panics ?? [])];
  }

  protected override async resolvePointcut(expression: string): Promise<ResolvedPointcut> {
    return this.resolver(expression, this.project?.symbols ?? "");
  }

  protected override async weaveUnit(source: string): Promise<string> {
    if (this.opened?.isStale === true)
      throw new Error("The kernel was built again since it was recorded: its woven text is no longer known.");
    return weaveUnit(this.project?.folder ?? "", source, this.starting.signal);
  }

  /** Reads the project and brings it up to date. */
  protected async prepareProject(settings: LaunchSettings): Promise<void> {
    this.project = readProject(settings.project);
    if (settings.replay !== undefined) return this.openReplay(settings.replay, this.project);
    this.isDump = settings.dump !== undefined;
    if (settings.build === "auto" && !this.isDump) {
      const onOutput = (text: string) => {
        this.log.add("machine", text);
        this.print(text, "console");
      };
      await buildProject(this.project.folder, settings.timeouts.build, onOutput, this.starting.signal);
    }
    await requireImage(this.project);
    await this.loadMap(weaveMapOf(this.project.folder));
  }

  protected async openReplay(file: string, project: DebugProject): Promise<void> {
    await this.opened?.close();
    this.opened = await openForReplay(file, project);
    this.project = this.opened.project;
    await this.loadMap(this.opened.map);
    const { recording, isStale } = this.opened;
    const length = recording.instructions ?? "an unknown number of";
    this.print(`Recorded ${recording.date}: ${length} instructions. Steps go back as well.\n`, "console");
    if (isStale)
      this.print(
        "The kernel was built again since: the recording has its own kernel and symbols, and lines of edited files may have moved.\n",
        "important",
      );
  }

  protected async loadMap(file: string): Promise<void> {
    const { index, problem } = await loadWeaveMap(file);
    this.index = index;
    this.woven.forget();
    if (problem !== undefined)
      this.print(`${problem}. Frames are labelled by the names of generated functions.\n`, "console");
    const unknown = this.unknownAspects(this.stepped);
    if (unknown !== undefined) this.print(`"stepIntoAdvice": ${unknown}\n`, "important");
  }

  /** QEMU first, so that a missing one is said at once; GDB is started at the first call only. */
  protected async startTarget(settings: LaunchSettings): Promise<void> {
    const project = this.project as DebugProject;
    const machine = await this.powerOn(project, settings);
    this.machine = machine;
    const name = project.folder;
    const body = { name, systemProcessId: machine.processId, isLocalProcess: true, startMethod: "launch" };
    this.sendEvent(new Event("process", body));
    void machine.ended.then((reason) => {
      if (this.machine === machine && this.state === "ready") void this.finish(errors.qemuEnded(reason));
    });
    await this.prepareGdb(project, settings.timeouts);
    await connectGdb(this.connection, machine.stub, settings.timeouts.connect);
    await this.followModules(this.isDump);
    if (this.isDump) await this.tellBuild();
    if (this.replayed === undefined) return;
    const { time } = this.replayed;
    this.travel = createTimeTravel(this.connection, time, () => this.index, project.symbols);
    this.sendEvent(new CapabilitiesEvent({ supportsStepBack: true }));
  }

  protected async powerOn(project: DebugProject, settings: LaunchSettings): Promise<Machine> {
    const events: MachineEvents = {
      onConsole: (text) => this.console.add(text),
      onMessage: (text) => {
        this.log.add("machine", text);
        this.print(text, "stderr");
      },
    };
    const machine = [...project.machine, ...settings.qemu];
    const common = {
      program: project.program,
      directory: project.folder,
      deadline: settings.timeouts.connect,
    };
    const { signal } = this.starting;
    if (settings.dump !== undefined) return startDump(settings.dump);
    if (this.opened !== undefined) {
      const { log, recording, directory } = this.opened;
      const { instructions } = recording;
      return startReplay(
        { ...common, directory, arguments: project.machine, log, instructions },
        events,
        signal,
      );
    }
    if (settings.record === undefined) {
      const recipe = {
        ...project.recipe,
        arguments: [...(project.recipe.arguments ?? []), ...settings.qemu],
      };
      const share = { project: { root: project.folder }, recipe, publish: this.publish };
      return startMachine(
        { ...common, arguments: machine, paused: true, staysAtReset: !settings.noDebug, share },
        events,
        signal,
      );
    }
    await this.saved; // Of the run before a restart.
    const recorder = await createRecorder(project, machine, settings.record);
    this.recorder = recorder;
    const recorded = await startMachine(
      { ...common, ...recorder, paused: true, record: recorder.log },
      events,
      signal,
    );
    this.saved = recorded.ended.then(() => this.saveRecording(recorder, settings.record as string));
    return recorded;
  }

  protected async saveRecording(recorder: Recorder, file: string): Promise<void> {
    try {
      const { instructions } = await recorder.save();
      this.print(`The run was recorded into ${file}: Weft: Replay Recording opens it.\n`, "important");
      this.sendEvent(new Event(RECORDED, { file, ...(instructions === undefined ? {} : { instructions }) }));
    } catch (error) {
      this.print(`The run was not recorded: ${(error as Error).message}\n`, "important");
    }
  }

  protected async prepareGdb(project: DebugProject, timeouts: Timeouts): Promise<void> {
    if (this.gdb === undefined) {
      await this.setupCommonLoggerAndBackends({} as never);
      const gdb = this.connection;
      gdb.commandDeadline = timeouts.command;
      gdb.onSilent = (error) => void this.finish(error as DebugError);
      await startGdb(gdb);
      void gdb.gdbProcess.ended.then((detail) => {
        if (this.state !== "ended") void this.endBy(errors.gdbEnded(detail));
      });
      this.followGdb();
    }
    this.programs?.forget();
    this.live.forget();
    this.liveTimer ??= setInterval(() => {
      this.lookForLiveCode().catch((error: Error) =>
        this.log.add("session", `live advice: ${error.message}`),
      );
    }, LIVE_INTERVAL).unref();
    this.kernelFile = await watchKernelFile(project.symbols);
    // A recording brings its symbols along, a dump came from somebody.
    if (this.opened !== undefined || this.isDump) await runNothingLoaded(this.connection);
    await loadSymbols(this.connection, project.symbols);
    const lack = await lackOfSymbols(this.connection);
    if (lack !== undefined) this.print(`${lack}\n`, "important");
    await this.entries
      .describeEntries(this.connection, project.symbols)
      .catch((error: Error) => this.log.add("session", `entries: ${error.message}`));
    this.followTasks(project);
    this.catcher ??= createExceptionCatcher({
      gdb: this.connection,
      frames: this.entries,
      symbols: () => this.project?.symbols ?? "",
    });
    this.modules ??= createKernelModules({
      gdb: this.connection,
      files: createModuleFiles(project.modules),
      tell: (sentence) => this.print(`${sentence}\n`, "console"),
      onChanged: (how) => this.followCode(how),
    });
  }

  /** GDB is connected, and the machine stands. */
  protected async followModules(hasRun: boolean): Promise<void> {
    await this.modules
      ?.start(hasRun)
      .catch((error: Error) => this.log.add("session", `modules: ${error.message}`));
  }

  private async tellBuild(): Promise<void> {
    const problem = await otherBuild(this.connection);
    if (problem !== undefined) this.print(`${problem}\n`, "important");
    this.print("A memory dump: look at its stacks, variables and memory. Nothing runs.\n", "console");
  }

  private followTasks({ tasks, folder }: DebugProject): void {
    // Programs are no part of a recording: they are those of the kernel that was built with them.
    const table = this.opened?.isStale === true ? {} : (tasks ?? {});
    this.programs = createProgramSymbols(this.connection, table, folder);
    this.tasks = createKernelTasks({
      reader: createTaskReader(this.connection, tasks),
      countCpus: async () =>
        (await threadDetails(this.connection)).filter((details) => cpuOf(details) !== undefined).length,
      show: (threads) => (this.machine ?? this.relay)?.showThreads(threads),
    });
  }

  /** GDB lets go of the machine before it ends: a connection that breaks under a running target can take GDB along. */
  protected async releaseMachine(): Promise<void> {
    if (this.isRunning) await withDeadline(this.pauseIfRunning(), 3000).catch(() => {});
    await this.connection.sendCommand("-target-disconnect").catch(() => {}); // It may be gone already.
    await this.machine?.end();
  }

  protected get replayed(): ReplayedMachine | undefined {
    return this.machine !== undefined && "time" in this.machine
      ? (this.machine as ReplayedMachine)
      : undefined;
  }

  protected override wasReset(): boolean {
    return this.machine?.wasReset() === true;
  }

  protected override get counters(): LiveCounters {
    if (this.isDump || this.opened !== undefined || this.recorder !== undefined)
      throw new Error(
        "A recording or a dump can't be woven into, so nothing is counted in it. Ask a recording: hits POINTCUT",
      );
    return this.liveCounters;
  }

  protected override async hitsOf({ pointcut, ...limits }: RecordedHitsArguments): Promise<RecordedHits> {
    if (this.replayed === undefined) throw new Error("Only a recording knows what ran when. Replay one.");
    const resolved = await this.resolvePointcut(pointcut);
    return recordedHits(this.replayed.time, resolved, this.project?.symbols ?? "", limits);
  }
}
