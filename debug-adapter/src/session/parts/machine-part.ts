/** The machine: one of ours that is powered on, recorded or replayed, or somebody else's; and what it leaves behind. */
import { Event } from "@vscode/debugadapter";
import { type LaunchSettings, RECORDED } from "../../protocol/index.js";
import {
  type Machine,
  type MachineEvents,
  type MetStub,
  meetStub,
  type PublishLive,
  type ReplayedMachine,
  type StubAddress,
  startDump,
  startMachine,
  startReplay,
} from "../../qemu/index.js";
import { createGuestConsole } from "../kernel/guest-console.js";
import type { DebugProject } from "../project/project.js";
import { dumpMachine } from "../recorded/memory-dump.js";
import { createRecorder, type OpenedRecording, type Recorder } from "../recorded/recorder.js";
import type { Ground } from "./ground.js";

export interface MachineNeeds {
  /** Of the session: a machine that is still starting ends with it. */
  readonly signal: AbortSignal;
  /** Shows what is woven into a machine of ours. */
  readonly publish: PublishLive;
  /** The machine that is debugged ended by itself, for this reason. */
  readonly onEnded: (reason: string) => void;
}

type Common = { program: string; directory: string; deadline: number };

export class MachinePart {
  readonly console = createGuestConsole((text) => this.ground.print(text, "stdout"));
  private own: Machine | undefined;
  /** To a stub that somebody else runs. */
  private relay: MetStub | undefined;
  private recorder: Recorder | undefined;
  /** Settles when the recording is written, or the user was told why not. */
  private saved: Promise<void> = Promise.resolve();
  private readonly events: MachineEvents = {
    onConsole: (text) => this.console.add(text),
    onMessage: (text) => {
      this.ground.note("machine", text);
      this.ground.print(text, "stderr");
    },
    note: (text) => this.ground.note("machine", text),
  };

  constructor(
    private readonly ground: Ground,
    private readonly needs: MachineNeeds,
  ) {}

  /** What a stub of ours serves threads of tasks for. */
  get threadsOn(): Machine | MetStub | undefined {
    return this.own ?? this.relay;
  }

  get isRecorded(): boolean {
    return this.recorder !== undefined;
  }

  get replayed(): ReplayedMachine | undefined {
    return this.own !== undefined && "time" in this.own ? (this.own as ReplayedMachine) : undefined;
  }

  wasReset(): boolean {
    return this.own?.wasReset() === true;
  }

  /** Settles when the machine ended; `undefined` where it is none of ours. */
  get ended(): Promise<string> | undefined {
    return this.own?.ended;
  }

  /** Powers a machine on, or opens what was recorded. */
  async start(
    project: DebugProject,
    settings: LaunchSettings,
    opened: OpenedRecording | undefined,
  ): Promise<Machine> {
    const machine = await this.powerOn(project, settings, opened);
    this.own = machine;
    const { processId: systemProcessId } = machine;
    const body = { name: project.folder, systemProcessId, isLocalProcess: true, startMethod: "launch" };
    this.ground.send(new Event("process", body));
    void machine.ended.then((reason) => {
      if (this.own === machine && this.ground.phase === "ready") this.needs.onEnded(reason);
    });
    return machine;
  }

  private async powerOn(
    project: DebugProject,
    settings: LaunchSettings,
    opened: OpenedRecording | undefined,
  ): Promise<Machine> {
    const { program, folder: directory } = project;
    const common = { program, directory, deadline: settings.timeouts.connect };
    if (settings.dump !== undefined) return startDump(settings.dump, this.events.note);
    if (opened !== undefined) {
      const { log, recording } = opened;
      return startReplay(
        {
          ...common,
          ...{ directory: opened.directory, arguments: project.machine, log },
          instructions: recording.instructions,
        },
        this.events,
        this.needs.signal,
      );
    }
    if (settings.record !== undefined)
      return this.startRecorded(project, { ...settings, record: settings.record }, common);
    const recipe = {
      ...project.recipe,
      arguments: [...(project.recipe.arguments ?? []), ...settings.qemu],
    };
    const share = { project: { root: project.folder }, recipe, publish: this.needs.publish };
    const machine = [...project.machine, ...settings.qemu];
    return startMachine(
      { ...common, arguments: machine, paused: true, staysAtReset: !settings.noDebug, share },
      this.events,
      this.needs.signal,
    );
  }

  private async startRecorded(
    project: DebugProject,
    { record, qemu }: LaunchSettings & { record: string },
    common: Common,
  ): Promise<Machine> {
    await this.saved; // Of the run before a restart.
    const recorder = await createRecorder(project, [...project.machine, ...qemu], record);
    this.recorder = recorder;
    const recorded = await startMachine(
      { ...common, ...recorder, paused: true, record: recorder.log },
      this.events,
      this.needs.signal,
    );
    this.saved = recorded.ended.then(() => this.saveRecording(recorder, record));
    return recorded;
  }

  private async saveRecording(recorder: Recorder, file: string): Promise<void> {
    try {
      const { instructions } = await recorder.save();
      this.ground.print(`The run was recorded into ${file}: Weft: Replay Recording opens it.\n`, "important");
      const body = { file, ...(instructions === undefined ? {} : { instructions }) };
      this.ground.send(new Event(RECORDED, body));
    } catch (error) {
      this.ground.print(`The run was not recorded: ${(error as Error).message}\n`, "important");
    }
  }

  /** Meets the stub of somebody else's machine; returns what GDB connects to. */
  async meet(address: StubAddress, deadline: number): Promise<string> {
    this.relay = await meetStub(address, deadline, this.needs.signal);
    return this.relay.path;
  }

  /** Text for the guest's serial console. */
  async type(text: string): Promise<void> {
    if (this.own === undefined) throw new Error("The console of a machine that was attached to is not ours.");
    await this.own.type(text);
  }

  async dumpInto(file: string): Promise<void> {
    if (this.ground.isRunning && this.own?.dump === undefined)
      throw new Error("The machine is running. Pause it first.");
    await dumpMachine(this.own, this.ground.gdb, file);
  }

  /** Ends a machine of ours, which stays known. */
  async powerOff(): Promise<void> {
    await this.own?.end();
  }

  /** Ends it for good; its end is no news. Safe to call at any time, more than once. */
  async end(): Promise<void> {
    const { own } = this;
    this.own = undefined;
    await own?.end();
  }

  /** What the machine leaves is written, or given up. */
  async close(): Promise<void> {
    await this.saved;
    await this.relay?.close();
    await this.recorder?.discard();
  }
}
